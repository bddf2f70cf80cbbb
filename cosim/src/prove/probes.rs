//! Registers inside of a unit as outputs of its netlist.

use heddle_hdl::Checker;
use std::fmt::Write;

/// What Yosys does to a flat netlist whose memories are cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Probes {
    /// Commands, each with its end.
    pub commands: String,
}

impl Probes {
    /// For all registers that a checker sees.
    pub fn of(checker: &Checker) -> Self {
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
        Self { commands }
    }
}
