//! The user's cache: what was compiled once is not compiled again.
//!
//! An entry is a folder, found by the hash of everything that went into it. It lies in a folder that only its user may write
//! to, appears whole or not at all, and is used only if it is unchanged.

mod entries;
mod error;
mod private;
mod seal;

pub use entries::{Cache, Key};
pub use error::CacheError;
