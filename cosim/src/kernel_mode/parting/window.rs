//! The instructions of a part of a run.

use super::Step;
use heddle_sim::{Issued, Observer};
use std::ops::Range;

/// Keeps the instructions of a window of a run.
pub struct Window {
    range: Range<u64>,
    count: u64,
    steps: Vec<Step>,
}

impl Window {
    /// `length` instructions from number `first` on; the first instruction of a run is number 0.
    pub fn new((first, length): (u64, u64)) -> Self {
        Window {
            range: first..first + length,
            count: 0,
            steps: Vec::new(),
        }
    }

    /// The instructions.
    pub fn steps(self) -> Vec<Step> {
        self.steps
    }
}

impl Observer for Window {
    fn issued(&mut self, event: &Issued) {
        if self.range.contains(&self.count) {
            self.steps.push(Step::of(event));
        }
        self.count += 1;
    }
}
