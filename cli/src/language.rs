//! The languages of kernels.

use std::path::Path;

/// A language that kernels are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// OpenCL C, in a file whose name ends in `.cl`.
    OpenCl,
    /// C (`.c`) or assembly (`.S`) for the kernel ABI.
    C,
}

impl Language {
    /// The language of a source; `None` if the name is not one of a source.
    pub fn of(file: &Path) -> Option<Language> {
        match file.extension()?.to_str()? {
            "cl" => Some(Language::OpenCl),
            "c" | "S" => Some(Language::C),
            _ => None,
        }
    }
}
