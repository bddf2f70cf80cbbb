//! Where the blocks of a program are not in topological order, or those of a loop not side by side.

use heddle_flow::petgraph::Direction::Incoming;
use heddle_flow::petgraph::algo::dominators::Dominators;
use heddle_flow::petgraph::algo::is_cyclic_directed;
use heddle_flow::petgraph::graph::{DiGraph, NodeIndex};
use heddle_flow::{Block, End, Flow, Function, Loop};
use heddle_isa::Program;
use std::collections::BTreeSet;
use std::fmt;

/// A place that is out of order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// An edge that is no back edge of a loop leads to a lower address.
    Edge {
        /// The instruction that the edge leaves.
        from: u32,
        /// The instruction that it leads to.
        to: u32,
    },
    /// A block that is not of a loop lies between blocks of this loop.
    Loop {
        /// The first instruction of the loop's head.
        head: u32,
        /// The first instruction of the block.
        block: u32,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Edge { from, to } => write!(f, "an edge from {from:#x} back to {to:#x}"),
            Violation::Loop { head, block } => {
                write!(f, "the block at {block:#x} in the loop of {head:#x}")
            }
        }
    }
}

/// A function with the blocks that are its own: a tail call leads to blocks of another one, whose place says nothing.
pub struct Layout<'p> {
    flow: &'p Flow,
    function: &'p Function,
    nodes: Vec<NodeIndex>,
    dominators: Dominators<NodeIndex>,
}

impl<'p> Layout<'p> {
    pub fn new(program: &Program, flow: &'p Flow, function: &'p Function) -> Self {
        let is_own = |node: &NodeIndex| {
            let start = block(flow, *node).start;
            let found = program.function_at(start);
            found.is_some_and(|(_, offset)| start - offset == function.entry)
        };
        Layout {
            flow,
            function,
            nodes: flow.nodes_of(function).into_iter().filter(is_own).collect(),
            dominators: flow.dominators(function),
        }
    }

    /// Whether some block ends with a jump through a table.
    pub fn has_table(&self) -> bool {
        let mut nodes = self.nodes.iter();
        nodes.any(|&node| matches!(block(self.flow, node).leaves, End::Table { .. }))
    }

    /// Whether every cycle is a natural loop, which has one entry.
    pub fn is_reducible(&self) -> bool {
        let forward = self.edges().filter(|edge| !self.is_back(edge));
        let forward = forward.map(|(from, to)| (from.index() as u32, to.index() as u32));
        !is_cyclic_directed(&DiGraph::<(), ()>::from_edges(forward))
    }

    /// All places that are out of order.
    pub fn violations(&self) -> Vec<Violation> {
        // Nodes are in the order of addresses.
        let wrong = |edge: &(NodeIndex, NodeIndex)| edge.1 < edge.0 && !self.is_back(edge);
        let edges = self
            .edges()
            .filter(wrong)
            .map(|(from, to)| Violation::Edge {
                from: block(self.flow, from).last(),
                to: block(self.flow, to).start,
            });
        let loops = self.flow.loops(self.function);
        let outside = loops.iter().flat_map(|of| self.inside(of));
        edges.chain(outside).collect()
    }

    /// The edges between the function's own blocks.
    fn edges(&self) -> impl Iterator<Item = (NodeIndex, NodeIndex)> {
        let edges = self.nodes.iter().flat_map(|&from| {
            let successors = self.flow.graph().neighbors(from);
            successors.map(move |to| (from, to))
        });
        edges.filter(|(_, to)| self.nodes.contains(to))
    }

    /// Whether an edge leads back to the head of a natural loop.
    fn is_back(&self, (from, to): &(NodeIndex, NodeIndex)) -> bool {
        let mut above = self.dominators.dominators(*from).into_iter().flatten();
        above.any(|node| node == *to)
    }

    /// The blocks that lie in a loop and are not of it.
    fn inside(&self, of: &Loop) -> Vec<Violation> {
        let own = |node: &&NodeIndex| self.nodes.contains(node);
        let body: BTreeSet<&NodeIndex> = of.body.iter().filter(own).collect();
        let (Some(&first), Some(&last)) = (body.first(), body.last()) else {
            return Vec::new();
        };
        let others = self.nodes.iter().filter(|node| !body.contains(node));
        let inside = others.filter(|&node| first < node && node < last);
        let inside = inside.filter(|&&node| !self.completes_a_branch(node));
        let violation = |&node: &NodeIndex| Violation::Loop {
            head: block(self.flow, of.head).start,
            block: block(self.flow, node).start,
        };
        inside.map(violation).collect()
    }

    /// Whether a block is the second half of a branch of which neither target follows in memory: only a jump, which lanes reach
    /// from the branch before it.
    fn completes_a_branch(&self, node: NodeIndex) -> bool {
        let Block { start, end, leaves } = block(self.flow, node);
        let before = self.flow.graph().neighbors_directed(node, Incoming);
        let before: Vec<u32> = before.map(|from| block(self.flow, from).end).collect();
        end - start == 4 && matches!(leaves, End::Jump { .. }) && before == [*start]
    }
}

fn block(flow: &Flow, node: NodeIndex) -> &Block {
    flow.block(node).expect("a node of a function is a block")
}
