//! A mistake in a netlist is found.

use crate::support::{compared, job, netlist, synthesised, target};
use heddle_cosim::verilated::Verilog;
use heddle_machines::shipped;

const UNIT: &str = "bcc_sequencer";

/// A netlist in which the first text is replaced by the second.
fn damaged(name: &str, text: &str, wrong: &str) -> Verilog {
    let result = synthesised(&job(UNIT, &shipped("tiny"), &target(name)));
    let mut netlist = netlist(UNIT, &result);
    let changed = netlist.files[0].text.replacen(text, wrong, 1);
    assert!(
        netlist.files[0].text != changed,
        "the netlist has no `{text}`"
    );
    netlist.files[0].text = changed;
    netlist
}

fn is_found(netlist: Verilog) {
    let outcome = compared(UNIT, &shipped("tiny"), netlist, 20_000);
    assert!(
        outcome.mismatches > 0,
        "the golden unit agrees with a wrong netlist"
    );
}

#[test]
fn a_wrong_table_is_found() {
    is_found(damaged("ecp5", ".INIT(16'h", ".INIT(~16'h"));
}

#[test]
fn a_wrong_cell_is_found() {
    is_found(damaged("osu018", "assign Y = ", "assign Y = ~"));
}
