//! Natural loops: a head that dominates the source of an edge back to it.

use crate::block::{Edge, Node};
use petgraph::Direction::Incoming;
use petgraph::algo::dominators::Dominators;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use std::collections::{BTreeMap, BTreeSet};

/// A natural loop; loops that share a head are one loop. Irreducible cycles have no head and are not included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The only entry of the loop.
    pub head: NodeIndex,
    /// Its nodes, the head included.
    pub body: BTreeSet<NodeIndex>,
}

/// The loops among the nodes that are reachable from the root of the dominators, by head.
pub(crate) fn loops(graph: &DiGraph<Node, Edge>, dominators: &Dominators<NodeIndex>) -> Vec<Loop> {
    let mut bodies: BTreeMap<NodeIndex, BTreeSet<NodeIndex>> = BTreeMap::new();
    for edge in graph.edge_references() {
        let (from, head) = (edge.source(), edge.target());
        let back = dominators
            .dominators(from)
            .is_some_and(|mut above| above.any(|node| node == head));
        if back {
            let body = bodies.entry(head).or_default();
            body.insert(head);
            grow(graph, dominators, body, from);
        }
    }
    let loops = bodies.into_iter();
    loops.map(|(head, body)| Loop { head, body }).collect()
}

/// Adds all nodes that lead to `from` without passing through a node of the body.
fn grow(
    graph: &DiGraph<Node, Edge>,
    dominators: &Dominators<NodeIndex>,
    body: &mut BTreeSet<NodeIndex>,
    from: NodeIndex,
) {
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        if dominators.dominators(node).is_some() && body.insert(node) {
            open.extend(graph.neighbors_directed(node, Incoming));
        }
    }
}
