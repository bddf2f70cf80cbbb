//! `heddle run FILE.cl`: a kernel in OpenCL C, compiled and launched in one command.

use super::super::{limit_study, outcome, profile, sim, statistics};
use super::{argument, files, geometry};
use crate::cli::{Global, OfSource, Run};
use crate::failure::Failure;
use crate::method::Method;
use crate::output;
use heddle_contract::Config;
use heddle_isa::Program;
use heddle_isa::signature::Signature;
use heddle_opencl_c::print;
use heddle_sim::launch::{Arg, Buffer, Init, Launch};
use heddle_sim::{Job, Report};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// The buffer that kernels print to, and its size in bytes.
const PRINTED: &str = "printed";
const PRINTED_BYTES: u32 = 1 << 20;

/// Compiles the source, runs a kernel of it, shows the statistics, writes and compares buffers.
pub fn execute(global: &Global, options: &Run, file: &Path) -> Result<(), Failure> {
    let config = sim::machine(global, &options.machine)?;
    let of_source = &options.of_source;
    let program = Arc::new(super::super::source::program(
        file,
        of_source.source.options(),
    )?);
    let signature = signature(&program, file, of_source.kernel.as_deref())?;
    let job = job(&program, signature, of_source, &config, global.seed)?;
    let dumps = files::named("--dump", &of_source.dump, signature)?;
    let expected = files::expected(&of_source.expect, signature)?;
    let wrong = |error: &heddle_sim::Error| {
        Failure::input_with(format!("{}: {error}", file.display()), error.remedy())
    };
    let Method::Gpu(mechanism) = options.machine.mechanism else {
        return limit_study::of_source(global, &config, &job, options, wrong);
    };
    let planned = dumps
        .iter()
        .fold(sim::outputs(&options.machine), |planned, (_, file)| {
            planned.file("--dump", Some(*file))
        });
    planned.check()?;
    let start = Instant::now();
    let mut report = sim::simulate(global, &config, &job, mechanism, &options.machine, wrong)?;
    let seconds = start.elapsed().as_secs_f64();
    let printed = take_printed(&mut report, &program);
    for (name, file) in &dumps {
        let bytes = report.buffer(name).unwrap_or_default();
        output::stream(file, |out| out.write_all(bytes))?;
    }
    let differing = files::differences(&report, &expected);
    match options.brief {
        true => output::line(&statistics::line(mechanism.name(), &report))?,
        false => show(global, &report, &printed, &differing, seconds)?,
    }
    outcome::completed(&report)?;
    sim::race_free(&report)?;
    match differing.first() {
        Some(difference) => Err(Failure::ran(difference).code("heddle::differs")),
        None => Ok(()),
    }
}

/// The kernel that is asked for, or the only one.
fn signature<'a>(
    program: &'a Program,
    file: &Path,
    asked: Option<&str>,
) -> Result<&'a Signature, Failure> {
    let mut all = program.signatures();
    let found = match (asked, program.signatures().count()) {
        (Some(name), _) => program.signature(name),
        (None, 1) => all.next(),
        (None, _) => None,
    };
    found.ok_or_else(|| {
        let names: Vec<&str> = program.signatures().map(|s| s.kernel.as_str()).collect();
        let file = file.display();
        let what = match asked {
            Some(name) => format!("{file}: no kernel is called `{name}`"),
            None => format!("{file}: it has {} kernels, and none is named", names.len()),
        };
        Failure::input_with(what, format!("--kernel with one of: {}", names.join(", ")))
    })
}

fn job(
    program: &Arc<Program>,
    signature: &Signature,
    options: &OfSource,
    config: &Config,
    seed: u64,
) -> Result<Job, Failure> {
    let (args, mut buffers) = arguments(signature, &options.args, seed)?;
    let (grid, block) = geometry::geometry(signature, options, config)?;
    let launch = Launch {
        kernel: signature.kernel.clone(),
        grid,
        block,
        shared_bytes: 0,
        args,
    };
    let mut launch = launch.complete(program);
    if signature.prints {
        // The last of the words behind the kernel's own arguments.
        launch.args.pop();
        launch.args.push(Arg::Buffer(PRINTED.into()));
        buffers.push(Buffer {
            name: PRINTED.into(),
            bytes: PRINTED_BYTES,
            init: Init::Bytes(print::header(PRINTED_BYTES)),
            out: true,
            address: None,
            part: None,
        });
    }
    Ok(Job {
        program: program.clone(),
        buffers,
        launches: vec![launch],
        loops: Vec::new(),
    })
}

fn arguments(
    signature: &Signature,
    texts: &[String],
    seed: u64,
) -> Result<(Vec<Arg>, Vec<Buffer>), Failure> {
    let parameters = &signature.parameters;
    if parameters.len() != texts.len() {
        let what = format!(
            "--args: kernel `{}` takes {} arguments, not {}",
            signature.kernel,
            parameters.len(),
            texts.len()
        );
        let all = parameters.iter();
        let all = all.map(|parameter| format!("{} {}", parameter.type_name, parameter.name));
        let remedy = format!("they are: {}", all.collect::<Vec<_>>().join(", "));
        return Err(Failure::input_with(what, remedy));
    }
    let mut args = Vec::new();
    let mut buffers = Vec::new();
    for (index, (parameter, text)) in parameters.iter().zip(texts).enumerate() {
        let given = argument::read(parameter, text, seed.wrapping_add(index as u64));
        let given = given.map_err(|why| {
            let what = format!(
                "--args {text} for `{} {}`: {why}",
                parameter.type_name, parameter.name
            );
            Failure::input_with(what, "`heddle run --help` says how arguments are written")
        })?;
        args.push(given.arg);
        buffers.extend(given.buffer);
    }
    Ok((args, buffers))
}

/// Takes what the kernel printed out of the report's buffers.
fn take_printed(report: &mut Report, program: &Program) -> print::Printed {
    let at = report
        .buffers
        .iter()
        .position(|buffer| buffer.name == PRINTED);
    let buffer = at.map(|at| report.buffers.remove(at));
    buffer.map_or_else(Default::default, |buffer| {
        print::text(&buffer.bytes, program)
    })
}

fn show(
    global: &Global,
    report: &Report,
    printed: &print::Printed,
    differing: &[String],
    seconds: f64,
) -> Result<(), Failure> {
    if global.json {
        let files = vec![None; report.buffers.len()];
        let mut value = sim::as_json(report, &files, seconds);
        value["printed"] = json!(String::from_utf8_lossy(&printed.text));
        value["printed_lost"] = json!(printed.lost);
        value["differences"] = json!(differing);
        return output::json(&value);
    }
    output::bytes(&printed.text)?;
    if printed.lost > 0 {
        let lost = printed.lost;
        output::line(&format!(
            "{lost} calls of printf found no room in {PRINTED_BYTES} bytes"
        ))?;
    }
    output::line(&statistics::table(report, seconds))?;
    output::line(&statistics::explanation(report))?;
    profile::show(report)?;
    sim::show_races(report)
}
