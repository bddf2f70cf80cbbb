//! The operations at an instruction, with their names in the notes.

use heddle_flow::petgraph::graph::NodeIndex;
use heddle_flow::{Block, Edge, End, Flow, Function, Regions};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// An operation of the reconvergence stack at an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Operation {
    /// `SSY`, `SYNC`, `BRK`, `CAL`, `RET`; `BRA.U` for a branch that is replaced by predicates;
    /// `@P` and `@!P` for an instruction of the lanes that take the branch, and of those that do not.
    pub name: &'static str,
    /// Where the region ends; for a `BRA.U`, the end of the hammock; for a `CAL`, the return address.
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
    /// The nodes of each loop, by the loop's head.
    loops: BTreeMap<NodeIndex, BTreeSet<NodeIndex>>,
    /// Points that lanes reach by BRK, because their region is a loop.
    breaks: BTreeSet<NodeIndex>,
    /// Predicates of hammocks' bodies: whether their lanes are those that take the branch.
    bodies: BTreeMap<NodeIndex, bool>,
}

impl<'a> Placement<'a> {
    /// Finds the operations of regions.
    pub fn new(flow: &'a Flow, regions: &'a Regions) -> Self {
        let mut placement = Placement {
            flow,
            regions,
            loops: BTreeMap::new(),
            breaks: BTreeSet::new(),
            bodies: BTreeMap::new(),
        };
        for one in flow.functions().iter().flat_map(|f| flow.loops(f)) {
            placement
                .loops
                .entry(one.head)
                .or_default()
                .extend(one.body);
        }
        for from in flow.graph().node_indices() {
            let hammock = regions.hammock(from).into_iter();
            let bodies = hammock.flat_map(|hammock| &hammock.bodies);
            placement
                .bodies
                .extend(bodies.map(|body| (body.node, body.taken)));
            for to in placement.ways(from) {
                let begins = regions.crossing(from, to).begins.into_iter();
                let breaks = begins.filter(|&point| placement.is_loop(to, point));
                placement.breaks.extend(breaks.collect::<Vec<_>>());
            }
        }
        placement
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
        let ways = self.ways(node);
        for &to in &ways {
            let crossing = self.regions.crossing(node, to);
            let leaves = crossing.leaves.then(|| self.leave(to));
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

    fn leave(&self, point: NodeIndex) -> Operation {
        let name = match self.breaks.contains(&point) {
            true => "BRK",
            false => "SYNC",
        };
        operation(name, self.pc(point))
    }

    /// Whether a region that begins before a block is a whole loop with all its iterations.
    fn is_loop(&self, head: NodeIndex, point: NodeIndex) -> bool {
        let body = self.loops.get(&head);
        body.is_some_and(|body| !body.contains(&point))
    }

    /// The successors of a block, each once.
    fn ways(&self, node: NodeIndex) -> BTreeSet<NodeIndex> {
        let all = self.flow.successors(node).into_iter();
        let real = all.filter(|&(to, edge)| edge != Edge::Never && to != self.flow.exit());
        real.map(|(to, _)| to).collect()
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
