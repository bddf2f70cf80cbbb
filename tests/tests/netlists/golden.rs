//! Netlists against golden units: a few units in ordinary runs, all units at night.

use crate::support::{compared, job, netlist, synthesised, target};
use heddle_contract::Config;
use heddle_contract::config::Target;
use heddle_hdl::units::NAMES;
use heddle_machines::{drawn, shipped, shipped_for, thorough};

/// One unit with only registers, one with memories.
const FEW: [&str; 2] = ["bcc_sequencer", "ignore_list_table"];

const CYCLES: u64 = 20_000;

/// Units that do not fit a target with the latencies of the preset: their reads take place within the cycle, and an iCE40 has no
/// memory for that, so 10,000 bits become flip-flops. The latencies recommended for the target are tested.
const TOO_LARGE: [(&str, &str); 1] = [("ice40", "reconvergence_stack")];

/// The small machine with the latencies that the target recommends.
fn recommended(name: &str) -> Config {
    let target = Target::ALL.into_iter().find(|target| target.name() == name);
    shipped_for("tiny", target.expect("a target"))
}

/// The machines of a unit: the unchanged small one, and at night the recommended one.
fn machines(name: &str, unit: &str) -> Vec<Config> {
    let (plain, recommended) = (shipped("tiny"), recommended(name));
    let differs = params(unit, &plain) != params(unit, &recommended);
    let mut machines = Vec::new();
    if !TOO_LARGE.contains(&(name, unit)) {
        machines.push(plain);
    }
    if thorough() && differs {
        machines.push(recommended);
    }
    machines
}

/// Parameters of a unit in a machine.
fn params(unit: &str, machine: &Config) -> Vec<(&'static str, u64)> {
    let units = heddle_contract::units::all(machine).expect("a machine of units");
    let unit = units
        .into_iter()
        .find(|info| info.name == unit)
        .expect("a unit");
    unit.params
        .iter()
        .map(|param| (param.name, param.value))
        .collect()
}

fn agree(name: &str) {
    let units = match thorough() {
        true => drawn(NAMES.to_vec(), 0),
        false => FEW.to_vec(),
    };
    for unit in units {
        for machine in machines(name, unit) {
            agrees(name, unit, &machine);
        }
    }
}

/// Fails if the netlist of a unit differs from the golden unit, or a warning has no explanation.
fn agrees(name: &str, unit: &str, machine: &Config) {
    let result = synthesised(&job(unit, machine, &target(name)));
    let mut warnings = result.warnings.iter();
    let strange = warnings.find(|warning| warning.reason.is_none());
    assert_eq!(
        strange, None,
        "{name}: {unit}: explain it in synth/src/warnings.rs"
    );
    let outcome = compared(unit, machine, netlist(unit, &result), CYCLES);
    assert!(
        outcome.passed(),
        "{name}: {unit}: {:?}",
        outcome.first_mismatch
    );
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

#[test]
fn a_carry_passes_through_two_carry_chains() {
    // With Yosys' model of the chains, Verilator stopped a borrow at the end of the first one.
    agrees("xilinx7", "warp_allocator", &shipped("fung2009"));
}
