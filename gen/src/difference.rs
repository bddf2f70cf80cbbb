//! Files of a run in which Verilog is not what the golden unit is: a testbench that needs no prover.

use crate::File;
use crate::counterexample::MAKEFILE;
use crate::testbench::{self, OF_UNIT, Template, VECTORS, VIEWERS, fields};
use heddle_cosim::Vectors;
use heddle_cosim::verilated::Verilog;
use heddle_hdl::Style;
use minijinja::context;

/// Verilog of a unit, and a run of its golden unit.
pub struct Bench<'a> {
    /// How the user got here, for the testbench's head.
    pub origin: &'a str,
    /// The Verilog.
    pub verilog: &'a Verilog,
    /// The run.
    pub vectors: &'a Vectors,
}

impl Bench<'_> {
    /// The files.
    pub fn files(&self) -> Vec<File> {
        let environment = testbench::with_parts();
        let (style, module) = (Style::default(), &self.verilog.top);
        let fields = fields::of(style.reset_port(), self.vectors);
        let sources = self.verilog.files.iter();
        let sources: Vec<File> = sources
            .map(|file| (file.name.clone(), file.text.clone()))
            .collect();
        let values = testbench::values(self.origin, module, &fields, self.vectors);
        let values = context! {
            fails => "is not what its golden unit is",
            checker => "",
            sources => sources.iter().map(|(name, _)| name.clone()).collect::<Vec<String>>(),
            ..testbench::comparing(module, values, &fields)
        };
        let fill = |template: Template| testbench::fill(&environment, template, &values);
        let named = |template: Template| (template.0.replacen("unit", module, 1), fill(template));
        let mut files = sources;
        files.extend(VIEWERS.map(named));
        let lines = testbench::lines(self.vectors, style.level);
        files.push((format!("{module}.vectors"), fill(VECTORS) + &lines));
        files.push(named(OF_UNIT[0]));
        files.push(("Makefile".into(), fill(MAKEFILE)));
        files
    }
}
