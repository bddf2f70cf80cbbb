//! The examples run and show what they are meant to show.

use std::process::Command;

fn shown(program: &str) -> String {
    let output = Command::new(program).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_kernel_runs_under_each_mechanism() {
    let shown = shown(env!("CARGO_BIN_EXE_run_kernel"));
    for mechanism in ["pdom: ", "stackless: ", "dwf: "] {
        let line = shown.lines().find(|line| line.starts_with(mechanism));
        assert!(line.is_some_and(|line| line.contains("cycles")), "{shown}");
    }
}

#[test]
fn divergent_branches_have_a_reconvergence_point() {
    let shown = shown(env!("CARGO_BIN_EXE_reconvergence_points"));
    assert!(shown.contains("meet at 0x"), "{shown}");
    assert!(shown.contains("meet at function exit"), "{shown}");
}

#[test]
fn a_module_becomes_verilog_and_a_number_of_bits() {
    let shown = shown(env!("CARGO_BIN_EXE_describe_module"));
    assert!(shown.contains("module warp_vote (\n"), "{shown}");
    assert!(shown.contains("34 bits of registers"), "{shown}");
}

#[test]
fn a_mistake_in_verilog_is_found() {
    let shown = shown(env!("CARGO_BIN_EXE_cosimulate_unit"));
    assert!(
        shown.contains("as it is: 100000 cycles, no mismatch"),
        "{shown}"
    );
    assert!(
        shown.contains("with a mistake: partner_sync_table: cycle"),
        "{shown}"
    );
}
