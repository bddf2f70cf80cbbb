//! What to run: a kernel of the user's with its launch file, or a built-in workload.

use crate::failure::Failure;
use heddle_contract::Config;
use heddle_isa::Program;
use heddle_kernels::{Room, Size, Workload};
use heddle_sim::Job;
use heddle_sim::launch::split_kernel;
use std::path::Path;
use std::sync::Arc;

/// The job of a launch file.
pub fn from_files(kernel: &str, launch: &Path) -> Result<Job, Failure> {
    let (file, name) = split_kernel(kernel);
    Job::from_file(launch, Arc::new(program(file)?), name).map_err(Failure::input)
}

/// The program in an ELF file.
pub fn program(file: &str) -> Result<Program, Failure> {
    let bytes = std::fs::read(file).map_err(|error| {
        let what = format!("{file}: cannot be read: {error}");
        Failure::input_with(what, "expected --kernel FILE.elf[:NAME]")
    })?;
    Program::parse(file, &bytes).map_err(Failure::input)
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
