//! The operations at an instruction, with their names in the notes.

use super::breaks::{self, ways};
use heddle_contract::config;
use heddle_flow::petgraph::graph::NodeIndex;
use heddle_flow::{Block, End, Flow, Function, Regions};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// An operation of the reconvergence stack at an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Operation {
    /// `SSY`, `SYNC`, `BRK`, `CAL`, `RET`; `BRA.U` for a branch that is replaced by predicates;
    /// `@P` and `@!P` for an instruction of the lanes that take the branch, and of those that do not. As the notes draw code,
    /// also `BRA` and `PBRK`.
    pub name: &'static str,
    /// Where the region ends; for a `BRA.U`, the end of the hammock; for a `CAL`, the return address; for a `BRA`, its target.
    pub target: Option<u32>,
    /// The operation is only for lanes that go to this address; `None` for all lanes.
    pub to: Option<u32>,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        if let Some(target) = self.target {
            write!(f, " 0x{target:08x}")?;
        }
        match self.to.filter(|to| Some(*to) != self.target) {
            Some(to) => write!(f, " on the way to 0x{to:08x}"),
            None => Ok(()),
        }
    }
}

fn operation(name: &'static str, target: impl Into<Option<u32>>) -> Operation {
    Operation {
        name,
        target: target.into(),
        to: None,
    }
}

/// The regions of a program as operations.
pub struct Placement<'a> {
    flow: &'a Flow,
    regions: &'a Regions,
    as_drawn: bool,
    /// Edges on which lanes leave the region of a loop.
    breaks: BTreeSet<(NodeIndex, NodeIndex)>,
    /// Predicates of hammocks' bodies: whether their lanes are those that take the branch.
    bodies: BTreeMap<NodeIndex, bool>,
}

impl<'a> Placement<'a> {
    /// Finds the operations of regions.
    pub fn new(flow: &'a Flow, regions: &'a Regions, placement: config::Placement) -> Self {
        let breaks = match placement {
            config::Placement::Compiled => breaks::of_own_regions(flow, regions),
            config::Placement::Notes => breaks::of_loops(flow, regions),
        };
        let nodes = flow.graph().node_indices();
        let hammocks = nodes.filter_map(|node| regions.hammock(node));
        let bodies = hammocks.flat_map(|hammock| &hammock.bodies);
        Placement {
            flow,
            regions,
            as_drawn: placement == config::Placement::Notes,
            breaks,
            bodies: bodies.map(|body| (body.node, body.taken)).collect(),
        }
    }

    /// The operations at the instruction at `pc` of a block.
    pub fn at(&self, node: NodeIndex, pc: u32) -> Vec<Operation> {
        let predicate = self.bodies.get(&node).map(|taken| match taken {
            true => operation("@P", None),
            false => operation("@!P", None),
        });
        let mut operations: Vec<Operation> = predicate.into_iter().collect();
        if let Some(block) = self.flow.block(node).filter(|block| block.last() == pc) {
            self.end(node, block, &mut operations);
        }
        operations
    }

    fn end(&self, node: NodeIndex, block: &Block, operations: &mut Vec<Operation>) {
        match self.regions.hammock(node) {
            Some(hammock) => operations.push(operation("BRA.U", self.pc(hammock.join))),
            None => operations.extend(
                self.regions
                    .opened(node)
                    .map(|point| operation("SSY", self.pc(point))),
            ),
        }
        match block.leaves {
            End::Return => operations.push(operation("RET", None)),
            End::Call { .. } => operations.push(operation("CAL", block.end)),
            _ => {}
        }
        let ways = ways(self.flow, node);
        if let (true, End::Branch { taken }) = (self.as_drawn, &block.leaves) {
            // Lanes that leave by a branch need no path of their own: the pop has the predicate.
            let leaves = |&to: &NodeIndex| self.regions.crossing(node, to).leaves;
            let all_stay = !ways.iter().any(leaves);
            operations.extend(all_stay.then(|| operation("BRA", *taken)));
        }
        for &to in &ways {
            let crossing = self.regions.crossing(node, to);
            let leaves = crossing
                .leaves
                .then(|| self.leave(node, to, ways.len() == 1));
            let begins = crossing.begins.iter();
            let begins = begins.map(|&point| operation("SSY", self.pc(point)));
            // With only one successor, the operation is for all lanes.
            let only = (ways.len() > 1).then(|| self.pc(to));
            let here = leaves.into_iter().chain(begins);
            operations.extend(here.map(|operation| Operation {
                to: only,
                ..operation
            }));
        }
    }

    /// What pops where lanes leave a region; `all` says that no lane goes another way.
    fn leave(&self, from: NodeIndex, point: NodeIndex, all: bool) -> Operation {
        let name = match self.breaks.contains(&(from, point)) {
            // EXS-17: of the two the notes say no more than that both pop.
            true if self.as_drawn && !all => "PBRK",
            true => "BRK",
            false => "SYNC",
        };
        operation(name, self.pc(point))
    }

    fn pc(&self, node: NodeIndex) -> u32 {
        let block = self.flow.block(node);
        block.expect("regions end at blocks").start
    }

    /// Branches of a function whose lanes wait at a later point than the first one where they come together: PCs of
    /// the branches and of the points that were given up.
    pub fn later(&self, function: &Function) -> Vec<(u32, u32)> {
        let nodes = self.flow.nodes_of(function);
        let all = self.regions.given_up(self.flow).into_iter();
        let own = all.filter(|&(pc, _)| self.flow.node_at(pc).is_some_and(|n| nodes.contains(&n)));
        own.map(|(pc, point)| (pc, self.pc(point))).collect()
    }
}
