//! The operating system around a run: programs that are found by one rule and end with us, files that appear whole, drafts that
//! say who writes them, folders that one run has to itself, and signals that leave nothing behind.
#![forbid(unsafe_code)]

mod claim;
mod draft;
mod ending;
mod owner;
mod search;
mod tied;
mod whole;

pub use claim::Claim;
pub use draft::{DraftFile, DraftFolder, sweep};
pub use ending::{Step, end_in_order, step};
pub use search::Search;
pub use tied::{Tied, in_foreground, tied};
pub use whole::whole;
