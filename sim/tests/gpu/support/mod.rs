//! Programs written for tests, and short ways to run them.

mod assembler;
mod elf;
pub mod listings;

pub use assembler::{Asm, reg};
pub use elf::{CODE, Image};

use heddle_contract::Config;
use heddle_isa::Program;
use heddle_machines::{because, changed, shipped};
use heddle_sim::functional::FunctionalReport;
use heddle_sim::launch::{Arg, Buffer, Init, Launch};
use heddle_sim::report::Output;
use heddle_sim::{Gpu, Job, Limits, Mechanism, Report};
use heddle_sim::{Issued, Observer};
use heddle_types::Pc;
use std::sync::Arc;

/// One core, four warps of four threads: the preset as shipped.
pub fn tiny() -> Config {
    shipped("tiny")
}

/// The same machine with changes, for a reason. Programs of a few lines are counted by hand, which requires a small machine;
/// whole workloads run every night on every preset as shipped.
pub fn tiny_with(changes: &[&str], reason: &'static str) -> Config {
    let why = because(reason).twin("nightly: shipped");
    changed("tiny", changes, why)
}

/// Mechanisms under which threads of a warp progress independently of each other.
pub const INDEPENDENT: [Mechanism; 3] = [Mechanism::Stackless, Mechanism::Nrec, Mechanism::Mimd];

/// A zeroed output buffer of words.
pub fn words(name: &str, count: u32) -> Buffer {
    Buffer {
        name: name.into(),
        bytes: 4 * count,
        init: Init::Zero,
        out: true,
        address: None,
        part: None,
    }
}

/// A buffer with these words, also an output.
pub fn filled(name: &str, values: &[u32]) -> Buffer {
    let bytes = values.iter().flat_map(|value| value.to_le_bytes());
    Buffer {
        init: Init::Bytes(bytes.collect()),
        ..words(name, values.len() as u32)
    }
}

/// A launch of `kernel` along x, with all buffers as arguments.
pub fn launch(kernel: &str, blocks: u32, threads: u32, buffers: &[Buffer]) -> Launch {
    let address = |buffer: &Buffer| Arg::Buffer(buffer.name.clone());
    Launch {
        kernel: kernel.into(),
        grid: [blocks, 1, 1],
        block: [threads, 1, 1],
        shared_bytes: 0,
        args: buffers.iter().map(address).collect(),
    }
}

/// A job of one launch of the kernel `k`.
pub fn job(asm: Asm, blocks: u32, threads: u32, buffers: Vec<Buffer>) -> Job {
    Job {
        program: asm.program(),
        launches: vec![launch("k", blocks, threads, &buffers)],
        buffers,
        loops: Vec::new(),
    }
}

/// Runs a job.
pub fn run(config: &Config, job: &Job, mechanism: Mechanism) -> Report {
    let gpu = Gpu::new(config).unwrap();
    gpu.run(job, mechanism, &Limits::default()).unwrap()
}

/// Runs a job on the functional device.
pub fn run_functional(config: &Config, job: &Job) -> FunctionalReport {
    let gpu = Gpu::new(config).unwrap();
    gpu.run_functional(job, &Limits::default()).unwrap()
}

/// Runs a job to its end and returns the words of its buffer `out`.
pub fn output(config: &Config, job: &Job, mechanism: Mechanism) -> Vec<u32> {
    let report = run(config, job, mechanism);
    let outcome = &report.outcome;
    assert!(outcome.is_complete(), "under {mechanism}: {outcome}");
    values(&report)
}

/// The words of the buffer `out`.
pub fn values(report: &Report) -> Vec<u32> {
    words_of(&report.buffers)
}

/// The words of the buffer `out` among those that a run left.
pub fn words_of(buffers: &[Output]) -> Vec<u32> {
    let out = buffers.iter().find(|buffer| buffer.name == "out");
    let bytes = &out.unwrap().bytes;
    let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap());
    bytes.chunks_exact(4).map(word).collect()
}

/// A recorded instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub warp: usize,
    pub pc: u32,
    pub lanes: u64,
    pub before: Vec<u32>,
    pub after: Vec<u32>,
}

/// Records every issued instruction.
#[derive(Default)]
pub struct Trace(pub Vec<Row>);

fn addresses(pcs: &[Pc]) -> Vec<u32> {
    pcs.iter().map(|pc| pc.address()).collect()
}

impl Observer for Trace {
    fn issued(&mut self, event: &Issued) {
        self.0.push(Row {
            warp: event.warp.index(),
            pc: event.pc.address(),
            lanes: event.lanes.bits(),
            before: addresses(event.before),
            after: addresses(event.after),
        });
    }
}

/// All instructions that a job issues.
pub fn trace(config: &Config, job: &Job, mechanism: Mechanism) -> Vec<Row> {
    let mut trace = Trace::default();
    let gpu = Gpu::new(config).unwrap();
    let report = gpu
        .run_observed(job, mechanism, &Limits::default(), &mut trace)
        .unwrap();
    assert!(report.outcome.is_complete(), "{}", report.outcome);
    trace.0
}

/// A program from an image.
pub fn program(image: &Image) -> Arc<Program> {
    Arc::new(Program::parse("test", &image.bytes()).unwrap())
}
