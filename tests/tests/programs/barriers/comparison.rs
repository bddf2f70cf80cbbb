//! New random kernels with barriers, on the GPU and on the host, and compiled without care for barriers.

use super::{program, program_in};
use crate::at_risk::named;
use crate::compile::Compiled;
use crate::generator::Program;
use crate::host_comparison::{BATCH, Kind, batches, compare};
use crate::language::Language;
use crate::runs::Machines;
use heddle_machines::{count_and_seed, on_all_threads};
use heddle_sim::Mechanism;

/// Kernels in both languages.
const KERNELS: Kind = Kind {
    asked: "HEDDLE_BARRIERS",
    program,
    batch: BATCH,
    named: 1,
};

/// The same kernels, all of them in C.
const IN_C: Kind = Kind {
    asked: "HEDDLE_BARRIERS",
    program: |seed| program_in(Language::C, seed),
    batch: BATCH,
    named: 1,
};

/// The default if the environment does not request anything else: three files of each language and level.
const COUNT_AND_SEED: (usize, u64) = (96, 1);

#[test]
#[ignore = "needs clang-19 and pocl: scripts/setup --opencl --oracles. At night, 2,000 kernels"]
fn kernels_with_barriers_end_with_the_results_of_the_host() {
    compare(KERNELS, COUNT_AND_SEED);
}

/// The kernels of a file that deadlock if clang alone compiles it: each is named as at risk.
fn deadlocks(batch: &[Program], machines: &Machines) -> Vec<(&'static str, u64)> {
    let folder = tempfile::tempdir().expect("a folder for a batch");
    let programs: Vec<&Program> = batch.iter().collect();
    let compiled = Compiled::write(&programs, folder.path()).expect("a folder for a batch");
    let elf = compiled.build_by_clang_alone(batch[0].level);
    let elf = elf.unwrap_or_else(|said| panic!("{said}"));
    let programs = batch.iter();
    let stuck = programs.filter(|p| machines.deadlocks(&elf, &p.name, p.seed, Mechanism::Pdom));
    let named = named(&elf, batch);
    let stuck = stuck.inspect(|program| assert!(named.contains(program), "seed {}", program.seed));
    stuck.map(|program| (program.level, program.seed)).collect()
}

/// The deliberate error of the comparison: without it, the kernels could be too harmless.
#[test]
#[ignore = "needs clang-19: scripts/setup --kernels. At night, 2,000 kernels"]
fn one_kernel_in_ten_deadlocks_if_clang_alone_compiles_it() {
    let (count, seed) = count_and_seed(IN_C.asked, COUNT_AND_SEED);
    let machines = Machines::new();
    let batches = batches(IN_C, count, seed);
    let mut stuck = on_all_threads(&batches, |batch| deadlocks(batch, &machines));
    stuck.sort_unstable();
    for of_level in stuck.chunk_by(|one, other| one.0 == other.0) {
        println!("{}: {} deadlock", of_level[0].0, of_level.len());
    }
    println!("{} of {count} kernels deadlock under pdom", stuck.len());
    assert!(10 * stuck.len() >= count);
}
