//! Reconvergence points of a program, as the stacks are told them.
//!
//! A PC on a stack is a word of the code and, as its highest bit, the parity of the call depth: a
//! function that calls itself comes by its own reconvergence points in deeper calls, where nobody
//! waits. One bit is enough: every call is pushed with its return address as reconvergence
//! point, so the lanes on top run in the function of the top entry until they return from it.

use crate::gpu::{Code, Step};
use heddle_flow::{Flow, Reconvergence};
use heddle_isa::Program;

/// Where the lanes meet again that execute an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meeting {
    /// At this word, in the same call.
    At(u64),
    /// Where those below them on the stack wait: a branch with a side that leaves the function,
    /// a return, and whatever parts threads unexpectedly.
    Outside,
}

/// Whether a step opens a call. A coroutine switch (a return and a call by the link-register hints)
/// does not: it leaves the call depth as it is.
pub(super) fn is_call(step: &Step) -> bool {
    step.instruction.is_call() && !step.instruction.is_return()
}

/// In place of a word: [`Meeting::Outside`].
const OUTSIDE: u32 = u32::MAX;

/// The reconvergence point of every word of a program.
#[derive(Clone, Debug)]
pub(crate) struct Points {
    at: Vec<u32>,
    pc_bits: u32,
}

impl Points {
    /// The points of a program for PCs of so many bits, one of which is for the call depth.
    pub fn new(program: &Program, code: &Code, pc_bits: u32) -> Points {
        let mut at = vec![OUTSIDE; code.words()];
        for (pc, reconvergence) in Flow::new(program).divergences() {
            if let Reconvergence::At(point) = reconvergence {
                at[code.word(pc) as usize] = code.word(point);
            }
        }
        Points { at, pc_bits }
    }

    /// Where the lanes meet that execute a step at a word: behind a call, also if it goes to one
    /// place only.
    pub(super) fn meeting(&self, step: &Step, word: u64) -> Meeting {
        match self.at[word as usize] {
            _ if is_call(step) => Meeting::At(word + 1),
            OUTSIDE => Meeting::Outside,
            point => Meeting::At(point.into()),
        }
    }

    /// A PC as it stands on a stack.
    #[inline(always)]
    pub(super) fn tagged(&self, word: u64, depth: u32) -> u64 {
        word | u64::from(depth & 1) << (self.pc_bits - 1)
    }

    /// The word of the code of a PC from a stack.
    #[inline(always)]
    pub(super) fn word(&self, tagged: u64) -> u64 {
        tagged & !(1 << (self.pc_bits - 1))
    }
}
