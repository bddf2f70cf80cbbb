//! A program of a search, as a point names it for later commands.

use heddle_kernels::Size;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A program of a search.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Program {
    /// A built-in workload.
    Workload {
        /// Its name.
        workload: String,
        /// Size of its input.
        #[serde(serialize_with = "write_size", deserialize_with = "read_size")]
        size: Size,
        /// Seed of its input.
        seed: u64,
    },
    /// A kernel of the user's.
    Kernel {
        /// Name in tables.
        name: String,
        /// Kernel file, perhaps with the kernel in it (`FILE:NAME`): absolute, or beginning at the point's folder.
        kernel: PathBuf,
        /// Launch file, absolute or beginning at the point's folder.
        launch: PathBuf,
        /// What the search ran: [`heddle_study::contents`].
        contents: Value,
    },
}

impl Program {
    /// Name in tables.
    pub fn name(&self) -> &str {
        match self {
            Program::Workload { workload, .. } => workload,
            Program::Kernel { name, .. } => name,
        }
    }

    /// The program with paths that begin at this folder in place of the point's.
    pub fn below(self, folder: &Path) -> Program {
        match self {
            Program::Workload { .. } => self,
            Program::Kernel {
                name,
                kernel,
                launch,
                contents,
            } => Program::Kernel {
                name,
                kernel: folder.join(kernel),
                launch: folder.join(launch),
                contents,
            },
        }
    }
}

fn write_size<S: Serializer>(size: &Size, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(size)
}

fn read_size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Size, D::Error> {
    let size = String::deserialize(deserializer)?;
    size.parse().map_err(D::Error::custom)
}

/// A name for a folder, as captured launches have them: the number of the program, and its name without what separates folders.
pub fn folder_name(number: usize, program: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    let plain = program.chars().map(|c| if is_plain(c) { c } else { '_' });
    format!("{number:04}-{}", plain.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_folders_are_distinct_and_stay_in_their_folder() {
        assert_eq!(folder_name(0, "scale"), "0000-scale");
        assert_eq!(folder_name(12, "/tmp/a b.cl:k"), "0012-_tmp_a_b.cl_k");
        assert_eq!(folder_name(3, ".."), "0003-..");
    }
}
