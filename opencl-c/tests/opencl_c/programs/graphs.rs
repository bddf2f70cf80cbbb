//! Breadth-first search.

use crate::support::Session;
use heddle_sim::launch::Arg;
use std::collections::VecDeque;

const NODES: usize = 40;

/// Targets of a node.
fn targets(node: usize) -> Vec<usize> {
    (0..node % 4)
        .map(|edge| (node * 7 + edge * 11 + 3) % NODES)
        .chain([(node + 1) % NODES])
        .collect()
}

fn costs() -> Vec<i32> {
    let mut costs = vec![-1; NODES];
    costs[0] = 0;
    let mut queue = VecDeque::from([0]);
    while let Some(node) = queue.pop_front() {
        for target in targets(node) {
            if costs[target] < 0 {
                costs[target] = costs[node] + 1;
                queue.push_back(target);
            }
        }
    }
    costs
}

#[test]
fn bfs() {
    let mut session = Session::of(include_str!("bfs.cl"));
    let edges: Vec<i32> = (0..NODES)
        .flat_map(targets)
        .map(|target| target as i32)
        .collect();
    let mut first = 0;
    let nodes: Vec<i32> = (0..NODES)
        .flat_map(|node| {
            let count = targets(node).len() as i32;
            first += count;
            [first - count, count]
        })
        .collect();
    let mut start = [0_u8; NODES];
    start[0] = 1;
    let mut cost = [-1_i32; NODES];
    cost[0] = 0;
    let [nodes, edges, cost] = [
        session.buffer(&nodes),
        session.buffer(&edges),
        session.buffer(&cost),
    ];
    let [frontier, next, visited] = [
        session.buffer(&start),
        session.buffer(&[0_u8; NODES]),
        session.buffer(&start),
    ];
    let count = Arg::I32(NODES as i32);
    for _ in 0..NODES {
        let again = session.buffer(&[0_u8]);
        let all = [&nodes, &edges, &frontier, &next, &visited, &cost, &count];
        session.run("visit", 3, 16, &all.map(Arg::clone));
        session.run(
            "advance",
            3,
            16,
            &[&frontier, &next, &visited, &again, &count].map(Arg::clone),
        );
        if session.read::<u8>(&again, 1) == [0] {
            break;
        }
    }
    assert_eq!(session.read::<i32>(&cost, NODES), costs());
}
