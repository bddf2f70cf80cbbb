//! The output of `heddle sim` and `heddle run` about a run besides its counts: source lines in `--profile`,
//! the timeline of `--trace`, recordings and pages.

mod lines;
mod trace;
pub mod trace_events;
pub mod view;
