//! CONTRIBUTING's additions, carried out: a copy of the workspace gets a unit, a mechanism, a workload and a command through their own
//! files (`tests/data/new_unit`, `own_mechanism`, `new_workload` and `new_command`) and the lines that name them. The generic tests check the unit there
//! (lint, reset, ports, timing, paths, corners, lockstep, and the RTL in the GPU), and run the workload, and programs under the
//! mechanism. This takes minutes, so ordinary runs only insert the lines into the workspace's files.

mod cargo;
mod command;
mod edit;
mod edits;
mod mechanism;
mod unit;
mod workload;
mod workspace;

use cargo::cargo;
use std::path::Path;
use workspace::Workspace;

#[test]
#[ignore = "at night: it builds twelve packages again"]
fn a_unit_a_mechanism_a_workload_and_a_command_are_added() {
    let workspace = Workspace::copy(&[
        unit::FILES,
        mechanism::FILES,
        workload::FILES,
        command::FILES,
    ]);
    let [policy, place] = mechanism::POLICY.map(|file| workspace.root().join(file));
    std::fs::copy(policy, place).unwrap();
    let edits = [
        unit::EDITS,
        mechanism::EDITS,
        workload::EDITS,
        command::EDITS,
    ];
    edits.concat().iter().for_each(|edit| workspace.edit(edit));
    programs_run_under_the_mechanism(workspace.root());
    the_workload_is_right(workspace.root());
    the_command_is_there(workspace.root());
    the_unit_is_checked(workspace.root());
}

/// It is in the enumeration, and tests that run every mechanism pass.
fn programs_run_under_the_mechanism(copy: &Path) {
    let said = cargo(
        copy,
        &["-p", "heddle-mechanisms", "--lib"],
        &[],
        &[mechanism::NAME],
    );
    assert!(said.contains("test result: ok. 1 passed"), "{said}");
    let gpu = ["-p", "heddle-sim", "--test", "gpu"];
    let said = cargo(copy, &gpu, &[], &["data::", "placed_units::"]);
    assert!(said.contains("test data::"), "{said}");
}

/// Its ELF is that of its source, its launch file is its launch, and its threads compute the result.
fn the_workload_is_right(copy: &Path) {
    let filters = ["fresh_elfs::", "launch_files::", "thread_by_thread::"];
    let kernels = ["-p", "heddle-kernels", "--test", "workloads"];
    let said = cargo(copy, &kernels, &[], &filters);
    for group in filters {
        assert!(said.contains(&format!("test {group}")), "{said}");
    }
}

/// The command line leads to it.
fn the_command_is_there(copy: &Path) {
    let said = cargo(
        copy,
        &["-p", "heddle", "--bin", "heddle"],
        &[],
        &[command::NAME],
    );
    assert!(said.contains("test result: ok. 1 passed"), "{said}");
}

fn the_unit_is_checked(copy: &Path) {
    use unit::STEM;
    // Step 3: the expected Verilog is written for the preset of the unit's paper, as a file that people can read.
    cargo(
        copy,
        &["-p", "heddle-hdl", "--test", "verilog"],
        &["HEDDLE_BLESS"],
        &["expected"],
    );
    let verilog = copy.join(format!("hdl/expected/{STEM}/collange2011.v"));
    let verilog = std::fs::read_to_string(verilog).expect("the file was written");
    assert!(verilog.contains("module pc_comparator"), "{verilog}");

    let generic = ["lint::every_unit_is_clean", "reset_leaves", "ports_are"];
    let said = cargo(
        copy,
        &["-p", "heddle-hdl", "--test", "verilog"],
        &[],
        &generic,
    );
    assert!(said.contains("test result: ok. 3 passed"), "{said}");

    let said = cargo(
        copy,
        &["-p", "heddle-cosim", "--test", "cosim"],
        &[],
        &[STEM],
    );
    for test in [
        "units::equal",
        "contract::reset",
        "contract::ports",
        "stimuli::corners",
    ] {
        assert!(
            said.contains(&format!("test {test}::{STEM} ... ok")),
            "{said}"
        );
    }
    let said = cargo(
        copy,
        &["-p", "heddle-tests", "--test", "across"],
        &[],
        &[STEM],
    );
    assert!(
        said.contains(&format!("test rtl_in_the_gpu::every_unit::{STEM} ... ok")),
        "{said}"
    );
}
