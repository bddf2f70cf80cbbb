//! Makes registers inside a unit outputs of its netlist.

use heddle_hdl::Checker;
use std::fmt::Write;

/// Yosys commands, each with its terminator, that make all registers that a checker sees outputs of a flat netlist whose
/// memories are cells.
pub(super) fn commands(checker: &Checker) -> String {
    let mut commands = String::new();
    if checker.probes().iter().any(|p| p.register.ends_with(']')) {
        commands.push_str("memory_map; ");
    }
    for probe in checker.probes() {
        let (name, width, register) = (&probe.name, probe.width, &probe.register);
        let _ = write!(
            commands,
            "add -output {name} {width}\nconnect -set {name} \\{register}\n"
        );
    }
    commands
}
