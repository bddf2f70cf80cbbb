//! A program on every machine under every mechanism, compared with the output of the host.

use crate::compile::Expected;
use crate::launch::{PRESETS, Shape};
use heddle_flow::Flow;
use heddle_isa::Program;
use heddle_sim::{FlowCheck, Gpu, Job, Limits, Mechanism, Outcome};
use std::fmt;
use std::sync::Arc;

/// Limits far beyond the needs of any of these programs.
pub const LIMITS: Limits = Limits {
    max_cycles: 5_000_000,
};

/// A run that did not end as expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    pub preset: &'static str,
    pub mechanism: Mechanism,
    pub what: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}: {}", self.mechanism, self.preset, self.what)
    }
}

/// The machines, as shipped. Every run compares its edges with the control-flow graph.
pub struct Machines([Gpu; PRESETS.len()]);

impl Machines {
    pub fn new() -> Self {
        let gpu = |(preset, _)| Gpu::new(&heddle_machines::shipped(preset)).expect("a preset");
        Machines(PRESETS.map(gpu))
    }

    /// Runs a kernel under every mechanism on every machine.
    pub fn mistakes(
        &self,
        program: &Arc<Program>,
        kernel: &str,
        seed: u64,
        expected: &Expected,
    ) -> Vec<Mistake> {
        let mut mistakes = Vec::new();
        // Recovering the control flow takes longer than a run, so all runs share it.
        let check = FlowCheck::new(program);
        let shapes = Shape::on_presets(seed);
        for (at, (preset, _)) in PRESETS.into_iter().enumerate() {
            let job = shapes[at].job(program, kernel);
            for mechanism in Mechanism::ALL {
                let what = mistake(&self.0[at], &job, mechanism, &expected[at], check.clone());
                mistakes.extend(what.map(|what| Mistake {
                    preset,
                    mechanism,
                    what,
                }));
            }
        }
        mistakes
    }

    /// Whether a kernel deadlocks on one of the machines under this mechanism.
    pub fn deadlocks(
        &self,
        program: &Arc<Program>,
        kernel: &str,
        seed: u64,
        mechanism: Mechanism,
    ) -> bool {
        let jobs = Shape::on_presets(seed).map(|shape| shape.job(program, kernel));
        let mut runs = self.0.iter().zip(&jobs);
        runs.any(|(gpu, job)| {
            let report = gpu.run(job, mechanism, &LIMITS).expect("a legal launch");
            matches!(report.outcome, Outcome::Deadlock(_))
        })
    }

    /// Whether a kernel executes an edge that a graph of its program does not have. All mechanisms execute the same edges.
    pub fn leaves(&self, flow: Flow, program: &Arc<Program>, kernel: &str, seed: u64) -> bool {
        let mut check = FlowCheck::against(flow, program);
        let job = Shape::on_presets(seed)[0].job(program, kernel);
        let ran = self.0[0].run_observed(&job, Mechanism::Mimd, &LIMITS, &mut check);
        assert_eq!(ran.expect("a valid job").outcome, Outcome::Completed);
        !check.found().is_inside()
    }

    /// The races of a kernel on the first machine, and barriers that not all threads of a block reach. They hardly depend on the mechanism.
    pub fn races(&self, program: &Arc<Program>, kernel: &str, seed: u64) -> Option<String> {
        let gpu = self.0[0].clone().with_race_check(true);
        let job = Shape::on_presets(seed)[0].job(program, kernel);
        let report = gpu.run(&job, Mechanism::Mimd, &LIMITS);
        let report = report.ok()?;
        let races = report.races.expect("a run that looks for races");
        let parted = report.barrier_divergence.expect("and for barriers");
        let race = races.first.first().map(|first| format!("a race: {first}"));
        race.or_else(|| Some(format!("barrier divergence: {}", parted.first.first()?)))
    }
}

/// The problem with a run, if any.
fn mistake(
    gpu: &Gpu,
    job: &Job,
    mechanism: Mechanism,
    expected: &[u8],
    mut check: FlowCheck,
) -> Option<String> {
    let report = match gpu.run_observed(job, mechanism, &LIMITS, &mut check) {
        Ok(report) => report,
        Err(error) => return Some(format!("refused: {error}")),
    };
    match report.outcome {
        _ if !check.found().is_inside() => Some(check.found().to_string()),
        Outcome::Completed => difference(&report.buffers[0].bytes, expected),
        // The first line only: details of the threads follow on the next lines, and running the program again shows them.
        other => other.to_string().lines().next().map(str::to_owned),
    }
}

/// Describes the first word in which an output differs from the expected one.
pub fn difference(found: &[u8], expected: &[u8]) -> Option<String> {
    if found.len() != expected.len() {
        return Some(format!(
            "{} bytes in place of {}",
            found.len(),
            expected.len()
        ));
    }
    let (found, expected) = (words(found), words(expected));
    let mut pairs = found.iter().zip(&expected).enumerate();
    let (at, (found, expected)) = pairs.find(|(_, (found, expected))| found != expected)?;
    Some(format!(
        "word {at} of the output is {found:#010x}, on the host {expected:#010x}"
    ))
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")))
        .collect()
}
