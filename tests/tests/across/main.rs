//! Tests across Heddle's crates.

mod support;

mod additions;
mod compaction;
mod corrupted_outputs;
mod deliberate;
mod dynamic_warps;
mod every_key;
mod explicit_stack;
mod figure_4;
mod functional;
mod home_lanes;
mod limit_study;
mod new_mechanism;
mod parted_runs;
mod peaks;
mod recommended;
mod reports;
mod rtl_in_the_gpu;
mod shipped;
mod watched;
mod workloads;
