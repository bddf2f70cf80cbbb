//! `heddle setup`: what commands need beside Heddle's own file, in the user's data folder (PRG-7).

mod missing;
mod opencl;
mod removed;
mod synthesis;

use crate::cli::{Global, Part, Setup};
use crate::failure::Failure;
use crate::output;
use heddle_system::{Claim, Installed, ProgramError};
use missing::Missing;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

/// The version of this command, which its library has too.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Installs the parts or removes all of them.
pub fn execute(global: &Global, options: &Setup) -> Result<(), Failure> {
    let installed = Installed::of_user().ok_or_else(|| {
        let what = "no folder to install into: neither HEDDLE_DATA, XDG_DATA_HOME nor HOME is set";
        Failure::input_with(what, "set HEDDLE_DATA to a folder of yours")
    })?;
    if options.remove {
        return removed::remove(global, &installed);
    }
    let parts = match options.parts.as_slice() {
        [] => Part::ALL.to_vec(),
        parts => parts.to_vec(),
    };
    let root = installed.root();
    fs::create_dir_all(root).map_err(|error| output::unwritable(root, &error))?;
    let _claim = claim(root)?;
    let install = |part| match part {
        Part::Synthesis => synthesis::install(global, &installed),
        Part::Opencl => opencl::install(global, &installed),
    };
    let parts = parts.into_iter().map(install);
    let parts = parts.collect::<Result<Vec<_>, Failure>>()?;
    let missing = Missing::on_this_machine();
    show(global, &Report { parts, missing })
}

/// The failure of a program that sets something up: the machine is at fault, and not the command.
fn of_environment(error: ProgramError) -> Failure {
    let remedy = error.remedy();
    Failure::input_with(error, remedy)
}

/// One run at a time works in the folder.
fn claim(root: &Path) -> Result<Claim, Failure> {
    let claim = Claim::try_take(root).map_err(|error| output::unwritable(root, &error))?;
    claim.ok_or_else(|| {
        let what = format!("{}: another `heddle setup` is at work", root.display());
        Failure::input_with(what, "wait for its end")
    })
}

/// What became of a part.
#[derive(Debug, Serialize)]
struct Outcome {
    part: &'static str,
    state: State,
    /// Where the part is.
    place: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum State {
    /// It was installed by this run.
    Installed,
    /// An earlier run has installed it, or it belongs to this command's own installation.
    WasThere,
}

impl Part {
    fn outcome(self, state: State, place: PathBuf) -> Outcome {
        let part = self.name();
        Outcome { part, state, place }
    }
}

#[derive(Debug, Serialize)]
struct Report {
    parts: Vec<Outcome>,
    missing: Vec<Missing>,
}

fn show(global: &Global, report: &Report) -> Result<(), Failure> {
    if global.json {
        return output::json(report);
    }
    for Outcome { part, state, place } in &report.parts {
        let said = match state {
            State::Installed => "installed",
            State::WasThere => "is there",
        };
        output::line(&format!("{part}: {said}: {}", place.display()))?;
    }
    for Missing {
        program,
        purpose,
        install,
    } in &report.missing
    {
        output::line(&format!("missing, for {purpose}: {program}; {install}"))?;
    }
    Ok(())
}
