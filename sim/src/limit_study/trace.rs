//! The traces of the first threads of a launch, recorded on the golden GPU.
//!
//! They are recorded under `nrec`, which finishes every program that the other mechanisms finish; the threads of a race-free
//! program behave the same under all of them. One core with one block at a time runs the blocks in order, so the number of a
//! thread follows from its position on the core. Programs that read the clock see the clock of this run.

use super::StudyError;
use crate::error::Error;
use crate::fault::Outcome;
use crate::gpu::{Gpu, Limits};
use crate::launch::{Job, Launch};
use heddle_contract::Config;
use heddle_gpu_core::{Issued, Observer};
use heddle_isa::Class;
use heddle_mechanisms::Mechanism;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Cycle limit of the first attempt. An observer cannot end a run, so a run that turns out too short is repeated with [`GROWTH`]
/// times as many cycles.
const FIRST_CYCLES: u64 = 1 << 18;
const GROWTH: u64 = 4;

/// The instructions that the first threads of a launch executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Traces {
    /// For each thread: PCs of its instructions in order, in words from the base of the code.
    pub words: Vec<Vec<u32>>,
    /// How many threads executed more instructions than were recorded.
    pub truncated: usize,
    /// Threads of a block.
    pub block_threads: usize,
}

/// Records the traces that the machine's `limit_study` requests.
///
/// # Errors
/// [`StudyError`] if the job cannot be started, or ends before the studied threads do.
pub(super) fn record(
    config: &Config,
    job: &Job,
    limits: &Limits,
    clock: &Arc<AtomicU64>,
) -> Result<Traces, StudyError> {
    job.validate("job").map_err(Error::from)?;
    let gpu = Gpu::new(&one_block_at_a_time(config))
        .map_err(Error::from)?
        .with_clock(clock);
    let mut max_cycles = FIRST_CYCLES.min(limits.max_cycles);
    loop {
        let mut recorder = Recorder::new(config, job)?;
        let limits_now = Limits { max_cycles };
        let report = gpu.run_observed(job, Mechanism::Nrec, &limits_now, &mut recorder)?;
        if recorder.running == 0 {
            return Ok(recorder.traces);
        }
        let outcome = report.outcome;
        if !matches!(outcome, Outcome::CycleLimit(_)) || max_cycles == limits.max_cycles {
            return Err(StudyError::Stopped(Box::new(outcome)));
        }
        max_cycles = max_cycles.saturating_mul(GROWTH).min(limits.max_cycles);
    }
}

/// The same machine with a single core that runs one block at a time. Its memory only has to be fast.
fn one_block_at_a_time(config: &Config) -> Config {
    let mut config = config.clone();
    config.cores = 1;
    config.core.blocks = 1;
    config.memory.all_hits = true;
    config
}

/// Observes the instructions of a run and keeps those of the studied threads.
struct Recorder {
    traces: Traces,
    /// Byte address of word 0.
    base: u32,
    /// Threads of a warp of the machine.
    warp_size: usize,
    /// The most instructions kept for each thread.
    longest: usize,
    /// How many threads of launches before the studied one have not ended.
    before: u64,
    /// The first thread of the running block.
    first: usize,
    /// How many threads of the block have ended.
    ended: usize,
    /// How many studied threads have neither ended nor filled their trace.
    running: usize,
}

impl Recorder {
    fn new(config: &Config, job: &Job) -> Result<Recorder, StudyError> {
        const VALID: &str = "a validated launch has fewer than 2^32 threads";
        let study = &config.limit_study;
        let launch = job.launches.get(study.launch).ok_or(StudyError::NoLaunch {
            launch: study.launch,
            launches: job.launches.len(),
        })?;
        let mut loops = job.loops.iter();
        if loops.any(|host_loop| host_loop.launches.end <= study.launch) {
            let launch = study.launch;
            return Err(StudyError::BehindLoop { launch });
        }
        let threads = |launch: &Launch| u64::from(launch.threads().expect(VALID));
        let running = threads(launch).min(study.threads as u64) as usize;
        Ok(Recorder {
            traces: Traces {
                words: vec![Vec::new(); running],
                truncated: 0,
                block_threads: launch.block_threads().expect(VALID) as usize,
            },
            base: job.program.text_range().start,
            warp_size: config.core.warp_size,
            longest: study.trace,
            before: job.launches[..study.launch].iter().map(threads).sum(),
            first: 0,
            ended: 0,
            running,
        })
    }

    fn record(&mut self, thread: usize, word: u32, ends: bool) {
        let Some(trace) = self.traces.words.get_mut(thread) else {
            return;
        };
        if trace.len() == self.longest {
            return;
        }
        trace.push(word);
        let cut = !ends && trace.len() == self.longest;
        self.traces.truncated += usize::from(cut);
        self.running -= usize::from(cut || ends);
    }
}

impl Observer for Recorder {
    fn issued(&mut self, event: &Issued) {
        let ends = event.instruction.class() == Class::Exit;
        let ended = if ends { event.lanes.count() } else { 0 };
        if self.before > 0 {
            self.before -= u64::from(ended);
            return;
        }
        let word = (event.pc.address() - self.base) / 4;
        let first = self.first + event.warp.index() * self.warp_size;
        for lane in event.lanes {
            self.record(first + lane, word, ends);
        }
        self.ended += ended as usize;
        if self.ended == self.traces.block_threads {
            self.first += self.ended;
            self.ended = 0;
        }
    }
}
