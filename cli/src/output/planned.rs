//! The outputs that a command line names, checked before long work produces them.

use super::place::check;
use crate::failure::Failure;
use heddle_system::files::{folder_of, place};
use std::fs::{self, FileType};
use std::path::PathBuf;

/// An output, and the option that names it.
struct Output {
    option: &'static str,
    path: PathBuf,
}

/// The outputs of a command.
#[derive(Default)]
pub struct Planned {
    files: Vec<Output>,
    folders: Vec<Output>,
}

impl Planned {
    /// No outputs.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file that an option names, if it is given.
    pub fn file(mut self, option: &'static str, path: Option<impl Into<PathBuf>>) -> Self {
        self.files
            .extend(path.map(|path| Output::new(option, path)));
        self
    }

    /// Adds a folder that an option names, if it is given.
    pub fn folder(mut self, option: &'static str, path: Option<impl Into<PathBuf>>) -> Self {
        let output = path.map(|path| Output::new(option, path));
        self.folders.extend(output);
        self
    }

    /// Checks that all outputs can be written.
    ///
    /// # Errors
    /// A place that cannot be written to, something other than a file in the place of a file, and two
    /// outputs with the same place.
    pub fn check(&self) -> Result<(), Failure> {
        for folder in &self.folders {
            check(&folder.path)?;
        }
        for file in &self.files {
            file.is_no_file()?;
            check(folder_of(&place(&file.path)))?;
        }
        for (index, file) in self.files.iter().enumerate() {
            self.files[..index]
                .iter()
                .try_for_each(|other| other.differs_from(file))?;
            self.folders
                .iter()
                .try_for_each(|folder| file.holds_no(folder))?;
        }
        Ok(())
    }
}

impl Output {
    fn new(option: &'static str, path: impl Into<PathBuf>) -> Self {
        Output {
            option,
            path: path.into(),
        }
    }

    fn shown(&self) -> String {
        format!("{} {}", self.option, self.path.display())
    }

    /// A failure if something that a file cannot replace is in this output's place.
    fn is_no_file(&self) -> Result<(), Failure> {
        match fs::metadata(&self.path).map(|there| there.file_type()) {
            Ok(kind) if !kind.is_file() => {
                let what = format!("{}: it is {}, not a file", self.shown(), name(kind));
                Err(refused(what, "name a file, which is made or replaced"))
            }
            _ => Ok(()),
        }
    }

    fn differs_from(&self, other: &Output) -> Result<(), Failure> {
        match place(&self.path) == place(&other.path) {
            true => {
                let what = format!("{} and {} are one file", self.shown(), other.shown());
                Err(refused(what, "give each output a file of its own"))
            }
            false => Ok(()),
        }
    }

    /// A failure if this file's place would also have to be a folder for another output.
    fn holds_no(&self, folder: &Output) -> Result<(), Failure> {
        match place(&folder.path).starts_with(place(&self.path)) {
            true => {
                let (file, folder) = (self.shown(), folder.shown());
                let what = format!("{file} and {folder}: a file cannot be a folder too");
                Err(refused(what, "give each output a place of its own"))
            }
            false => Ok(()),
        }
    }
}

fn refused(what: String, remedy: &str) -> Failure {
    Failure::input_with(what, remedy).code("heddle::output")
}

#[cfg(unix)]
fn name(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match kind {
        _ if kind.is_dir() => "a folder",
        _ if kind.is_fifo() => "a pipe",
        _ if kind.is_socket() => "a socket",
        // USR-2: files appear by being renamed, which would replace the device.
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn name(kind: FileType) -> &'static str {
    match kind.is_dir() {
        true => "a folder",
        false => "a device",
    }
}
