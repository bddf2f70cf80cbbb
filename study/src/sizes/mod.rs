//! The smallest structures in which programs never stall or fault for room, and what half of each costs.
//!
//! A program first runs on the *roomy* machine: every structure of the mechanism has its largest size. While no structure lacks
//! room, a run does not depend on their sizes. So the size of each is searched alone, from its peak on, with all others roomy, and
//! sizes that suffice alone suffice together (STA-13). All programs together need the largest size of each.

mod search;
mod structure;

pub use structure::Structure;

use crate::error::Error;
use crate::method::Method;
use crate::observer::Observer;
use crate::planned::PlannedRun;
use crate::result::RunResult;
use crate::subject::Subject;
use heddle_contract::Config;
use heddle_sim::Mechanism;
use heddle_system::parallel;
use search::{Need, Needs, needs};
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is asked for.
pub struct Question<'a> {
    /// The machine; the sizes of its structures do not matter.
    pub machine: &'a Config,
    /// The programs.
    pub subjects: &'a [Subject],
    /// The mechanisms.
    pub mechanisms: &'a [Mechanism],
    /// Number of cycles after which a launch is given up.
    pub max_cycles: u64,
}

/// The sizes for a mechanism.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sizes {
    /// The mechanism.
    pub mechanism: &'static str,
    /// Its structures; none for a mechanism whose hardware has no size of its own.
    pub structures: Vec<StructureSize>,
    /// The programs, on the machine with these sizes.
    pub programs: Vec<ProgramRun>,
}

/// The size of a structure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StructureSize {
    /// The key of the machine.
    pub key: &'static str,
    /// What the size counts.
    pub what: &'static str,
    /// The size that the machine has.
    pub machine: usize,
    /// The most entries that a program held.
    pub peak: usize,
    /// The smallest size in which no program lacks room; `None` if none that can be built suffices: programs then ran with the
    /// largest one.
    pub size: Option<usize>,
    /// The same of each program, in the order of the programs.
    pub of_programs: Vec<ProgramNeed>,
    /// What half of it costs; `None` if nothing that small can be built.
    pub half: Option<Half>,
}

/// What a program needs of a structure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProgramNeed {
    /// The program.
    pub program: String,
    /// The most entries that it held.
    pub peak: usize,
    /// The smallest size in which it does not lack room.
    pub size: Option<usize>,
}

/// What a structure of half the size costs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Half {
    /// The largest size that can be built and is not more than half.
    pub size: usize,
    /// The programs with it, while all other structures have their sizes.
    pub programs: Vec<ProgramRun>,
}

/// A run of a program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProgramRun {
    /// The program.
    pub program: String,
    /// Cycles of all launches.
    pub cycles: u64,
    /// Cycles divided by those with all sizes; of the run with these sizes, 1.
    pub relative: f64,
    /// How the run failed.
    pub failure: Option<String>,
    /// Whether a structure lacked room.
    pub lacks_room: bool,
}

impl Sizes {
    /// The first run with all sizes that failed: its program is at fault, not a structure.
    pub fn failure(&self) -> Option<(&str, &str)> {
        let mut programs = self.programs.iter();
        programs.find_map(|run| Some((run.program.as_str(), run.failure.as_deref()?)))
    }
}

/// Answers the question on up to `jobs` host threads. The answer does not depend on their number.
///
/// # Errors
/// A kernel that cannot be loaded, and a machine that refuses a run.
pub fn sizes(
    question: &Question,
    jobs: usize,
    observer: &dyn Observer,
) -> Result<Vec<Sizes>, Error> {
    let structures: Vec<Vec<Candidates>> = question
        .mechanisms
        .iter()
        .map(|mechanism| Candidates::of(*mechanism, question.machine))
        .collect();
    let needs = all_needs(question, &structures, jobs, observer)?;
    let chosen: Vec<Vec<Choice>> = structures
        .iter()
        .zip(&needs)
        .map(|(structures, needs)| choices(structures, needs))
        .collect();
    let runs = all_runs(question, &chosen, jobs, observer)?;
    let mut runs = runs.into_iter();
    let mut answers = Vec::new();
    for ((mechanism, chosen), needs) in question.mechanisms.iter().zip(&chosen).zip(&needs) {
        let own = runs.by_ref().take(steps(question, chosen)).collect();
        answers.push(answer(question, *mechanism, chosen, needs, own));
    }
    Ok(answers)
}

/// A structure with the sizes that can be built.
pub(crate) struct Candidates {
    pub structure: Structure,
    pub sizes: Vec<usize>,
}

impl Candidates {
    fn of(mechanism: Mechanism, config: &Config) -> Vec<Candidates> {
        let structures = Structure::of(mechanism, config).into_iter();
        let with_sizes = structures.map(|structure| Candidates {
            sizes: structure.sizes(mechanism, config),
            structure,
        });
        with_sizes
            .filter(|candidates| !candidates.sizes.is_empty())
            .collect()
    }

    fn largest(&self) -> usize {
        self.sizes[self.sizes.len() - 1]
    }
}

/// The size of a structure for all programs, and half of it.
struct Choice {
    structure: Structure,
    peak: usize,
    size: Option<usize>,
    built: usize,
    half: Option<usize>,
}

/// What each program needs under each mechanism.
fn all_needs(
    question: &Question,
    structures: &[Vec<Candidates>],
    jobs: usize,
    observer: &dyn Observer,
) -> Result<Vec<Vec<Needs>>, Error> {
    let mechanisms = 0..question.mechanisms.len();
    let pairs =
        mechanisms.flat_map(|at| question.subjects.iter().map(move |subject| (at, subject)));
    let pairs: Vec<(usize, &Subject)> = pairs.collect();
    let done = AtomicU64::new(0);
    let steps = pairs.iter().map(|(at, _)| 1 + structures[*at].len() as u64);
    let mut found = None;
    observer.watch(steps.sum(), &done, &mut || {
        found = Some(parallel::try_map(jobs, &pairs, |(at, subject)| {
            let run =
                |config: &Config| simulate(question, question.mechanisms[*at], subject, config);
            needs(question.machine, &structures[*at], &done, run)
        }));
    });
    let found = found.expect("an observer does the work")?;
    let mut found = found.into_iter();
    let of_mechanism = |_| found.by_ref().take(question.subjects.len()).collect();
    Ok(structures.iter().map(of_mechanism).collect())
}

fn simulate(
    question: &Question,
    mechanism: Mechanism,
    subject: &Subject,
    config: &Config,
) -> Result<RunResult, Error> {
    RunResult::simulate(&PlannedRun {
        subject: subject.clone(),
        method: Method::Gpu(mechanism),
        config: config.clone(),
        max_cycles: question.max_cycles,
        window: None,
        timeline_of: None,
    })
}

/// The sizes that suffice for all programs. Structures that no program's machine has are left out.
fn choices(structures: &[Candidates], needs: &[Needs]) -> Vec<Choice> {
    let all = structures.iter().enumerate();
    let choice = |(at, candidates): (usize, &Candidates)| {
        let of_programs: Vec<Need> = needs.iter().filter_map(|needs| needs.of[at]).collect();
        let peak = of_programs.iter().map(|need| need.peak).max()?;
        let suffices = of_programs.iter().all(|need| need.size.is_some());
        let size = of_programs.iter().filter_map(|need| need.size).max();
        let size = size.filter(|_| suffices);
        let built = size.unwrap_or(candidates.largest());
        let halves = candidates.sizes.iter().rev();
        Some(Choice {
            structure: candidates.structure,
            peak,
            size,
            built,
            half: halves.copied().find(|half| 2 * half <= built),
        })
    };
    all.filter_map(choice).collect()
}

/// Runs for a mechanism: with all sizes, and with half of each, of every program.
fn steps(question: &Question, chosen: &[Choice]) -> usize {
    let halves = chosen.iter().filter(|choice| choice.half.is_some());
    (1 + halves.count()) * question.subjects.len()
}

/// The machines of a mechanism: with all sizes, and with half of each.
fn machines(machine: &Config, chosen: &[Choice]) -> Vec<Config> {
    let mut all = machine.clone();
    for choice in chosen {
        choice.structure.resize(&mut all, choice.built);
    }
    let half = |choice: &Choice| {
        let mut config = all.clone();
        choice.structure.resize(&mut config, choice.half?);
        Some(config)
    };
    let halves: Vec<Config> = chosen.iter().filter_map(half).collect();
    [vec![all], halves].concat()
}

/// The runs of all mechanisms, each with its machines, each with the programs.
fn all_runs(
    question: &Question,
    chosen: &[Vec<Choice>],
    jobs: usize,
    observer: &dyn Observer,
) -> Result<Vec<(RunResult, bool)>, Error> {
    let mut planned = Vec::new();
    for (mechanism, chosen) in question.mechanisms.iter().zip(chosen) {
        for config in machines(question.machine, chosen) {
            for subject in question.subjects {
                planned.push((*mechanism, chosen, config.clone(), subject));
            }
        }
    }
    let done = AtomicU64::new(0);
    let mut found = None;
    observer.watch(planned.len() as u64, &done, &mut || {
        found = Some(parallel::try_map(
            jobs,
            &planned,
            |(mechanism, chosen, config, subject)| {
                let result = simulate(question, *mechanism, subject, config)?;
                done.fetch_add(1, Ordering::Relaxed);
                let lacks = chosen.iter().any(|choice| choice.structure.lacks(&result));
                Ok((result, lacks))
            },
        ));
    });
    found.expect("an observer does the work")
}

fn answer(
    question: &Question,
    mechanism: Mechanism,
    chosen: &[Choice],
    needs: &[Needs],
    runs: Vec<(RunResult, bool)>,
) -> Sizes {
    let mut machines = runs.chunks(question.subjects.len());
    let whole = machines.next().unwrap_or_default();
    let programs = program_runs(question, whole, whole);
    let structures = chosen.iter().map(|choice| StructureSize {
        key: choice.structure.key,
        what: choice.structure.what,
        machine: choice.structure.size(question.machine),
        peak: choice.peak,
        size: choice.size,
        of_programs: of_programs(question, &choice.structure, needs),
        half: choice.half.and_then(|size| {
            let programs = program_runs(question, machines.next()?, whole);
            Some(Half { size, programs })
        }),
    });
    Sizes {
        mechanism: mechanism.name(),
        structures: structures.collect(),
        programs,
    }
}

fn of_programs(question: &Question, structure: &Structure, needs: &[Needs]) -> Vec<ProgramNeed> {
    let programs = question.subjects.iter().zip(needs);
    let need = |(subject, needs): (&Subject, &Needs)| -> Option<ProgramNeed> {
        let Need { peak, size } = needs.of_structure(structure)?;
        Some(ProgramNeed {
            program: subject.name().into(),
            peak,
            size,
        })
    };
    programs.filter_map(need).collect()
}

fn program_runs(
    question: &Question,
    runs: &[(RunResult, bool)],
    whole: &[(RunResult, bool)],
) -> Vec<ProgramRun> {
    let cycles = |(result, _): &(RunResult, bool)| result.number("cycles").unwrap_or(0.0);
    let programs = question.subjects.iter().zip(runs.iter().zip(whole));
    let mut found = Vec::new();
    for (subject, (run, whole)) in programs {
        found.push(ProgramRun {
            program: subject.name().into(),
            cycles: cycles(run) as u64,
            relative: cycles(run) / cycles(whole).max(1.0),
            failure: run.0.failure.clone(),
            lacks_room: run.1,
        });
    }
    found
}
