//! The folder for the intermediate files of a compilation.

use crate::error::{CompileError, io};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder for intermediate files.
#[derive(Clone, Copy, Debug)]
pub struct Work<'w>(pub &'w Path);

impl Work<'_> {
    /// The path of a file in it.
    pub fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`CompileError::Io`] names the file.
    pub fn read(&self, file: &str) -> Result<Vec<u8>, CompileError> {
        let path = self.path(file);
        fs::read(&path).map_err(io(&path))
    }

    /// Writes a file; returns its path.
    ///
    /// # Errors
    /// [`CompileError::Io`] names the file.
    pub fn write(&self, file: &str, bytes: impl AsRef<[u8]>) -> Result<PathBuf, CompileError> {
        let path = self.path(file);
        fs::write(&path, bytes).map_err(io(&path))?;
        Ok(path)
    }
}
