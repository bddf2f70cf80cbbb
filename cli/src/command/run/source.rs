//! `heddle run FILE.cl`: a kernel in OpenCL C, compiled and launched in one command.

use super::super::ran::Ran;
use super::super::source_kernel::{PRINTED_BYTES, SourceKernel, take_printed};
use super::super::{barriers_at_risk, limit_study, outcome, sim, watched};
use super::files;
use crate::cli::{Global, Run};
use crate::failure::Failure;
use crate::output;
use heddle_opencl_c::print;
use heddle_sim::fault::BarrierAtRisk;
use heddle_study::Method;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;

/// Compiles the source, runs one of its kernels, shows the statistics, writes and compares buffers.
pub fn execute(global: &Global, options: &Run, file: &Path) -> Result<(), Failure> {
    let config = sim::machine(global, &options.machine)?;
    let of_source = &options.of_source;
    let (kernel, source) = (of_source.kernel.as_deref(), &of_source.source);
    let kernel = SourceKernel::new(
        file,
        kernel,
        source,
        &of_source.launch,
        &config,
        global.seed,
    )?;
    let (job, signature) = (&kernel.job, kernel.signature());
    let dumps = files::named("--dump", &of_source.dump, signature)?;
    let expected = files::expected(&of_source.expect, signature)?;
    let wrong = |error: &heddle_sim::Error| kernel.failure(error);
    let Method::Gpu(mechanism) = options.machine.mechanism else {
        return limit_study::of_source(global, &config, job, options, wrong);
    };
    let planned = dumps
        .iter()
        .fold(watched::outputs(&options.machine), |planned, (_, file)| {
            planned.file("--dump", Some(*file))
        });
    planned.check()?;
    let barriers_at_risk = BarrierAtRisk::of(&job.program);
    barriers_at_risk::warn(&barriers_at_risk);
    let start = Instant::now();
    let mut report = sim::simulate(global, &config, job, mechanism, &options.machine, wrong)?;
    let seconds = start.elapsed().as_secs_f64();
    let printed = take_printed(report.buffers_mut(), &job.program);
    for (name, file) in &dumps {
        let bytes = files::contents(report.buffers(), name).unwrap_or_default();
        output::stream(file, |out| out.write_all(bytes))?;
    }
    let differing = files::differences(report.buffers(), &expected);
    match options.brief {
        true => output::line(&report.line(sim::name(mechanism, &options.machine)))?,
        false if global.json => {
            let mut value = as_json(&report, &printed, &differing, seconds);
            value["barriers_at_risk"] = json!(barriers_at_risk);
            output::json(&value)?;
        }
        false => show(&report, &printed, seconds)?,
    }
    outcome::completed(report.outcome())?;
    report.checked()?;
    match differing.first() {
        Some(difference) => Err(Failure::ran(difference).code("heddle::differs")),
        None => Ok(()),
    }
}

fn as_json(report: &Ran, printed: &print::Printed, differing: &[String], seconds: f64) -> Value {
    let mut value = report.as_json(&[], seconds);
    value["printed"] = json!(String::from_utf8_lossy(&printed.text));
    value["printed_lost"] = json!(printed.lost);
    value["differences"] = json!(differing);
    value
}

fn show(report: &Ran, printed: &print::Printed, seconds: f64) -> Result<(), Failure> {
    output::bytes(&printed.text)?;
    if printed.lost > 0 {
        let lost = printed.lost;
        output::line(&format!(
            "{lost} calls of printf found no room in {PRINTED_BYTES} bytes"
        ))?;
    }
    report.show(seconds)
}
