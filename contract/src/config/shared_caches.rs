//! Sections of the caches that all cores share (vaidya2013, section 2.3 and table 3).

use super::memory::MOST_LINES;
use super::sections::multiple;
use crate::{ParamError, require, require_power_of_two};
use serde::{Deserialize, Serialize};

/// The L3 data cache behind the data cluster, through which all cores access the L3.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct L3 {
    /// Lines that pass the data cluster in a cycle, both directions together; 1 to 64. The paper's
    /// DC1 and DC2.
    pub lines_per_cycle: u32,
    /// Size in bytes; a multiple of `line_bytes * ways`.
    pub bytes: u32,
    /// Associativity; 1 to 64.
    pub ways: usize,
    /// Banks, each of which accepts one line a cycle; power of two, 1 to 64.
    pub banks: usize,
    /// Latency of a hit in cycles, from the bank to the core; 2 to 1000.
    pub cycles: u32,
    /// Whether every access hits: the paper's perfect L3.
    pub perfect: bool,
}

/// The last-level cache.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Llc {
    /// Size in bytes; a multiple of `line_bytes * ways`.
    pub bytes: u32,
    /// Associativity; 1 to 64.
    pub ways: usize,
    /// Banks, each of which accepts one line a cycle; power of two, 1 to 64.
    pub banks: usize,
    /// Cycles of a hit in addition to those of the L3; 1 to 1000.
    pub cycles: u32,
}

impl L3 {
    pub(super) fn validate(&self, line_bytes: u32) -> Result<(), ParamError> {
        require("l3", "lines_per_cycle", self.lines_per_cycle, 1..=64)?;
        require("l3", "cycles", self.cycles, 2..=1000)?;
        size("l3", line_bytes, self.bytes, self.ways, self.banks)
    }
}

impl Llc {
    pub(super) fn validate(&self, line_bytes: u32) -> Result<(), ParamError> {
        require("llc", "cycles", self.cycles, 1..=1000)?;
        size("llc", line_bytes, self.bytes, self.ways, self.banks)
    }
}

/// The largest shared cache in bytes.
const LARGEST: u32 = 256 << 20;

fn size(
    section: &'static str,
    line_bytes: u32,
    bytes: u32,
    ways: usize,
    banks: usize,
) -> Result<(), ParamError> {
    require(section, "ways", ways, 1..=64)?;
    require(section, "banks", banks, 1..=64)?;
    require_power_of_two(section, "banks", banks as u64)?;
    let most = LARGEST.min(MOST_LINES.saturating_mul(line_bytes));
    require(section, "bytes", bytes, 1..=most)?;
    let way = u64::from(line_bytes) * ways as u64;
    multiple(section, "bytes", bytes.into(), way)
}
