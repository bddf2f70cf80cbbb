//! Post-dominators: dominators of the reversed graph, from the exit.
//!
//! By the definition, a block whose threads never leave the function has no post-dominator (fung2009, 3.2: "all paths from Y to
//! the exit node"): endless loops, blocks that end their threads. Two rules give every block a useful one (RST-10):
//!
//! * From a node that can reach the exit, paths to nodes that cannot do not count: threads that go there never come back, and no
//!   other thread should wait for them.
//! * A region that cannot be left at all is tied to the exit: a block without successors by an edge; a cycle at its head, the
//!   block through which it is entered. A thread that comes back to the head counts as leaving there, so the iterations of an
//!   endless loop meet at its head.

use crate::block::{Edge, Node};
use petgraph::Direction::Incoming;
use petgraph::algo::dominators::simple_fast;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, Reversed};
use std::collections::{BTreeMap, BTreeSet};

type Graph = DiGraph<Node, Edge>;

/// Immediate post-dominators by node; `None` for the exit. First ties regions that are never left to the exit; `entries` are the
/// entries of functions.
pub(crate) fn post_dominators(
    graph: &mut Graph,
    exit: NodeIndex,
    entries: &BTreeSet<NodeIndex>,
) -> Vec<Option<NodeIndex>> {
    let leaves = leaving(graph, exit);
    for head in endless_heads(graph, &leaves, entries) {
        graph.add_edge(head, exit, Edge::Never);
    }
    let (ways, arrivals) = ways_to_exit(graph, exit, &leaves);
    let nearest = simple_fast(Reversed(&ways), exit);
    let heads: BTreeMap<NodeIndex, NodeIndex> = arrivals
        .iter()
        .map(|(&head, &arrival)| (arrival, head))
        .collect();
    let node = |node: NodeIndex| heads.get(&node).copied().unwrap_or(node);
    let nodes = graph.node_indices();
    nodes
        .map(|of| nearest.immediate_dominator(of).map(node))
        .collect()
}

/// The edges that count, with an extra node for every head of an endless cycle: edges back to the head lead to that node.
fn ways_to_exit(
    graph: &Graph,
    exit: NodeIndex,
    leaves: &[bool],
) -> (DiGraph<(), ()>, BTreeMap<NodeIndex, NodeIndex>) {
    let mut ways = graph.map(|_, _| (), |_, _| ());
    ways.clear_edges();
    let mut arrivals = BTreeMap::new();
    let edges = || graph.raw_edges().iter();
    for tie in edges().filter(|edge| edge.weight == Edge::Never) {
        let head = tie.source();
        let mut from = tie.source();
        if graph.edges(head).count() > 1 {
            from = ways.add_node(());
            ways.add_edge(from, head, ());
            arrivals.insert(head, from);
        }
        ways.add_edge(from, exit, ());
    }
    for edge in edges().filter(|edge| edge.weight != Edge::Never) {
        let (from, to) = (edge.source(), edge.target());
        if !leaves[from.index()] || leaves[to.index()] {
            ways.add_edge(from, arrivals.get(&to).copied().unwrap_or(to), ());
        }
    }
    (ways, arrivals)
}

/// For each node: whether it can reach the exit.
fn leaving(graph: &Graph, exit: NodeIndex) -> Vec<bool> {
    let mut leaves = vec![false; graph.node_count()];
    let mut search = Dfs::new(Reversed(graph), exit);
    while let Some(node) = search.next(Reversed(graph)) {
        leaves[node.index()] = true;
    }
    leaves
}

/// One node for every region that cannot be left: the first of its nodes that is entered from outside.
fn endless_heads(
    graph: &Graph,
    leaves: &[bool],
    entries: &BTreeSet<NodeIndex>,
) -> BTreeSet<NodeIndex> {
    let regions = kosaraju_scc(graph);
    let mut region_of = vec![0; graph.node_count()];
    for (region, nodes) in regions.iter().enumerate() {
        nodes
            .iter()
            .for_each(|node| region_of[node.index()] = region);
    }
    let together = |a: NodeIndex, b: NodeIndex| region_of[a.index()] == region_of[b.index()];
    let is_last = |&node: &NodeIndex| graph.neighbors(node).all(|to| together(node, to));
    let is_entered = |&node: &NodeIndex| {
        let mut from = graph.neighbors_directed(node, Incoming);
        entries.contains(&node) || from.any(|from| !together(from, node))
    };
    let endless = regions
        .iter()
        .filter(|nodes| !leaves[nodes[0].index()] && nodes.iter().all(is_last));
    let head = |nodes: &Vec<NodeIndex>| {
        let entered = nodes.iter().copied().filter(is_entered).min();
        entered.expect("all code is reached from an entry")
    };
    endless.map(head).collect()
}
