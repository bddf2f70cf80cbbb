//! The golden GPU on programs of a few lines.

mod active_threads;
mod blocks;
mod compaction;
mod data;
mod device;
mod divergence;
mod entry;
mod explicit;
mod faults;
mod figure_8;
mod formation;
mod front_ends;
mod host_threads;
mod launch_files;
mod limit_study;
mod limits;
mod mimd_order;
mod pipes;
mod profile;
mod progress;
mod races;
mod random;
mod resizing;
mod stacks;
mod streams;
mod support;
