//! The user's cache: what was compiled once is not compiled again.
//!
//! An entry is a folder, found by the hash of everything that went into it. It lies in a folder that nobody else may write
//! to, appears whole or not at all, and is used only if it is what was put there.
#![forbid(unsafe_code)]

mod entries;
mod error;
mod private;
mod seal;

pub use entries::{Cache, Key};
pub use error::CacheError;
