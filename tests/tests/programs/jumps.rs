//! Programs of indirect jumps: every executed edge is in the control-flow graph, under every mechanism.
//!
//! A graph without an executed edge can deadlock a run; the output of the host shows wrong reconvergence otherwise.

use crate::compile::Compiled;
use crate::generator::Program;
use crate::host_comparison::{Kind, agree, batches};
use crate::runs::Machines;
use heddle_flow::{End, Flow};
use heddle_isa::Program as Elf;
use heddle_machines::{count_and_seed, on_all_threads};
use std::sync::Arc;

const JUMPS: Kind = Kind {
    asked: "HEDDLE_JUMPS",
    program: Program::jumping,
    batch: 3,
};

/// The default if the environment does not request anything else.
const COUNT_AND_SEED: (usize, u64) = (24, 1);

/// Compiles a batch and looks at each of its programs.
fn each<T>(batch: &[Program], look: impl Fn(&Arc<Elf>, &Program) -> T) -> Vec<T> {
    let folder = tempfile::tempdir().expect("a folder for a batch");
    let programs: Vec<&Program> = batch.iter().collect();
    let compiled = Compiled::write(&programs, folder.path()).expect("a folder for a batch");
    let built = compiled.build(&programs);
    let (elf, _) = built.unwrap_or_else(|said| panic!("{said}"));
    batch.iter().map(|program| look(&elf, program)).collect()
}

/// Whether a program has a jump whose targets are unknown.
fn has_unknown_jump(elf: &Arc<Elf>, program: &Program) -> bool {
    let own = format!("{}_", program.name);
    let kernel = format!("__kernel_{}", program.name);
    let flow = Flow::new(elf);
    let unknown = flow.blocks().filter(|block| block.leaves == End::Unknown);
    let mut functions = unknown.filter_map(|block| elf.function_at(block.last()));
    functions.any(|(name, _)| name.starts_with(&own) || name == kernel)
}

/// How many programs of a number fulfil a condition.
fn count(programs: usize, seed: u64, holds: impl Fn(&Arc<Elf>, &Program) -> bool + Sync) -> usize {
    let batches = batches(JUMPS, programs, seed);
    let found = on_all_threads(&batches, |batch| each(batch, &holds));
    found.into_iter().filter(|holds| *holds).count()
}

/// Runs programs, and asserts that at most one in a hundred has an unknown jump.
fn stay_inside(programs: usize, seed: u64) {
    agree(JUMPS, programs, seed);
    let unknown = count(programs, seed, has_unknown_jump);
    println!(
        "{programs} programs stay inside of the graph from seed {seed} on; {unknown} of them have unknown jumps"
    );
    assert!(100 * unknown <= programs, "{unknown} have unknown jumps");
}

#[test]
fn jumps_stay_inside_of_the_graph() {
    stay_inside(6, 1);
}

#[test]
#[ignore = "at night, 2,000 programs"]
fn new_jumps_stay_inside_of_the_graph() {
    let (count, seed) = count_and_seed(JUMPS.asked, COUNT_AND_SEED);
    stay_inside(count, seed);
}

/// The deliberate error is found by at least one program in twenty.
#[test]
fn tables_that_are_cut_are_found() {
    let (programs, machines) = (20, Machines::new());
    let found = count(programs, 1, |elf, program| {
        let cut = Flow::with_cut_tables(elf);
        machines.leaves(cut, elf, &program.name, program.seed)
    });
    assert!(20 * found >= programs, "found by {found} of {programs}");
}
