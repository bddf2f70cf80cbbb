//! CONTRIBUTING's "add a unit in six steps", carried out: a copy of the workspace gets the unit `pc_comparator` through its files
//! (`tests/data/new_unit`) and the lines that name it, and the generic tests check it there: lint, reset, ports, timing, paths,
//! corners, lockstep, and the RTL in the GPU. This takes minutes, so ordinary runs only insert the steps' lines into the
//! workspace's files.

mod cargo;
mod edits;
mod steps;
mod workspace;

use cargo::cargo;
use steps::{EDITS, STEM};
use workspace::Workspace;

#[test]
#[ignore = "at night: it builds twelve packages again"]
fn a_unit_is_added_in_six_steps() {
    let workspace = Workspace::copy();
    workspace.add_files();
    EDITS.iter().for_each(|edit| workspace.edit(edit));
    let copy = workspace.root();

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
