//! The kernels, and how they are launched: by the launch files beside them, or with only two blocks.

use heddle_contract::config::PRESETS;
use heddle_isa::Program;
use heddle_machines::{drawn, thorough};
use heddle_sim::Job;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Every kernel; its source and ELF have its name.
pub const KERNELS: [&str; 20] = [
    "bfs",
    "gemm",
    "hash_probe",
    "histogram",
    "huffman",
    "insertion_sort",
    "kmeans",
    "molecular_dynamics",
    "monte_carlo",
    "nbody",
    "odd_even_sort",
    "quicksort",
    "ray_sphere",
    "scan",
    "sine_sum",
    "spmv",
    "stencil",
    "stencil_shared",
    "string_match",
    "tree_search",
];

/// Suffix of a kernel's name: its ELF with blocks in clang's order instead of the topological one.
pub const CLANG_ORDER: &str = "-clang-order";

/// Words of output for each thread.
pub const OUTPUT_WORDS: u32 = 4;

/// How many blocks a launch has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Two blocks, each of which fills a core with its warps.
    TwoBlocks,
    /// As the launch file says.
    Whole,
}

impl Size {
    pub const ALL: [Size; 2] = [Size::TwoBlocks, Size::Whole];

    /// The size that tests run: the whole launch at night.
    pub fn of_tests() -> Size {
        match thorough() {
            true => Size::Whole,
            false => Size::TwoBlocks,
        }
    }

    /// The name used in the results file.
    pub fn name(self) -> &'static str {
        match self {
            Size::TwoBlocks => "two-blocks",
            Size::Whole => "whole",
        }
    }
}

/// The kernels that tests run on a preset: all of them, or at night those that its seed draws for the preset.
pub fn drawn_for(preset: &str) -> Vec<&'static str> {
    let turn = PRESETS.iter().position(|(name, _)| *name == preset);
    drawn(KERNELS.to_vec(), turn.expect("a preset"))
}

/// The folder of the sources, ELFs and launch files.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../kernels/regimes")
}

/// The launch of a kernel on a preset.
pub fn job(kernel: &str, preset: &str, size: Size) -> Job {
    let elf = folder().join(kernel).with_extension("elf");
    let bytes = fs::read(&elf).unwrap_or_else(|error| panic!("{}: {error}", elf.display()));
    let program = Program::parse(kernel, &bytes).expect("a valid ELF");
    let launch = folder().join(preset).with_extension("toml");
    let mut job = Job::from_file(&launch, Arc::new(program), None)
        .unwrap_or_else(|error| panic!("{}: {error}", launch.display()));
    if size == Size::TwoBlocks {
        job.launches[0].grid[0] = 2;
    }
    job.buffers[1].bytes = 4 * OUTPUT_WORDS * threads(&job);
    job
}

/// Threads of a launch.
pub fn threads(job: &Job) -> u32 {
    job.launches[0].threads().expect("few threads")
}

#[test]
fn every_source_is_in_the_list() {
    let files = fs::read_dir(folder()).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let sources = paths.filter(|path| path.extension().is_some_and(|extension| extension == "c"));
    let mut names: Vec<String> = sources
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    assert_eq!(names, KERNELS);
}

#[test]
fn a_launch_fills_a_core_with_its_warps() {
    for (preset, _) in PRESETS {
        let core = heddle_machines::shipped(preset).core;
        let block = job(KERNELS[0], preset, Size::TwoBlocks).launches[0].block[0];
        assert_eq!(block as usize, core.warps * core.warp_size, "{preset}");
    }
}
