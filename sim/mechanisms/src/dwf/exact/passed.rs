//! Post-dominators that threads have passed (fung2009, 4.3: DPdPri).

use crate::dwf::warp::{Formed, members};
use heddle_core::Code;
use heddle_flow::{Flow, Reconvergence};
use heddle_isa::Program;
use heddle_types::{ThreadId, WordPc};
use std::sync::Arc;

/// The words of a program where threads meet that parted.
#[derive(Clone, Debug)]
pub(crate) struct PostDominators(Vec<bool>);

impl PostDominators {
    /// The immediate post-dominators of all instructions that can part threads.
    pub fn new(program: &Program, code: &Code) -> Self {
        let mut points = vec![false; code.words()];
        for (_, reconvergence) in Flow::new(program).divergences() {
            if let Reconvergence::At(point) = reconvergence {
                points[code.word_at(point).index()] = true;
            }
        }
        PostDominators(points)
    }
}

/// How many of them every thread of a core has passed.
#[derive(Clone, Debug)]
pub(super) struct Passed {
    points: Arc<PostDominators>,
    passed: Vec<u64>,
}

impl Passed {
    pub fn new(threads: usize, points: Arc<PostDominators>) -> Self {
        let passed = vec![0; threads];
        Passed { points, passed }
    }

    /// A thread starts.
    pub fn made(&mut self, thread: ThreadId) {
        self.passed[thread.index()] = 0;
    }

    /// The next PC of a thread is this one.
    pub fn come_to(&mut self, thread: ThreadId, pc: WordPc) {
        self.passed[thread.index()] += u64::from(self.points.0[pc.index()]);
    }

    /// What the thread of a warp that passed fewest has passed.
    pub fn fewest<const W: usize>(&self, warp: &Formed<W>) -> u64 {
        let passed =
            members(warp.lanes, &warp.threads).map(|(_, thread)| self.passed[thread.index()]);
        passed.min().unwrap_or(u64::MAX)
    }
}
