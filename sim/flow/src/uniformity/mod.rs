//! Which branches may diverge: whose condition may differ between the threads of a block.
//!
//! `value`, `expression` and `state` name what registers and words of the stack hold, `effect` says what an instruction does to that,
//! `body` and `tracking` follow the paths of a function, which gives its `values`, and `solved` and `solve` find what differs, over all
//! functions. Decisions: docs/decisions/barriers-at-risk.md.

mod body;
mod effect;
mod expression;
mod solve;
mod solved;
mod state;
mod tracking;
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

/// What is known of a program.
pub(crate) struct Uniformity {
    /// Nodes whose last instruction may split threads.
    pub divergent: BTreeSet<NodeIndex>,
    /// Entries of the functions that a call through an unknown pointer may lead to.
    pub pointed: BTreeSet<u32>,
}

impl Uniformity {
    pub fn new(program: &Program, flow: &Flow) -> Uniformity {
        let bodies: Vec<Body> = flow
            .functions()
            .iter()
            .map(|f| Body::new(flow, f))
            .collect();
        let solver = Solver::new(program, flow, &bodies, false);
        // Words of a stack are only tracked as registers are as long as no pointer leads to them.
        match solver.has_pointers() {
            true => Solver::new(program, flow, &bodies, true).found(),
            false => solver.found(),
        }
    }
}

impl Flow {
    /// Nodes whose last instruction, a branch, a jump through a table or a call through a pointer, may split the threads of a
    /// block. `program` is the program that the flow was recovered from.
    pub fn divergent(&self, program: &Program) -> BTreeSet<NodeIndex> {
        Uniformity::new(program, self).divergent
    }
}

/// The words of the program's data, at addresses that are multiples of 4.
fn words(program: &Program) -> impl Iterator<Item = u32> {
    let segments = program.segments.iter();
    segments.flat_map(|segment| {
        let skipped = segment.address.wrapping_neg() as usize & 3;
        let words = segment
            .data
            .get(skipped..)
            .unwrap_or_default()
            .chunks_exact(4);
        words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
    })
}

/// Entries of the functions that a launcher may start: kernels by their prefix, or all functions that no other one calls.
fn kernels(program: &Program, flow: &Flow) -> BTreeSet<u32> {
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
