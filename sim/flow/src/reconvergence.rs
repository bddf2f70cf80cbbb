//! Where threads that split at a control instruction reconverge.
//!
//! They reconverge at the immediate post-dominator of the instruction's block (fung2009, 3.2), which is defined "to the exit node
//! (of a function)". For a branch with a side that returns, it is therefore the exit and not an instruction of the function; the
//! return address is known only at run time.

use crate::block::End;
use crate::flow::Flow;
use std::fmt;

/// Where split threads reconverge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reconvergence {
    /// At the instruction at this byte address, in the same call of the function.
    At(u32),
    /// At the return address of the function call.
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
    /// Where the threads that split at the instruction at `pc` reconverge; `None` if the instruction cannot split threads or is
    /// unreachable.
    ///
    /// Branches, tables and unknown jumps: at their immediate post-dominator. A call through a pointer: behind the call, whatever
    /// its target. A return: at its return address.
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

    /// All instructions that can split threads, by address, and where the threads reconverge.
    pub fn divergences(&self) -> impl Iterator<Item = (u32, Reconvergence)> {
        self.blocks().filter_map(|block| {
            let pc = block.last();
            Some((pc, self.reconvergence(pc)?))
        })
    }
}
