//! Checkers: what a contract says of a unit's ports, as Verilog.
//!
//! A checker stands beside its unit and sees all of its ports. It is made from the contract alone, by way of
//! [`terms`](heddle_contract::terms), and holds no behaviour of the unit.

mod names;
mod printer;
mod seen;

use crate::build::Hardware;
use crate::emit::rows::{Kind as RowKind, Page, Row, Value, wrap};
use crate::shape::LINE;
use crate::style::Style;
use heddle_contract::{
    Bundle, Direction, Param, Port, Properties, Property, Unit, Values, port_list, terms,
};
use names::slug;
use printer::Printer;
pub use seen::Probe;
use seen::Seen;

/// What is done with the properties of one kind.
struct Kind {
    /// What they are called, in names.
    name: &'static str,
    /// The word of formal tools for them.
    formal: &'static str,
    /// What they are.
    doc: &'static str,
    /// What says of which of them the cycle is one that they speak of, for kinds that are proven.
    when: Option<&'static str>,
}

const ASSUMPTION: Kind = Kind {
    name: "assumption",
    formal: "assume",
    doc: "what the environment respects",
    when: None,
};

const GUARANTEE: Kind = Kind {
    name: "guarantee",
    formal: "assert",
    doc: "what the unit promises to an environment that respects all this",
    when: Some("guarantees that speak of this cycle"),
};

const INVARIANT: Kind = Kind {
    name: "invariant",
    formal: "assert",
    doc: "what is so of registers inside, in an environment that respects all this",
    when: Some("invariants that speak of this cycle"),
};

const CORNER: Kind = Kind {
    name: "corner",
    formal: "cover",
    doc: "situations that a thorough test reaches",
    when: None,
};

impl Kind {
    /// The output with a bit for each property.
    fn output(&self) -> String {
        format!("{}s_o", self.name)
    }

    fn when_output(&self) -> String {
        format!("{}s_when_o", self.name)
    }

    fn wire(&self, property: &Property) -> String {
        format!("{}_{}", self.name, slug(property.name))
    }
}

/// A unit's checker: a module that says in every cycle which of its properties hold.
pub struct Checker {
    unit: &'static str,
    source: &'static str,
    params: Vec<Param>,
    ports: Vec<(Direction, Port)>,
    properties: Vec<(Kind, Vec<Property>)>,
    seen: Seen,
}

impl Checker {
    /// What the contract says.
    pub fn new<U: Unit>(params: &U::Params) -> Self {
        Self::of::<U>(params, Vec::new())
    }

    /// That, and what the unit's RTL says of its registers: for proofs.
    pub fn with_invariants<U: Hardware>(params: &U::Params) -> Self {
        Self::of::<U>(params, invariants::<U>(params))
    }

    fn of<U: Unit>(params: &U::Params, invariants: Vec<Property>) -> Self {
        let of = Properties::of::<U>(params);
        let properties = vec![
            (ASSUMPTION, of.assumptions),
            (GUARANTEE, of.guarantees),
            (INVARIANT, invariants),
            (CORNER, of.corners),
        ];
        let properties: Vec<_> = properties
            .into_iter()
            .filter(|(_, all)| !all.is_empty())
            .collect();
        let inputs = listed::<U::In<Values>>(params, Direction::In);
        let outputs = listed::<U::Out<Values>>(params, Direction::Out);
        Self {
            unit: U::NAME,
            source: U::SOURCE,
            params: U::describe(params),
            ports: inputs.chain(outputs).collect(),
            seen: Seen::of(properties.iter().flat_map(|(_, all)| all)),
            properties,
        }
    }

    /// Name of the module.
    pub fn name(&self) -> String {
        format!("{}_checker", self.unit)
    }

    /// Ports that show, a bit each, which properties hold in a cycle; with their number.
    pub fn outputs(&self) -> Vec<(String, usize)> {
        let all = self.documented_outputs().into_iter();
        all.map(|(name, count, _)| (name, count)).collect()
    }

    /// Registers of the unit that are inputs of the checker.
    pub fn probes(&self) -> &[Probe] {
        &self.seen.probes
    }

    /// Inputs that keep their values, and their widths.
    pub fn unknowns(&self) -> &[(String, u32)] {
        &self.seen.unknowns
    }

    fn documented_outputs(&self) -> Vec<(String, usize, &'static str)> {
        let all = self.properties.iter();
        let say = all
            .clone()
            .map(|(kind, of)| (kind.output(), of.len(), kind.doc));
        let speak = all.filter_map(|(kind, of)| Some((kind.when_output(), of.len(), kind.when?)));
        say.chain(speak).collect()
    }

    /// Names and shapes of the unit's ports.
    fn kinds(&self) -> Vec<(String, heddle_contract::Kind)> {
        let ports = self.ports.iter();
        ports
            .map(|(direction, port)| (format!("{}{}", port.name, direction.suffix()), port.kind))
            .collect()
    }

    /// The module.
    pub fn verilog(&self) -> String {
        let mut page = Page::default();
        self.head(&mut page);
        self.port_rows(&mut page);
        page.indent(1);
        let all = self.properties.iter().flat_map(|(_, all)| all);
        let mut printer = Printer::new(&self.kinds(), all);
        let mut body = Page::default();
        body.indent(1);
        for (kind, properties) in &self.properties {
            rows(&mut body, &mut printer, kind, properties);
        }
        for (kind, properties) in &self.properties {
            whens(&mut body, &mut printer, kind, properties);
        }
        printer.functions(&mut page);
        page.append(body);
        unused(&mut page, &printer.unused());
        self.formal(&mut page);
        page.indent(-1);
        page.text("endmodule");
        page.allow_implicit_nets();
        page.render()
    }

    fn head(&self, page: &mut Page) {
        let name = self.name();
        let params: Vec<String> = self
            .params
            .iter()
            .map(|p| format!("{} {}", p.name, p.value))
            .collect();
        page.comment(&format!(
            "{name}: what the contract of {} says of its ports, in every cycle.",
            self.unit
        ));
        for (label, text) in [("Source:", self.source), ("Config:", &params.join(", "))] {
            for (at, line) in wrap(&format!("{text}."), LINE - 12).iter().enumerate() {
                page.text(format!("// {:<8} {line}", if at == 0 { label } else { "" }));
            }
        }
        page.comment("Numbers are as wide as they need be: a sum keeps its carry, what is narrower has zeros above.");
        page.refuse_implicit_nets();
        page.text(format!("module {name} ("));
    }

    fn port_rows(&self, page: &mut Page) {
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
            for (_, port) in self.ports.iter().filter(|(d, _)| *d == direction) {
                let name = format!("{}{},", port.name, direction.suffix());
                let bits = port.kind.total_bits();
                page.row(port_row("input  wire", bits, name, port.doc));
            }
        }
        self.seen_rows(page);
        page.blank();
        page.comment("properties that hold in this cycle, a bit each");
        let outputs = self.documented_outputs();
        for (at, (name, count, doc)) in outputs.iter().enumerate() {
            let comma = if at + 1 < outputs.len() { "," } else { "" };
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

    fn seen_rows(&self, page: &mut Page) {
        let inside = self.seen.probes.iter().map(|p| (&p.name, p.width));
        let unknown = self
            .seen
            .unknowns
            .iter()
            .map(|(name, width)| (name, *width));
        for (at, (name, width)) in inside.chain(unknown).enumerate() {
            if at == 0 {
                page.blank();
                page.comment("registers inside, and numbers that keep their values");
            }
            page.row(port_row(
                "input  wire",
                width as usize,
                format!("{name},"),
                "",
            ));
        }
    }

    /// What formal tools read.
    fn formal(&self, page: &mut Page) {
        page.blank();
        page.text("`ifdef FORMAL");
        page.text("always @(posedge clk_i) begin");
        page.indent(1);
        page.text("if (~rst_i) begin");
        page.indent(1);
        for (kind, properties) in &self.properties {
            for property in properties {
                page.text(format!("{}({});", kind.formal, kind.wire(property)));
            }
        }
        page.indent(-1);
        page.text("end");
        page.indent(-1);
        page.text("end");
        page.text("`endif");
    }
}

/// What a unit's RTL says of its registers.
pub fn invariants<U: Hardware>(params: &U::Params) -> Vec<Property> {
    let (input, output) = (
        terms::ports(params, Direction::In),
        terms::ports(params, Direction::Out),
    );
    U::invariants(params, &input, &output)
}

fn listed<B: Bundle<Values>>(
    params: &B::Params,
    direction: Direction,
) -> impl Iterator<Item = (Direction, Port)> {
    port_list::<B>(params)
        .into_iter()
        .map(move |port| (direction, port))
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
    page.blank();
    page.comment(&format!("{}s: {}.", capital(kind.name), kind.doc));
    for property in properties {
        let text = printer.flat(page, property.is.node());
        printer::wire(page, 1, &kind.wire(property), &text);
    }
    let all: Vec<String> = properties
        .iter()
        .rev()
        .map(|property| kind.wire(property))
        .collect();
    page.blank();
    let target = format!("assign {}", kind.output());
    printer::assign(page, &target, "=", &format!("{{{}}}", all.join(", ")));
}

/// Which properties speak of the cycle.
fn whens(page: &mut Page, printer: &mut Printer, kind: &Kind, properties: &[Property]) {
    if kind.when.is_none() {
        return;
    }
    page.blank();
    let bits: Vec<String> = properties
        .iter()
        .map(|property| printer.flat(page, property.when.node()))
        .collect();
    let bits: Vec<String> = bits.into_iter().rev().collect();
    let target = format!("assign {}", kind.when_output());
    printer::assign(page, &target, "=", &format!("{{{}}}", bits.join(", ")));
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
