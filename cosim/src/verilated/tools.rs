//! The programs that compile and change Verilog, and how they are called.

use super::BuildError;
use heddle_system::program::{Description, Identity, Tied, YOSYS};
use heddle_system::{Program, ProgramError, Programs};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

const VERILATOR: Description = Description {
    names: &["verilator"],
    identity: Identity::Printed("--version"),
    // The first version with this generated interface that was tested.
    oldest: "5.006",
    install: "apt-get install verilator",
};

/// The program that the script [`VERILATOR`] eventually starts. The script itself takes as long as translating a
/// small model.
const TRANSLATOR: Description = Description {
    names: &["verilator_bin"],
    ..VERILATOR
};

const COMPILER: Description = Description {
    names: &["g++"],
    oldest: "",
    install: "apt-get install g++",
    ..VERILATOR
};

/// The prover, which distributions install with Yosys. Whichever Yosys made the netlist, it is handed over as BLIF. A program
/// of its own can be ended after some processor time (PRG-2).
const ABC: Description = Description {
    names: &["yosys-abc", "berkeley-abc", "abc"],
    identity: Identity::File,
    install: "apt-get install yosys",
    ..COMPILER
};

const IVERILOG: Description = Description {
    names: &["iverilog"],
    install: "apt-get install iverilog",
    ..ABC
};

const VVP: Description = Description {
    names: &["vvp"],
    ..IVERILOG
};

/// What co-simulation needs.
pub const COSIM_PROGRAMS: [Description; 2] = [VERILATOR, COMPILER];

/// What mutation and proofs need besides.
pub const PROOF_PROGRAMS: [Description; 4] = [YOSYS, ABC, IVERILOG, VVP];

/// The tools of this machine.
#[derive(Clone, Debug)]
pub(super) struct Tools {
    /// The versions that the tools report; part of every cache key.
    pub versions: String,
    /// Verilator's C++ sources and headers.
    pub include: PathBuf,
    verilator: Program,
    /// The folder with the files of [`TRANSLATOR`], if that is the program that [`VERILATOR`] starts.
    root: Option<PathBuf>,
}

impl Tools {
    /// Finds the tools; reads their versions only once per process.
    pub fn find() -> Result<Self, BuildError> {
        static FOUND: OnceLock<Tools> = OnceLock::new();
        if let Some(tools) = FOUND.get() {
            return Ok(tools.clone());
        }
        let tools = Self::ask()?;
        Ok(FOUND.get_or_init(|| tools).clone())
    }

    fn ask() -> Result<Self, BuildError> {
        let verilator = find(&VERILATOR)?;
        let compiler = find(&COMPILER)?;
        let root = PathBuf::from(verilator.ask(&["--getenv", "VERILATOR_ROOT"])?);
        let version = verilator.version().to_owned();
        let translator = find(&TRANSLATOR).ok();
        let translator = translator.filter(|found| found.version() == version);
        Ok(Self {
            versions: format!("{version}\n{}\n{}", compiler.version(), root.display()),
            include: root.join("include"),
            root: translator.is_some().then_some(root),
            verilator: translator.unwrap_or(verilator),
        })
    }

    /// Runs Verilator with arguments added by `with`.
    pub fn verilator(&self, top: &str, with: impl FnOnce(&mut Command)) -> Result<(), BuildError> {
        let mut command = self.command();
        with(&mut command);
        command.run(top)?;
        Ok(())
    }

    /// Verilator without arguments.
    pub fn command(&self) -> Tied {
        let mut command = self.verilator.command();
        if let Some(root) = &self.root {
            command.env("VERILATOR_ROOT", root);
        }
        command
    }
}

/// A program of this machine. All calls in this process take the same one.
fn find(description: &Description) -> Result<Program, ProgramError> {
    static PROGRAMS: OnceLock<Programs> = OnceLock::new();
    let programs = PROGRAMS.get_or_init(Programs::of_this_machine);
    programs.find(description)
}

/// Runs the C++ compiler with arguments added by `with`.
pub(super) fn compiler(top: &str, with: impl FnOnce(&mut Command)) -> Result<(), BuildError> {
    let mut command = find(&COMPILER)?.command();
    with(&mut command);
    command.run(top)?;
    Ok(())
}

/// Runs a Yosys script in a folder; errors name `top`. Files in the script are relative to the folder, because YoWASP's Yosys
/// does not see all others.
pub(crate) fn yosys(top: &str, folder: &Path, script: &str) -> Result<(), BuildError> {
    // Yosys leaves a folder of ABC where it is interrupted; there it goes with ours.
    let mut command = find(&YOSYS)?.command().within(folder);
    command.args(["-q", "-p", script]);
    command.run(top)?;
    Ok(())
}

/// Runs a testbench in Icarus Verilog on files of a folder and returns its output. The testbench also writes its waveform.
pub(crate) fn icarus(top: &str, folder: &Path, files: &[&str]) -> Result<String, BuildError> {
    const COMPILED: &str = "compiled.vvp";
    let mut compile = find(&IVERILOG)?.command().within(folder);
    compile
        .args(["-g2005", "-s", top, "-o", COMPILED])
        .args(files);
    compile.run(top)?;
    let mut simulate = find(&VVP)?.command().within(folder);
    simulate.args(["-n", COMPILED, "+waves"]);
    let output = simulate.run(top)?;
    Ok(String::from_utf8_lossy(&output.stdout).into())
}

/// Runs a script of ABC and returns its output; `None` if it takes too long. Errors name `top`.
pub(crate) fn abc(
    top: &str,
    folder: &Path,
    script: &str,
    patience: Duration,
) -> Result<Option<String>, BuildError> {
    let mut command = find(&ABC)?.command().within(folder);
    command.args(["-q", script]);
    let output = command.run_for(top, patience)?;
    Ok(output.map(|output| String::from_utf8_lossy(&output.stdout).into()))
}
