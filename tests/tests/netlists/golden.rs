//! Netlists against golden units: every time of a few units, at night of all.

use crate::support::{compared, job, netlist, synthesised, target};
use heddle_contract::Config;
use heddle_contract::config::Target;
use heddle_hdl::units::NAMES;
use heddle_machines::{shipped, shipped_for, thorough};

/// One with registers alone, one with memories.
const FEW: [&str; 2] = ["bcc_sequencer", "ignore_list_table"];

const CYCLES: u64 = 20_000;

/// The small machine as it is, and at night with the latencies that the target recommends.
fn machines(name: &str) -> Vec<Config> {
    let mut machines = vec![shipped("tiny")];
    let target = Target::ALL.into_iter().find(|target| target.name() == name);
    let recommended = shipped_for("tiny", target.expect("a target"));
    if thorough() && !machines.contains(&recommended) {
        machines.push(recommended);
    }
    machines
}

fn agree(name: &str) {
    let units = if thorough() { NAMES } else { &FEW };
    let target = target(name);
    for machine in machines(name) {
        for unit in units {
            let result = synthesised(&job(unit, &machine, &target));
            let outcome = compared(unit, &machine, netlist(unit, &result), CYCLES);
            assert!(
                outcome.passed(),
                "{name}: {unit}: {:?}",
                outcome.first_mismatch
            );
        }
    }
}

#[test]
fn netlists_for_ecp5_do_as_golden_units() {
    agree("ecp5");
}

#[test]
fn netlists_for_ice40_do_as_golden_units() {
    agree("ice40");
}

#[test]
fn netlists_for_xilinx7_do_as_golden_units() {
    agree("xilinx7");
}

#[test]
fn netlists_of_cells_do_as_golden_units() {
    agree("osu018");
}
