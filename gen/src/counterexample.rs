//! Files of a counterexample: a testbench that needs no prover.

use crate::File;
use crate::testbench::{self, Template, VECTORS, VIEWERS, fields};
use heddle_cosim::prove::Counterexample;
use heddle_cosim::verilated::{Verilog, VerilogFile};
use heddle_hdl::Style;
use minijinja::{Value, context};

/// The testbench.
const TESTBENCH: Template = (
    "counterexample_tb.v",
    include_str!("../testbench/counterexample_tb.v"),
);

/// The Makefile that runs such a testbench.
pub(crate) const MAKEFILE: Template = (
    "counterexample.mk",
    include_str!("../testbench/counterexample.mk"),
);

/// A counterexample and the unit's Verilog.
pub struct Bench<'a> {
    /// How the user got here, for the testbench's head.
    pub origin: &'a str,
    /// The unit's Verilog.
    pub verilog: &'a Verilog,
    /// The counterexample.
    pub counterexample: &'a Counterexample,
}

impl Bench<'_> {
    /// Name of the unit's module.
    pub fn module(&self) -> &str {
        &self.verilog.top
    }

    /// The files; registers start with the bits of `starts`.
    pub fn files(&self, starts: &[(String, bool)]) -> Vec<File> {
        let environment = testbench::with_parts();
        let style = Style::default();
        let (module, vectors) = (self.module(), &self.counterexample.vectors);
        let fields = fields::of(style.reset_port(), vectors);
        let values = context! {
            ..self.values(starts),
            ..testbench::values(self.origin, module, &fields, vectors)
        };
        let fill = |template| testbench::fill(&environment, template, &values);
        let mut files: Vec<_> = self.sources().map(|file| (file.name, file.text)).collect();
        for template in VIEWERS {
            files.push((template.0.replacen("unit", module, 1), fill(template)));
        }
        let lines = testbench::lines(vectors, style.level);
        files.push((format!("{module}.vectors"), fill(VECTORS) + &lines));
        files.push((format!("{module}_tb.v"), fill(TESTBENCH)));
        files.push(("Makefile".into(), fill(MAKEFILE)));
        files
    }

    /// The Verilog of the unit and of its checker.
    fn sources(&self) -> impl Iterator<Item = VerilogFile> {
        let checker = &self.counterexample.checker;
        let checker = VerilogFile {
            name: format!("{}.v", checker.name),
            text: checker.text.clone(),
        };
        self.verilog.files.iter().cloned().chain([checker])
    }

    fn values(&self, starts: &[(String, bool)]) -> Value {
        let all = self.counterexample;
        let probes = all.probes.iter();
        let probes = probes.map(|(name, place)| (name, format!("dut.{place}")));
        let unknowns = all.unknowns.iter();
        let unknowns = unknowns.map(|(name, bits, value)| (name, format!("{bits}'d{value}")));
        let inside = probes.chain(unknowns);
        let inside = inside.map(|(name, value)| context! { name => name, value => value });
        let outputs = all.outputs.iter();
        let outputs = outputs.map(|(name, bits)| context! { name => name, bits => bits });
        let starts = starts.iter();
        let starts = starts.map(|(place, bit)| context! { place => place, bit => u8::from(*bit) });
        let sources = self.verilog.files.iter();
        context! {
            which => format!("that make {} violate {}", self.module(), all.label),
            label => &all.label,
            fails => format!("violates {}", all.label),
            checker => &all.checker.name,
            output => &all.output,
            bit => all.bit,
            assumes => all.outputs.iter().any(|(name, _)| name == "assumptions_o"),
            inside => inside.collect::<Vec<Value>>(),
            outputs => outputs.collect::<Vec<Value>>(),
            starts => starts.collect::<Vec<Value>>(),
            sources => sources.map(|file| file.name.clone()).collect::<Vec<String>>(),
        }
    }
}
