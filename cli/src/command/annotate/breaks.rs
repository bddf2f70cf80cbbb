//! Where lanes leave the region of a loop.

use heddle_flow::petgraph::graph::NodeIndex;
use heddle_flow::{Edge, Flow, Function, Regions};
use std::collections::{BTreeMap, BTreeSet};

type Edges = BTreeSet<(NodeIndex, NodeIndex)>;

/// Edges out of regions that begin ahead of a loop and hold all of its iterations.
pub fn of_own_regions(flow: &Flow, regions: &Regions) -> Edges {
    let mut loops: BTreeMap<NodeIndex, BTreeSet<NodeIndex>> = BTreeMap::new();
    for one in flow.functions().iter().flat_map(|f| flow.loops(f)) {
        loops.entry(one.head).or_default().extend(one.body);
    }
    let is_loop = |head, point: &NodeIndex| {
        let body = loops.get(&head);
        body.is_some_and(|body| !body.contains(point))
    };
    let begun = edges(flow).flat_map(|(from, to)| {
        let begins = regions.crossing(from, to).begins.into_iter();
        begins.filter(move |point| is_loop(to, point))
    });
    let points: BTreeSet<NodeIndex> = begun.collect();
    edges(flow).filter(|(_, to)| points.contains(to)).collect()
}

/// Edges from a loop, or from what only a loop leads to, out of the region of the loop, wherever that begins (EXS-16).
pub fn of_loops(flow: &Flow, regions: &Regions) -> Edges {
    let functions = flow.functions().iter();
    functions
        .flat_map(|function| of_function(flow, regions, function))
        .collect()
}

fn of_function(flow: &Flow, regions: &Regions, function: &Function) -> Edges {
    let dominators = flow.dominators(function);
    let nodes = flow.nodes_of(function);
    let behind = |head: NodeIndex, node: NodeIndex| {
        let mut above = dominators.dominators(node).into_iter().flatten();
        above.any(|above| above == head)
    };
    let mut found = Edges::new();
    for one in flow.loops(function) {
        let mut open = regions.open(one.head).iter();
        let Some(&point) = open.find(|point| !one.body.contains(point)) else {
            continue;
        };
        let from = nodes.iter().copied().filter(|&node| behind(one.head, node));
        found.extend(
            from.filter(|&node| ways(flow, node).contains(&point))
                .map(|node| (node, point)),
        );
    }
    found
}

fn edges(flow: &Flow) -> impl Iterator<Item = (NodeIndex, NodeIndex)> {
    let nodes = flow.graph().node_indices();
    nodes.flat_map(|from| ways(flow, from).into_iter().map(move |to| (from, to)))
}

/// The successors of a block, each once.
pub fn ways(flow: &Flow, node: NodeIndex) -> BTreeSet<NodeIndex> {
    let all = flow.successors(node).into_iter();
    let real = all.filter(|&(to, edge)| edge != Edge::Never && to != flow.exit());
    real.map(|(to, _)| to).collect()
}
