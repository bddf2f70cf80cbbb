//! The output of `heddle sim` and `heddle run` about a run besides its counts: source lines in `--profile`,
//! and the timeline of `--trace`.

mod lines;
mod trace;
pub mod trace_events;
