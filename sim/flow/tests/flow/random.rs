//! Random programs against naive references: the graph against the one the program was made from,
//! post-dominators by taking nodes away.

use crate::code::*;
use heddle_flow::{Edge, Flow};
use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};

/// Words of a block: the last one is control.
const BLOCK: u32 = 3;

/// How a block of a random program ends.
#[derive(Clone, Copy, Debug)]
pub enum Ends {
    Branch(u32),
    Jump(u32),
    Call,
    Return,
    Exit,
    Unknown,
}

pub fn random_program(random: &mut Xoshiro256StarStar) -> Vec<Ends> {
    let mut below = |n: u32| random.next_u32() % n;
    let blocks = 2 + below(14);
    let leaves = below(8);
    let ends = (0..blocks).map(|_| match below(16) {
        0..8 => Ends::Branch(below(blocks)),
        8..13 => Ends::Jump(below(blocks)),
        13 if leaves > 0 => Ends::Return,
        14 if leaves > 1 => Ends::Unknown,
        15 if leaves > 2 => Ends::Exit,
        _ => Ends::Call,
    });
    let mut ends: Vec<Ends> = ends.collect();
    // Nothing runs off the end.
    ends.push(Ends::Jump(0));
    ends
}

pub fn assemble(ends: &[Ends]) -> Vec<u32> {
    let mut words = Vec::new();
    for (block, end) in (0..).zip(ends) {
        let distance = |to: u32| (BLOCK * to) as i32 - (BLOCK * (block + 1) - 1) as i32;
        words.resize(words.len() + BLOCK as usize - 1, NOP);
        words.push(match *end {
            Ends::Branch(to) => branch(distance(to)),
            Ends::Jump(to) => jal(0, distance(to)),
            Ends::Call => CALL_A2,
            Ends::Return => RET,
            Ends::Exit => EXIT,
            Ends::Unknown => JR_A2,
        });
    }
    words
}

/// Successors of the blocks that the first one reaches, by block; `None` is the exit.
fn intended(ends: &[Ends]) -> BTreeMap<u32, BTreeSet<Option<u32>>> {
    let mut reached = BTreeMap::new();
    let mut open = vec![0];
    while let Some(block) = open.pop() {
        let to: BTreeSet<Option<u32>> = match ends[block as usize] {
            Ends::Branch(to) => [Some(block + 1), Some(to)].into(),
            Ends::Jump(to) => [Some(to)].into(),
            Ends::Call => [Some(block + 1)].into(),
            Ends::Return | Ends::Unknown => [None].into(),
            Ends::Exit => [].into(),
        };
        if reached.insert(block, to.clone()).is_none() {
            open.extend(to.into_iter().flatten());
        }
    }
    reached
}

fn found(flow: &Flow) -> BTreeMap<u32, BTreeSet<Option<u32>>> {
    let number = |node| flow.block(node).map(|b| (b.start - CODE) / 4 / BLOCK);
    let graph = flow.graph();
    let blocks = graph
        .node_indices()
        .filter_map(|node| Some((number(node)?, node)));
    blocks
        .map(|(block, node)| {
            let to = flow.successors(node).into_iter();
            let real = to.filter(|(_, edge)| *edge != Edge::Never);
            (block, real.map(|(to, _)| number(to)).collect())
        })
        .collect()
}

/// Nodes of the flow by their index, then one extra node per head of an endless cycle, for coming back to it.
pub type Edges = Vec<BTreeSet<usize>>;

/// Whether `to` can be reached from `from` without passing `without`.
pub fn reaches(edges: &Edges, from: usize, to: usize, without: Option<usize>) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(node) = open.pop() {
        if Some(node) != without && seen.insert(node) {
            open.extend(&edges[node]);
        }
    }
    seen.contains(&to)
}

/// The edges that count: without those from nodes that can reach the exit to nodes that cannot.
fn counting(flow: &Flow) -> (Edges, BTreeMap<usize, usize>) {
    let exit = flow.exit().index();
    let nodes = flow.graph().node_indices();
    let real: Edges = nodes
        .map(|node| {
            let to = flow.successors(node).into_iter();
            let real = to.filter(|(_, edge)| *edge != Edge::Never);
            real.map(|(to, _)| to.index()).collect()
        })
        .collect();
    let leaves = |node| reaches(&real, node, exit, None);
    let mut edges = real.clone();
    for (from, to) in edges.iter_mut().enumerate() {
        to.retain(|&to| !leaves(from) || leaves(to));
    }
    let ties = flow.graph().raw_edges().iter();
    let ties = ties.filter(|edge| edge.weight == Edge::Never);
    let mut heads = BTreeMap::new();
    for head in ties.map(|edge| edge.source().index()) {
        if real[head].is_empty() {
            edges[head].insert(exit);
            continue;
        }
        let arrival = edges.len();
        edges.push([exit, head].into());
        heads.insert(arrival, head);
        for to in &mut edges[..arrival] {
            if to.remove(&head) {
                to.insert(arrival);
            }
        }
    }
    (edges, heads)
}

/// By definition: the nearest node whose removal makes the exit unreachable.
fn naive(edges: &Edges, exit: usize, node: usize) -> usize {
    let blocks = |from, without| {
        from != without && (without == exit || !reaches(edges, from, exit, Some(without)))
    };
    let post: Vec<usize> = (0..edges.len())
        .filter(|&other| blocks(node, other))
        .collect();
    let mut nearest = post.iter().filter(|&&near| {
        let mut others = post.iter().filter(|&&other| other != near);
        others.all(|&other| blocks(near, other))
    });
    let found = *nearest.next().expect("the exit at least");
    assert_eq!(nearest.next(), None, "only one is the nearest");
    found
}

#[test]
fn graphs_and_post_dominators_of_random_programs() {
    let mut endless = 0;
    for seed in 0..600 {
        let ends = random_program(&mut Xoshiro256StarStar::seed_from_u64(seed));
        let flow = Flow::new(&program(&assemble(&ends)));
        assert_eq!(found(&flow), intended(&ends), "seed {seed}: {ends:?}");
        let (edges, heads) = counting(&flow);
        let exit = flow.exit().index();
        for node in flow.graph().node_indices().filter(|&n| n != flow.exit()) {
            assert!(reaches(&edges, node.index(), exit, None), "seed {seed}");
            let expected = naive(&edges, exit, node.index());
            let expected = heads.get(&expected).copied().unwrap_or(expected);
            let found = flow.immediate_post_dominator(node).expect("not the exit");
            assert_eq!(found.index(), expected, "seed {seed}, {node:?}: {ends:?}");
        }
        let tied = flow.graph().edge_weights().filter(|e| **e == Edge::Never);
        endless += tied.count();
    }
    assert!(endless > 100, "{endless} regions that are never left");
}

/// Words with the opcodes that flow depends on, all else random.
#[test]
fn random_words_have_some_flow() {
    const OPCODES: [u32; 8] = [0x63, 0x67, 0x6f, 0x17, 0x37, 0x13, 0x03, 0x33];
    let mut random = Xoshiro256StarStar::seed_from_u64(7);
    for _ in 0..300 {
        let mut word = || {
            let opcode = OPCODES[random.next_u32() as usize % OPCODES.len()];
            // Near targets, so that jumps stay inside.
            random.next_u32() & 0x81ff_ff00 | opcode | (random.next_u32() & 0x80)
        };
        let words: Vec<u32> = (0..200).map(|_| word()).collect();
        let flow = Flow::new(&with_data(&words, &words));
        for (pc, _) in flow.divergences() {
            assert!(flow.node_at(pc).is_some());
        }
        for function in flow.functions() {
            assert!(!flow.nodes_of(function).is_empty());
            flow.loops(function);
        }
    }
}
