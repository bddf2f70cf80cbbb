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
            if signal == SIGHUP && ignores_hangup() {
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

/// Whether SIGHUP is ignored, as `nohup` sets it; no safe function tells this.
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (SIGHUP - 1) & 1 == 1)
}
