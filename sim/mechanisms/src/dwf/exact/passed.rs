//! Post-dominators that threads have passed (fung2009, 4.3: DPdPri).

use crate::dwf::warp::{Formed, members};
use heddle_flow::{Flow, Reconvergence};
use heddle_gpu_core::Code;
use heddle_isa::Program;
use heddle_types::{ThreadId, WordPc};
use std::sync::Arc;

/// For each word of a program, whether threads that were split reconverge there.
#[derive(Clone, Debug)]
pub(crate) struct PostDominators(Vec<bool>);

impl PostDominators {
    /// The immediate post-dominators of all instructions that can split threads.
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

/// How many post-dominators each thread of a core has passed.
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

    /// A new thread starts.
    pub fn made(&mut self, thread: ThreadId) {
        self.passed[thread.index()] = 0;
    }

    /// Records the next PC of a thread.
    pub fn come_to(&mut self, thread: ThreadId, pc: WordPc) {
        self.passed[thread.index()] += u64::from(self.points.0[pc.index()]);
    }

    /// The smallest number of post-dominators that a thread of the warp has passed.
    pub fn fewest<const W: usize>(&self, warp: &Formed<W>) -> u64 {
        let passed =
            members(warp.lanes, &warp.threads).map(|(_, thread)| self.passed[thread.index()]);
        passed.min().unwrap_or(u64::MAX)
    }
}
