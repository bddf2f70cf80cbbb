//! Barriers that threads of a warp may reach without each other.
//!
//! A mechanism with stacks keeps the threads of one side of a divergent branch waiting at the branch's reconvergence point until those of the
//! other side come there. If a barrier of the block lies before that point, they wait for each other: a deadlock.

use crate::block::End;
use crate::flow::Flow;
use crate::reconvergence::Reconvergence;
use crate::uniformity::Region;
use heddle_isa::{Class, Program};
use petgraph::graph::NodeIndex;
use std::collections::{BTreeMap, BTreeSet};

/// A barrier between a branch that may diverge and the point where the branch's threads reconverge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Risk {
    /// Byte address of the branch, of the jump through a table, or of the call through a pointer.
    pub branch: u32,
    /// Byte address of the barrier, which may be in a function that is called from there.
    pub barrier: u32,
    /// Where the branch's threads reconverge.
    pub reconvergence: Reconvergence,
}

impl Flow {
    /// All barriers between a branch that may diverge and its reconvergence point, by the addresses of barrier and branch. Of
    /// several branches around a barrier the outermost is listed. `program` is the program that the flow was recovered from.
    ///
    /// A branch may diverge if its condition may differ between the threads of a block, see [`Flow::divergent`]. The
    /// barrier of the original warp is not listed: it is meant for conditions that differ between the warps of a block.
    pub fn risks(&self, program: &Program) -> Vec<Risk> {
        let barriers = Barriers::new(self, program);
        if barriers.at.is_empty() {
            return Vec::new();
        }
        let divergent = self.divergent(program).into_iter();
        let reached: BTreeMap<NodeIndex, BTreeSet<NodeIndex>> = divergent
            .map(|branch| (branch, barriers.reached(branch)))
            .collect();
        let mut risks = Vec::new();
        for (&branch, nodes) in &reached {
            let Some(pc) = self.block(branch).map(|block| block.last()) else {
                continue;
            };
            let Some(reconvergence) = self.reconvergence(pc) else {
                continue;
            };
            let found = barriers.at.iter().filter(|(node, _)| nodes.contains(node));
            let outermost = found.filter(|(node, _)| {
                !reached.iter().any(|(&outer, around)| {
                    around.contains(node) && around.contains(&branch) && !nodes.contains(&outer)
                })
            });
            risks.extend(outermost.map(|&(_, barrier)| Risk {
                branch: pc,
                barrier,
                reconvergence,
            }));
        }
        risks.sort_by_key(|risk| (risk.barrier, risk.branch));
        risks
    }
}

/// The barriers of a program.
struct Barriers<'a> {
    flow: &'a Flow,
    program: &'a Program,
    /// Each with its node.
    at: Vec<(NodeIndex, u32)>,
}

impl<'a> Barriers<'a> {
    fn new(flow: &'a Flow, program: &'a Program) -> Barriers<'a> {
        let nodes = flow.graph().node_indices();
        let blocks = nodes.filter_map(|node| Some((node, flow.block(node)?)));
        let pcs = blocks.flat_map(|(node, block)| {
            let pcs = (block.start..block.end).step_by(4);
            pcs.map(move |pc| (node, pc))
        });
        let is_barrier = |pc| {
            let class = program
                .instruction(pc)
                .map(|instruction| instruction.class());
            class == Some(Class::Barrier)
        };
        Barriers {
            flow,
            program,
            at: pcs.filter(|&(_, pc)| is_barrier(pc)).collect(),
        }
    }

    /// The nodes that threads can reach between a branch and its reconvergence point, with those of the functions called there.
    fn reached(&self, branch: NodeIndex) -> BTreeSet<NodeIndex> {
        let mut open: Vec<NodeIndex> = match self.flow.block(branch).map(|block| &block.leaves) {
            Some(End::Call { .. } | End::Unknown) => self.called(branch),
            _ => Region::of(self.flow, branch).nodes.into_iter().collect(),
        };
        let mut reached: BTreeSet<NodeIndex> = open.iter().copied().collect();
        while let Some(node) = open.pop() {
            for called in self.called(node) {
                if reached.insert(called) {
                    open.push(called);
                }
            }
        }
        reached
    }

    /// The nodes of the functions that a node calls. A call through an unknown pointer may lead to any function but a kernel.
    fn called(&self, node: NodeIndex) -> Vec<NodeIndex> {
        let leaves = self.flow.block(node).map(|block| &block.leaves);
        let functions = self.flow.functions().iter();
        match leaves {
            Some(End::Call {
                target: Some(target),
            }) => functions
                .filter(|function| function.entry == *target)
                .flat_map(|function| self.flow.nodes_of(function))
                .collect(),
            Some(End::Call { target: None } | End::Unknown) => {
                let kernels = self.kernels();
                functions
                    .filter(|function| !kernels.contains(&function.entry))
                    .flat_map(|function| self.flow.nodes_of(function))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    fn kernels(&self) -> BTreeSet<u32> {
        crate::uniformity::kernels(self.program, self.flow)
    }
}
