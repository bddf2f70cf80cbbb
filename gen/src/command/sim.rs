//! `heddle sim`: a kernel of the user's on the golden GPU.

use super::{job, statistics, whole_program};
use crate::cli::{Global, Sim};
use crate::failure::Failure;
use crate::output;
use heddle_sim::{Gpu, Limits, Report};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;

/// Runs the launch file, writes the output buffers, prints the statistics.
pub fn execute(global: &Global, options: &Sim) -> Result<(), Failure> {
    let Some(launch) = &options.kernel.launch else {
        return whole_program::execute(global, options);
    };
    let config = global.machine()?;
    let job = job::from_files(&options.kernel.kernel, launch)?;
    let limits = Limits {
        max_cycles: options.machine.max_cycles,
    };
    let start = Instant::now();
    let report = Gpu::new(&config)?.run(&job, options.machine.mechanism, &limits)?;
    let seconds = start.elapsed().as_secs_f64();
    let files = write_buffers(&report, options.out.as_deref())?;
    if global.json {
        output::json(&as_json(&report, &files, seconds))?;
    } else {
        output::line(&statistics::table(&report, seconds))?;
    }
    completed(&report)
}

/// A failure if the run did not complete.
pub fn completed(report: &Report) -> Result<(), Failure> {
    if report.outcome.is_complete() {
        return Ok(());
    }
    Err(Failure::ran(&report.outcome))
}

/// The report with the keys that only the command knows.
pub fn as_json(report: &Report, files: &[Option<String>], seconds: f64) -> Value {
    let mut value = serde_json::to_value(report).expect("reports have string keys");
    value["wall_seconds"] = json!(seconds);
    for (index, file) in files.iter().enumerate() {
        value["buffers"][index]["file"] = json!(file);
    }
    value
}

/// Writes `NAME.bin` for every output buffer; says where each one is.
fn write_buffers(report: &Report, folder: Option<&Path>) -> Result<Vec<Option<String>>, Failure> {
    let Some(folder) = folder else {
        return Ok(vec![None; report.buffers.len()]);
    };
    output::folder(folder)?;
    let write = |buffer: &heddle_sim::report::Output| {
        let path = folder.join(format!("{}.bin", buffer.name));
        output::file(&path, &buffer.bytes)?;
        Ok(Some(path.display().to_string()))
    };
    report.buffers.iter().map(write).collect()
}
