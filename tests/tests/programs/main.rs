//! Random programs in C under every mechanism, against the same sources compiled for the host.
//!
//! `HEDDLE_PROGRAMS=COUNT,SEED cargo test --workspace --test programs -- --ignored --nocapture` runs `COUNT` new programs; the
//! nightly run does that. `HEDDLE_JUMPS` does the same for programs of indirect jumps.

mod cases;
mod compile;
mod generator;
mod host_comparison;
mod jumps;
mod kept;
mod known;
mod launch;
mod runs;
