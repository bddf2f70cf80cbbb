//! Launch files.
//!
//! ```toml
//! kernel = "saxpy"              # or FILE.elf:NAME on the command line
//! grid = [4, 1, 1]
//! block = [64, 1, 1]
//! shared_bytes = 0
//! args = [{buffer = "x"}, {u32 = 256}, {f32 = 1.5}, {local = 1024}]
//!
//! [[buffer]]
//! name = "x"
//! bytes = 1024
//! init = {random = 7}           # or "zero", or {file = "x.bin"}, beside the launch file
//! out = true
//! address = 0x4000_0000         # optional: its first address
//!
//! [[buffer]]
//! name = "row"
//! part = {buffer = "x", offset = 256}       # a region of another buffer
//! bytes = 256
//!
//! [[launch]]                    # optional, several: keys left out are those at the top
//! kernel = "second"
//! args = [{part = {buffer = "x", offset = 64}}]      # an address inside of a buffer
//!
//! [[loop]]                      # launches that are repeated; in their order among the others
//! until_zero = {buffer = "changed", offset = 0}      # the word that ends the loop
//! before = [{buffer = "changed", u32 = 0}]  # what the host writes before each round
//! most_rounds = 1000            # 10,000 without it
//!
//! [[loop.launch]]
//! kernel = "visit"
//! args = [{round = 1}]          # the number of the round, counted from 1
//! ```

mod read;
mod text;
mod written;

pub use written::Written;

use super::place::LaunchPaths;
use super::{Job, LaunchError, LaunchReason};
use heddle_isa::Program;
use heddle_system::input::{WRITTEN, read_text};
use read::Reading;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;
use text::Text;

/// Splits `FILE.elf` or `FILE.elf:NAME`, as given on the command line, into the file and the kernel's name. If a file with the
/// whole text as its name exists, the text is taken as a file name.
pub fn split_kernel(text: &OsStr) -> (&Path, Option<&str>) {
    let whole = Path::new(text);
    match named_kernel(text) {
        Some((file, name)) if !whole.is_file() => (Path::new(file), Some(name)),
        _ => (whole, None),
    }
}

/// The text before the last colon, and the name behind it, if that can be a kernel name.
fn named_kernel(text: &OsStr) -> Option<(&OsStr, &str)> {
    let bytes = text.as_encoded_bytes();
    let colon = bytes.iter().rposition(|&byte| byte == b':')?;
    let name = str::from_utf8(&bytes[colon + 1..]).ok()?;
    let is_name = !name.is_empty() && !name.contains(['/', '\\']);
    is_name.then_some((until(text, colon)?, name))
}

#[cfg(unix)]
fn until(text: &OsStr, end: usize) -> Option<&OsStr> {
    use std::os::unix::ffi::OsStrExt;
    Some(OsStr::from_bytes(&text.as_bytes()[..end]))
}

#[cfg(not(unix))]
fn until(text: &OsStr, end: usize) -> Option<&OsStr> {
    text.to_str().map(|text| OsStr::new(&text[..end]))
}

/// A launch file with its text, so that errors that a machine finds in its job can still name a place in the file.
#[derive(Clone, Debug)]
pub struct LaunchFile {
    /// The job that the file describes.
    pub job: Job,
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) paths: LaunchPaths,
}

impl LaunchFile {
    /// Reads a launch file (GPU-19). `kernel` replaces the file's top-level `kernel`; without either, the program must have
    /// only one kernel. Files of buffers are searched in the directory of the launch file.
    ///
    /// # Errors
    /// [`LaunchError`] naming file, line and key.
    pub fn read(
        path: &Path,
        program: Arc<Program>,
        kernel: Option<&str>,
    ) -> Result<LaunchFile, LaunchError> {
        let name = path.display().to_string();
        let text = read_text(path, WRITTEN)
            .map_err(|error| LaunchError::new(&name, LaunchReason::Unreadable(error)))?;
        let wrong = |paths: &LaunchPaths, reason| LaunchError::in_file(&name, &text, paths, reason);
        let parsed = Text::parse(&text).map_err(|reason| wrong(&LaunchPaths::default(), reason))?;
        let tables = parsed.tables(&text);
        let paths = parsed.paths(&tables);
        let reading = Reading {
            folder: path.parent().unwrap_or(Path::new("")),
            program,
            kernel,
        };
        let job = reading.job(parsed, &tables);
        let job = job.and_then(|job| job.check().map(|()| job));
        Ok(LaunchFile {
            job: job.map_err(|reason| wrong(&paths, reason))?,
            name,
            text,
            paths,
        })
    }
}

impl Job {
    /// The job of a launch file, as [`LaunchFile::read`].
    ///
    /// # Errors
    /// [`LaunchError`] naming file, line and key.
    pub fn from_file(
        path: &Path,
        program: Arc<Program>,
        kernel: Option<&str>,
    ) -> Result<Job, LaunchError> {
        Ok(LaunchFile::read(path, program, kernel)?.job)
    }
}
