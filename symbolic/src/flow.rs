//! Where the branches of a function join, and which values are read behind.

use crate::module::{End, Function};
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::BTreeSet;

/// What is known about a function's control flow.
pub struct Flow {
    /// For each block, the first block that every path from it to a return goes through; `None` if that is the return itself.
    joins: Vec<Option<usize>>,
    /// For each block, the values that are read in it or behind it, and were there before.
    live: Vec<Vec<usize>>,
}

impl Flow {
    /// The flow of a function.
    pub fn of(function: &Function) -> Self {
        Self {
            joins: joins(function),
            live: live(function),
        }
    }

    /// Where the successors of a block join. Paths that never return do not count.
    pub fn join(&self, block: usize) -> Option<usize> {
        self.joins[block]
    }

    /// The values that are read behind the entry of a block, its own phis among them.
    pub fn live(&self, block: usize) -> &[usize] {
        &self.live[block]
    }
}

fn joins(function: &Function) -> Vec<Option<usize>> {
    let count = function.blocks.len();
    // The edges are turned around: dominators are then post-dominators. The last node is the return.
    let mut graph: DiGraph<(), ()> = DiGraph::with_capacity(count + 1, 2 * count);
    let nodes: Vec<NodeIndex> = (0..=count).map(|_| graph.add_node(())).collect();
    for (at, block) in function.blocks.iter().enumerate() {
        for to in block.end.successors() {
            graph.add_edge(nodes[to], nodes[at], ());
        }
        if matches!(block.end, End::Return(_)) {
            graph.add_edge(nodes[count], nodes[at], ());
        }
    }
    let dominators = simple_fast(&graph, nodes[count]);
    let join = |at: usize| {
        let join = dominators.immediate_dominator(nodes[at])?.index();
        (join < count).then_some(join)
    };
    (0..count).map(join).collect()
}

fn live(function: &Function) -> Vec<Vec<usize>> {
    let count = function.blocks.len();
    let mut live: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); count];
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (at, block) in function.blocks.iter().enumerate() {
        block
            .end
            .successors()
            .into_iter()
            .for_each(|to| before[to].push(at));
    }
    let mut changed: BTreeSet<usize> = (0..count).collect();
    while let Some(at) = changed.pop_last() {
        let now = live_in(function, at, &live);
        if now.len() != live[at].len() {
            live[at] = now;
            changed.extend(&before[at]);
        }
    }
    live.into_iter()
        .map(|of| of.into_iter().collect())
        .collect()
}

/// The values that a block reads, given those of the blocks behind it. Its own phis have been taken already.
fn live_in(function: &Function, at: usize, live: &[BTreeSet<usize>]) -> BTreeSet<usize> {
    let block = &function.blocks[at];
    let mut now = BTreeSet::new();
    for to in block.end.successors() {
        let phis = &function.blocks[to].phis;
        now.extend(
            live[to]
                .iter()
                .filter(|value| phis.iter().all(|phi| phi.result != **value)),
        );
        let taken = phis.iter().flat_map(|phi| &phi.incoming);
        let taken = taken.filter(|(from, _)| *from == at);
        now.extend(taken.flat_map(|(_, operand)| operand.values()));
    }
    now.extend(
        block
            .end
            .operand()
            .iter()
            .flat_map(|operand| operand.values()),
    );
    for step in block.steps.iter().rev() {
        if let Some(result) = step.result {
            now.remove(&result);
        }
        now.extend(step.reads());
    }
    now
}
