//! New random programs on the GPU and on the host.

use crate::compile::Compiled;
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
}

/// Programs with every kind of statement.
const MIXED: Kind = Kind {
    asked: "HEDDLE_PROGRAMS",
    program: Program::new,
    batch: BATCH,
};

/// The default if the environment does not request anything else.
const COUNT_AND_SEED: (usize, u64) = (24, 1);

/// Programs per file. More programs would save little, and delay the end of a run.
const BATCH: usize = 12;

/// Programs of consecutive seeds, in files of programs with the same optimisation level.
pub fn batches(kind: Kind, count: usize, seed: u64) -> Vec<Vec<Program>> {
    let programs = (0..count as u64).map(|at| (kind.program)(seed.wrapping_add(at)));
    let mut programs: Vec<Program> = programs.collect();
    programs.sort_by_key(|program| program.level);
    let levels = programs.chunk_by(|one, other| one.level == other.level);
    levels
        .flat_map(|programs| programs.chunks(kind.batch).map(<[Program]>::to_vec))
        .collect()
}

/// The failures of a batch, one text for each failing program.
pub fn failures(kind: Kind, batch: &[Program], machines: &Machines) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder for a batch");
    let compiled = Compiled::new(folder.path());
    let programs: Vec<&Program> = batch.iter().collect();
    let (elf, expected) = match compiled.build(&programs) {
        Ok(built) => built,
        Err(said) => return vec![report(kind, &batch[0], &compiled, &[said])],
    };
    let runs = batch.iter().zip(&expected).map(|(program, expected)| {
        let mistakes = machines.mistakes(&elf, &program.name, program.seed, expected);
        let mistakes = mistakes.iter().map(ToString::to_string);
        let race = machines.races(&elf, &program.name, program.seed);
        (program, mistakes.chain(race).collect::<Vec<String>>())
    });
    let failed = runs.filter(|(_, mistakes)| !mistakes.is_empty());
    failed
        .map(|(program, mistakes)| report(kind, program, &compiled, &mistakes))
        .collect()
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

#[test]
#[ignore = "needs clang-19: scripts/setup --kernels. At night, 2,000 programs"]
fn random_programs_do_as_on_the_host() {
    let (count, seed) = count_and_seed(MIXED.asked, COUNT_AND_SEED);
    agree(MIXED, count, seed);
    println!("{count} programs agree with the host from seed {seed} on");
}

/// Runs programs of consecutive seeds.
///
/// # Panics
/// If one of them fails.
pub fn agree(kind: Kind, count: usize, seed: u64) {
    let machines = Machines::new();
    let failed = on_all_threads(&batches(kind, count, seed), |batch| {
        failures(kind, batch, &machines)
    });
    assert!(
        failed.is_empty(),
        "{} of {count} programs fail:\n{}",
        failed.len(),
        failed.join("\n")
    );
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
