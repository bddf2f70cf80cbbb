//! When work started, and how much time it has taken since.

use jiff::Timestamp;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use std::time::Instant;

/// A clock that runs from its start.
#[derive(Debug)]
pub struct Clock {
    /// When the clock started, in whole seconds.
    pub started: Timestamp,
    start: Instant,
    processor_start: f64,
}

impl Clock {
    /// Starts a clock.
    pub fn start() -> Self {
        Self {
            started: now(),
            start: Instant::now(),
            processor_start: processor_seconds(),
        }
    }

    /// Seconds since the start.
    pub fn wall_seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Processor seconds of the descendants that have ended since the start, user and system.
    pub fn processor_seconds(&self) -> f64 {
        processor_seconds() - self.processor_start
    }
}

/// The current time, in whole seconds.
pub fn now() -> Timestamp {
    let now = Timestamp::now();
    Timestamp::from_second(now.as_second()).unwrap_or(now)
}

fn processor_seconds() -> f64 {
    let seconds = |time: TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0.0, |usage| {
        seconds(usage.user_time()) + seconds(usage.system_time())
    })
}
