//! Commands that make many runs: `heddle compare`, `heddle explore` and `heddle report`.

mod checked;
mod compare;
pub mod desk;
mod explore;
mod folded;
mod own;
mod page;
mod report;
mod silicon;
mod size;
