//! Testbenches that `heddle gen` writes, in the simulators that they are for: they pass, and they fail if the Verilog has
//! a mistake. By day a small unit in Icarus Verilog, and one with assertions in Verilator; at night
//! (`scripts/testbenches`) all units, in both simulators and in cocotb, in every style and for every preset.

mod assertions;
mod kit;
mod mistakes;

use Simulator::{Cocotb, Icarus, Verilator};
use heddle_contract::config::PRESETS;
use heddle_hdl::units::NAMES;
use kit::{Kit, Simulator};
use std::fs;

/// Options of `heddle gen` for quick testbenches.
const TINY: [&str; 4] = ["--preset", "tiny", "--cycles", "1000"];

fn passes_and_finds_a_mistake(unit: &str, simulators: &[Simulator]) {
    let kit = Kit::of(&[unit], &TINY);
    for simulator in simulators {
        let output = kit.run(*simulator, unit);
        output.passes(&format!("PASS: {unit}, 1000 cycles"));
    }
    mistakes::put_in(&kit, unit);
    for simulator in simulators {
        let output = kit.run(*simulator, unit);
        output.fails("cycle ");
        output.fails(&format!("FAIL: {unit}, "));
    }
}

#[test]
fn spill_queue_passes_and_its_mistake_is_found() {
    passes_and_finds_a_mistake("spill_queue", &[Icarus]);
}

#[test]
#[ignore = "at night: five minutes, with cocotb"]
fn every_unit_passes_and_its_mistake_is_found() {
    for unit in NAMES {
        passes_and_finds_a_mistake(unit, &[Icarus, Verilator, Cocotb]);
    }
}

fn fails_without_all_of_its_vectors(simulator: Simulator) {
    let unit = "unified_arbiter";
    let kit = Kit::of(&[unit], &TINY);
    let vectors = kit.testbench().join(format!("{unit}.vectors"));
    let text = fs::read_to_string(&vectors).unwrap();
    let lost = text.trim_end().rsplit_once('\n').expect("many lines").0;
    fs::write(&vectors, lost).unwrap();
    let output = kit.run(simulator, unit);
    output.fails(&format!("FAIL: {unit}.vectors does not hold 1000 cycles"));
}

/// A lost line would leave nothing to compare in its cycle.
#[test]
fn lost_vectors_are_missed() {
    fails_without_all_of_its_vectors(Icarus);
}

#[test]
#[ignore = "at night, with cocotb"]
fn lost_vectors_are_missed_in_other_simulators() {
    fails_without_all_of_its_vectors(Verilator);
    fails_without_all_of_its_vectors(Cocotb);
}

/// An output without a value is a mismatch.
#[test]
fn unknown_bits_are_found() {
    let unit = "unified_arbiter";
    let kit = Kit::of(&[unit], &TINY);
    kit.write(unit, &kit.verilog(unit).replace("1'b0", "1'bx"));
    let output = kit.run(Icarus, unit);
    output.fails("cycle 1: any_o is 0xX, expected 0x0");
}

#[test]
fn waveforms_have_the_ports_that_viewers_are_told_to_show() {
    let unit = "unified_arbiter";
    let kit = Kit::of(&[unit], &TINY);
    kit.run_with(Icarus, unit, &["WAVES=1"]).passes("PASS");
    let read = |extension: &str| {
        let file = kit.testbench().join(format!("{unit}.{extension}"));
        fs::read_to_string(file).expect("it was written")
    };
    let waveform = read("vcd");
    assert!(waveform.contains(&format!("$scope module {unit}_tb $end")));
    for port in kit::ports(&read("gtkw"), unit) {
        assert!(waveform.contains(&format!(" {port} $end")), "{port}");
    }
    assert!(read("sucl").contains(&format!("variable_add {unit}_tb.any_o\n")));
}

/// Reset, level of the reset, memories.
const STYLES: [[&str; 6]; 5] = [
    [
        "--reset",
        "async",
        "--reset-level",
        "low",
        "--memory",
        "wrapper",
    ],
    [
        "--reset",
        "async",
        "--reset-level",
        "high",
        "--memory",
        "live_value_table",
    ],
    [
        "--reset",
        "sync",
        "--reset-level",
        "low",
        "--memory",
        "block",
    ],
    [
        "--reset",
        "sync",
        "--reset-level",
        "low",
        "--memory",
        "distributed",
    ],
    [
        "--reset",
        "sync",
        "--reset-level",
        "high",
        "--memory",
        "registers",
    ],
];

fn pass_in_every_style(units: &[&str]) {
    for style in STYLES {
        Kit::of(units, &[&TINY[..], &style].concat()).all_pass(Icarus, units);
    }
}

#[test]
fn two_units_pass_in_every_style() {
    pass_in_every_style(&["spill_queue", "ignore_list_table"]);
}

#[test]
#[ignore = "at night: half a minute"]
fn every_unit_passes_in_every_style() {
    pass_in_every_style(NAMES);
}

#[test]
#[ignore = "at night: two minutes"]
fn every_unit_passes_on_every_preset() {
    for (preset, _) in PRESETS {
        for latencies in [&[][..], &["--latencies", "ecp5"]] {
            let machine = ["--preset", *preset, "--cycles", "400"];
            Kit::of(NAMES, &[&machine, latencies].concat()).all_pass(Icarus, NAMES);
        }
    }
}
