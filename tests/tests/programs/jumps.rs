//! Programs of indirect jumps: every executed edge is in the control-flow graph, under every mechanism.
//!
//! A graph without an executed edge can deadlock a run; the output of the host shows wrong reconvergence otherwise.

use crate::compile::Compiled;
use crate::generator::Program;
use crate::host_comparison::{Kind, agree, batches, compare};
use crate::runs::Machines;
use heddle_flow::Flow;
use heddle_isa::Program as Elf;
use heddle_machines::on_all_threads;
use std::sync::Arc;

const JUMPS: Kind = Kind {
    asked: "HEDDLE_JUMPS",
    program: Program::jumping,
    batch: 3,
    named: 1,
};

/// The default if the environment does not request anything else.
const COUNT_AND_SEED: (usize, u64) = (24, 1);

/// Compiles a batch and looks at each of its programs.
fn each<T>(batch: &[Program], look: impl Fn(&Arc<Elf>, &Program) -> T) -> Vec<T> {
    let folder = tempfile::tempdir().expect("a folder for a batch");
    let programs: Vec<&Program> = batch.iter().collect();
    let compiled = Compiled::write(&programs, folder.path()).expect("a folder for a batch");
    let built = compiled.build(&programs);
    let built = built.unwrap_or_else(|said| panic!("{said}"));
    let programs = batch.iter();
    programs.map(|program| look(&built.elf, program)).collect()
}

#[test]
fn jumps_stay_inside_of_the_graph() {
    agree(JUMPS, 3, 1);
}

/// A masked offset that steps over the numbers in an array of structures: the entries once ended at the first number.
#[test]
fn jumps_through_structures_stay_inside_of_the_graph() {
    agree(JUMPS, 1, 1_795_802_927);
}

#[test]
#[ignore = "at night, 2,000 programs"]
fn new_jumps_stay_inside_of_the_graph() {
    compare(JUMPS, COUNT_AND_SEED);
}

/// The deliberate error is found by at least one program of nine.
#[test]
fn tables_that_are_cut_are_found() {
    let (programs, machines) = (9, Machines::new());
    let found = on_all_threads(&batches(JUMPS, programs, 1), |batch| {
        each(batch, |elf, program| {
            let cut = Flow::with_cut_tables(elf);
            machines.leaves(cut, elf, &program.name, program.seed)
        })
    });
    let found = found.into_iter().filter(|found| *found).count();
    assert!(found > 0, "found by {found} of {programs}");
}
