//! Random programs in C under every mechanism, against the same sources compiled for the host.
//!
//! `HEDDLE_PROGRAMS=COUNT,SEED cargo test --workspace --test programs -- --ignored --nocapture` runs `COUNT` new programs; the
//! nightly run does that. `HEDDLE_BARRIERS` does the same for kernels with barriers, in C and in OpenCL C, and `HEDDLE_JUMPS` for
//! programs of indirect jumps.

mod at_risk;
mod barriers;
mod block_order;
mod cases;
mod compile;
mod generator;
mod gpu;
mod host;
mod host_comparison;
mod jumps;
mod kept;
mod known;
mod language;
mod launch;
mod runs;
