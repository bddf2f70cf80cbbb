//! Heads of modules that see all ports of a unit.

use super::Checker;
use crate::emit::rows::{Kind as RowKind, Page, Row, Value, wrap};
use crate::layout::LINE;
use crate::style::Style;
use heddle_contract::Direction;

/// Neighbouring ports under a heading.
struct Group {
    heading: &'static str,
    rows: Vec<Row>,
}

impl Checker {
    /// Prints the comment above the module and its name; ports follow.
    pub(super) fn head(&self, page: &mut Page, name: &str, notes: &[String]) {
        let subject = &self.subject;
        let params = subject.params.iter();
        let params: Vec<String> = params.map(|p| format!("{} {}", p.name, p.value)).collect();
        page.comment(&format!(
            "{name}: what the contract of {} says of its ports, in every cycle.",
            subject.unit
        ));
        for (label, text) in [("Source:", subject.source), ("Config:", &params.join(", "))] {
            for (at, line) in wrap(&format!("{text}."), LINE - 12).iter().enumerate() {
                page.text(format!("// {:<8} {line}", if at == 0 { label } else { "" }));
            }
        }
        page.comment("Numbers are as wide as they need be: a sum keeps its carry, what is narrower has zeros above.");
        notes.iter().for_each(|note| page.comment(note));
        page.refuse_implicit_nets();
        page.text(format!("module {name} ("));
    }

    /// Prints the ports of the unit, all of them inputs; with `outputs`, also the ports that show which properties hold.
    pub(super) fn port_rows(&self, page: &mut Page, outputs: bool) {
        let mut groups = self.inputs();
        if outputs {
            groups.push(self.holding());
        }
        groups.retain(|group| !group.rows.is_empty());
        if let Some(last) = groups.last_mut().and_then(|group| group.rows.last_mut()) {
            last.cells[2].pop();
        }
        page.indent(1);
        for (at, Group { heading, rows }) in groups.into_iter().enumerate() {
            if at > 0 {
                page.blank();
                page.comment(heading);
            }
            rows.into_iter().for_each(|row| page.row(row));
        }
        page.indent(-1);
        page.text(");");
    }

    fn inputs(&self) -> Vec<Group> {
        let clock = [Style::CLOCK, self.subject.style.reset_port()];
        let clock = clock.map(|name| row("input  wire", 1, name, ""));
        let mut groups = vec![Group {
            heading: "",
            rows: clock.into(),
        }];
        for (direction, heading) in [
            (Direction::In, "what the unit is given"),
            (Direction::Out, "what it shows"),
        ] {
            let ports = self.subject.ports.iter().filter(|(d, _)| *d == direction);
            let rows = ports.map(|(_, port)| {
                let name = format!("{}{}", port.name, direction.suffix());
                row("input  wire", port.kind.total_bits(), &name, port.doc)
            });
            let rows = rows.collect();
            groups.push(Group { heading, rows });
        }
        groups.push(self.inside());
        groups
    }

    fn inside(&self) -> Group {
        let inside = self.seen.probes.iter().map(|p| (&p.name, p.width));
        let unknowns = self.seen.unknowns.iter();
        let unknowns = unknowns.map(|(name, width)| (name, *width));
        let seen = inside.chain(unknowns);
        Group {
            heading: "registers inside, and numbers that keep their values",
            rows: seen
                .map(|(name, width)| row("input  wire", width as usize, name, ""))
                .collect(),
        }
    }

    fn holding(&self) -> Group {
        let outputs = self.documented_outputs().into_iter();
        Group {
            heading: "properties that hold in this cycle, a bit each",
            rows: outputs
                .map(|(name, count, doc)| row("output wire", count, &name, doc))
                .collect(),
        }
    }
}

/// A port, with the comma that separates it from the next one.
fn row(direction: &str, bits: usize, name: &str, doc: &str) -> Row {
    let range = match bits {
        1 => String::new(),
        bits => format!("[{}:0]", bits - 1),
    };
    Row {
        kind: RowKind::Port,
        cells: vec![direction.to_owned(), range, format!("{name},")],
        value: Value::default(),
        comment: doc.to_owned(),
    }
}
