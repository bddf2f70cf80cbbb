//! A tree that finds the largest of an array of keys. Keys that take no part are never examined, so
//! they may be unknown.

use crate::builder::index_bits;
use crate::{Elements, Expr, Index, ModuleBuilder};

/// The nodes of one level.
#[derive(Clone, Copy)]
struct Level<'m> {
    number: u32,
    /// Per node: at least one leaf below takes part.
    any: Expr<'m>,
    /// The largest key below each node.
    key: Elements<'m>,
    /// The leaf below each node with the largest key; `None` at the leaves themselves.
    leaf: Option<Elements<'m>>,
}

/// The number of the largest among the `keys` that take `part`, the lowest among equals, `latency` cycles later.
///
/// The registers cut the tree into pieces of about equal depth; each is placed after a level.
pub(super) fn largest<'m>(
    m: &'m ModuleBuilder,
    part: Expr<'m>,
    keys: Elements<'m>,
    latency: u32,
    reason: &'static str,
) -> Expr<'m> {
    let levels = index_bits(keys.count());
    let cuts: Vec<u32> = (1..=latency)
        .map(|cut| (cut * levels).div_ceil(latency + 1))
        .collect();
    let mut level = Level {
        number: 0,
        any: part,
        key: keys,
        leaf: None,
    };
    while level.number + 1 < levels {
        level = level_above(m, level);
        let number = level.number;
        let behind = (1..).zip(&cuts).filter(|&(_, &at)| at == number);
        for (cut, _) in behind {
            level = held(m, level, cut, reason);
        }
    }
    let root = root(level);
    let behind = (1..).zip(cuts).filter(|(_, at)| *at == levels);
    behind.fold(root, |leaf, (cut, _)| {
        let held = m.register(format!("winner_held{cut}"), levels);
        held.overhead(reason).next(leaf)
    })
}

/// The larger key of each pair; an odd node passes through.
fn level_above<'m>(m: &'m ModuleBuilder, below: Level<'m>) -> Level<'m> {
    let (number, nodes) = (below.number + 1, below.key.count());
    let width = below.key.width();
    let key = m.array(format!("key{number}"), nodes.div_ceil(2), width);
    let leaf = m.array(format!("leaf{number}"), nodes.div_ceil(2), number);
    let any = m.wire(format!("any{number}"), nodes.div_ceil(2) as u32);
    m.each(&format!("level{number}"), nodes / 2, |i| {
        let right = below.right_wins(2 * i, 2 * i + 1).named("right");
        key.set(i, right.mux(below.key.at(2 * i + 1), below.key.at(2 * i)));
        leaf.set(i, below.winner(right, 2 * i, 2 * i + 1));
        any.set_bit(i, below.any.bit(2 * i) | below.any.bit(2 * i + 1));
    });
    if nodes % 2 == 1 {
        key.set(nodes / 2, below.key.at(nodes - 1));
        let left = m.constant(0, 1);
        leaf.set(nodes / 2, below.place(left, nodes - 1));
        any.set_bit(nodes / 2, below.any.bit(nodes - 1));
    }
    Level {
        number,
        any: *any,
        key: *key,
        leaf: Some(*leaf),
    }
}

/// The leaf that wins; its key is not needed.
fn root(below: Level<'_>) -> Expr<'_> {
    let right = below.right_wins(0, 1).named("right_wins");
    below.winner(right, 0, 1).named("winner")
}

/// The level delayed by one cycle.
fn held<'m>(m: &'m ModuleBuilder, level: Level<'m>, cut: u32, reason: &'static str) -> Level<'m> {
    let nodes = level.key.count();
    let hold = |name: &str, from: Elements<'m>| {
        let held = m.array(format!("held{cut}_{name}"), nodes, from.width());
        m.each(&format!("held{cut}_{name}"), nodes, |i| {
            let register = m.register("value", from.width()).overhead(reason);
            held.set(i, register.next(from.at(i)));
        });
        *held
    };
    let any = m.register(format!("held{cut}_any"), nodes as u32);
    Level {
        any: any.overhead(reason).next(level.any),
        key: hold("key", level.key),
        leaf: level.leaf.map(|leaf| hold("leaf", leaf)),
        ..level
    }
}

impl<'m> Level<'m> {
    /// Whether the right node of a pair has the larger key.
    fn right_wins<I: Copy + Into<Index>>(self, left: I, right: I) -> Expr<'m> {
        let larger = self.key.at(right).gt(self.key.at(left));
        self.any.bit(right) & (!self.any.bit(left) | larger)
    }

    /// The leaf with the larger key below a pair of nodes.
    fn winner(
        self,
        right_wins: Expr<'m>,
        left: impl Into<Index>,
        right: impl Into<Index>,
    ) -> Expr<'m> {
        match self.leaf {
            Some(leaf) => right_wins.cat(right_wins.mux(leaf.at(right), leaf.at(left))),
            None => right_wins,
        }
    }

    /// The winning leaf below a node, with the bit that says on which side of the node above it is.
    fn place(self, side: Expr<'m>, node: usize) -> Expr<'m> {
        self.leaf.map_or(side, |leaf| side.cat(leaf.at(node)))
    }
}
