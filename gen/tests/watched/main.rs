//! What `heddle sim` and `heddle run` show of a run besides its counts: source lines in `--profile`,
//! and the timeline of `--trace`.

#[allow(dead_code, reason = "shared with tests that do other things")]
#[path = "../many/desk.rs"]
mod desk;
mod lines;
mod trace;
mod trace_events;
