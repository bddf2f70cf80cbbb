//! What to run: a kernel of the user with its launch file, or a built-in workload.

use super::kernel_file::KernelFile;
use super::source;
use super::source_kernel::SourceKernel;
use crate::failure::Failure;
use crate::language::Language;
use heddle_contract::Config;
use heddle_flow::{Flow, Function, NoFunction};
use heddle_isa::Program;
use heddle_kernels::{Room, Size, Workload};
use heddle_sim::launch::{LaunchFile, LaunchReason, split_kernel};
use heddle_sim::{Error, Job};
use heddle_system::input::PROGRAM;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

/// What a command has to run.
pub enum Asked {
    /// A kernel of the user, with its launch file.
    Files(FromFiles),
    /// A kernel in a source file, with arguments from the command line.
    Source(SourceKernel),
    /// A built-in workload, in blocks that fit on the machine.
    Workload(Job, &'static dyn Workload),
}

impl Asked {
    /// The job to run.
    pub fn job(&self) -> &Job {
        match self {
            Asked::Files(files) => files.job(),
            Asked::Source(kernel) => &kernel.job,
            Asked::Workload(job, _) => job,
        }
    }

    /// The job, to be changed.
    pub fn job_mut(&mut self) -> &mut Job {
        match self {
            Asked::Files(files) => &mut files.launch.job,
            Asked::Source(kernel) => &mut kernel.job,
            Asked::Workload(job, _) => job,
        }
    }

    /// The workload, which knows the right result, if it is one.
    pub fn workload(&self) -> Option<&'static dyn Workload> {
        match self {
            Asked::Files(_) | Asked::Source(_) => None,
            Asked::Workload(_, workload) => Some(*workload),
        }
    }

    /// The failure for an error that keeps a machine from starting the job; it names the file at fault.
    pub fn failure(&self, error: &Error) -> Failure {
        match self {
            Asked::Files(files) => files.failure(error),
            Asked::Source(kernel) => kernel.failure(error),
            Asked::Workload(..) => Failure::input_with(error, error.remedy()),
        }
    }
}

/// A launch file with its program.
pub struct FromFiles {
    launch: LaunchFile,
    elf: String,
    digest: String,
    compiled: Option<Vec<u8>>,
}

impl FromFiles {
    /// Reads both files; `kernel` is `FILE.elf` or `FILE.elf:NAME`.
    pub fn read(kernel: &OsStr, launch: &Path) -> Result<Self, Failure> {
        let (path, name) = split_kernel(kernel);
        let KernelFile {
            program,
            digest,
            elf,
        } = kernel_file(path)?;
        let file = path.display().to_string();
        if let Some(missing) = name.and_then(|name| program.kernel(name).err()) {
            let what = format!("{file}: {missing}");
            return Err(Failure::input_with(what, missing.remedy()).code("heddle::elf"));
        }
        let launch =
            LaunchFile::read(launch, program, name).map_err(|error| match error.reason {
                LaunchReason::NoKernel { .. } => Failure::from(error).also(&format!("in {file}")),
                _ => error.into(),
            })?;
        Ok(Self {
            launch,
            elf: file,
            digest,
            compiled: Language::of(path).is_some().then_some(elf),
        })
    }

    /// [Digest](heddle_system::kept::digest) of the kernel file.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The bytes of the kernel file that a source was compiled to; `None` if the files name a kernel file.
    pub fn into_compiled(self) -> Option<Vec<u8>> {
        self.compiled
    }

    /// The job to run.
    pub fn job(&self) -> &Job {
        &self.launch.job
    }

    /// The failure for an error that keeps a machine from starting the job; it names the file at fault.
    pub fn failure(&self, error: &Error) -> Failure {
        let (place, excerpt) = match error.is_of_program() {
            true => (self.elf.clone(), None),
            false => self.launch.place_of(error),
        };
        let failure = Failure::input_with(format!("{place}: {error}"), error.remedy());
        match excerpt {
            Some(excerpt) => failure.at(&place, &excerpt),
            None => failure,
        }
    }
}

/// The program in an ELF file, or in a source.
pub fn program(path: &Path) -> Result<Arc<Program>, Failure> {
    Ok(kernel_file(path)?.program)
}

fn kernel_file(path: &Path) -> Result<KernelFile, Failure> {
    if Language::of(path).is_some() {
        return source::kernel_file(path, Vec::new());
    }
    let file = path.display().to_string();
    let bytes = heddle_system::input::read(path, PROGRAM).map_err(|error| {
        let what = format!("{file}: cannot be read: {error}");
        let remedy = format!(
            "{}: FILE.elf, or FILE.elf:KERNEL",
            heddle_system::input::remedy(&error)
        );
        Failure::input_with(what, remedy).code("heddle::elf")
    })?;
    parse(&file, bytes)
}

/// The program in an ELF file, or that of a built-in workload.
pub fn program_or_workload(name: &Path) -> Result<Arc<Program>, Failure> {
    let workload = name.to_str().map(heddle_kernels::by_name);
    match workload {
        Some(Ok(workload)) if !name.exists() => {
            Ok(parse(workload.name(), workload.elf().into())?.program)
        }
        _ => program(name),
    }
}

fn parse(name: &str, bytes: Vec<u8>) -> Result<KernelFile, Failure> {
    let program = Program::parse(name, &bytes)
        .map_err(|error| Failure::input_with(&error, error.reason.remedy()).code("heddle::elf"))?;
    Ok(KernelFile::new(program, bytes))
}

/// The functions of a program, or only the named one.
pub fn functions(flow: &Flow, file: &str, name: Option<&str>) -> Result<Vec<Function>, Failure> {
    if flow.functions().is_empty() {
        let what = format!("{file}: no function is known: the file has no symbols of any");
        let remedy = "build it again and do not strip it";
        return Err(Failure::input_with(what, remedy).code("heddle::elf"));
    }
    let Some(name) = name else {
        return Ok(flow.functions().to_vec());
    };
    let found = flow.function(name);
    let unknown =
        |error: NoFunction| Failure::input_with(format!("{file}: {error}"), error.remedy());
    Ok(vec![found.map_err(unknown)?.clone()])
}

/// A workload by name.
pub fn workload(name: &str) -> Result<&'static dyn Workload, Failure> {
    heddle_kernels::by_name(name).map_err(Failure::input)
}

/// The job of a workload, in blocks that fit on a core of the machine.
pub fn of_workload(workload: &dyn Workload, size: Size, seed: u64, config: &Config) -> Job {
    let room = Room::new(config.core.warps, config.core.warp_size);
    workload.job(size, seed, room)
}
