//! Regions against a literal explicit stack: random walks push and pop as the placement says.

use crate::binaries::kernels;
use crate::code::*;
use crate::random::{Edges, assemble, random_program, reaches};
use heddle_flow::petgraph::graph::NodeIndex;
use heddle_flow::{Edge, Flow, Regions};
use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Successors of every node, without the edges that tie endless regions to the exit.
fn edges(flow: &Flow) -> Edges {
    let ways = |node| {
        let all = flow.successors(node).into_iter();
        let real = all.filter(|(_, edge)| *edge != Edge::Never);
        real.map(|(to, _)| to.index()).collect()
    };
    flow.graph().node_indices().map(ways).collect()
}

/// Walks at random from a block; returns how many regions were pushed.
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
        // Lanes that cannot reach the point never leave the region.
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

/// Every branch has a region that ends at its immediate post-dominator, unless that point was given up.
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
    for seed in 0..800 {
        let mut random = Xoshiro256StarStar::seed_from_u64(seed);
        let flow = Flow::new(&program(&assemble(&random_program(&mut random))));
        let regions = Regions::new(&flow, Vec::new());
        check_points(&flow, &regions);
        let endless = flow.graph().edge_weights().any(|edge| *edge == Edge::Never);
        let here = regions.given_up(&flow);
        assert!(endless || here.is_empty(), "seed {seed}: {here:?}");
        given_up += here.len();
        let edges = edges(&flow);
        for _ in 0..20 {
            let entry = &flow.functions()[0];
            let entry = flow.node_at(entry.entry).unwrap();
            pushed += walk(&flow, &regions, &edges, entry, &mut random);
        }
    }
    assert!(pushed > 400, "{pushed} regions were pushed on edges");
    assert!(given_up > 20, "{given_up} points were given up");
}

#[test]
fn compiled_kernels_give_no_point_up() {
    for program in kernels() {
        let flow = Flow::new(&program);
        let regions = Regions::new(&flow, flow.hammocks(&program, 4));
        assert_eq!(regions.given_up(&flow), []);
    }
}

/// Regions that begin ahead of a block on the edge from another one, and whether the edge leaves a region, by first words.
fn crossing(flow: &Flow, regions: &Regions, from: u32, to: u32) -> (bool, Vec<u32>) {
    let node = |word| flow.node_at(at(word)).unwrap();
    let found = regions.crossing(node(from), node(to));
    let begins = found.begins.iter().map(|&point| word(flow, point));
    (found.leaves, begins.collect())
}

fn word(flow: &Flow, node: NodeIndex) -> u32 {
    (flow.block(node).unwrap().start - CODE) / 4
}

fn opened(flow: &Flow, regions: &Regions, at_word: u32) -> Option<u32> {
    let node = flow.node_at(at(at_word)).unwrap();
    regions.opened(node).map(|point| word(flow, point))
}

#[test]
fn an_if_with_two_sides_is_left_on_both() {
    let flow = Flow::new(&program(&[branch(3), NOP, jal(0, 2), NOP, NOP, RET]));
    let regions = Regions::new(&flow, Vec::new());
    assert_eq!(opened(&flow, &regions, 0), Some(4));
    assert_eq!(crossing(&flow, &regions, 0, 1), (false, vec![]));
    assert_eq!(crossing(&flow, &regions, 1, 4), (true, vec![]));
    assert_eq!(crossing(&flow, &regions, 3, 4), (true, vec![]));
}

#[test]
fn a_loop_begins_ahead_of_its_head_once() {
    let flow = Flow::new(&program(&[NOP, NOP, branch(-1), NOP, RET]));
    let regions = Regions::new(&flow, Vec::new());
    assert_eq!(opened(&flow, &regions, 1), None);
    assert_eq!(crossing(&flow, &regions, 0, 1), (false, vec![3]));
    assert_eq!(crossing(&flow, &regions, 1, 1), (false, vec![]));
    assert_eq!(crossing(&flow, &regions, 1, 3), (true, vec![]));
}

#[test]
fn a_guard_ahead_of_a_loop_shares_its_region() {
    let flow = Flow::new(&program(&[branch(3), NOP, branch(-1), NOP, RET]));
    let regions = Regions::new(&flow, Vec::new());
    assert_eq!(opened(&flow, &regions, 0), Some(3));
    assert_eq!(crossing(&flow, &regions, 0, 1), (false, vec![]));
}

#[test]
fn the_region_of_a_cycle_begins_ahead_of_the_branch_into_it() {
    // Entered at 1 and at 3, left from 4: where the sides of 0 meet, the iterations of the cycle meet too.
    let flow = Flow::new(&program(&[branch(3), NOP, NOP, NOP, branch(-3), RET]));
    let regions = Regions::new(&flow, Vec::new());
    assert_eq!(regions.given_up(&flow), []);
    assert_eq!(opened(&flow, &regions, 0), Some(3));
    let first = regions.open(flow.node_at(at(0)).unwrap()).iter();
    let first: Vec<u32> = first.map(|&point| word(&flow, point)).collect();
    assert_eq!(first, [5], "open where the function begins");
}

/// Bodies of the hammocks of a program, by first words, and whether they are taken.
fn bodies(words: &[u32], longest: usize) -> Vec<Vec<(u32, bool)>> {
    let program = program(words);
    let flow = Flow::new(&program);
    let hammocks = flow.hammocks(&program, longest).into_iter();
    let bodies = |h: heddle_flow::Hammock| {
        let bodies = h.bodies.into_iter();
        bodies
            .map(|body| (word(&flow, body.node), body.taken))
            .collect()
    };
    hammocks.map(bodies).collect()
}

#[test]
fn short_straight_sides_are_hammocks() {
    let two = [branch(3), NOP, jal(0, 2), NOP, NOP, RET];
    assert_eq!(bodies(&two, 1), [[(1, false), (3, true)]]);
    assert!(bodies(&two, 0).is_empty());
    let one = [branch(3), NOP, NOP, RET];
    assert_eq!(bodies(&one, 2), [[(1, false)]]);
    assert!(bodies(&one, 1).is_empty(), "it is longer");
    let far = [branch(3), NOP, RET, NOP, jal(0, -3)];
    assert_eq!(bodies(&far, 1), [[(3, true)]], "behind the function");
}

#[test]
fn sides_that_wait_end_or_are_entered_elsewhere_are_no_hammocks() {
    const BARRIER: u32 = 0x400b;
    assert!(bodies(&[branch(2), BARRIER, RET], 4).is_empty());
    assert!(bodies(&[branch(2), EXIT, NOP, RET], 4).is_empty());
    assert!(bodies(&[branch(2), CALL_A2, RET], 4).is_empty());
    assert!(bodies(&[branch(2), branch(0), RET], 4).is_empty(), "a loop");
    let shared = [branch(3), branch(2), NOP, NOP, branch(-1), RET];
    assert!(
        bodies(&shared, 4)
            .iter()
            .flatten()
            .all(|&(word, _)| word != 3)
    );
}
