//! How much memory an operation uses.

use std::fs;

/// The process's peak memory at the start of the operation. Tests of one process run in parallel, so the difference is an upper
/// bound of what the operation uses.
pub struct Watched(u64);

impl Watched {
    pub fn begin() -> Self {
        Watched(peak())
    }

    /// Fails if the peak has risen by more than this since then.
    pub fn assert_at_most(&self, bytes: u64) {
        let risen = peak().saturating_sub(self.0);
        assert!(risen <= bytes, "{} MiB were taken", risen >> 20);
    }
}

/// Largest resident set so far, in bytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
    kib.and_then(|kib| kib.parse::<u64>().ok())
        .expect("a number of kB")
        << 10
}
