//! The least recently used way of a set, for two look-ups in a cycle; the second look-up sees the first.
//!
//! Each way has a rank in its set; rank 0 is the most recently used. The ranks of a set are a permutation, so
//! exactly one is the last. A way that is used gets rank 0; ways that were used more recently
//! move back by one. (The alternative, an order bit for each pair of ways, takes fewer
//! flip-flops up to 4 ways and more from 8 ways on.)

use super::{Walker, one_hot_mux};
use crate::{Array, Expr, Index, ModuleBuilder, Wire};

/// A look-up.
#[derive(Clone, Copy)]
pub struct Use<'m> {
    /// Prefix of the names declared for the look-up.
    pub name: &'static str,
    /// The set of the look-up.
    pub set: Expr<'m>,
    /// The way that the look-up uses, one-hot.
    pub way: Wire<'m>,
    /// Whether the look-up takes effect.
    pub update_en: Expr<'m>,
}

/// The ranks of all sets.
#[derive(Clone, Copy)]
pub struct Recency<'m> {
    /// Number of sets.
    pub sets: usize,
    /// Ways of a set, two or more.
    pub ways: usize,
    /// Clears the ranks after reset.
    pub walk: Walker<'m>,
    /// The set that the first look-up writes, or the walk.
    pub first_row: Expr<'m>,
    /// Whether both look-ups are in the same set.
    pub same_set: Expr<'m>,
    /// Why the unit's source does not count the ranks as storage.
    pub reason: &'static str,
}

/// The ranks of all sets, for one look-up at a time, which takes several cycles: the ranks of its set are read in the
/// first cycle, and a way is used in a later cycle, at the latest in the first cycle of the next look-up.
#[derive(Clone, Copy)]
pub struct Later<'m> {
    /// Number of sets.
    pub sets: usize,
    /// Ways of a set, two or more.
    pub ways: usize,
    /// Clears the ranks after reset.
    pub walk: Walker<'m>,
    /// Whether this is the first cycle of a look-up.
    pub reads: Expr<'m>,
    /// The set of the look-up, in the first cycle.
    pub read_set: Expr<'m>,
    /// The same set, in the later cycles.
    pub set: Expr<'m>,
    /// The way that is used, one-hot.
    pub way: Wire<'m>,
    /// Whether the look-up takes effect.
    pub update_en: Expr<'m>,
    /// Why the unit's source does not count the ranks as storage.
    pub reason: &'static str,
}

/// A look-up and the ranks of its set.
#[derive(Clone, Copy)]
struct Ranks<'m> {
    look_up: Use<'m>,
    /// By way, the ranks as the look-up sees them: all bits except the lowest, if there are others.
    high: Option<Array<'m>>,
    /// The same bits for the way that the look-up uses.
    used: Option<Wire<'m>>,
    /// The least recently used way, one-hot.
    last: Wire<'m>,
}

impl<'m> Recency<'m> {
    /// The least recently used way in the set of each look-up, one-hot.
    pub fn last(self, m: &'m ModuleBuilder, look_ups: [Use<'m>; 2]) -> [Expr<'m>; 2] {
        let ranks = look_ups.map(|look_up| Ranks::new(m, self.ways, look_up));
        m.each("rank", self.ways, |w| self.rank(m, w, ranks));
        ranks.map(|ranks| ranks.last(m))
    }

    /// The ranks of one way in all sets.
    fn rank(self, m: &'m ModuleBuilder, w: Index, [first_ranks, second_ranks]: [Ranks<'m>; 2]) {
        let bits = self.ways.ilog2();
        let (first, second) = (first_ranks.look_up, second_ranks.look_up);
        let rank = m.memory("rank", self.sets, bits).overhead(self.reason);
        let first_rank = rank.read(first.set).named("first_rank");
        let first_next = first_ranks.sees(m, w, first_rank).named("first_next");
        let second_rank = self.same_set.mux(first_next, rank.read(second.set));
        let second_rank = second_rank.named("second_rank");
        let second_next = second_ranks.sees(m, w, second_rank);
        let number = m.number(w, bits).named("number");
        let first_we = !self.walk.done | first.update_en;
        rank.write(
            self.first_row,
            first_we,
            self.walk.until_done(number, first_next),
        );
        rank.write(second.set, second.update_en, second_next);
    }
}

impl<'m> Later<'m> {
    /// The least recently used way in the set, one-hot, from the second cycle on.
    pub fn last(self, m: &'m ModuleBuilder) -> Expr<'m> {
        let look_up = Use {
            name: "asked",
            set: self.set,
            way: self.way,
            update_en: self.update_en,
        };
        let ranks = Ranks::new(m, self.ways, look_up);
        let row = self.walk.until_done(self.walk.row, self.set);
        let row = row.named("rank_row");
        let bits = self.ways.ilog2();
        let again = (self.update_en & self.set.eq(self.read_set)).named("used_again");
        m.each("rank", self.ways, |w| {
            let rank = m.memory("rank", self.sets, bits).overhead(self.reason);
            let held = m.register("asked_rank", bits).overhead(self.reason);
            let next = ranks.sees(m, w, *held).named("asked_next");
            held.next_when(self.reads, again.mux(next, rank.read(self.read_set)));
            let number = m.number(w, bits).named("number");
            let we = !self.walk.done | self.update_en;
            rank.write(row, we, self.walk.until_done(number, next));
        });
        ranks.last(m)
    }
}

impl<'m> Ranks<'m> {
    fn new(m: &'m ModuleBuilder, ways: usize, look_up: Use<'m>) -> Self {
        let named = |what: &str| format!("{}_{what}", look_up.name);
        let high = ways.ilog2() - 1;
        Ranks {
            look_up,
            high: (high > 0).then(|| m.array(named("high_ranks"), ways, high)),
            used: (high > 0).then(|| m.wire(named("last_rank"), high)),
            last: m.wire(named("victim"), ways as u32),
        }
    }

    /// The least recently used way, once the ranks of all ways have been seen.
    fn last(self, m: &'m ModuleBuilder) -> Expr<'m> {
        if let (Some(used), Some(high)) = (self.used, self.high) {
            let name = format!("{}_way_rank", self.look_up.name);
            used.set(one_hot_mux(m, &name, *self.look_up.way, *high));
        }
        *self.last
    }

    /// Sees the rank of a way; returns the rank after the look-up. The lowest bit of the used way's rank does not matter:
    /// of the two ranks that differ only in this bit, one is the used way's own.
    fn sees(&self, m: &'m ModuleBuilder, way: Index, rank: Expr<'m>) -> Expr<'m> {
        self.last.set_bit(way, rank.all());
        let moves = match (self.high, self.used) {
            (Some(high), Some(used)) => {
                high.set(way, rank.part(1, rank.width() - 1));
                rank.le(used.cat(m.constant(0, 1)))
            }
            _ => !rank,
        };
        let moved = rank + moves.zero_extend(rank.width());
        self.look_up.way.bit(way).mux(0, moved)
    }
}
