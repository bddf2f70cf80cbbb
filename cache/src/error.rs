//! Why there is no cache.

use std::io;
use std::path::{Path, PathBuf};

/// Why the cache cannot be used. [`CacheError::remedy`] says what to do.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// There is no place for it.
    #[error("no folder for compiled models: neither HEDDLE_CACHE, XDG_CACHE_HOME nor HOME is set")]
    NoPlace,
    /// Its place cannot be written.
    #[error("{path}: the cache of compiled models cannot be written: {reason}")]
    NotWritable {
        /// File or folder.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// Its place belongs to another user, who could have put anything there.
    #[error(
        "{path}: the cache of compiled models belongs to user {owner}, and this process runs as user {user}"
    )]
    OfAnother {
        /// Folder.
        path: PathBuf,
        /// Number of the user it belongs to.
        owner: u32,
        /// Number of the user of this process.
        user: u32,
    },
    /// Its place can be written by others, who could have put anything there.
    #[error(
        "{path}: other users can write to the cache of compiled models, which would be executed"
    )]
    Open {
        /// Folder.
        path: PathBuf,
    },
}

impl CacheError {
    /// What to do about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::NoPlace | Self::NotWritable { .. } => {
                "set HEDDLE_CACHE to a folder that can be written, with space left"
            }
            Self::OfAnother { .. } => {
                "set HEDDLE_CACHE to a folder of this user, or to one that does not exist yet"
            }
            Self::Open { .. } => {
                "delete this folder, which is made again for this user alone, or set HEDDLE_CACHE to another one"
            }
        }
    }

    /// Makes an error of the system one of the cache.
    pub fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |reason| Self::NotWritable { path, reason }
    }
}
