//! Files of a counterexample: a testbench that needs no prover, and the waveform of its run.
//!
//! Only tests that were run are written: Icarus Verilog simulates the testbench first, and it has to fail.

use super::super::r#gen::testbench::{self, Template, VECTORS, VIEWERS, fields};
use crate::cli::Global;
use crate::failure::Failure;
use crate::output;
use heddle_cosim::Simulated;
use heddle_cosim::prove::Counterexample;
use heddle_cosim::verilated::{Verilog, VerilogFile};
use heddle_hdl::Style;
use minijinja::{Value, context};
use std::path::{Path, PathBuf};

/// The testbench.
const TESTBENCH: Template = (
    "counterexample_tb.v",
    include_str!("../../../../testbench/counterexample_tb.v"),
);

/// The Makefile that runs the testbench.
const MAKEFILE: Template = (
    "counterexample.mk",
    include_str!("../../../../testbench/counterexample.mk"),
);

/// Where a counterexample was written.
#[derive(Debug)]
pub struct Written {
    pub waveform: PathBuf,
    /// The folder in which `make` runs the test.
    pub test: PathBuf,
}

/// A counterexample and the unit's Verilog.
pub struct Bench<'a> {
    pub global: &'a Global,
    pub verilog: &'a Verilog,
    pub counterexample: &'a Counterexample,
}

impl Bench<'_> {
    /// Writes the files into their own folder inside `folder`; `None` if simulation does not show the violation.
    ///
    /// # Errors
    /// A missing simulator, or files that cannot be written.
    pub fn write(&self, folder: &Path) -> Result<Option<Written>, Failure> {
        // The first attempt leaves out the initial bits of registers, which mostly do not matter.
        for starts in [&[][..], &self.counterexample.starts] {
            let mut files = self.files(starts);
            let Some(waveform) = self.simulate(&files)? else {
                continue;
            };
            files.push((self.waveform(), waveform));
            let test = folder.join(self.module()).join(&self.counterexample.label);
            let texts = files.iter();
            output::files(
                &test,
                texts.map(|(name, text)| (name.as_str(), text.as_bytes())),
            )?;
            let waveform = test.join(self.waveform());
            return Ok(Some(Written { waveform, test }));
        }
        Ok(None)
    }

    fn module(&self) -> &str {
        &self.verilog.top
    }

    fn waveform(&self) -> String {
        format!("{}.vcd", self.module())
    }

    /// Names and texts of all files except the waveform.
    fn files(&self, starts: &[(String, bool)]) -> Vec<(String, String)> {
        let environment = testbench::with_parts();
        let style = Style::default();
        let (module, vectors) = (self.module(), &self.counterexample.vectors);
        let fields = fields::of(style.reset_port(), vectors);
        let values = context! {
            ..self.values(starts),
            ..testbench::values(self.global, module, &fields, vectors)
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

    /// The waveform of a run that shows the violation; `None` if it does not.
    fn simulate(&self, files: &[(String, String)]) -> Result<Option<String>, Failure> {
        let Simulated { said, waveform } = heddle_cosim::simulate(self.module(), files)?;
        let fails = said.contains("FAIL: ");
        Ok(fails.then(|| without_date(&waveform)))
    }
}

/// A waveform without its date, so that equal runs give equal files.
fn without_date(waveform: &str) -> String {
    let date = waveform.split_once("$date").and_then(|(before, behind)| {
        let (_, rest) = behind.split_once("$end\n")?;
        Some(format!("{before}{rest}"))
    });
    date.unwrap_or_else(|| waveform.into())
}
