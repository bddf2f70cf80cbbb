//! Programs that were found on this machine.

use super::search::Search;
use super::tied::{Tied, tied};
use super::{Description, Identity, ProgramError, version};
use crate::{DraftFolder, Installed};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A program on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    path: PathBuf,
    version: String,
}

/// The programs of this machine. Each is searched for, and its version read, once when it is first needed.
#[derive(Debug)]
pub struct Programs {
    search: Search,
    found: Mutex<BTreeMap<Description, Program>>,
}

impl Programs {
    /// Programs of [this machine](Search::of_this_machine).
    pub fn of_this_machine() -> Self {
        Self::of(Search::of_this_machine())
    }

    /// Programs that this search finds.
    pub fn of(search: Search) -> Self {
        let found = Mutex::default();
        Self { search, found }
    }

    /// The first program that a description fits.
    ///
    /// # Errors
    /// [`ProgramError`] if there is none, or if the first one does not run.
    pub fn find(&self, description: &Description) -> Result<Program, ProgramError> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(program) = found.get(description) {
            return Ok(program.clone());
        }
        let program = self.search(description)?;
        found.insert(*description, program.clone());
        Ok(program)
    }

    /// PRG-3: one that is too old is passed over: another one, of the same name or the next, may do.
    fn search(&self, description: &Description) -> Result<Program, ProgramError> {
        let mut refused = None;
        for path in self.search.all(description.names) {
            match Program::at(path, description) {
                Err(error @ ProgramError::TooOld { .. }) => {
                    refused.get_or_insert(error);
                }
                found => return found,
            }
        }
        Err(refused.unwrap_or_else(|| ProgramError::Missing {
            names: description.names.join(" or "),
            install: description.install,
        }))
    }
}

impl Program {
    /// The program at this place, if it is new enough.
    fn at(path: PathBuf, description: &Description) -> Result<Self, ProgramError> {
        let unknown = Self {
            path,
            version: String::new(),
        };
        let version = match description.identity {
            Identity::Printed(argument) => unknown.ask(&[argument])?,
            Identity::File => version::identity(&unknown.path)
                .map_err(ProgramError::broken(unknown.path.as_os_str()))?,
        };
        let Self { path, .. } = unknown;
        match version::is_older(&version, description.oldest) {
            false => Ok(Self { path, version }),
            true => Err(ProgramError::TooOld {
                path,
                version,
                oldest: description.oldest,
                install: description.install,
            }),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// File name of the program.
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// What tells this version of the program from others; part of every key of what the program makes.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// A command that ends with this process. Its messages do not depend on the user's language: errors are found by the word.
    pub fn command(&self) -> Tied {
        let mut command = tied(&self.path);
        command.env("LC_ALL", "C");
        // What YoWASP compiles goes when `heddle setup --remove` removes the tools.
        let of_user = Installed::of_user().filter(|user| self.path.starts_with(user.tools()));
        if let Some(installed) = of_user {
            command.env("YOWASP_CACHE_DIR", installed.compiled());
        }
        command
    }

    /// The first line that the program prints for these arguments.
    ///
    /// # Errors
    /// [`ProgramError`] if it fails or prints nothing.
    pub fn ask(&self, arguments: &[&str]) -> Result<String, ProgramError> {
        // YoWASP leaves a folder where it is interrupted; there it goes with ours.
        let folder = DraftFolder::temporary();
        let broken = ProgramError::broken(self.path.as_os_str());
        let folder = folder.map_err(&broken)?;
        let mut command = self.command();
        command.args(arguments).env("TMPDIR", folder.path());
        let output = command.run(&self.name())?;
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        let line = version::line(&said).map(str::to_owned);
        line.ok_or_else(|| {
            broken(io::Error::other(format!(
                "it says nothing to {arguments:?}"
            )))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    const KNITTER: Description = Description {
        names: &["new-knitter", "knitter"],
        identity: Identity::Printed("--version"),
        oldest: "2.3",
        install: "scripts/setup",
    };

    fn plant(place: PathBuf, says: &str) -> PathBuf {
        fs::create_dir_all(place.parent().expect("a folder")).expect("made");
        fs::write(&place, format!("#!/bin/sh\necho {says}\n")).expect("written");
        fs::set_permissions(&place, Permissions::from_mode(0o755)).expect("ours");
        place
    }

    #[test]
    fn a_program_that_is_too_old_is_passed_over() {
        let above = tempfile::tempdir().expect("a temporary folder");
        let folders = ["a", "b"].map(|name| above.path().join(name));
        let [first, second] = &folders;
        let programs = || Programs::of(Search::in_folders(folders.to_vec()));
        let error = programs().find(&KNITTER).expect_err("nothing is there");
        assert!(
            error
                .to_string()
                .starts_with("new-knitter or knitter is missing")
        );
        assert_eq!(error.remedy(), "install it with scripts/setup");
        let old = plant(first.join("new-knitter"), "Knitter 2.2");
        let error = programs().find(&KNITTER).expect_err("too old");
        assert!(matches!(&error, ProgramError::TooOld { path, .. } if *path == old));
        assert!(error.to_string().contains("is `Knitter 2.2`, 2.3 or newer"));
        let fits = plant(second.join("knitter"), "Knitter 2.10");
        let found = programs().find(&KNITTER).expect("new enough");
        assert_eq!((found.path(), found.version()), (&*fits, "Knitter 2.10"));
        let preferred = plant(second.join("new-knitter"), "Knitter 3.0");
        assert_eq!(programs().find(&KNITTER).expect("newer").path(), preferred);
    }

    #[test]
    fn a_program_is_searched_for_once() {
        let above = tempfile::tempdir().expect("a temporary folder");
        let place = plant(above.path().join("knitter"), "2.3");
        let programs = Programs::of(Search::in_folders(vec![above.path().into()]));
        let found = programs.find(&KNITTER).expect("there");
        fs::remove_file(place).expect("removed");
        assert_eq!(programs.find(&KNITTER).expect("known"), found);
    }

    #[test]
    fn a_program_without_a_version_is_known_by_its_file() {
        let above = tempfile::tempdir().expect("a temporary folder");
        let description = Description {
            identity: Identity::File,
            oldest: "",
            ..KNITTER
        };
        let version = |says| {
            plant(above.path().join("knitter"), says);
            let programs = Programs::of(Search::in_folders(vec![above.path().into()]));
            let found = programs.find(&description).expect("there");
            found.version().to_owned()
        };
        assert_ne!(version("one"), version("other"));
    }
}
