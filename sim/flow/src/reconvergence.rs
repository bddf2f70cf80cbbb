//! Where threads that part at a control instruction come together again.
//!
//! The immediate post-dominator of the instruction's block (fung2009, 3.2), which is defined "to
//! the exit node (of a function)": for a branch with a side that returns it is no instruction of
//! the function, and where the function returns to is known at run time only.

use crate::block::End;
use crate::flow::Flow;
use std::fmt;

/// Where threads that part come together again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reconvergence {
    /// At the instruction at this byte address, in the same call of the function.
    At(u32),
    /// Where the call of the function returns to.
    FunctionExit,
}

impl fmt::Display for Reconvergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reconvergence::At(pc) => write!(f, "0x{pc:08x}"),
            Reconvergence::FunctionExit => f.write_str("function exit"),
        }
    }
}

impl Flow {
    /// Where the threads come together again that part at the instruction at `pc`; `None` if it
    /// is no instruction that parts threads, or one that nothing leads to.
    ///
    /// Branches, tables and unknown jumps: at their immediate post-dominator. A call through a
    /// pointer: behind the call, wherever it went. A return: where it returns to.
    pub fn reconvergence(&self, pc: u32) -> Option<Reconvergence> {
        let node = self.node_at(pc)?;
        let block = self.block(node)?;
        if block.last() != pc || !block.leaves.can_diverge() {
            return None;
        }
        if matches!(block.leaves, End::Call { .. }) {
            return Some(Reconvergence::At(block.end));
        }
        let next = self.block(self.immediate_post_dominator(node)?);
        Some(next.map_or(Reconvergence::FunctionExit, |block| {
            Reconvergence::At(block.start)
        }))
    }

    /// All instructions that can part threads, by address, and where these come together again.
    pub fn divergences(&self) -> impl Iterator<Item = (u32, Reconvergence)> {
        self.blocks().filter_map(|block| {
            let pc = block.last();
            Some((pc, self.reconvergence(pc)?))
        })
    }
}
