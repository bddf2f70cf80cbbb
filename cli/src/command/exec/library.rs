//! The library that replaces `libOpenCL.so.1`.

use crate::failure::Failure;
use heddle_system::{DraftFolder, Installed};
use std::ffi::OsString;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The names under which programs load OpenCL.
const NAMES: [&str; 2] = ["libOpenCL.so.1", "libOpenCL.so"];

/// The file through which an ICD loader finds the library.
const ICD: &str = "heddle.icd";

/// A temporary folder with Heddle's library under the names that programs load.
pub struct Library {
    folder: DraftFolder,
}

impl Library {
    /// Finds the library, and gives it these names.
    pub fn prepare() -> Result<Library, Failure> {
        let file = find(Installed::of_user().as_ref()).ok_or_else(missing)?;
        let folder = arrange(&file).map_err(|error| {
            let what = format!("a temporary folder for {}: {error}", Installed::LIBRARY);
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

/// The library beside this program, in `lib` beside its folder, where Cargo puts it for tests, or what `heddle setup` has
/// installed for this version (PRG-7).
pub fn find(installed: Option<&Installed>) -> Option<PathBuf> {
    let own = std::env::current_exe().unwrap_or_default();
    let folder = own.parent().unwrap_or(Path::new("."));
    let places = ["", "../lib", "deps"];
    let mut places = places
        .map(|place| folder.join(place).join(Installed::LIBRARY))
        .into_iter();
    let beside = places.find(|place| place.is_file());
    beside.or_else(|| installed?.library(env!("CARGO_PKG_VERSION")))
}

fn missing() -> Failure {
    let what = format!(
        "{} is neither beside this command nor installed",
        Installed::LIBRARY
    );
    let remedy = "run: heddle setup opencl (in a checkout: cargo build --release -p heddle-opencl)";
    Failure::input_with(what, remedy)
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
