//! New random programs on the GPU and on the host.

use crate::at_risk::{named, with_unknown_jumps};
use crate::compile::{Built, Compiled};
use crate::generator::Program;
use crate::kept::keep;
use crate::runs::Machines;
use heddle_machines::{count_and_seed, on_all_threads};

/// A kind of random programs.
#[derive(Clone, Copy)]
pub struct Kind {
    /// The variable `COUNT,SEED`: how many programs, and the first seed.
    pub asked: &'static str,
    /// The program of a seed.
    pub program: fn(u64) -> Program,
    /// Programs per file. The control flow of a whole file is recovered for each run, and a compiler starts for each file.
    pub batch: usize,
    /// How many of a hundred legal programs may be said to have a barrier at risk.
    pub named: usize,
}

/// Programs with every kind of statement.
const MIXED: Kind = Kind {
    asked: "HEDDLE_PROGRAMS",
    program: Program::new,
    batch: BATCH,
    // Their state is in a struct on the private stack, with the thread's number in it, and functions get its address. So a
    // word of it that is the same for all threads counts as different (BAR-5): seed 1795833340 has 122 of 1,000.
    named: 20,
};

/// The default if the environment does not request anything else.
const COUNT_AND_SEED: (usize, u64) = (24, 1);

/// Programs per file. More programs would save little, and delay the end of a run.
pub const BATCH: usize = 12;

/// Programs of consecutive seeds, in files of programs of the same language and optimisation level.
pub fn batches(kind: Kind, count: usize, seed: u64) -> Vec<Vec<Program>> {
    let programs = (0..count as u64).map(|at| (kind.program)(seed.wrapping_add(at)));
    let mut programs: Vec<Program> = programs.collect();
    let file = |program: &Program| (program.language, program.level);
    programs.sort_by_key(file);
    let files = programs.chunk_by(|one, other| file(one) == file(other));
    files
        .flat_map(|programs| programs.chunks(kind.batch).map(<[Program]>::to_vec))
        .collect()
}

/// What programs came to.
#[derive(Default)]
struct Ran {
    /// One text for each failing program.
    failures: Vec<String>,
    /// The seeds of legal programs that are said to have a barrier at risk.
    named: Vec<u64>,
    /// The seeds of programs with a jump whose targets are unknown.
    unknown: Vec<u64>,
}

fn ran(kind: Kind, batch: &[Program], machines: &Machines) -> Ran {
    let folder = tempfile::tempdir().expect("a folder for a batch");
    let programs: Vec<&Program> = batch.iter().collect();
    let compiled = Compiled::write(&programs, folder.path()).expect("a folder for a batch");
    let Built { elf, log, expected } = match compiled.build(&programs) {
        Ok(built) => built,
        Err(said) => {
            return Ran {
                failures: vec![report(kind, &batch[0], &compiled, &[said])],
                ..Ran::default()
            };
        }
    };
    let runs = batch.iter().zip(&expected).map(|(program, expected)| {
        let mistakes = machines.mistakes(&elf, &program.name, program.seed, expected);
        let mistakes = mistakes.iter().map(ToString::to_string);
        let race = machines.races(&elf, &program.name, program.seed);
        (program, mistakes.chain(race).collect::<Vec<String>>())
    });
    let failed = runs.filter(|(_, mistakes)| !mistakes.is_empty());
    let failures = failed.map(|(program, mistakes)| report(kind, program, &compiled, &mistakes));
    // The compiler has looked for barriers at risk, and has warned of them.
    let named = if log.is_empty() {
        Vec::new()
    } else {
        named(&elf, batch)
    };
    let seeds = |programs: Vec<&Program>| programs.iter().map(|program| program.seed).collect();
    Ran {
        failures: failures.collect(),
        named: seeds(named),
        unknown: seeds(with_unknown_jumps(&elf, batch)),
    }
}

/// Keeps a program that failed; returns the description of the failure.
fn report(kind: Kind, program: &Program, compiled: &Compiled, mistakes: &[String]) -> String {
    let kept = match keep(program, compiled) {
        Ok(folder) => folder.display().to_string(),
        Err(error) => format!("not kept: {error}"),
    };
    let again = format!("{}=1,{}", kind.asked, program.seed);
    let mistakes = mistakes.join("\n    ");
    format!(
        "seed {}, {}, {kept}, alone: {again}\n    {mistakes}",
        program.seed, program.level
    )
}

/// Runs the programs that the environment's variable asks for.
///
/// # Panics
/// As [`agree`].
pub fn compare(kind: Kind, otherwise: (usize, u64)) {
    let (count, seed) = count_and_seed(kind.asked, otherwise);
    agree(kind, count, seed);
}

/// Runs programs of consecutive seeds.
///
/// # Panics
/// If a program fails, or more than its kind allows are said to have a barrier at risk, or one in a hundred has an unknown jump.
pub fn agree(kind: Kind, count: usize, seed: u64) {
    let machines = Machines::new();
    let batches = batches(kind, count, seed);
    let mut all = Ran::default();
    for ran in on_all_threads(&batches, |batch| vec![ran(kind, batch, &machines)]) {
        all.failures.extend(ran.failures);
        all.named.extend(ran.named);
        all.unknown.extend(ran.unknown);
    }
    let (failed, named, unknown) = (all.failures.len(), all.named.len(), all.unknown.len());
    println!(
        "{} programs agree with the host from seed {seed} on",
        count - failed
    );
    println!("{named} are named as at risk: {:?}", all.named);
    println!("{unknown} have unknown jumps: {:?}", all.unknown);
    assert!(
        failed == 0,
        "{failed} of {count} programs fail:\n{}",
        all.failures.join("\n")
    );
    assert!(100 * named <= kind.named * count);
    assert!(100 * unknown <= count);
}

#[test]
#[ignore = "needs clang-19: scripts/setup --kernels. At night, 2,000 programs"]
fn random_programs_do_as_on_the_host() {
    compare(MIXED, COUNT_AND_SEED);
}

#[test]
fn each_program_stands_in_a_file_of_its_level() {
    let batches = batches(MIXED, 100, 30);
    for batch in &batches {
        assert!(batch.len() <= BATCH);
        assert!(batch.iter().all(|program| program.level == batch[0].level));
    }
    let mut seeds: Vec<u64> = batches
        .iter()
        .flatten()
        .map(|program| program.seed)
        .collect();
    seeds.sort_unstable();
    assert!(seeds.into_iter().eq(30..130));
}
