//! Checkers: what a contract says of a unit's ports, as Verilog.
//!
//! A checker stands beside its unit and sees all of its ports. It is made from the contract alone, by way of
//! [`terms`](heddle_contract::terms), and holds no behaviour of the unit.

mod names;
mod printer;

use crate::emit::rows::{Kind as RowKind, Page, Row, Value, wrap};
use crate::shape::LINE;
use crate::style::Style;
use heddle_contract::{Bundle, Direction, Port, Properties, Property, Unit, Values, port_list};
use names::slug;
use printer::Printer;

/// What is done with the properties of one kind.
struct Kind {
    /// What they are called, in names.
    name: &'static str,
    /// The word of formal tools for them.
    formal: &'static str,
    /// What they are.
    doc: &'static str,
}

const KINDS: [Kind; 3] = [
    Kind {
        name: "assumption",
        formal: "assume",
        doc: "what the environment respects",
    },
    Kind {
        name: "guarantee",
        formal: "assert",
        doc: "what the unit promises to an environment that respects all this",
    },
    Kind {
        name: "corner",
        formal: "cover",
        doc: "situations that a thorough test reaches",
    },
];

/// The output that says of which guarantees the cycle is one that they speak of.
const WHEN: &str = "guarantees_when_o";

/// The module name of a unit's checker.
pub fn checker_name<U: Unit>() -> String {
    format!("{}_checker", U::NAME)
}

/// Ports of a checker that show, a bit each, which properties hold in a cycle; with their number.
pub fn checker_outputs<U: Unit>(params: &U::Params) -> Vec<(String, usize)> {
    let counts = by_kind(&Properties::of::<U>(params)).map(<[Property]>::len);
    let outputs = KINDS.iter().zip(counts).filter(|(_, count)| *count > 0);
    let mut outputs: Vec<_> = outputs
        .map(|(kind, count)| (format!("{}s_o", kind.name), count))
        .collect();
    if counts[1] > 0 {
        outputs.push((WHEN.to_owned(), counts[1]));
    }
    outputs
}

fn by_kind(properties: &Properties) -> [&[Property]; 3] {
    [
        &properties.assumptions,
        &properties.guarantees,
        &properties.corners,
    ]
}

/// The checker of a unit: a module that says in every cycle which of its properties hold.
pub fn checker<U: Unit>(params: &U::Params) -> String {
    let properties = Properties::of::<U>(params);
    let ports = Ports::of::<U>(params);
    let mut page = Page::default();
    head::<U>(&mut page, params);
    port_rows(&mut page, &ports, &checker_outputs::<U>(params));
    page.indent(1);
    let mut printer = Printer::new(&ports.kinds(), by_kind(&properties));
    let mut body = Page::default();
    body.indent(1);
    for (kind, properties) in KINDS.iter().zip(by_kind(&properties)) {
        rows(&mut body, &mut printer, kind, properties);
    }
    whens(&mut body, &mut printer, &properties.guarantees);
    printer.functions(&mut page);
    page.append(body);
    unused(&mut page, &printer.unused());
    formal(&mut page, by_kind(&properties));
    page.indent(-1);
    page.text("endmodule");
    page.allow_implicit_nets();
    page.render()
}

fn head<U: Unit>(page: &mut Page, params: &U::Params) {
    let name = checker_name::<U>();
    let params = U::describe(params);
    let params: Vec<String> = params
        .iter()
        .map(|p| format!("{} {}", p.name, p.value))
        .collect();
    page.comment(&format!(
        "{name}: what the contract of {} says of its ports, in every cycle.",
        U::NAME
    ));
    for (label, text) in [("Source:", U::SOURCE), ("Config:", &params.join(", "))] {
        for (at, line) in wrap(&format!("{text}."), LINE - 12).iter().enumerate() {
            page.text(format!("// {:<8} {line}", if at == 0 { label } else { "" }));
        }
    }
    page.comment("Numbers are as wide as they need be: a sum keeps its carry, what is narrower has zeros above.");
    page.refuse_implicit_nets();
    page.text(format!("module {name} ("));
}

/// The ports of the unit.
struct Ports(Vec<(Direction, Port)>);

impl Ports {
    fn of<U: Unit>(params: &U::Params) -> Self {
        let inputs = listed::<U::In<Values>>(params, Direction::In);
        Self(
            inputs
                .chain(listed::<U::Out<Values>>(params, Direction::Out))
                .collect(),
        )
    }

    /// Names and shapes.
    fn kinds(&self) -> Vec<(String, heddle_contract::Kind)> {
        let ports = self.0.iter();
        ports
            .map(|(direction, port)| (format!("{}{}", port.name, direction.suffix()), port.kind))
            .collect()
    }
}

fn listed<B: Bundle<Values>>(
    params: &B::Params,
    direction: Direction,
) -> impl Iterator<Item = (Direction, Port)> {
    port_list::<B>(params)
        .into_iter()
        .map(move |port| (direction, port))
}

fn port_rows(page: &mut Page, ports: &Ports, outputs: &[(String, usize)]) {
    page.indent(1);
    for name in [Style::CLOCK, Style::default().reset_port()] {
        page.row(port_row("input  wire", 1, format!("{name},"), ""));
    }
    for direction in [Direction::In, Direction::Out] {
        page.blank();
        page.comment(match direction {
            Direction::In => "what the unit is given",
            Direction::Out => "what it shows",
        });
        for (_, port) in ports.0.iter().filter(|(d, _)| *d == direction) {
            let name = format!("{}{},", port.name, direction.suffix());
            page.row(port_row(
                "input  wire",
                port.kind.total_bits(),
                name,
                port.doc,
            ));
        }
    }
    page.blank();
    page.comment("properties that hold in this cycle, a bit each");
    for (at, (name, count)) in outputs.iter().enumerate() {
        let comma = if at + 1 < outputs.len() { "," } else { "" };
        let kind = KINDS
            .iter()
            .find(|kind| *name == format!("{}s_o", kind.name));
        let doc = kind.map_or("guarantees that speak of this cycle", |kind| kind.doc);
        page.row(port_row(
            "output wire",
            *count,
            format!("{name}{comma}"),
            doc,
        ));
    }
    page.indent(-1);
    page.text(");");
}

fn port_row(direction: &str, bits: usize, name: String, doc: &str) -> Row {
    let range = match bits {
        1 => String::new(),
        bits => format!("[{}:0]", bits - 1),
    };
    Row {
        kind: RowKind::Port,
        cells: vec![direction.to_owned(), range, name],
        value: Value::default(),
        comment: doc.to_owned(),
    }
}

/// A wire for each property of a kind, and all of them at the port.
fn rows(page: &mut Page, printer: &mut Printer, kind: &Kind, properties: &[Property]) {
    if properties.is_empty() {
        return;
    }
    page.blank();
    page.comment(&format!("{}s: {}.", capital(kind.name), kind.doc));
    for property in properties {
        let text = printer.flat(page, property.is.node());
        printer::wire(page, 1, &wire(kind, property), &text);
    }
    let all: Vec<String> = properties
        .iter()
        .rev()
        .map(|property| wire(kind, property))
        .collect();
    page.blank();
    let target = format!("assign {}s_o", kind.name);
    printer::assign(page, &target, "=", &format!("{{{}}}", all.join(", ")));
}

/// Which guarantees speak of the cycle.
fn whens(page: &mut Page, printer: &mut Printer, guarantees: &[Property]) {
    if guarantees.is_empty() {
        return;
    }
    page.blank();
    let bits: Vec<String> = guarantees
        .iter()
        .map(|guarantee| printer.flat(page, guarantee.when.node()))
        .collect();
    let bits: Vec<String> = bits.into_iter().rev().collect();
    let target = format!("assign {WHEN}");
    printer::assign(page, &target, "=", &format!("{{{}}}", bits.join(", ")));
}

fn wire(kind: &Kind, property: &Property) -> String {
    format!("{}_{}", kind.name, slug(property.name))
}

fn capital(word: &str) -> String {
    format!("{}{}", word[..1].to_uppercase(), &word[1..])
}

fn unused(page: &mut Page, ports: &[String]) {
    if ports.is_empty() {
        return;
    }
    page.blank();
    printer::wire(
        page,
        1,
        "unused",
        &format!("&{{1'b0, {}}}", ports.join(", ")),
    );
}

/// What formal tools read.
fn formal(page: &mut Page, properties: [&[Property]; 3]) {
    page.blank();
    page.text("`ifdef FORMAL");
    page.text("always @(posedge clk_i) begin");
    page.indent(1);
    page.text("if (~rst_i) begin");
    page.indent(1);
    for (kind, properties) in KINDS.iter().zip(properties) {
        for property in properties {
            page.text(format!("{}({});", kind.formal, wire(kind, property)));
        }
    }
    page.indent(-1);
    page.text("end");
    page.indent(-1);
    page.text("end");
    page.text("`endif");
}
