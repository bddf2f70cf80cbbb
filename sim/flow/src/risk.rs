//! Barriers that threads of a warp may reach without each other.
//!
//! A mechanism with stacks keeps the threads of one side of a divergent branch waiting at the branch's reconvergence point until those of the
//! other side come there. If a barrier of the block lies before that point, they wait for each other: a deadlock.

use crate::block::End;
use crate::flow::Flow;
use crate::reconvergence::Reconvergence;
use crate::uniformity::{Region, Uniformity};
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
    /// several branches around a barrier the outermost is listed (BAR-10). `program` is the program that the flow was recovered
    /// from.
    ///
    /// A branch may diverge if its condition may differ between the threads of a block (BAR-1), see [`Flow::divergent`]. The
    /// barrier of the original warp is not listed: it is meant for conditions that differ between the warps of a block.
    pub fn risks(&self, program: &Program) -> Vec<Risk> {
        let barriers = barriers(self, program);
        if barriers.is_empty() {
            return Vec::new();
        }
        let Uniformity { divergent, pointed } = Uniformity::new(program, self);
        let reach = Reach {
            flow: self,
            pointed: &pointed,
        };
        let reached: BTreeMap<NodeIndex, BTreeSet<NodeIndex>> = divergent
            .into_iter()
            .map(|branch| (branch, reach.of(branch)))
            .collect();
        let mut risks = Vec::new();
        for (&branch, nodes) in &reached {
            let Some(pc) = self.block(branch).map(|block| block.last()) else {
                continue;
            };
            let Some(reconvergence) = self.reconvergence(pc) else {
                continue;
            };
            let found = barriers.iter().filter(|(node, _)| nodes.contains(node));
            let outermost = found.filter(|(node, _)| !has_outer(&reached, branch, *node));
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

/// Whether a branch lies itself between another one and its reconvergence point, with the barrier's node.
fn has_outer(
    reached: &BTreeMap<NodeIndex, BTreeSet<NodeIndex>>,
    branch: NodeIndex,
    barrier: NodeIndex,
) -> bool {
    reached.iter().any(|(outer, around)| {
        around.contains(&barrier) && around.contains(&branch) && !reached[&branch].contains(outer)
    })
}

/// The barriers of the block, with their nodes.
fn barriers(flow: &Flow, program: &Program) -> Vec<(NodeIndex, u32)> {
    let nodes = flow.graph().node_indices();
    let blocks = nodes.filter_map(|node| Some((node, flow.block(node)?)));
    let pcs = blocks.flat_map(|(node, block)| {
        let pcs = (block.start..block.end).step_by(4);
        pcs.map(move |pc| (node, pc))
    });
    let is_barrier = |pc| {
        let instruction = program.instruction(pc);
        instruction.is_some_and(|instruction| instruction.class() == Class::Barrier)
    };
    pcs.filter(|&(_, pc)| is_barrier(pc)).collect()
}

/// Where threads can go, calls included.
struct Reach<'a> {
    flow: &'a Flow,
    /// Entries of the functions that a call through an unknown pointer may lead to.
    pointed: &'a BTreeSet<u32>,
}

impl Reach<'_> {
    /// The nodes that threads can reach between a branch and its reconvergence point, with those of the functions called there.
    fn of(&self, branch: NodeIndex) -> BTreeSet<NodeIndex> {
        let own = match self.flow.block(branch).map(|block| &block.leaves) {
            Some(End::Call { .. } | End::Unknown) => BTreeSet::new(),
            _ => Region::of(self.flow, branch).nodes,
        };
        let calls = own.iter().copied().chain([branch]);
        let mut open: Vec<NodeIndex> = calls.flat_map(|node| self.called(node)).collect();
        let mut reached: BTreeSet<NodeIndex> = open.iter().copied().collect();
        while let Some(node) = open.pop() {
            let inside = self.flow.successors(node).into_iter().map(|(to, _)| to);
            let next = inside.chain(self.called(node));
            let next = next.filter(|&node| node != self.flow.exit());
            open.extend(next.filter(|&node| reached.insert(node)));
        }
        reached.extend(own);
        reached
    }

    /// The first nodes of the functions that a node calls.
    fn called(&self, node: NodeIndex) -> Vec<NodeIndex> {
        let entries: Vec<u32> = match self.flow.block(node).map(|block| &block.leaves) {
            Some(&End::Call {
                target: Some(target),
            }) => vec![target],
            Some(End::Call { target: None } | End::Unknown) => {
                self.pointed.iter().copied().collect()
            }
            _ => Vec::new(),
        };
        let nodes = entries.into_iter().map(|entry| self.flow.node_at(entry));
        nodes.flatten().collect()
    }
}
