//! The nodes of a function, in an order for data flow, and the regions of its branches.

use super::expression::Expressions;
use super::value::Value;
use crate::block::{Block, Edge, End};
use crate::flow::{Flow, Function};
use petgraph::graph::NodeIndex;
use petgraph::visit::DfsPostOrder;
use std::collections::{BTreeMap, BTreeSet};

/// The nodes between an instruction that can split threads and the point where they reconverge.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// The nodes that threads can reach before they reconverge; the branch's own node is one of them in a loop.
    pub nodes: BTreeSet<NodeIndex>,
    /// Where they reconverge; the exit if that is where the function returns to.
    pub end: Option<NodeIndex>,
}

impl Region {
    /// The region of the branch, table or unknown jump at the end of a node.
    pub fn of(flow: &Flow, branch: NodeIndex) -> Region {
        let end = flow.immediate_post_dominator(branch);
        let mut nodes = BTreeSet::new();
        let mut open = vec![branch];
        while let Some(node) = open.pop() {
            let inside = successors(flow, node).filter(|&to| Some(to) != end && to != flow.exit());
            open.extend(inside.filter(|&to| nodes.insert(to)));
        }
        Region { nodes, end }
    }
}

/// The edges of a node that threads take.
pub(super) fn successors(flow: &Flow, node: NodeIndex) -> impl Iterator<Item = NodeIndex> {
    let edges = flow.successors(node).into_iter();
    let real = edges.filter(|(_, edge)| *edge != Edge::Never);
    real.map(|(to, _)| to)
}

/// Whether threads that end a block together can go to different places within the function.
fn splits(block: &Block) -> bool {
    matches!(block.leaves, End::Branch { .. } | End::Table { .. })
}

/// The regions of all branches of a program, by the branch. Functions share them: a tail call makes the code of one function part of
/// another.
pub(super) type Regions = BTreeMap<NodeIndex, Region>;

/// The regions of a program.
pub(super) fn regions(flow: &Flow) -> Regions {
    let nodes = flow.graph().node_indices();
    let branches = nodes.filter(|&node| flow.block(node).is_some_and(splits));
    branches
        .map(|branch| (branch, Region::of(flow, branch)))
        .collect()
}

/// A function as a graph.
pub(super) struct Body<'a> {
    pub flow: &'a Flow,
    pub entry: NodeIndex,
    /// Nodes in reverse postorder, the exit included.
    pub order: Vec<NodeIndex>,
    pub regions: &'a Regions,
    /// For a node at which threads that left a loop reconverge, the nodes of the loop. A value made there may be that of
    /// different iterations for different threads.
    pub left: BTreeMap<NodeIndex, BTreeSet<NodeIndex>>,
    /// The nodes from which a node is entered, once for each edge; `None` is the start of the function.
    ways: BTreeMap<NodeIndex, Vec<Option<NodeIndex>>>,
}

impl<'a> Body<'a> {
    pub fn new(flow: &'a Flow, function: &Function, regions: &'a Regions) -> Body<'a> {
        let entry = flow
            .node_at(function.entry)
            .expect("functions start with a block");
        let order = order(flow, entry);
        Body {
            flow,
            entry,
            left: left(&order, regions),
            ways: ways(flow, entry, &order),
            order,
            regions,
        }
    }

    /// Whether values can differ by the path, or by the iteration, on which threads come to a node.
    pub fn joins(&self, node: NodeIndex) -> bool {
        self.ways.get(&node).is_some_and(|ways| ways.len() > 1) || self.left.contains_key(&node)
    }

    /// The node from which a node is entered, if there is only one.
    pub fn only_way(&self, node: NodeIndex) -> Option<NodeIndex> {
        match self.ways.get(&node)?.as_slice() {
            &[only] => only,
            _ => None,
        }
    }

    /// Whether a value was made in a loop that threads have left where they reach the node.
    pub fn is_left(&self, node: NodeIndex, value: Value, expressions: &Expressions) -> bool {
        let left = self.left.get(&node);
        left.is_some_and(|left| self.is_made_in(left, value, expressions))
    }

    /// Whether a value depends on one that was made in these nodes.
    pub fn is_made_in(
        &self,
        nodes: &BTreeSet<NodeIndex>,
        value: Value,
        expressions: &Expressions,
    ) -> bool {
        let is_made_there = |leaf: &Value| match *leaf {
            Value::Made(pc, _) => self
                .flow
                .node_at(pc)
                .is_some_and(|node| nodes.contains(&node)),
            Value::Joined(node, _) => nodes.contains(&node),
            _ => false,
        };
        match value {
            Value::Expression(_) => expressions.leaves(value).iter().any(is_made_there),
            leaf => is_made_there(&leaf),
        }
    }
}

fn order(flow: &Flow, entry: NodeIndex) -> Vec<NodeIndex> {
    let mut search = DfsPostOrder::new(flow.graph(), entry);
    let mut order = Vec::new();
    while let Some(node) = search.next(flow.graph()) {
        order.push(node);
    }
    order.reverse();
    order
}

fn ways(
    flow: &Flow,
    entry: NodeIndex,
    order: &[NodeIndex],
) -> BTreeMap<NodeIndex, Vec<Option<NodeIndex>>> {
    let mut ways = BTreeMap::from([(entry, vec![None])]);
    for &node in order {
        for to in successors(flow, node) {
            ways.entry(to).or_default().push(Some(node));
        }
    }
    ways
}

fn left(order: &[NodeIndex], regions: &Regions) -> BTreeMap<NodeIndex, BTreeSet<NodeIndex>> {
    let mut left: BTreeMap<_, BTreeSet<NodeIndex>> = BTreeMap::new();
    let own = order.iter().filter_map(|node| regions.get_key_value(node));
    for (branch, region) in own {
        if let (true, Some(end)) = (region.nodes.contains(branch), region.end) {
            left.entry(end).or_default().extend(&region.nodes);
        }
    }
    left
}
