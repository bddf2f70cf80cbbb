//! A counterexample as files, with the waveform of its run.
//!
//! Only tests that were run are written: Icarus Verilog simulates the testbench first, and it has to fail.

use crate::failure::Failure;
use crate::output;
use heddle_cosim::Simulated;
use heddle_gen::counterexample::Bench;
use std::path::{Path, PathBuf};

/// Where a counterexample was written.
#[derive(Debug)]
pub struct Written {
    pub waveform: PathBuf,
    /// The folder in which `make` runs the test.
    pub test: PathBuf,
}

/// Writes the files into their own folder inside `folder`; `None` if simulation does not show the violation.
///
/// # Errors
/// A missing simulator, or files that cannot be written.
pub fn write(bench: &Bench<'_>, folder: &Path) -> Result<Option<Written>, Failure> {
    let counterexample = bench.counterexample;
    // The first attempt leaves out the initial bits of registers, which mostly do not matter.
    for starts in [&[][..], &counterexample.starts] {
        let mut files = bench.files(starts);
        let Some(waveform) = simulate(bench.module(), &files)? else {
            continue;
        };
        let name = format!("{}.vcd", bench.module());
        files.push((name.clone(), waveform));
        let test = folder.join(bench.module()).join(&counterexample.label);
        let texts = files.iter();
        output::files(
            &test,
            texts.map(|(name, text)| (name.as_str(), text.as_bytes())),
        )?;
        let waveform = test.join(name);
        return Ok(Some(Written { waveform, test }));
    }
    Ok(None)
}

/// The waveform of a run that shows the violation, or the difference; `None` if it does not.
pub fn simulate(module: &str, files: &[(String, String)]) -> Result<Option<String>, Failure> {
    let Simulated { said, waveform } = heddle_cosim::simulate(module, files)?;
    // A testbench also fails at vectors that it cannot read, which shows nothing.
    let mut failures = said.lines().filter(|line| line.starts_with("FAIL: "));
    let fails = failures.any(|line| !line.contains(".vectors does not hold "));
    Ok(fails.then(|| without_date(&waveform)))
}

/// A waveform without its date, so that equal runs give equal files.
fn without_date(waveform: &str) -> String {
    let date = waveform.split_once("$date").and_then(|(before, behind)| {
        let (_, rest) = behind.split_once("$end\n")?;
        Some(format!("{before}{rest}"))
    });
    date.unwrap_or_else(|| waveform.into())
}
