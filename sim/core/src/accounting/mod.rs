//! Counters, and observers of a core.

pub mod activity;
pub mod counts;
pub mod livelock;
pub mod mechanism_counts;
pub mod observer;
pub mod port_log;
pub mod profile;
pub mod room;
pub mod stall;
pub mod stall_log;
pub mod tables;
pub mod thread_progress;
