//! Kernels on the golden GPU, under several mechanisms at once.

use super::batch::{Batch, Machine};
use super::host;
use crate::exec::heddle;
use heddle_sim::Mechanism;
use serde_json::Value;
use std::fs;

/// The results of the golden GPU for the kernels of a file.
pub struct Golden {
    /// The output of the host program under the first mechanism.
    pub written: String,
    /// Mistakes in launches: pairs of a kernel and a text.
    pub mistakes: Vec<(String, String)>,
}

/// Runs kernels on a machine, and checks for differences between mechanisms, and for races.
///
/// # Errors
/// The output of the command, if it failed.
pub fn run(batch: &Batch, machine: Machine, mechanisms: &[Mechanism]) -> Result<Golden, String> {
    let output = batch.output(machine, "heddle");
    let file = output.with_extension("json");
    let mut command = heddle();
    command.args(["exec", "--json", "--report"]).arg(&file);
    command.args([
        "--check-races",
        "--check-flow",
        "--preset",
        machine.preset,
        // Ten kernels in a file can have more words than the 16 bits of `tiny` address, which is refused
        // (sim/tests/gpu/limits.rs). 24 bits are those of `fung2009`; the width changes nothing else of a run.
        "--set",
        "core.pc_bits=24",
    ]);
    let names = mechanisms.iter().map(|mechanism| mechanism.name());
    command
        .arg("--compare")
        .arg(names.collect::<Vec<_>>().join(","));
    command.arg("--").arg(host::program());
    command.arg(batch.prefix(machine)).arg(&output);
    let ran = command.output().expect("heddle starts");
    if !ran.status.success() {
        return Err(format!(
            "heddle exec: {}\n{}",
            ran.status,
            String::from_utf8_lossy(&ran.stderr)
        ));
    }
    let report = fs::read(&file).expect("a report");
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    let launches = report["launches"].as_array().expect("a list");
    Ok(Golden {
        written: fs::read_to_string(&output).expect("what the host program wrote"),
        mistakes: launches.iter().flat_map(mistakes).collect(),
    })
}

/// The mistakes in a launch.
fn mistakes(launch: &Value) -> Vec<(String, String)> {
    let kernel = launch["kernel"].as_str().expect("a name");
    let rows = launch["compared"]
        .as_array()
        .expect("a row for each mechanism");
    let mut mistakes = Vec::new();
    let races = launch["races"]["pairs"].as_u64().expect("a number");
    if races > 0 {
        mistakes.push(format!("{races} races: {}", launch["races"]["first"][0]));
    }
    let parted = &launch["barrier_divergence"];
    if parted["openings"] != 0 {
        mistakes.push(format!("barrier divergence: {}", parted["first"]));
    }
    let outside = launch["flow"]["outside"].as_u64().expect("a number");
    if outside > 0 {
        mistakes.push(format!("outside of the graph: {}", launch["flow"]["first"]));
    }
    for row in rows {
        let mechanism = row["mechanism"].as_str().expect("a name");
        if row["completed"] != Value::Bool(true) {
            mistakes.push(format!("{mechanism} does not complete"));
        }
        let differs = row["differs"].as_array().expect("a list");
        if !differs.is_empty() {
            mistakes.push(format!("memory differs under {mechanism}"));
        }
    }
    let mistakes = mistakes.into_iter();
    mistakes
        .map(|mistake| (kernel.to_owned(), mistake))
        .collect()
}
