//! Which branches may diverge: whose condition may differ between the threads of a block.
//!
//! `value`, `expression` and `state` name what registers and words of the stack hold, `effect` says what an instruction does to that,
//! `body` and `tracking` follow the paths of a function, which gives its `values`, and `solved` and `solve` find what differs, over all
//! functions. Private stacks are BAR-5.

mod body;
mod effect;
mod expression;
mod roots;
mod solve;
mod solved;
mod state;
mod tracking;
mod value;
mod values;

pub(crate) use body::Region;

use crate::flow::Flow;
use body::{Body, regions};
use heddle_isa::Program;
use petgraph::graph::NodeIndex;
use solve::Solver;
pub(crate) use solve::Uniformity;
use std::collections::BTreeSet;

impl Uniformity {
    pub fn new(program: &Program, flow: &Flow) -> Uniformity {
        let regions = regions(flow);
        let functions = flow.functions().iter();
        let bodies: Vec<Body> = functions
            .map(|function| Body::new(flow, function, &regions))
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
