//! The runs of a machine, and what differs between them.

use super::machine::Machine;
use super::traffic::traffic;
use crate::random;
use heddle_contract::config::Core;
use heddle_machines::Random;
use heddle_sim::report::Output;
use heddle_sim::{Error, Gpu, Issued, Job, Limits, Mechanism, Observer, Report};
use std::fmt;
use std::sync::Mutex;

/// Limits far beyond the needs of any of these programs.
const LIMITS: Limits = Limits {
    max_cycles: 100_000_000,
};

/// Mechanisms of a machine; all of them take turns.
const MECHANISMS: u64 = 2;

/// Threads of a block of [`traffic`], and blocks at most: more than the cores of most machines.
const TRAFFIC_THREADS: u32 = 16;
const MOST_BLOCKS: u32 = 30;

/// Blocks of a random program, and threads of a block at most: several warps of most machines.
const BLOCKS: u32 = 2;
const MOST_THREADS: u32 = 32;

/// Host threads of a run wait for each other in every quantum, so only one run at a time has several.
static SEVERAL: Mutex<()> = Mutex::new(());

/// A way to run a program.
#[derive(Clone, Copy, Debug)]
enum Way {
    Profiled,
    Traced,
    Raced,
    /// By so many host threads.
    Threads(usize),
}

/// What the runs of a machine came to.
pub struct Tried {
    machine: String,
    seed: u64,
    mistakes: Vec<String>,
    pub runs: usize,
    /// Mechanisms whose units cannot be built for this machine.
    pub refused: usize,
}

impl Tried {
    /// The machine with its mistakes, in a form that repeats them.
    pub fn failure(&self) -> Option<String> {
        let Tried { machine, seed, .. } = self;
        let mistakes = self.mistakes.join("\n    ");
        let text =
            format!("seed {seed}, alone: HEDDLE_MACHINES=1,{seed}\n    {machine}\n    {mistakes}");
        (!self.mistakes.is_empty()).then_some(text)
    }
}

struct Counter(u64);

impl Observer for Counter {
    fn issued(&mut self, _: &Issued) {
        self.0 += 1;
    }
}

/// Runs two programs on a machine under several mechanisms.
pub fn tried(machine: &Machine) -> Tried {
    let mut tried = Tried {
        machine: machine.to_string(),
        seed: machine.seed,
        mistakes: Vec::new(),
        runs: 0,
        refused: 0,
    };
    let gpu = Gpu::new(&machine.config).expect("an accepted machine");
    for (name, job) in jobs(machine) {
        let mut memory = None;
        for mechanism in mechanisms(machine.seed) {
            let Some(found) = tried.under(&gpu, (name, &job), mechanism) else {
                continue;
            };
            if *memory.get_or_insert_with(|| found.clone()) != found {
                tried.mistake(name, mechanism, "another memory than under others");
            }
        }
    }
    tried
}

/// The mechanisms whose turn it is: machines of consecutive seeds have all of them.
fn mechanisms(seed: u64) -> impl Iterator<Item = Mechanism> {
    let all = Mechanism::ALL;
    let first = seed.wrapping_mul(MECHANISMS);
    (0..MECHANISMS).map(move |turn| all[(first.wrapping_add(turn) % all.len() as u64) as usize])
}

fn jobs(machine: &Machine) -> [(&'static str, Job); 2] {
    let Core {
        warps, warp_size, ..
    } = machine.config.core;
    let threads = MOST_THREADS.min((warps * warp_size) as u32);
    let blocks = MOST_BLOCKS.min(machine.config.cores as u32 + 2);
    [
        ("traffic", traffic(blocks, TRAFFIC_THREADS)),
        (
            "a random program",
            random::shaped(machine.seed, BLOCKS, threads),
        ),
    ]
}

impl Tried {
    /// Compares the runs of a program under a mechanism; returns the memory of the plain one.
    fn under(
        &mut self,
        gpu: &Gpu,
        (name, job): (&str, &Job),
        mechanism: Mechanism,
    ) -> Option<Vec<Output>> {
        let plain = match gpu.run(job, mechanism, &LIMITS) {
            Ok(report) => report,
            Err(Error::Param(_)) => {
                self.refused += 1;
                return None;
            }
            Err(error) => {
                self.mistake(name, mechanism, error);
                return None;
            }
        };
        self.runs += 1;
        if !plain.outcome.is_complete() {
            self.mistake(name, mechanism, &plain.outcome);
        }
        let threads = 2 + Random::new(self.seed).below(6) as usize;
        for way in [
            Way::Profiled,
            Way::Traced,
            Way::Raced,
            Way::Threads(threads),
        ] {
            let found = way.run(gpu.clone(), job, mechanism);
            self.runs += 1;
            if let Some(difference) = difference(&plain, &found) {
                self.mistake(name, mechanism, format_args!("{way:?}: {difference}"));
            }
        }
        Some(plain.buffers)
    }

    fn mistake(&mut self, name: &str, mechanism: Mechanism, what: impl fmt::Display) {
        let mistake = format!("{name} under {mechanism}: {what}");
        self.mistakes.push(mistake);
    }
}

/// What differs between a plain run and another one, if anything does.
fn difference(plain: &Report, found: &Report) -> Option<String> {
    let [one, other] = [plain, found].map(|report| report.statistics.cycles);
    match found == plain {
        true => None,
        false if one != other => Some(format!("{other} cycles in place of {one}")),
        false if found.buffers != plain.buffers => Some("another memory".into()),
        false => Some("other statistics".into()),
    }
}

impl Way {
    /// The report of a run, without the parts that only this way has.
    fn run(self, gpu: Gpu, job: &Job, mechanism: Mechanism) -> Report {
        let mut seen = Counter(0);
        let report = match self {
            Way::Profiled => gpu.with_profile(true).run(job, mechanism, &LIMITS),
            Way::Raced => gpu.with_race_check(true).run(job, mechanism, &LIMITS),
            Way::Traced => gpu.run_observed(job, mechanism, &LIMITS, &mut seen),
            Way::Threads(threads) => {
                let _alone = SEVERAL.lock().expect("no run panics");
                gpu.with_threads(threads).run(job, mechanism, &LIMITS)
            }
        };
        let report = report.expect("the plain run was accepted");
        assert_eq!(seen.0 > 0, matches!(self, Way::Traced));
        assert_eq!(report.profile.is_some(), matches!(self, Way::Profiled));
        assert_eq!(report.races.is_some(), matches!(self, Way::Raced));
        Report {
            profile: None,
            races: None,
            barrier_divergence: None,
            ..report
        }
    }
}
