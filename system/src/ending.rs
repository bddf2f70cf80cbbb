//! The end of a process by a signal: its programs end, its drafts are removed, and what must not be cut is done first.

use crate::{files, program, step};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::fs;
use std::io;
use std::thread;

/// From now on, SIGHUP, SIGINT and SIGTERM end tied programs and remove drafts before they end the process. Signals that
/// are ignored, as `nohup` and shells without job control set them, stay ignored.
///
/// # Errors
/// The system's.
pub fn end_in_order() -> io::Result<()> {
    let caught = [SIGHUP, SIGINT, SIGTERM].into_iter();
    let mut signals = Signals::new(caught.filter(|signal| !is_ignored(*signal)))?;
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            let _steps = step::none();
            // Programs first: they write into drafts.
            program::end();
            files::end();
            // It never returns for these signals.
            let _ = emulate_default_handler(signal);
        }
    };
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(wait)
        .map(drop)
}

/// Whether a signal is ignored, as `nohup` and shells without job control set it; no safe function tells this.
pub fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
