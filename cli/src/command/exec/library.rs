//! The library that replaces `libOpenCL.so.1`.

use crate::failure::Failure;
use heddle_system::DraftFolder;
use std::ffi::OsString;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Cargo's file name of the library.
const FILE: &str = "libheddle_opencl.so";

/// The names under which programs load OpenCL.
const NAMES: [&str; 2] = ["libOpenCL.so.1", "libOpenCL.so"];

/// The file through which an ICD loader finds the library.
const ICD: &str = "heddle.icd";

/// A temporary folder with Heddle's library under the names that programs load.
pub struct Library {
    folder: DraftFolder,
}

impl Library {
    /// Finds the library beside this program, in `lib` beside its folder, or where Cargo puts it for tests.
    pub fn prepare() -> Result<Library, Failure> {
        let file = find()?;
        let folder = arrange(&file).map_err(|error| {
            let what = format!("a temporary folder for {FILE}: {error}");
            Failure::input_with(what, "set TMPDIR to a folder with space left")
        })?;
        Ok(Library { folder })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Makes a program find the library before any other OpenCL, even if the program has its own ICD loader.
    pub fn put_in_front(&self, command: &mut Command) {
        let mut path = OsString::from(self.folder());
        if let Some(others) = std::env::var_os("LD_LIBRARY_PATH").filter(|path| !path.is_empty()) {
            path.push(":");
            path.push(others);
        }
        command.env("LD_LIBRARY_PATH", path);
        command.env("OCL_ICD_VENDORS", self.folder().join(ICD));
    }
}

fn find() -> Result<PathBuf, Failure> {
    let own = std::env::current_exe().unwrap_or_default();
    let folder = own.parent().unwrap_or(Path::new("."));
    let places = ["", "../lib", "deps"].map(|place| folder.join(place).join(FILE));
    let found = places.iter().find(|place| place.is_file());
    found.cloned().ok_or_else(|| {
        let what = format!("{FILE} is not beside {}", own.display());
        Failure::input_with(what, "build it: cargo build --release -p heddle-opencl")
    })
}

fn arrange(file: &Path) -> io::Result<DraftFolder> {
    let folder = DraftFolder::temporary()?;
    for name in NAMES {
        symlink(file, folder.path().join(name))?;
    }
    std::fs::create_dir(folder.path().join("reports"))?;
    std::fs::write(folder.path().join(ICD), file.as_os_str().as_encoded_bytes())?;
    Ok(folder)
}
