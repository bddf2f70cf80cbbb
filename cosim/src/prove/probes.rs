//! Makes registers inside a unit outputs of its netlist.

use heddle_hdl::{Checker, Probe};
use std::fmt::Write;

/// Yosys commands, each with its terminator, that make all registers that a checker sees outputs of a flat netlist whose
/// memories are cells.
pub(crate) fn commands(checker: &Checker) -> String {
    let mut commands = String::new();
    let of_unit = || checker.probes().iter().filter(|probe| !is_golden(probe));
    if of_unit().any(|p| p.register.ends_with(']')) {
        commands.push_str("memory_map; ");
    }
    for probe in of_unit() {
        let (name, width, register) = (&probe.name, probe.width, &probe.register);
        let _ = write!(
            commands,
            "add -output {name} {width}\nconnect -set {name} \\{register}\n"
        );
    }
    commands
}

/// What the names of a golden unit's words begin with, where they stand beside registers of the RTL.
pub(crate) const GOLDEN: &str = "golden.";

/// Whether a checker sees a word of a golden unit here, and no register of the RTL.
pub(super) fn is_golden(probe: &Probe) -> bool {
    probe.register.starts_with(GOLDEN)
}
