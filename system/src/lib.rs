//! The world outside of a run: files of users, which are read within bounds; programs that are found by one rule and end with us;
//! results that are kept by what they depend on; files that appear whole, and drafts that say who writes them; folders that one run
//! has to itself; and signals that leave nothing behind.
#![forbid(unsafe_code)]

mod ending;
pub mod files;
pub mod input;
mod installed;
pub mod kept;
pub mod parallel;
pub mod program;
mod step;

pub use ending::{end_in_order, is_ignored};
pub use files::{Claim, DraftFile, DraftFolder, sweep, whole};
pub use installed::Installed;
pub use program::{Program, ProgramError, Programs, Search, Tied, in_foreground, tied};
pub use step::{Step, step};
