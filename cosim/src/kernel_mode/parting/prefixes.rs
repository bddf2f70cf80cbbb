//! Digests of the beginnings of a run.

use heddle_sim::{Issued, Observer};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Maximum number of digests that are kept.
const MARKS: usize = 4096;

/// Digests of the first 1, 2, 3 .. times `stride` instructions of a run, and of all of them.
pub struct Prefixes {
    stride: u64,
    marks: Vec<u64>,
    count: u64,
    digest: DefaultHasher,
}

impl Default for Prefixes {
    fn default() -> Self {
        Prefixes {
            stride: 1,
            marks: Vec::with_capacity(MARKS),
            count: 0,
            digest: DefaultHasher::new(),
        }
    }
}

impl Prefixes {
    /// The first window of instructions in which two runs may differ: its first instruction, and their number. `None` if the
    /// runs are equal.
    pub fn window(&self, other: &Prefixes) -> Option<(u64, u64)> {
        let end = |run: &Prefixes| (run.count, run.digest.finish());
        if end(self) == end(other) {
            return None;
        }
        let stride = self.stride.max(other.stride);
        let equal = |length: &u64| {
            let (mine, other) = (self.mark(*length), other.mark(*length));
            mine.is_some() && mine == other
        };
        let same = (1..)
            .map(|number| number * stride)
            .take_while(equal)
            .count() as u64;
        Some((same * stride, stride))
    }

    /// The digest of the first `length` instructions, a multiple of the stride.
    fn mark(&self, length: u64) -> Option<u64> {
        let number = (length / self.stride) as usize;
        self.marks.get(number - 1).copied()
    }

    /// Keeps every other digest.
    fn thin_out(&mut self) {
        let mut number = 0;
        self.marks.retain(|_| {
            number += 1;
            number % 2 == 0
        });
        self.stride *= 2;
    }
}

impl Observer for Prefixes {
    fn issued(&mut self, event: &Issued) {
        (event.core, event.cycle.number(), event.warp.index()).hash(&mut self.digest);
        (event.pc.address(), event.lanes.bits(), event.operands).hash(&mut self.digest);
        self.count += 1;
        if self.count.is_multiple_of(self.stride) {
            self.marks.push(self.digest.finish());
            if self.marks.len() == MARKS {
                self.thin_out();
            }
        }
    }
}
