//! Bounded reading of the files that users supply.
//!
//! USR-4: a file may have no end (a device, a pipe), or be another one than was meant. No reader takes more memory for it than
//! the largest file of its kind needs; each kind has its [`Limit`]. `docs/limits.md` lists them.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The largest size of a kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The kind, in the plural.
    pub files: &'static str,
    /// Bytes.
    pub bytes: u64,
}

/// Launch files, machines, templates, plans, Verilog.
pub const WRITTEN: Limit = limit("files written by hand", 16 << 20);
/// Golden units as LLVM IR.
pub const IR: Limit = limit("files of IR", 64 << 20);
/// Sources of kernels.
pub const SOURCE: Limit = limit("sources", 16 << 20);
/// ELF files.
pub const PROGRAM: Limit = limit("kernel files", 256 << 20);
/// Cell libraries, in the Liberty format.
pub const LIBRARY: Limit = limit("cell libraries", 256 << 20);
/// Results that a command has written and reads back.
pub const RESULT: Limit = limit("results", 256 << 20);
/// Contents of buffers: as much as the memory of the device holds.
pub const CONTENTS: Limit = limit("contents of buffers", 1 << 30);

const fn limit(files: &'static str, bytes: u64) -> Limit {
    Limit { files, bytes }
}

impl Limit {
    /// The error for a larger file; its kind is [`ErrorKind::FileTooLarge`].
    fn exceeded(self) -> io::Error {
        let Limit { files, bytes } = self;
        let what = format!("more than {} MiB, the limit for {files}", bytes >> 20);
        io::Error::new(ErrorKind::FileTooLarge, what)
    }
}

/// The bytes of a file.
///
/// # Errors
/// Errors of the operating system; [`ErrorKind::FileTooLarge`] for a file beyond its limit or without end.
pub fn read(path: &Path, limit: Limit) -> io::Result<Vec<u8>> {
    read_at_most(path, limit.bytes)?.map_err(|_| limit.exceeded())
}

/// The text of a file.
///
/// # Errors
/// As [`read`]; [`ErrorKind::InvalidData`] if the file is not UTF-8.
pub fn read_text(path: &Path, limit: Limit) -> io::Result<String> {
    let not_text = |_| io::Error::new(ErrorKind::InvalidData, "stream did not contain valid UTF-8");
    String::from_utf8(read(path, limit)?).map_err(not_text)
}

/// The bytes of a file, or, if there are more than `most`, how many are known to be there.
///
/// # Errors
/// Errors of the operating system.
pub fn read_at_most(path: &Path, most: u64) -> io::Result<Result<Vec<u8>, u64>> {
    let file = File::open(path)?;
    // Devices and pipes say 0.
    let length = file.metadata()?.len();
    if length > most {
        return Ok(Err(length));
    }
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        read if read > most => Ok(Err(read)),
        _ => Ok(Ok(bytes)),
    }
}

/// Checks a file that another program will read, by its name: it is a regular file that can be opened, within its limit.
///
/// # Errors
/// As [`read`]; [`ErrorKind::InvalidInput`] for a device or a pipe, of which the other program would find no end or no beginning.
pub fn check(path: &Path, limit: Limit) -> io::Result<()> {
    // A pipe is not opened, since that would wait for its other end.
    let metadata = path.metadata()?;
    regular(&metadata)?;
    File::open(path)?;
    match metadata.len() > limit.bytes {
        true => Err(limit.exceeded()),
        false => Ok(()),
    }
}

fn regular(metadata: &Metadata) -> io::Result<()> {
    match metadata {
        it if it.is_file() => Ok(()),
        it if it.is_dir() => Err(ErrorKind::IsADirectory.into()),
        _ => Err(io::Error::new(ErrorKind::InvalidInput, "no regular file")),
    }
}

/// What to do about an error of this crate.
pub fn remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::FileTooLarge => "name the right file: this one is larger, or has no end",
        ErrorKind::InvalidInput => "name a regular file: this one is a device or a pipe",
        _ => "check the file's name and permissions",
    }
}

#[cfg(test)]
mod tests;
