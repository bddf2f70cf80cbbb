//! The clock, which runs cores for a quantum of cycles at a time, on one host thread or several.

mod core_runner;
mod dispatch;
mod hardware;
mod job_times;
mod launch;
mod launch_clock;
mod machine;
mod mailbox;
mod shared_state;
mod worker_pool;

pub use core_runner::CoreRunner;
pub use dispatch::{Dispatcher, Entry};
pub use hardware::{Hardware, Helpers};
pub use job_times::JobTimes;
pub use launch::{LaunchContext, LaunchEnd};
pub use machine::{Drive, Machine};
