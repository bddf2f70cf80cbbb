//! Pinned tools from PyPI, in a Python environment of their own.

use super::{Outcome, State, of_environment};
use crate::cli::{Global, Part};
use crate::failure::Failure;
use crate::output;
use heddle_study::Observer;
use heddle_synth::tools;
use heddle_system::input::{self, RESULT};
use heddle_system::program::{Description, Identity};
use heddle_system::{Installed, Program, Programs, Search, whole};
use std::path::Path;

const PYTHON: Description = Description {
    names: &["python3"],
    identity: Identity::Printed("--version"),
    // The oldest that the packages of the list take.
    oldest: "3.10",
    install: "apt-get install python3-venv",
};

const PIP: Description = Description {
    names: &["pip"],
    oldest: "",
    ..PYTHON
};

/// Installs the tools, unless the same list is there already.
pub fn install(global: &Global, installed: &Installed) -> Result<Outcome, Failure> {
    let (folder, list) = (installed.tools(), installed.list());
    if input::read(&list, RESULT).is_ok_and(|there| there == tools::PYTHON_LIST.as_bytes()) {
        return Ok(Part::Synthesis.outcome(State::WasThere, folder));
    }
    let python = python()?;
    let place = folder.display();
    global.stage(&format!(
        "installing Yosys and nextpnr from PyPI into {place}"
    ));
    make_environment(&python, &folder).map_err(of_environment)?;
    let environment = Programs::of(Search::in_folders(vec![folder.join("bin")]));
    fill(&environment, &folder)?;
    compile(global, &environment)?;
    write(&list)?;
    Ok(Part::Synthesis.outcome(State::Installed, folder))
}

/// A Python that can make environments. Debian's lacks the module until its package is installed.
fn python() -> Result<Program, Failure> {
    let python = Programs::of_this_machine()
        .find(&PYTHON)
        .map_err(of_environment)?;
    let can = python.ask(&["-c", "import ensurepip, venv; print(ensurepip.version())"]);
    can.map_err(|_| {
        let what = format!("{} cannot make environments", python.path().display());
        Failure::input_with(
            what,
            format!("install what it lacks with {}", PYTHON.install),
        )
    })?;
    Ok(python)
}

/// An empty environment. What an interrupted run left, or an environment with another list, goes first.
fn make_environment(python: &Program, folder: &Path) -> Result<(), heddle_system::ProgramError> {
    let mut command = python.command();
    command.args(["-m", "venv", "--clear"]).arg(folder);
    command.run("venv")?;
    Ok(())
}

fn fill(environment: &Programs, folder: &Path) -> Result<(), Failure> {
    let wanted = folder.join("wanted");
    write(&wanted)?;
    let mut command = environment.find(&PIP).map_err(of_environment)?.command();
    command
        .args([
            "install",
            "--quiet",
            "--no-cache-dir",
            "--disable-pip-version-check",
        ])
        .arg("--requirement")
        .arg(&wanted);
    command.run("PyPI").map_err(|error| {
        let remedy = "see that the network reaches PyPI and that there is space left";
        Failure::input_with(error, remedy)
    })?;
    Ok(())
}

/// Writes the list of the tools.
fn write(place: &Path) -> Result<(), Failure> {
    let written = whole(place, |out| out.write_all(tools::PYTHON_LIST.as_bytes()));
    written.map_err(|error| output::unwritable(place, &error))
}

/// Runs every tool once: they are WebAssembly, and the first run compiles them, for up to a minute.
fn compile(global: &Global, environment: &Programs) -> Result<(), Failure> {
    for tool in tools::OF_PYTHON {
        global.stage(&format!("compiling {}", tool.names[0]));
        environment.find(&tool).map_err(of_environment)?;
    }
    Ok(())
}
