//! Commands that make many runs: `heddle compare` and `heddle report`.

mod compare;
pub mod desk;
mod own;
mod page;
mod report;
mod size;
