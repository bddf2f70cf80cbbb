//! Which way of a set was used longest ago, for two look-ups in a cycle of which the second sees the first.
//!
//! A way has a rank in its set, 0 the most recently used. The ranks of a set are a permutation, so
//! exactly one is the last. What is used gets rank 0; those that were used more recently than it
//! move back by one. (Who was used before whom, a bit for each pair of ways, takes fewer
//! flip-flops up to 4 ways and more from 8 ways on.)

use super::{Walker, one_hot_mux};
use crate::{Array, Expr, Index, ModuleBuilder, Wire};

/// A look-up.
#[derive(Clone, Copy)]
pub struct Use<'m> {
    /// Prefix of what is declared for it.
    pub name: &'static str,
    /// The set that it looks at.
    pub set: Expr<'m>,
    /// The way that it uses, one-hot.
    pub way: Wire<'m>,
    /// It takes effect.
    pub takes: Expr<'m>,
}

/// The ranks of all sets.
#[derive(Clone, Copy)]
pub struct Recency<'m> {
    /// Sets.
    pub sets: usize,
    /// Ways of a set, two or more.
    pub ways: usize,
    /// Clears the ranks after reset.
    pub walk: Walker<'m>,
    /// The set that the first look-up writes, or the walk.
    pub first_row: Expr<'m>,
    /// Both look up in one set.
    pub same_set: Expr<'m>,
    /// Why ranks are no storage of the unit's source.
    pub reason: &'static str,
}

/// The ranks of all sets, for one look-up at a time, which takes several cycles: the ranks of its set are read in the
/// first, and it uses a way in a later one, at the latest in the first one of the next look-up.
#[derive(Clone, Copy)]
pub struct Later<'m> {
    /// Sets.
    pub sets: usize,
    /// Ways of a set, two or more.
    pub ways: usize,
    /// Clears the ranks after reset.
    pub walk: Walker<'m>,
    /// The first cycle of a look-up.
    pub reads: Expr<'m>,
    /// The set that is looked at in the first cycle.
    pub read_set: Expr<'m>,
    /// The same set, in the cycles behind it.
    pub set: Expr<'m>,
    /// The way that is used, one-hot.
    pub way: Wire<'m>,
    /// It takes effect.
    pub takes: Expr<'m>,
    /// Why ranks are no storage of the unit's source.
    pub reason: &'static str,
}

/// A look-up and the ranks of its set.
#[derive(Clone, Copy)]
struct Ranks<'m> {
    look_up: Use<'m>,
    /// By way, as the look-up sees them: the bits but for the lowest, if there are others.
    high: Option<Array<'m>>,
    /// Those of the way which it uses.
    used: Option<Wire<'m>>,
    /// The way that was used longest ago, one-hot.
    last: Wire<'m>,
}

impl<'m> Recency<'m> {
    /// The way that was used longest ago in the set of each look-up, one-hot.
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
        let first_writes = !self.walk.done | first.takes;
        rank.write(
            self.first_row,
            first_writes,
            self.walk.until_done(number, first_next),
        );
        rank.write(second.set, second.takes, second_next);
    }
}

impl<'m> Later<'m> {
    /// The way that was used longest ago in the set, one-hot, from the second cycle on.
    pub fn last(self, m: &'m ModuleBuilder) -> Expr<'m> {
        let look_up = Use {
            name: "asked",
            set: self.set,
            way: self.way,
            takes: self.takes,
        };
        let ranks = Ranks::new(m, self.ways, look_up);
        let row = self.walk.until_done(self.walk.row, self.set);
        let row = row.named("rank_row");
        let bits = self.ways.ilog2();
        let again = (self.takes & self.set.eq(self.read_set)).named("used_again");
        m.each("rank", self.ways, |w| {
            let rank = m.memory("rank", self.sets, bits).overhead(self.reason);
            let held = m.register("asked_rank", bits).overhead(self.reason);
            let next = ranks.sees(m, w, *held).named("asked_next");
            held.next_when(self.reads, again.mux(next, rank.read(self.read_set)));
            let number = m.number(w, bits).named("number");
            let writes = !self.walk.done | self.takes;
            rank.write(row, writes, self.walk.until_done(number, next));
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

    /// The way that was used longest ago, behind all that was seen.
    fn last(self, m: &'m ModuleBuilder) -> Expr<'m> {
        if let (Some(used), Some(high)) = (self.used, self.high) {
            let name = format!("{}_way_rank", self.look_up.name);
            used.set(one_hot_mux(m, &name, *self.look_up.way, *high));
        }
        *self.last
    }

    /// Sees the rank of a way; returns the one that it leaves. The lowest bit of the rank that is used decides nothing: of
    /// the two that differ in it, one is the way's own.
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
