//! Which branches may diverge: whose condition may differ between the threads of a block.
//!
//! `value` and `state` name what registers and words of the stack hold, `effect` says what an instruction does to that, `body`
//! and `values` follow a function's paths, and `solve` finds what differs, over all functions.

mod body;
mod effect;
mod expression;
mod solve;
mod state;
mod value;
mod values;

pub(crate) use body::Region;

use crate::block::End;
use crate::flow::Flow;
use body::Body;
use heddle_isa::Program;
use petgraph::graph::NodeIndex;
use solve::Solver;
use std::collections::BTreeSet;

impl Flow {
    /// Nodes whose last instruction, a branch, a jump through a table or a call through a pointer, may split the threads of a
    /// block. `program` is the program that the flow was recovered from.
    pub fn divergent(&self, program: &Program) -> BTreeSet<NodeIndex> {
        let bodies: Vec<Body> = self
            .functions()
            .iter()
            .map(|f| Body::new(self, f))
            .collect();
        let solver = Solver::new(program, self, &bodies, false);
        // Words of a stack are only tracked as registers are as long as no pointer leads to them.
        match solver.has_pointers() {
            true => Solver::new(program, self, &bodies, true).branches(),
            false => solver.branches(),
        }
    }
}

/// Entries of the functions that a launcher may start: kernels by their prefix, or all functions that no other one calls.
pub(crate) fn kernels(program: &Program, flow: &Flow) -> BTreeSet<u32> {
    let called: BTreeSet<u32> = flow
        .blocks()
        .filter_map(|block| match block.leaves {
            End::Call { target } => target,
            _ => None,
        })
        .collect();
    let named = program.kernels().into_iter();
    let named = named.filter_map(|name| program.kernel(name).ok());
    named
        .chain([program.entry])
        .filter(|entry| !called.contains(entry))
        .collect()
}
