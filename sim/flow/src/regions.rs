//! Where the regions of an explicit reconvergence stack begin and end (notes, "Instructions that
//! Affect Active Path and Reconvergence Stack").
//!
//! A *region* ends at a point where its lanes wait for each other. It is opened where lanes split (SSY with the branch), or at
//! the first of several paths into code inside the region (SSY before a loop; EXS-1). Every lane leaves it on the edge that
//! leads to its point (SYNC, BRK). The regions open at a block are the same on all paths to it. They follow from a forward
//! dataflow (EXS-3):
//!
//! * open(n) = union over the edges p -> n of open-behind(p), without n itself;
//! * open-behind(p) = open(p), plus the immediate post-dominator of p if p splits lanes.
//!
//! All points open at a block post-dominate it, so they are ordered: the nearest ends first and lies on top of the stack. On an
//! edge p -> n with n in open-behind(p), lanes leave the top region. Regions open at n but not behind p are pushed on the edge,
//! outermost first. A branch whose point is already open pushes nothing: its sides share the region.
//!
//! A region that is pushed must lie inside the open regions. Where code is entered in several places, such as a loop with a
//! jump around its head, it may not: the region of the loop would begin inside the region of the branch into the loop. In that
//! case the outer region begins early (EXS-4), ahead of the block whose branch opens the inner one. Where endless loops make
//! that impossible, the inner region is given up everywhere, and its branches wait at their next point that is not given up.
//! The last resort is the function's exit, so a placement always exists.
//!
//! Regions that lanes never leave (because they cannot reach the point: they end or loop forever) count as closed; their entries
//! stay on the stack until the lanes have ended.

use crate::block::{Edge, End};
use crate::flow::Flow;
use crate::hammock::Hammock;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;
use std::collections::{BTreeMap, BTreeSet};

/// The regions that end and begin on an edge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crossing {
    /// Whether the innermost region ends: the edge leads to its point.
    pub leaves: bool,
    /// Points of the regions that begin after that, the outermost first.
    pub begins: Vec<NodeIndex>,
}

/// Regions of a program. Calls are not included: a call pushes its return address, and a return leaves.
#[derive(Clone, Debug)]
pub struct Regions {
    /// For each node: points of the regions that are open at its start, the innermost first.
    open: Vec<Vec<NodeIndex>>,
    /// For each node: the point where lanes that split at its end reconverge.
    points: Vec<Option<NodeIndex>>,
    /// Points that are not used, see the [module](self).
    given_up: BTreeSet<NodeIndex>,
    hammocks: BTreeMap<NodeIndex, Hammock>,
}

impl Regions {
    /// Places regions. Branches of the hammocks do not split lanes: predicates replace the split.
    pub fn new(flow: &Flow, hammocks: Vec<Hammock>) -> Regions {
        let hammocks = hammocks.into_iter().map(|h| (h.branch, h)).collect();
        let chains = chains(flow);
        let mut given_up = BTreeSet::new();
        let mut early = vec![BTreeSet::new(); chains.len()];
        loop {
            let placing = Placing::new(flow, &chains, &given_up, &early, &hammocks);
            let unbalanced = placing.unbalanced();
            if unbalanced.is_empty() {
                let Placing { open, points, .. } = placing;
                return Regions {
                    open,
                    points,
                    given_up,
                    hammocks,
                };
            }
            if !placing.begin_early(&unbalanced, &mut early) {
                given_up.extend(unbalanced.iter().map(|pair| pair.inner));
            }
        }
    }

    /// The points of the regions that are open at the start of a block, the innermost first.
    pub fn open(&self, node: NodeIndex) -> &[NodeIndex] {
        &self.open[node.index()]
    }

    /// The point of the region that the branch at the end of a block opens.
    pub fn opened(&self, node: NodeIndex) -> Option<NodeIndex> {
        self.points[node.index()].filter(|point| !self.open(node).contains(point))
    }

    /// The points of the regions that are open after the end of a block, the innermost first.
    pub fn open_behind(&self, node: NodeIndex) -> Vec<NodeIndex> {
        let opened = self.opened(node).into_iter();
        opened.chain(self.open(node).iter().copied()).collect()
    }

    /// The regions that end and begin on an edge.
    /// EXS-6: one region ends on an edge, so lanes of a `break` below it leave the top entry only.
    pub fn crossing(&self, from: NodeIndex, to: NodeIndex) -> Crossing {
        let behind = self.open_behind(from);
        Crossing {
            leaves: behind.contains(&to),
            begins: self.missing(to, &behind),
        }
    }

    /// The points of the regions that begin where a block is entered with the regions `open` already open, the outermost first.
    pub fn missing(&self, node: NodeIndex, open: &[NodeIndex]) -> Vec<NodeIndex> {
        let begin = self.open(node).iter().rev();
        begin
            .filter(|point| !open.contains(point))
            .copied()
            .collect()
    }

    /// The hammock that starts with a block's branch, if predicates replace a region there.
    pub fn hammock(&self, branch: NodeIndex) -> Option<&Hammock> {
        self.hammocks.get(&branch)
    }

    /// The branches that wait at a later point than their immediate post-dominator, because of endless loops with several
    /// entries: PC of the branch, and the point that was given up.
    pub fn given_up(&self, flow: &Flow) -> Vec<(u32, NodeIndex)> {
        let parting = flow
            .graph()
            .node_indices()
            .filter(|&node| parts(flow, node));
        let point = |node| {
            let point = flow.immediate_post_dominator(node)?;
            let block = flow
                .block(node)
                .filter(|_| self.given_up.contains(&point))?;
            Some((block.last(), point))
        };
        parting.filter_map(point).collect()
    }
}

/// A pair of regions of which the outer one would have to begin inside the inner one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Unbalanced {
    outer: NodeIndex,
    inner: NodeIndex,
}

/// One attempt to place regions.
struct Placing<'a> {
    flow: &'a Flow,
    chains: Vec<Vec<NodeIndex>>,
    open: Vec<Vec<NodeIndex>>,
    points: Vec<Option<NodeIndex>>,
}

impl<'a> Placing<'a> {
    fn new(
        flow: &'a Flow,
        chains: &[Vec<NodeIndex>],
        given_up: &BTreeSet<NodeIndex>,
        early: &[BTreeSet<NodeIndex>],
        hammocks: &BTreeMap<NodeIndex, Hammock>,
    ) -> Self {
        let used = |chain: &Vec<NodeIndex>| {
            let points = chain.iter().filter(|point| !given_up.contains(point));
            points.copied().collect()
        };
        let chains: Vec<Vec<NodeIndex>> = chains.iter().map(used).collect();
        let point = |node: NodeIndex| {
            let parts = parts(flow, node) && !hammocks.contains_key(&node);
            chains[node.index()].first().filter(|_| parts).copied()
        };
        let begun = |(chain, early): (&Vec<NodeIndex>, &BTreeSet<NodeIndex>)| {
            let begun = chain.iter().filter(|point| early.contains(point));
            begun.copied().collect()
        };
        let nodes = flow.graph().node_indices();
        let mut placing = Placing {
            flow,
            points: nodes.map(point).collect(),
            open: chains.iter().zip(early).map(begun).collect(),
            chains,
        };
        placing.spread();
        placing
    }

    /// Points open after the end of `from` that post-dominate `to`, or are `to` itself.
    fn arriving(&self, from: NodeIndex, to: NodeIndex) -> BTreeSet<NodeIndex> {
        let behind = self.open[from.index()]
            .iter()
            .chain(&self.points[from.index()]);
        let ahead = |point: &&NodeIndex| **point == to || self.chains[to.index()].contains(point);
        behind.filter(ahead).copied().collect()
    }

    /// Computes the least solution of the dataflow.
    fn spread(&mut self) {
        let mut work: BTreeSet<NodeIndex> = self.flow.graph().node_indices().collect();
        while let Some(from) = work.pop_first() {
            for to in real_successors(self.flow, from) {
                let arriving = self.arriving(from, to);
                let open = &self.open[to.index()];
                let chain = self.chains[to.index()].iter();
                let all = chain.filter(|&p| p != &to && (open.contains(p) || arriving.contains(p)));
                let all: Vec<NodeIndex> = all.copied().collect();
                if all != *open {
                    self.open[to.index()] = all;
                    work.insert(to);
                }
            }
        }
    }

    /// Outer regions that would have to begin inside their inner ones.
    fn unbalanced(&self) -> BTreeSet<Unbalanced> {
        let mut found = BTreeSet::new();
        for edge in self.flow.graph().edge_references() {
            let (from, to) = (edge.source(), edge.target());
            if *edge.weight() == Edge::Never {
                continue;
            }
            let arriving = self.arriving(from, to);
            let mut inside = Vec::new();
            for &point in &self.open[to.index()] {
                if arriving.contains(&point) {
                    inside.push(point);
                } else {
                    let pair = |&inner| Unbalanced {
                        outer: point,
                        inner,
                    };
                    found.extend(inside.iter().map(pair));
                }
            }
        }
        found
    }

    /// Lets the outer regions begin where the inner ones do; `true` if any beginning is new.
    fn begin_early(&self, all: &BTreeSet<Unbalanced>, early: &mut [BTreeSet<NodeIndex>]) -> bool {
        let mut more = false;
        for Unbalanced { outer, inner } in all {
            let nodes = self.points.iter().zip(&self.chains).zip(&mut *early);
            for ((point, chain), early) in nodes {
                let begins = *point == Some(*inner) || early.contains(inner);
                more |= begins && chain.contains(outer) && early.insert(*outer);
            }
        }
        more
    }
}

/// Whether lanes that split at the end of a block can reconverge in its function.
fn parts(flow: &Flow, node: NodeIndex) -> bool {
    let leaves = flow.block(node).map(|block| &block.leaves);
    leaves.is_some_and(|leaves| matches!(leaves, End::Branch { .. } | End::Table { .. }))
}

fn real_successors(flow: &Flow, node: NodeIndex) -> Vec<NodeIndex> {
    let all = flow.successors(node).into_iter();
    all.filter(|&(to, edge)| edge != Edge::Never && to != flow.exit())
        .map(|(to, _)| to)
        .collect()
}

/// For each node: its post-dominators that are blocks, the nearest first. The iterations of an endless loop meet at its head, so
/// the chain ends there.
fn chains(flow: &Flow) -> Vec<Vec<NodeIndex>> {
    let graph = flow.graph();
    let is_last = |node| graph.edges(node).any(|edge| *edge.weight() == Edge::Never);
    let chain = |node| {
        let mut chain = Vec::new();
        let mut last = node;
        while let Some(next) = flow.immediate_post_dominator(last) {
            if next == flow.exit() {
                break;
            }
            chain.push(next);
            if is_last(next) {
                break;
            }
            last = next;
        }
        chain
    };
    graph.node_indices().map(chain).collect()
}
