//! A report of each launch, as a file.

use super::launch_name::launch_name;
use super::ran::Ran;
use super::whole;
use heddle_sim::fault::BarrierAtRisk;
use heddle_sim::launch::Launch;
use serde_json::{Value, json};
use std::path::Path;

/// Writes the report of a launch into a folder, whole or not at all: `0000-NAME.json`, with the keys of `heddle sim --json`
/// and a description of the launch.
///
/// # Errors
/// Which file cannot be written, and what to do about it.
pub fn write(
    folder: &Path,
    number: u64,
    launch: &Launch,
    mechanism: &str,
    ran: &Ran,
    at_risk: &[BarrierAtRisk],
) -> Result<(), String> {
    let name = format!("{}.json", launch_name(number, &launch.kernel));
    let mut value = described(number, launch, mechanism, ran);
    value["barriers_at_risk"] = json!(at_risk);
    let written = whole::write(folder, &name, |out| {
        Ok(serde_json::to_writer_pretty(out, &value)?)
    });
    let remedy = "HEDDLE_REPORT must be a folder that can be written to, with space left";
    written.map_err(|what| format!("{what}; {remedy}"))
}

fn described(number: u64, launch: &Launch, mechanism: &str, ran: &Ran) -> Value {
    let mut value = ran.report.json();
    if let Some((key, beside)) = &ran.beside {
        value[*key] = beside.clone();
    }
    value["launch"] = json!({
        "number": number,
        "kernel": launch.kernel,
        "mechanism": mechanism,
        "grid": launch.grid,
        "block": launch.block,
    });
    value
}
