//! Results that are kept, so that nothing is computed twice.
//!
//! A [`Key`] covers everything that decides a result. What programs read is kept in a [`Cache`], in a folder for each key, which
//! only its user may write to. What people read too is kept in [JSON files](json). Both appear whole or not at all, are sealed, and
//! count as missing if they are damaged.

mod cache;
mod digest;
mod error;
pub mod json;
mod key;
mod private;
mod seal;

pub use cache::Cache;
pub use digest::digest;
pub use error::CacheError;
pub use key::Key;
