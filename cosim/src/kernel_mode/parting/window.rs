//! The instructions of a part of a run.

use crate::kernel_mode::Step;
use heddle_isa::Program;
use heddle_sim::{Issued, Observer};
use std::ops::Range;

/// Keeps the instructions of a window of a run.
pub struct Window<'a> {
    program: &'a Program,
    range: Range<u64>,
    count: u64,
    steps: Vec<Step>,
}

impl<'a> Window<'a> {
    /// Of a run of this program, `length` instructions from number `first` on; the first instruction of a run is number 0.
    pub fn new((first, length): (u64, u64), program: &'a Program) -> Self {
        Window {
            program,
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

impl Observer for Window<'_> {
    fn issued(&mut self, event: &Issued) {
        if self.range.contains(&self.count) {
            self.steps.push(Step::of(event, self.program));
        }
        self.count += 1;
    }
}
