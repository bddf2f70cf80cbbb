//! Hammocks: branches whose sides are straight-line code and meet right behind it, so that predicates can replace the stack
//! (notes, "Predication and undiverged branch instruction").

use crate::block::{Block, Edge, End};
use crate::flow::Flow;
use heddle_isa::{Class, Instruction, Program};
use petgraph::Direction::Incoming;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

/// A branch with one or two bodies, each a block without control instructions except a last jump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hammock {
    /// The block that ends in the branch.
    pub branch: NodeIndex,
    /// The bodies by address, at least one, at most two: an if-then or an if-then-else.
    pub bodies: Vec<Body>,
    /// The block where the sides meet.
    pub join: NodeIndex,
}

/// A side of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// The only block of this side.
    pub node: NodeIndex,
    /// Whether the lanes that take the branch run this side.
    pub taken: bool,
}

impl Flow {
    /// The hammocks of a program by address, with at most `longest` instructions in each body; none if `longest` is 0. A jump at
    /// the end of a body does not count.
    pub fn hammocks(&self, program: &Program, longest: usize) -> Vec<Hammock> {
        let nodes = self.graph().node_indices().filter(|_| longest > 0);
        let found = nodes.filter_map(|node| self.hammock(program, longest, node));
        found.collect()
    }

    fn hammock(&self, program: &Program, longest: usize, branch: NodeIndex) -> Option<Hammock> {
        if !matches!(self.block(branch)?.leaves, End::Branch { .. }) {
            return None;
        }
        let join = self.immediate_post_dominator(branch)?;
        self.block(join).filter(|_| join != branch)?;
        let sides = self.successors(branch).into_iter();
        let mut bodies: Vec<Body> = sides
            .filter(|&(node, _)| node != join)
            .map(|(node, edge)| {
                let taken = edge == Edge::Taken;
                Body { node, taken }
            })
            .collect();
        bodies.sort_by_key(|body| body.node);
        let fits = |body: &Body| self.is_body(program, longest, branch, body.node, join);
        (!bodies.is_empty() && bodies.iter().all(fits)).then_some(Hammock {
            branch,
            bodies,
            join,
        })
    }

    /// Whether a block is entered only from the branch and leads only to the join.
    fn is_body(
        &self,
        program: &Program,
        longest: usize,
        branch: NodeIndex,
        node: NodeIndex,
        join: NodeIndex,
    ) -> bool {
        let Some(block) = self.block(node) else {
            return false;
        };
        let graph = self.graph();
        let mut from = graph.edges_directed(node, Incoming);
        let mut to = graph.edges(node);
        matches!(block.leaves, End::Next | End::Jump { .. })
            && from.all(|edge| edge.source() == branch)
            && to.all(|edge| edge.target() == join)
            && !self.functions().iter().any(|f| f.entry == block.start)
            && is_short(program, block, longest)
    }
}

/// Whether a block is short enough and has no instruction that makes lanes wait or end.
fn is_short(program: &Program, block: &Block, longest: usize) -> bool {
    let all = (block.start..block.end).step_by(4);
    let all = all.filter_map(|pc| program.instruction(pc));
    let mut work = all.map(Instruction::class).filter(|&c| c != Class::Jump);
    let short = work.clone().count() <= longest;
    short && !work.any(|c| matches!(c, Class::Barrier | Class::PartialBarrier | Class::System))
}
