//! Commands that make many runs: `heddle compare` and `heddle report`.

mod compare;
pub mod desk;
mod page;
mod report;
