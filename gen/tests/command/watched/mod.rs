//! What `heddle sim` and `heddle run` show of a run besides its counts: source lines in `--profile`,
//! and the timeline of `--trace`.

mod lines;
mod trace;
mod trace_events;
