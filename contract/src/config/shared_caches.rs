//! Sections of the caches that all cores share (vaidya2013, section 2.3 and table 3).

use super::keys::{multiple, section};
use super::memory::MOST_LINES;
use crate::{ParamError, require};

section! {
    /// The L3 data cache behind the data cluster, through which all cores access the L3.
    pub struct L3 of "l3" {
        /// Lines that pass the data cluster in a cycle, both directions together. The paper's DC1 and DC2.
        lines_per_cycle: u32(1 to 64) "lines per cycle";
        /// Size of the cache.
        bytes: u32(1 to 268_435_456; "a multiple of `memory.line_bytes * l3.ways`, at most 4,194,304 lines") "bytes";
        /// Associativity.
        ways: usize(1 to 64) "ways";
        /// Banks, each of which accepts one line a cycle.
        banks: usize(power of two, 1 to 64) "banks";
        /// Latency of a hit, from the bank to the core.
        cycles: u32(2 to 1000) "cycles";
        /// Whether every access hits: the paper's perfect L3.
        perfect: bool;
    }
}

section! {
    /// The last-level cache.
    pub struct Llc of "llc" {
        /// Size of the cache.
        bytes: u32(1 to 268_435_456; "a multiple of `memory.line_bytes * llc.ways`, at most 4,194,304 lines") "bytes";
        /// Associativity.
        ways: usize(1 to 64) "ways";
        /// Banks, each of which accepts one line a cycle.
        banks: usize(power of two, 1 to 64) "banks";
        /// Cycles of a hit in addition to those of the L3.
        cycles: u32(1 to 1000) "cycles";
    }
}

impl L3 {
    pub(super) fn validate(&self, line_bytes: u32) -> Result<(), ParamError> {
        lines("l3", line_bytes, self.bytes)?;
        self.check()?;
        whole_sets("l3", line_bytes, self.bytes, self.ways)
    }
}

impl Llc {
    pub(super) fn validate(&self, line_bytes: u32) -> Result<(), ParamError> {
        lines("llc", line_bytes, self.bytes)?;
        self.check()?;
        whole_sets("llc", line_bytes, self.bytes, self.ways)
    }
}

/// Limits the lines of a shared cache; lines of 64 bytes and more reach the limit of its size before.
fn lines(section: &'static str, line_bytes: u32, bytes: u32) -> Result<(), ParamError> {
    let most = MOST_LINES * line_bytes.min(64);
    require(section, "bytes", bytes, 1..=most)?;
    Ok(())
}

fn whole_sets(
    section: &'static str,
    line_bytes: u32,
    bytes: u32,
    ways: usize,
) -> Result<(), ParamError> {
    let way = u64::from(line_bytes) * ways as u64;
    multiple(section, "bytes", bytes.into(), way)
}
