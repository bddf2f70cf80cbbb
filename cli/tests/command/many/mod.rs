//! Commands that make many runs: `heddle compare`, `heddle explore` and `heddle report`.

mod compare;
pub mod desk;
mod explore;
mod own;
mod page;
mod report;
mod silicon;
mod size;
