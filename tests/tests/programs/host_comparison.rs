//! New random programs on the GPU and on the host.

use crate::at_risk::named;
use crate::compile::Compiled;
use crate::generator::Program;
use crate::kept::keep;
use crate::runs::Machines;
use heddle_machines::{count_and_seed, on_all_threads};

/// The variable `COUNT,SEED`: how many programs, and the first seed.
const ASKED: &str = "HEDDLE_PROGRAMS";

/// The default if the environment does not request anything else.
const COUNT_AND_SEED: (usize, u64) = (24, 1);

/// Programs per file. More programs would save little, and delay the end of a run.
const BATCH: usize = 12;

/// Programs of consecutive seeds, in files of programs of the same language and optimisation level.
pub fn batches(count: usize, seed: u64, program: impl Fn(u64) -> Program) -> Vec<Vec<Program>> {
    let programs = (0..count as u64).map(|at| program(seed.wrapping_add(at)));
    let mut programs: Vec<Program> = programs.collect();
    let kind = |program: &Program| (program.language, program.level);
    programs.sort_by_key(kind);
    let kinds = programs.chunk_by(|one, other| kind(one) == kind(other));
    kinds
        .flat_map(|programs| programs.chunks(BATCH).map(<[Program]>::to_vec))
        .collect()
}

/// What a batch came to.
struct Ran {
    /// One text for each failing program.
    failures: Vec<String>,
    /// The seeds of legal programs that are said to have a barrier at risk.
    named: Vec<u64>,
}

fn ran(asked: &str, batch: &[Program], machines: &Machines) -> Ran {
    let folder = tempfile::tempdir().expect("a folder for a batch");
    let programs: Vec<&Program> = batch.iter().collect();
    let compiled = Compiled::write(&programs, folder.path()).expect("a folder for a batch");
    let (elf, expected) = match compiled.build(&programs) {
        Ok(built) => built,
        Err(said) => {
            return Ran {
                failures: vec![report(asked, &batch[0], &compiled, &[said])],
                named: Vec::new(),
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
    let failures = failed.map(|(program, mistakes)| report(asked, program, &compiled, &mistakes));
    Ran {
        failures: failures.collect(),
        named: named(&elf, batch)
            .iter()
            .map(|program| program.seed)
            .collect(),
    }
}

/// Keeps a program that failed; returns the description of the failure.
fn report(asked: &str, program: &Program, compiled: &Compiled, mistakes: &[String]) -> String {
    let kept = match keep(program, compiled) {
        Ok(folder) => folder.display().to_string(),
        Err(error) => format!("not kept: {error}"),
    };
    let again = format!("{asked}=1,{}", program.seed);
    let mistakes = mistakes.join("\n    ");
    format!(
        "seed {}, {}, {kept}, alone: {again}\n    {mistakes}",
        program.seed, program.level
    )
}

/// Runs the programs that the environment's variable asks for.
///
/// # Panics
/// If a program fails, or more than one in a hundred is said to have a barrier at risk.
pub fn compare(asked: &str, otherwise: (usize, u64), program: impl Fn(u64) -> Program) {
    let (count, seed) = count_and_seed(asked, otherwise);
    let machines = Machines::new();
    let batches = batches(count, seed, program);
    let ran = on_all_threads(&batches, |batch| vec![ran(asked, batch, &machines)]);
    let named: Vec<u64> = ran.iter().flat_map(|ran| ran.named.clone()).collect();
    let failed: Vec<String> = ran.into_iter().flat_map(|ran| ran.failures).collect();
    let agree = count - failed.len();
    println!("{agree} programs agree with the host from seed {seed} on");
    println!("{} are named as at risk: {named:?}", named.len());
    assert!(
        failed.is_empty(),
        "{} of {count} programs fail:\n{}",
        failed.len(),
        failed.join("\n")
    );
    assert!(100 * named.len() <= count);
}

#[test]
#[ignore = "needs clang-19: scripts/setup --kernels. At night, 2,000 programs"]
fn random_programs_do_as_on_the_host() {
    compare(ASKED, COUNT_AND_SEED, Program::new);
}

#[test]
fn each_program_stands_in_a_file_of_its_level() {
    let batches = batches(100, 30, Program::new);
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
