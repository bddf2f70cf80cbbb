//! A compiled kernel in OpenCL C, with a launch that the command line describes.

mod argument;
mod geometry;

use super::kernel_file::KernelFile;
use super::source;
use crate::cli::{SourceLaunch, SourceOptions};
use crate::failure::Failure;
use heddle_contract::Config;
use heddle_isa::Program;
use heddle_isa::signature::Signature;
use heddle_opencl_c::print;
use heddle_sim::launch::{Arg, Buffer, Init, Launch};
use heddle_sim::report::Output;
use heddle_sim::{Error, Job};
use std::path::Path;
use std::sync::Arc;

/// The buffer that kernels print to, and its size in bytes.
const PRINTED: &str = "printed";
pub const PRINTED_BYTES: u32 = 1 << 20;

/// A kernel in a source file, ready to run.
#[derive(Clone)]
pub struct SourceKernel {
    /// The launch.
    pub job: Job,
    /// [Digest](heddle_system::kept::digest) of the compiled source.
    pub digest: String,
    /// The kernel file that the source was compiled to.
    pub elf: Arc<[u8]>,
    file: String,
}

impl SourceKernel {
    /// Compiles a source file, and fits the launch of one of its kernels to a machine. Random buffer contents come from the seed.
    pub fn new(
        file: &Path,
        kernel: Option<&str>,
        options: &SourceOptions,
        launch: &SourceLaunch,
        config: &Config,
        seed: u64,
    ) -> Result<SourceKernel, Failure> {
        let KernelFile {
            program,
            digest,
            elf,
        } = source::kernel_file(file, options.options())?;
        let signature = signature(&program, file, kernel)?;
        check_features(signature, file)?;
        Ok(SourceKernel {
            job: job(&program, signature, launch, config, seed)?,
            digest,
            elf: elf.into(),
            file: file.display().to_string(),
        })
    }

    /// The kernel's signature in the source.
    pub fn signature(&self) -> &Signature {
        let kernel = &self.job.launches[0].kernel;
        let signature = self.job.program.signature(kernel);
        signature.expect("kernels of sources have one")
    }

    /// The failure for an error that keeps a machine from starting the job; it names the file at fault.
    pub fn failure(&self, error: &Error) -> Failure {
        Failure::input_with(format!("{}: {error}", self.file), error.remedy())
    }
}

/// The requested kernel, or the only one.
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
        if names.is_empty() {
            let remedy = "define one; a condition of the preprocessor may leave all of them out";
            return Failure::input_with(format!("{file}: it has no kernel"), remedy);
        }
        let what = match asked {
            Some(name) => format!("{file}: no kernel is called `{name}`"),
            None => format!("{file}: it has {} kernels, and none is named", names.len()),
        };
        let names = names.join(", ");
        let remedy =
            format!("name one of them (`heddle run`: --kernel NAME, else FILE.cl:NAME): {names}");
        Failure::input_with(what, remedy)
    })
}

/// Refuses a kernel that no machine can run.
fn check_features(signature: &Signature, file: &Path) -> Result<(), Failure> {
    let Some(feature) = &signature.lacking else {
        return Ok(());
    };
    let (file, kernel) = (file.display(), &signature.kernel);
    Err(Failure::input_with(
        format!("{file}: kernel `{kernel}` uses {feature}, which no machine has"),
        "do without it: docs/opencl.md says what machines have",
    ))
}

fn job(
    program: &Arc<Program>,
    signature: &Signature,
    options: &SourceLaunch,
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
        // The last word after the kernel's own arguments.
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

/// Removes the kernel's printed output from the buffers of a run and returns it.
pub fn take_printed(buffers: &mut Vec<Output>, program: &Program) -> print::Printed {
    let at = buffers.iter().position(|buffer| buffer.name == PRINTED);
    let buffer = at.map(|at| buffers.remove(at));
    buffer.map_or_else(Default::default, |buffer| {
        print::text(&buffer.bytes, program)
    })
}
