//! Barriers that the threads of a warp may not reach together.
//!
//! Threads that part at a branch run one after the other until they reconverge. If one of them waits at a barrier before that
//! point, mechanisms that run the others only later (`pdom`, `stack`, `dwr`) never come to it: the launch deadlocks. Barriers
//! among the threads of a warp are not meant: they are for threads that have parted.

use crate::block::End;
use crate::flow::Flow;
use crate::reconvergence::Reconvergence;
use crate::uniformity::Uniformity;
use heddle_isa::{Class, Program};
use petgraph::graph::NodeIndex;
use std::collections::{BTreeMap, BTreeSet};

/// A barrier between a branch that may diverge and its reconvergence point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Risk {
    /// Byte address of the barrier.
    pub barrier: u32,
    /// Byte address of the branch or jump at which threads may part; of several, the one that spans the
    /// fewest blocks.
    pub branch: u32,
    /// Byte address of the instruction at which they reconverge; `None` if that is where their function returns.
    pub reconvergence: Option<u32>,
}

impl Flow {
    /// The barriers of a program between a branch that may diverge and its reconvergence point, by address, each once. The program
    /// is the one whose control flow this is.
    pub fn risks(&self, program: &Program) -> Vec<Risk> {
        let barriers = Barriers::of(self, program);
        if barriers.of_nodes.is_empty() {
            return Vec::new();
        }
        let uniformity = Uniformity::of(self, program);
        let mut risks: BTreeMap<u32, (usize, Risk)> = BTreeMap::new();
        for (&node, region) in uniformity.regions() {
            for barrier in barriers.between(region) {
                let risk = self.risk(node, barrier);
                let spans = (region.len(), risk);
                let known = risks.entry(barrier).or_insert(spans);
                *known = (*known).min(spans);
            }
        }
        risks.into_values().map(|(_, risk)| risk).collect()
    }

    fn risk(&self, node: NodeIndex, barrier: u32) -> Risk {
        let branch = self.block(node).expect("threads part in blocks").last();
        let reconvergence = match self.reconvergence(branch) {
            Some(Reconvergence::At(pc)) => Some(pc),
            _ => None,
        };
        Risk {
            barrier,
            branch,
            reconvergence,
        }
    }
}

/// The barriers of a program.
struct Barriers<'f> {
    flow: &'f Flow,
    /// Byte addresses of those in a node itself.
    of_nodes: BTreeMap<NodeIndex, Vec<u32>>,
    /// Byte addresses of those that a function leads to, by its entry.
    of_functions: BTreeMap<u32, BTreeSet<u32>>,
}

impl<'f> Barriers<'f> {
    fn of(flow: &'f Flow, program: &Program) -> Self {
        let is_barrier = |pc: &u32| {
            let class = program.instruction(*pc).map(|i| i.class());
            class == Some(Class::Barrier)
        };
        let mut of_nodes = BTreeMap::new();
        for block in flow.blocks() {
            let barriers: Vec<u32> = (block.start..block.end)
                .step_by(4)
                .filter(is_barrier)
                .collect();
            if let Some(node) = flow.node_at(block.start).filter(|_| !barriers.is_empty()) {
                of_nodes.insert(node, barriers);
            }
        }
        let mut barriers = Self {
            flow,
            of_nodes,
            of_functions: BTreeMap::new(),
        };
        while barriers.pass_to_callers() {}
        barriers
    }

    /// Adds to each function the barriers of its nodes and of what they call; returns whether there were new ones.
    fn pass_to_callers(&mut self) -> bool {
        let mut is_new = false;
        for function in self.flow.functions() {
            let nodes = self.flow.nodes_of(function);
            let found: BTreeSet<u32> = nodes.iter().flat_map(|&node| self.at(node)).collect();
            let known = self.of_functions.entry(function.entry).or_default();
            is_new |= found.len() > known.len();
            *known = found;
        }
        is_new
    }

    /// Those that threads wait at in a node, or in what it calls.
    fn at(&self, node: NodeIndex) -> Vec<u32> {
        let own = self.of_nodes.get(&node).into_iter().flatten().copied();
        own.chain(self.called(node)).collect()
    }

    fn called(&self, node: NodeIndex) -> impl Iterator<Item = u32> {
        let target = match self.flow.block(node).map(|block| &block.leaves) {
            Some(End::Call { target }) => *target,
            _ => None,
        };
        let barriers = target.and_then(|target| self.of_functions.get(&target));
        barriers.into_iter().flatten().copied()
    }

    /// Those that threads may wait at in the region of a branch.
    fn between(&self, region: &BTreeSet<NodeIndex>) -> BTreeSet<u32> {
        region.iter().flat_map(|&node| self.at(node)).collect()
    }
}
