//! Assertions that `heddle gen --checkers` binds to modules: they hold over a recorded run in Verilator, and one of them names
//! a mistake. By day the mistake of one unit; at night those of all, and in all forms of modules.

use super::kit::{Kit, Output, Simulator};
use super::{NAMES, TINY};
use std::process::Command;

/// A unit, and a unit that contains an instance of it.
const PART: &str = "sub_warp_combiner";
const WHOLE: &str = "dwr_synchronizer";

fn checked(units: &[&str], options: &[&str]) -> Kit {
    Kit::of(units, &[&TINY[..], &["--checkers"], options].concat())
}

/// The mistake: sub-warps are combined although they are at different PCs.
fn put_mistake(kit: &Kit) {
    let right = kit.verilog(PART);
    let wrong = right.replace(" & (pc_i[i*PC_BITS +: PC_BITS] == first_pc)", "");
    assert!(wrong != right, "{right}");
    kit.write(PART, &wrong);
}

/// The two assertion files of the inner unit are compiled with a unit, and no other assertions.
fn run(kit: &Kit, unit: &str) -> Output {
    let files = format!("../checker/{PART}_properties.sv ../checker/{PART}_bind.sv");
    let files = format!("ASSERTIONS_{unit}={files}");
    kit.run_with(Simulator::Verilator, unit, &[&files])
}

fn name_a_mistake(unit: &str, instance: &str) {
    let kit = checked(&[unit], &[]);
    put_mistake(&kit);
    let name = "u_properties.members_share_pc";
    let sentence = format!("guarantee of {PART}: members stand at the PC that is shown");
    let output = run(&kit, unit);
    output.fails(&format!(
        "Assertion failed in {instance}.{name}: {sentence}"
    ));
}

#[test]
fn they_name_a_mistake() {
    name_a_mistake(PART, &format!("{PART}_tb.{PART}"));
}

#[test]
#[ignore = "at night"]
fn they_watch_instances_inside() {
    let passed = run(&checked(&[WHOLE], &[]), WHOLE);
    passed.passes(&format!("PASS: {WHOLE}, 1000 cycles"));
    name_a_mistake(WHOLE, &format!("{WHOLE}_tb.{WHOLE}.u_{PART}"));
}

#[test]
#[ignore = "at night: four minutes"]
fn those_of_every_unit_hold() {
    checked(NAMES, &[]).all_pass(Simulator::Verilator, NAMES);
}

/// Assumptions are not asserted where the environment has to respect them: a macro turns assumptions into assertions.
fn clean(kit: &Kit, top: &str) {
    for macros in [&[][..], &["-DHEDDLE_ASSUME"]] {
        let verilator = Command::new("verilator_bin")
            .args(["--lint-only", "-Wall", "--assert", "--top-module", top])
            .args(macros)
            .args(["-F", "files.f", "-F", "checker/files.f"])
            .current_dir(kit.folder())
            .output()
            .expect("scripts/setup installs Verilator");
        let said = [verilator.stdout, verilator.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(
            verilator.status.success() && said.is_empty(),
            "{top}: {said}"
        );
    }
}

/// Names, resets and memories of other designs.
const OTHERS: [&str; 10] = [
    "--prefix",
    "gpu0_",
    "--name-by-config",
    "--timescale=1ns/1ps",
    "--reset",
    "async",
    "--reset-level",
    "low",
    "--memory",
    "wrapper",
];

#[test]
fn they_have_the_names_and_the_reset_of_their_modules() {
    let kit = checked(&["stackless_front_end"], &OTHERS);
    let manifest = kit.manifest();
    let top = manifest["modules"].as_array().unwrap().last().unwrap();
    let module = top["name"].as_str().expect("a name");
    assert_eq!(top["checker"]["bind"], format!("checker/{module}_bind.sv"));
    assert!(manifest["modules"][0]["checker"].is_null(), "{manifest:#}");
    clean(&kit, module);
}

#[test]
#[ignore = "at night: a minute"]
fn those_of_every_unit_are_clean() {
    for options in [&[][..], &OTHERS] {
        let kit = checked(NAMES, options);
        for module in kit.manifest()["modules"].as_array().unwrap() {
            if !module["checker"].is_null() {
                clean(&kit, module["name"].as_str().unwrap());
            }
        }
    }
}

#[test]
#[ignore = "at night: four minutes"]
fn those_of_every_unit_hold_with_other_names_and_resets() {
    let kit = checked(NAMES, &OTHERS);
    let manifest = kit.manifest();
    let rows = manifest["modules"].as_array().unwrap().iter();
    let modules: Vec<&str> = rows
        .filter(|row| !row["checker"].is_null())
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    kit.all_pass(Simulator::Verilator, &modules);
}
