//! `heddle run FILE.cl`: a kernel in OpenCL C, compiled and launched in one command.

use super::super::{compile, limit_study, outcome, profile, sim, statistics};
use super::argument;
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
use std::fs;
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
    let program = Arc::new(compile::program(file, &of_source.source)?);
    let signature = signature(&program, file, of_source.kernel.as_deref())?;
    let job = job(&program, signature, of_source, &config, global.seed)?;
    let dumps = named_files("--dump", &of_source.dump, signature)?;
    let expected = expected(&of_source.expect, signature)?;
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
    let differing = differences(&report, &expected);
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
    let (grid, block) = geometry(signature, options, config)?;
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
        });
    }
    Ok(Job {
        program: program.clone(),
        buffers,
        launches: vec![launch],
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

/// Blocks of the grid and threads of a block.
fn geometry(
    signature: &Signature,
    options: &OfSource,
    config: &Config,
) -> Result<([u32; 3], [u32; 3]), Failure> {
    let global = extent("--global", &options.global)?;
    let global = global.ok_or_else(|| {
        Failure::input_with(
            "--global is missing",
            "say how many threads: --global X[,Y[,Z]]",
        )
    })?;
    let most = (config.core.warps * config.core.warp_size) as u32;
    let local = match (
        extent("--local", &options.local)?,
        signature.required_work_group_size,
    ) {
        (Some(local), _) => local,
        (None, Some(required)) => required,
        (None, None) => fitting(global, most),
    };
    let mut grid = [1; 3];
    for axis in 0..3 {
        if !global[axis].is_multiple_of(local[axis]) {
            let what = format!(
                "--global {} is no multiple of --local {}",
                global[axis], local[axis]
            );
            return Err(Failure::input_with(
                what,
                "OpenCL 1.2 has no blocks of different sizes",
            ));
        }
        grid[axis] = global[axis] / local[axis];
    }
    Ok((grid, local))
}

fn extent(option: &str, values: &[u32]) -> Result<Option<[u32; 3]>, Failure> {
    if values.is_empty() {
        return Ok(None);
    }
    if values.len() > 3 || values.contains(&0) {
        let what = format!("{option}: expected one to three numbers, each at least 1");
        return Err(Failure::input_with(
            what,
            format!("{option} X, X,Y or X,Y,Z"),
        ));
    }
    let mut all = [1; 3];
    all[..values.len()].copy_from_slice(values);
    Ok(Some(all))
}

/// A block along x that divides the threads and has as many as fit, up to 256.
fn fitting(global: [u32; 3], most: u32) -> [u32; 3] {
    let mut sizes = (1..=most.min(256)).rev();
    let size = sizes.find(|size| global[0].is_multiple_of(*size));
    [size.unwrap_or(1), 1, 1]
}

/// `PARAMETER=FILE`.
fn named_files<'a>(
    option: &str,
    texts: &'a [String],
    signature: &Signature,
) -> Result<Vec<(&'a str, &'a Path)>, Failure> {
    let known: Vec<&str> = signature
        .parameters
        .iter()
        .filter(|parameter| parameter.type_name.ends_with('*'))
        .map(|parameter| parameter.name.as_str())
        .collect();
    let named = texts.iter().map(|text| {
        let pair = text
            .split_once('=')
            .filter(|(name, _)| known.contains(name));
        pair.map(|(name, file)| (name, Path::new(file)))
            .ok_or_else(|| {
                let what = format!("{option} {text}: no buffer is named");
                let remedy = format!("{option} PARAMETER=FILE; buffers are: {}", known.join(", "));
                Failure::input_with(what, remedy)
            })
    });
    named.collect()
}

/// A buffer that is compared with a file.
struct Expected<'a> {
    name: &'a str,
    file: &'a Path,
    bytes: Vec<u8>,
}

fn expected<'a>(texts: &'a [String], signature: &Signature) -> Result<Vec<Expected<'a>>, Failure> {
    let files = named_files("--expect", texts, signature)?;
    let read = |(name, file): (&'a str, &'a Path)| {
        let bytes = fs::read(file).map_err(|error| {
            let what = format!("--expect {}: cannot be read: {error}", file.display());
            Failure::input_with(what, "check the name and permissions of the file")
        })?;
        Ok(Expected { name, file, bytes })
    };
    files.into_iter().map(read).collect()
}

/// Where buffers are not what was expected.
fn differences(report: &Report, expected: &[Expected]) -> Vec<String> {
    let difference = |expected: &Expected| {
        let Expected { name, file, bytes } = expected;
        let found = report.buffer(name)?;
        let file = file.display();
        if found.len() != bytes.len() {
            let (found, bytes) = (found.len(), bytes.len());
            return Some(format!("buffer `{name}` has {found} bytes, {file} {bytes}"));
        }
        let at = found
            .iter()
            .zip(bytes)
            .position(|(found, bytes)| found != bytes)?;
        Some(format!(
            "buffer `{name}` differs from {file} at byte {at} first"
        ))
    };
    expected.iter().filter_map(difference).collect()
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
