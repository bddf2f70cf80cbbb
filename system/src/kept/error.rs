//! Why the cache cannot be used.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

/// Why the cache cannot be used. [`CacheError::remedy`] says what to do.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// No environment variable names a place for the cache.
    #[error("no folder for compiled models: neither HEDDLE_CACHE, XDG_CACHE_HOME nor HOME is set")]
    NoPlace,
    /// The cache folder cannot be written.
    #[error("{path}: the cache of compiled models cannot be written: {reason}")]
    NotWritable {
        /// File or folder.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// The cache folder belongs to another user, who could have put anything there.
    #[error(
        "{path}: the cache of compiled models belongs to user {owner}, and this process runs as user {user}"
    )]
    OfAnother {
        /// Folder.
        path: PathBuf,
        /// User ID of the folder's owner.
        owner: u32,
        /// User ID of this process.
        user: u32,
    },
    /// Other users can write to the cache folder and could have put anything there.
    #[error(
        "{path}: other users can write to the cache of compiled models (mode {mode:04o}), which would be executed"
    )]
    Open {
        /// Folder.
        path: PathBuf,
        /// Permissions of the folder.
        mode: u32,
    },
    /// Other users can read the cache folder, so Heddle has not made it.
    #[error("{path}: the cache of compiled models is not private (mode {mode:04o})")]
    NotPrivate {
        /// Folder.
        path: PathBuf,
        /// Permissions of the folder.
        mode: u32,
    },
}

impl CacheError {
    /// The remedy, for the user.
    pub fn remedy(&self) -> Cow<'static, str> {
        match self {
            Self::NoPlace | Self::NotWritable { .. } => {
                "set HEDDLE_CACHE to a folder that can be written, with space left".into()
            }
            Self::OfAnother { .. } => {
                "set HEDDLE_CACHE to a folder of this user, or to one that does not exist yet"
                    .into()
            }
            Self::Open { .. } => {
                "set HEDDLE_CACHE to a folder that does not exist yet: it will be this user's alone"
                    .into()
            }
            Self::NotPrivate { path, .. } => format!(
                "set HEDDLE_CACHE to a folder that does not exist yet, or run: chmod 700 {}",
                path.display()
            )
            .into(),
        }
    }

    /// Turns an error of the operating system into [`CacheError::NotWritable`].
    pub fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |reason| Self::NotWritable { path, reason }
    }
}
