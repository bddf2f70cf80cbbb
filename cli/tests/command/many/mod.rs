//! Commands that make many runs: `heddle compare`, `heddle explore` and `heddle report`.

pub mod charts;
mod checked;
mod compare;
pub mod desk;
mod explore;
mod failed_runs;
mod folded;
mod own;
mod page;
mod published;
mod report;
mod sheet;
mod silicon;
mod size;
