//! The levels of the tree: at each, a node in motion is compared with the node beside it, which is stored.

use super::bits;
use crate::{Array, Expr, ModuleBuilder, Register, Wire};
use heddle_contract::units::warp_scheduler::Params;

const TREE: &str = "control: nodes of the tree of winners";

/// An entry that enters the tree, or is taken out.
#[derive(Clone, Copy)]
pub(super) struct Step<'m> {
    /// Whether an entry moves.
    pub(super) move_en: Expr<'m>,
    /// The entry enters.
    pub(super) any: Expr<'m>,
    pub(super) entry: Expr<'m>,
    pub(super) key: Expr<'m>,
}

/// The entry that wins, if one does.
#[derive(Clone, Copy)]
pub(super) struct Winner<'m> {
    pub(super) wins: Register<'m>,
    pub(super) entry: Register<'m>,
}

impl<'m> Winner<'m> {
    pub(super) fn new(m: &'m ModuleBuilder, p: &Params) -> Self {
        Winner {
            wins: m.register("wins", 1).reset(0).overhead(TREE),
            entry: m.register("winner", bits(p)).overhead(TREE),
        }
    }
}

/// A level, counted from 0 at the entries.
#[derive(Clone, Copy)]
struct Level<'m> {
    m: &'m ModuleBuilder,
    number: u32,
    nodes: usize,
}

/// A node in motion; all below it is up to date.
#[derive(Clone, Copy)]
struct Node<'m> {
    move_en: Expr<'m>,
    /// An entry is below the node.
    any: Expr<'m>,
    /// The key of the best of them.
    key: Expr<'m>,
    /// The number of the node at its level.
    place: Expr<'m>,
    /// The low bits of the number of the best entry, which the place does not say; `None` at the entries.
    leaf: Option<Expr<'m>>,
}

/// The two nodes with one parent, the left one first.
#[derive(Clone, Copy)]
struct Pair<'m> {
    any: Wire<'m>,
    key: Array<'m>,
    leaf: Option<Array<'m>>,
}

/// Describes the way of an entry up the tree, a level in a cycle; behind the last level, the best entry wins if it has `entered`
/// the tree since it was last current.
pub(super) fn climb<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    step: Step<'m>,
    entered: Expr<'m>,
    winner: Winner<'m>,
) {
    let mut level = Level {
        m,
        nodes: p.heap(),
        number: 0,
    };
    let mut node = Node {
        move_en: step.move_en,
        any: step.any,
        key: step.key,
        place: step.entry,
        leaf: None,
    };
    let (any, best) = loop {
        let moving = level.held(node);
        let pair = level.pair(moving);
        let right = level.right(pair);
        let leaf = level.leaf(pair, right);
        let any = pair.any.any();
        let Some(above) = level.above() else {
            let root = m.register("root", 1).reset(0).overhead(TREE);
            let entry = m.register("root_entry", bits(p)).overhead(TREE);
            break (
                root.next_when(moving.move_en, any),
                entry.next_when(moving.move_en, leaf),
            );
        };
        node = Node {
            move_en: moving.move_en,
            any,
            key: right.mux(pair.key.at(1), pair.key.at(0)),
            place: level.row(moving.place).expect("several parents"),
            leaf: Some(leaf),
        };
        level = above;
    };
    m.section("The entry that wins.");
    let has_entered = best.decode(p.heap() as u32) & entered;
    winner.wins.next(any & has_entered.any());
    winner.entry.next(best);
}

impl<'m> Level<'m> {
    fn name(&self, what: &str) -> String {
        format!("{what}{}", self.number)
    }

    /// Number of parents.
    fn rows(&self) -> usize {
        self.nodes.div_ceil(2)
    }

    /// The level above, if it is not the root.
    fn above(&self) -> Option<Self> {
        let (nodes, number) = (self.rows(), self.number + 1);
        (nodes > 1).then_some(Level {
            nodes,
            number,
            ..*self
        })
    }

    /// The parent of a node at its level, if there are several.
    fn row(&self, place: Expr<'m>) -> Option<Expr<'m>> {
        (self.rows() > 1).then(|| place.bits(place.width() - 1, 1))
    }

    /// The registers in front of the level.
    fn held(&self, node: Node<'m>) -> Node<'m> {
        let Self { m, number, .. } = self;
        m.section(match number {
            0 => "Level 0 of the tree: the entry that moves is compared with the one beside it."
                .into(),
            _ => format!("Level {number} of the tree."),
        });
        let hold = |what: &str, value: Expr<'m>| {
            let register = m.register(self.name(what), value.width());
            register.overhead(TREE).next_when(node.move_en, value)
        };
        let move_en = m.register(self.name("moves"), 1).reset(0).overhead(TREE);
        Node {
            move_en: move_en.next(node.move_en),
            any: hold("moving_any", node.any),
            key: hold("moving_key", node.key),
            place: hold("place", node.place),
            leaf: node.leaf.map(|leaf| hold("moving_leaf", leaf)),
        }
    }

    /// The node in motion, which is stored, and the node beside it.
    fn pair(&self, node: Node<'m>) -> Pair<'m> {
        let m = self.m;
        let is_right = node.place.bit(0);
        let row = self.row(node.place).map(|row| row.named(self.name("row")));
        let pair = Pair {
            any: m.wire(self.name("any"), 2),
            key: m.array(self.name("key"), 2, node.key.width()),
            leaf: node
                .leaf
                .map(|leaf| m.array(self.name("leaf"), 2, leaf.width())),
        };
        m.each(&self.name("side"), 2, |n| {
            let number = m.number(n, 1).named("number");
            let is_own = is_right.eq(number).named("is_own");
            let write_en = (node.move_en & is_own).named("write_en");
            let beside = |what: &str, value: Expr<'m>| {
                is_own.mux(value, self.stored(what, row, write_en, value))
            };
            let there = self.there(row, write_en, node.any);
            pair.any.set_bit(n, is_own.mux(node.any, there));
            pair.key.set(n, beside("stored_key", node.key));
            if let (Some(leaves), Some(leaf)) = (pair.leaf, node.leaf) {
                leaves.set(n, beside("stored_leaf", leaf));
            }
        });
        pair
    }

    /// What is stored of the nodes on a side, in a row.
    fn stored(
        &self,
        name: &str,
        row: Option<Expr<'m>>,
        write_en: Expr<'m>,
        value: Expr<'m>,
    ) -> Expr<'m> {
        let Some(row) = row else {
            let register = self.m.register(name, value.width());
            return register.overhead(TREE).next_when(write_en, value);
        };
        let memory = self.m.memory(name, self.rows(), value.width());
        memory.overhead(TREE).write(row, write_en, value);
        memory.read(row)
    }

    /// Whether an entry is below the node on a side, in a row.
    fn there(&self, row: Option<Expr<'m>>, write_en: Expr<'m>, any: Expr<'m>) -> Expr<'m> {
        let rows = self.rows() as u32;
        let there = self.m.register("there", rows).reset(0).overhead(TREE);
        let Some(row) = row else {
            return there.next_when(write_en, any);
        };
        let select = row.decode(rows).named("select");
        let others = *there & !select;
        there.next_when(write_en, others | select.masked(any));
        (*there & select).any()
    }

    /// Whether the right node of a pair is the better one. No two keys are equal, because no two entries have one PC.
    fn right(&self, pair: Pair<'m>) -> Expr<'m> {
        let larger = pair.key.at(1).gt(pair.key.at(0));
        let right = pair.any.bit(1) & (!pair.any.bit(0) | larger);
        right.named(self.name("right"))
    }

    /// The low bits of the number of the better entry, which the place of the parent does not say.
    fn leaf(&self, pair: Pair<'m>, right: Expr<'m>) -> Expr<'m> {
        match pair.leaf {
            Some(leaf) => right.cat(right.mux(leaf.at(1), leaf.at(0))),
            None => right,
        }
    }
}
