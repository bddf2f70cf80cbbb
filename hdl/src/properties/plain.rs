//! A checker in Verilog-2005: outputs with a bit for each property, and immediate assertions where `FORMAL` is defined.

use super::Checker;
use super::kinds::Kind;
use super::printer::{Printer, assign, unused, wire};
use crate::emit::rows::Page;
use crate::style::Style;
use heddle_contract::Property;

impl Checker {
    /// The checker's module.
    pub fn verilog(&self) -> String {
        let mut page = Page::default();
        self.head(&mut page, &self.name(), &[]);
        self.port_rows(&mut page, true);
        page.indent(1);
        let all = self.properties.iter().flat_map(|(_, all)| all);
        let said = all.flat_map(|property| [property.is.node(), property.when.node()]);
        let mut printer = Printer::new(self.subject.style, &self.kinds(), said);
        printer.group_chains_of(self.longest_chain);
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
        let clock = [Style::CLOCK, self.subject.style.reset_port()].map(String::from);
        let clock = clock.into_iter().filter(|_| !printer.is_clocked());
        unused(&mut page, clock.chain(printer.unused()).collect());
        self.formal(&mut page);
        page.indent(-1);
        page.text("endmodule");
        page.allow_implicit_nets();
        page.render()
    }

    /// Prints the part for formal tools.
    fn formal(&self, page: &mut Page) {
        page.blank();
        page.text("`ifdef FORMAL");
        page.text("always @(posedge clk_i) begin");
        page.indent(1);
        page.text(format!("if ({}) begin", self.subject.style.runs()));
        page.indent(1);
        for (kind, properties) in &self.properties {
            for property in properties {
                page.text(format!("{}({});", kind.formal, property.label));
            }
        }
        page.indent(-1);
        page.text("end");
        page.indent(-1);
        page.text("end");
        page.text("`endif");
    }
}

/// Prints a wire for each property of a kind, and the port that collects the wires.
fn rows(page: &mut Page, printer: &mut Printer, kind: &Kind, properties: &[Property]) {
    kind.heading(page);
    for property in properties {
        let text = printer.flat(page, property.is.node());
        page.comment(property.name);
        wire(page, 1, property.label, &text);
    }
    let labels = properties.iter().map(|property| property.label.into());
    at_port(page, &kind.output(), labels);
}

/// Prints which properties constrain the cycle.
fn whens(page: &mut Page, printer: &mut Printer, kind: &Kind, properties: &[Property]) {
    if kind.when.is_none() {
        return;
    }
    page.blank();
    let bits = properties.iter();
    let bits: Vec<String> = bits
        .map(|property| printer.flat(page, property.when.node()))
        .collect();
    at_port(page, &kind.when_output(), bits.into_iter());
}

/// Prints the concatenation of bits at a port, the first in the lowest bit.
fn at_port(page: &mut Page, port: &str, bits: impl DoubleEndedIterator<Item = String>) {
    page.blank();
    let bits: Vec<String> = bits.rev().collect();
    assign(
        page,
        &format!("assign {port}"),
        "=",
        &format!("{{{}}}", bits.join(", ")),
    );
}
