//! Regions of an explicit stack against a literal one: random walks push and pop what the placement
//! says.

use crate::binaries::kernels;
use crate::code::*;
use crate::random::{Edges, assemble, random_program, reaches};
use heddle_flow::petgraph::graph::NodeIndex;
use heddle_flow::{Edge, Flow, Regions};
use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Ways on from every node, what ties endless regions left out.
fn edges(flow: &Flow) -> Edges {
    let ways = |node| {
        let all = flow.successors(node).into_iter();
        let real = all.filter(|(_, edge)| *edge != Edge::Never);
        real.map(|(to, _)| to.index()).collect()
    };
    flow.graph().node_indices().map(ways).collect()
}

/// Walks from a block on; how many regions were pushed.
fn walk(
    flow: &Flow,
    regions: &Regions,
    edges: &Edges,
    from: NodeIndex,
    random: &mut Xoshiro256StarStar,
) -> usize {
    let (mut node, mut pushed) = (from, 0);
    let mut stack = regions.missing(node, &[]);
    for _ in 0..200 {
        let open: Vec<_> = regions.open(node).iter().rev().copied().collect();
        assert_eq!(stack, open, "at {node:?}");
        stack.extend(regions.opened(node));
        let ways: Vec<usize> = edges[node.index()].iter().copied().collect();
        if ways.is_empty() {
            return pushed;
        }
        let to = NodeIndex::new(ways[random.next_u32() as usize % ways.len()]);
        let crossing = regions.crossing(node, to);
        if crossing.leaves {
            assert_eq!(stack.pop(), Some(to), "{node:?} to {to:?}");
        }
        // Where lanes cannot come to a point, they never leave.
        stack.retain(|point| reaches(edges, to.index(), point.index(), None));
        if to == flow.exit() {
            assert_eq!(stack, [], "returning from {node:?}");
            return pushed;
        }
        pushed += crossing.begins.len();
        stack.extend(crossing.begins);
        node = to;
    }
    pushed
}

/// Every branch has a region that ends at its immediate post-dominator, unless that was given up.
fn check_points(flow: &Flow, regions: &Regions) {
    let given_up = regions.given_up(flow);
    for node in flow.graph().node_indices() {
        let block = flow.block(node).filter(|block| {
            block.leaves.targets().len() + usize::from(block.leaves.falls_through()) > 1
        });
        let (Some(block), Some(point)) = (block, flow.immediate_post_dominator(node)) else {
            continue;
        };
        let waits = regions.open_behind(node).contains(&point);
        let gave_up = given_up.contains(&(block.last(), point));
        assert!(point == flow.exit() || waits != gave_up, "{node:?}");
    }
}

#[test]
fn random_walks_through_random_graphs_are_balanced() {
    let (mut pushed, mut given_up) = (0, 0);
    for seed in 0..2000 {
        let mut random = Xoshiro256StarStar::seed_from_u64(seed);
        let flow = Flow::new(&program(&assemble(&random_program(&mut random))));
        let regions = Regions::new(&flow, Vec::new());
        check_points(&flow, &regions);
        given_up += regions.given_up(&flow).len();
        let edges = edges(&flow);
        for _ in 0..20 {
            let entry = &flow.functions()[0];
            let entry = flow.node_at(entry.entry).unwrap();
            pushed += walk(&flow, &regions, &edges, entry, &mut random);
        }
    }
    assert!(pushed > 1000, "{pushed} regions were pushed on edges");
    assert!(given_up > 100, "{given_up} points were given up");
}

#[test]
fn compiled_kernels_give_no_point_up() {
    for program in kernels() {
        let flow = Flow::new(&program);
        let regions = Regions::new(&flow, flow.hammocks(&program, 4));
        assert_eq!(regions.given_up(&flow), []);
    }
}
