//! A checker as concurrent assertions of SystemVerilog, bound to every instance of a module.
//!
//! The assertions do not use `disable iff (rst_i)` (PRP-18): this looks at the reset after the clock edge, so the last cycle of
//! a synchronous reset would be checked, in which inputs may have any value. An assertion samples its values before the edge.

use super::Checker;
use super::kinds::{ASSUMPTION, CORNER, Kind};
use super::printer::{Printer, unused};
use crate::emit::rows::{Page, wrap};
use heddle_contract::Property;
use heddle_contract::terms::{Is, Op, Ref};

/// The macro that expands to `assert` or `assume`.
const MACRO: &str = "HEDDLE_ASSUMPTION";

/// The macro with which users choose between the two.
const ASSUME: &str = "HEDDLE_ASSUME";

/// The signal that says whether properties apply to a cycle.
const ACTIVE: &str = "active";

/// A property in two parts: the cycles that it constrains, if not all, and what must hold in these cycles.
struct Said {
    when: Option<Ref>,
    then: Ref,
}

impl Said {
    fn of(kind: &Kind, property: &Property) -> Self {
        let is = property.is.node();
        let every_cycle = property.when.constant() == Some(true);
        match every_cycle || *kind == CORNER {
            true => Self {
                when: None,
                then: is,
            },
            false => Self {
                when: Some(property.when.node()),
                then: consequence(property.when, is),
            },
        }
    }

    fn nodes(&self) -> impl Iterator<Item = Ref> {
        self.when.into_iter().chain([self.then])
    }
}

/// The second part of "not `when`, or this"; the whole node if it has another form.
fn consequence(when: Is, is: Ref) -> Ref {
    let not_when = (!when).node();
    match is.op {
        Op::Or(a, then) if a == not_when => then,
        _ => is,
    }
}

impl Checker {
    /// Name of the module of concurrent assertions.
    pub fn properties_name(&self) -> String {
        format!("{}_properties", self.module())
    }

    /// The module of concurrent assertions, in SystemVerilog.
    pub fn properties(&self) -> String {
        let mut page = Page::default();
        let notes = self.notes();
        self.head(&mut page, &self.properties_name(), &notes);
        self.port_rows(&mut page, false);
        page.indent(1);
        let said = self.properties.iter();
        let said = said.flat_map(|(kind, all)| all.iter().map(|one| Said::of(kind, one)));
        let nodes: Vec<Ref> = said
            .flat_map(|said| said.nodes().collect::<Vec<_>>())
            .collect();
        let mut printer = Printer::new(self.subject.style, &self.kinds(), nodes);
        let mut body = Page::default();
        body.indent(1);
        self.active(&mut body);
        for (kind, properties) in &self.properties {
            kind.heading(&mut body);
            for property in properties {
                self.assertion(&mut body, &mut printer, kind, property);
            }
        }
        printer.functions(&mut page);
        page.append(body);
        unused(&mut page, printer.unused());
        page.indent(-1);
        page.text("endmodule");
        page.text(format!("`undef {MACRO}"));
        page.allow_implicit_nets();
        macros() + &page.render()
    }

    /// The statement that binds the assertions to every instance of the module.
    pub fn bind(&self) -> String {
        let (module, properties) = (self.module(), self.properties_name());
        format!(
            "// {properties} watches every instance of {module} in the design.\n\
             bind {module} {properties} u_properties (.*);\n"
        )
    }

    fn notes(&self) -> Vec<String> {
        let module = self.module();
        vec![
            format!(
                "{module}_bind.sv puts it into every instance of {module}. Cycles of reset, and those before the first \
                 one, are left out."
            ),
            format!(
                "Assumptions are asserted: the design around an instance has to respect them. Where {ASSUME} is \
                 defined, they are assumed, as a formal proof of {module} alone needs them."
            ),
        ]
    }

    /// Declares the signal that says whether properties apply to a cycle.
    fn active(&self, page: &mut Page) {
        let style = self.subject.style;
        page.text("reg reset_seen_q = 1'b0;");
        page.text(format!("always @({}) begin", style.edges(true)));
        page.text(format!("    if ({}) reset_seen_q <= 1'b1;", style.resets()));
        page.text("end");
        page.text(format!("wire {ACTIVE} = reset_seen_q & {};", style.runs()));
    }

    fn assertion(&self, page: &mut Page, printer: &mut Printer, kind: &Kind, property: &Property) {
        let Said { when, then } = Said::of(kind, property);
        let mut cycles = ACTIVE.to_owned();
        if let Some(when) = when {
            cycles += &format!(" & {}", printer.operand(page, when));
        }
        let (text, end) = match *kind == CORNER {
            true => {
                let text = format!("{cycles} & {}", printer.operand(page, then));
                page.comment(property.name);
                (text, ");".into())
            }
            false => {
                let sentence = self.sentence(kind, property);
                let text = format!("{cycles} |-> {}", printer.flat(page, then));
                (text, format!(") else $error(\"{sentence}\");"))
            }
        };
        page.text(format!("{}: {} property (", property.label, word(kind)));
        for line in wrap(&format!("@(posedge clk_i) {text}"), page.room()) {
            page.text(format!("    {line}"));
        }
        page.text(end);
    }

    /// The message of a tool when a property does not hold, as the format of `$error`.
    fn sentence(&self, kind: &Kind, property: &Property) -> String {
        let sentence = format!("{} of {}: {}", kind.name, self.module(), property.name);
        let escaped = sentence.replace('\\', "\\\\").replace('"', "\\\"");
        escaped.replace('%', "%%")
    }
}

/// The statement for properties of a kind.
fn word(kind: &Kind) -> String {
    match *kind == ASSUMPTION {
        true => format!("`{MACRO}"),
        false => kind.formal.into(),
    }
}

fn macros() -> String {
    format!("`ifdef {ASSUME}\n`define {MACRO} assume\n`else\n`define {MACRO} assert\n`endif\n\n")
}
