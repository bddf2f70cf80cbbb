//! Tests across Heddle's crates.

mod support;

mod circles;
mod compaction;
mod corrupted_outputs;
mod defined_once;
mod deliberate;
mod dynamic_warps;
mod every_key;
mod explained;
mod explicit_stack;
mod figure_4;
mod home_lanes;
mod layers;
mod limit_study;
mod limits;
mod new_mechanism;
mod new_unit;
mod packages;
mod parted_runs;
mod readers;
mod recommended;
mod reports;
mod rtl_in_the_gpu;
mod scripts;
mod shipped;
mod sources;
mod twins;
mod watched;
mod words;
mod workloads;
