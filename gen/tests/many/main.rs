//! Commands that make many runs: `heddle compare` and `heddle report`.

mod compare;
mod desk;
mod page;
mod report;
