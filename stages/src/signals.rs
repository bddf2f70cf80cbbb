//! Signals that interrupt a run.

use crate::Failure;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The last signal that asked the run to end.
#[derive(Debug)]
pub struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Catches SIGINT, SIGTERM and SIGHUP from now on; SIGHUP not under `nohup`.
    pub fn catch() -> Result<Self, Failure> {
        let last = Arc::new(AtomicUsize::new(0));
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            if signal == SIGHUP && heddle_system::is_ignored(SIGHUP) {
                continue;
            }
            signal_hook::flag::register_usize(signal, Arc::clone(&last), signal as usize)
                .map_err(|error| Failure::input(error, "allow signal handlers"))?;
        }
        Ok(Self(last))
    }

    /// The signal that was caught.
    pub fn caught(&self) -> Option<i32> {
        let signal = self.0.load(Ordering::Relaxed);
        i32::try_from(signal).ok().filter(|signal| *signal != 0)
    }
}
