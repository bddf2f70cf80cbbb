//! The world outside of a run: files of users, which are read within bounds; programs that are found by one rule and end with us;
//! results that are kept by what they depend on; files that appear whole, and drafts that say who writes them; folders that one run
//! has to itself; and signals that leave nothing behind.
#![forbid(unsafe_code)]

pub mod cache;
mod claim;
mod draft;
mod ending;
pub mod input;
mod owner;
pub mod program;
mod whole;

pub use claim::Claim;
pub use draft::{DraftFile, DraftFolder, sweep};
pub use ending::{Step, end_in_order, is_ignored, step};
pub use program::{Program, ProgramError, Programs, Search, Tied, in_foreground, tied};
pub use whole::whole;
