//! Which way of a full set is given up.
//!
//! * LRU: a way has a rank in its set, 0 the most recently used. The ranks of a set are a
//!   permutation, so exactly one is the last. What is used gets rank 0; those that were used more
//!   recently than it move back by one. (Who was used before whom, a bit for each pair of ways,
//!   takes fewer flip-flops up to 4 ways and more from 8 ways on.)
//! * FIFO: a set has the number of the way that is next.

use super::{LookUp, Lut};
use crate::shapes::one_hot_mux;
use crate::{Array, Expr, Index, ModuleBuilder, Wire};
use heddle_contract::config::Replacement;

/// Why this state is no storage.
const REASON: &str = "replacement: the paper names no policy and table V counts no bits for one";

/// A look-up and the ranks of its set.
#[derive(Clone, Copy)]
struct Ranks<'m> {
    /// By way, as the look-up sees them.
    rank: Array<'m>,
    /// That of the way which it uses.
    used: Wire<'m>,
    /// The way that is given up, one-hot.
    victim: Wire<'m>,
}

impl<'m> Lut<'_, 'm> {
    /// The way that each look-up gives up if its set is full, one-hot.
    pub(super) fn victims(&self) -> [Expr<'m>; 2] {
        match self.p.replacement() {
            _ if self.p.ways() == 1 => [self.m.ones(1); 2],
            Replacement::Lru => self.least_recently_used(),
            Replacement::Fifo => self.in_turn(),
        }
    }

    fn least_recently_used(&self) -> [Expr<'m>; 2] {
        let Self {
            m,
            p,
            first,
            second,
            ..
        } = *self;
        m.section("Ranks of the ways, 0 the one used last. The second look-up sees the first.");
        let ranks = [first, second].map(|look_up| ranks(m, p.ways(), look_up));
        m.each("rank", p.ways(), |w| self.rank(w, ranks));
        for (look_up, ranks) in [first, second].into_iter().zip(ranks) {
            let name = format!("{}_way_rank", look_up.name);
            ranks
                .used
                .set(one_hot_mux(m, &name, *look_up.leaves.way, *ranks.rank));
        }
        ranks.map(|ranks| *ranks.victim)
    }

    /// The ranks of one way in all sets.
    fn rank(&self, w: Index, [first_ranks, second_ranks]: [Ranks<'m>; 2]) {
        let Self {
            m,
            p,
            walk,
            first,
            second,
            ..
        } = *self;
        let bits = p.ways().ilog2();
        let rank = m.memory("rank", p.sets(), bits).overhead(REASON);
        let first_rank = rank.read(first.set).named("first_rank");
        let first_next = first_ranks.sees(w, first, first_rank).named("first_next");
        let second_rank = self.same_set.mux(first_next, rank.read(second.set));
        let second_rank = second_rank.named("second_rank");
        let second_next = second_ranks.sees(w, second, second_rank);
        let number = m.number(w, bits).named("number");
        let first_writes = !walk.ready | first.takes;
        rank.write(
            self.first_row,
            first_writes,
            walk.until_ready(number, first_next),
        );
        rank.write(second.set, second.takes, second_next);
    }

    fn in_turn(&self) -> [Expr<'m>; 2] {
        let Self {
            m,
            p,
            walk,
            first,
            second,
            ..
        } = *self;
        m.section("The way of a set that is given up next. The second look-up sees the first.");
        let bits = p.ways().ilog2();
        let turn = m.memory("turn", p.sets(), bits).overhead(REASON);
        let first_turn = turn.read(first.set).named("first_turn");
        let first_next = first_turn + first.evicts().zero_extend(bits);
        let first_next = first_next.named("first_next_turn");
        let second_turn = self.same_set.mux(first_next, turn.read(second.set));
        let second_turn = second_turn.named("second_turn");
        let second_next = second_turn + second.evicts().zero_extend(bits);
        let first_writes = !walk.ready | first.takes;
        turn.write(
            self.first_row,
            first_writes,
            walk.until_ready(0, first_next),
        );
        turn.write(second.set, second.takes, second_next);
        [first_turn, second_turn].map(|turn| turn.decode(p.ways() as u32))
    }
}

fn ranks<'m>(m: &'m ModuleBuilder, ways: usize, look_up: LookUp<'m>) -> Ranks<'m> {
    let named = |what: &str| format!("{}_{what}", look_up.name);
    Ranks {
        rank: m.array(named("ranks"), ways, ways.ilog2()),
        used: m.wire(named("last_rank"), ways.ilog2()),
        victim: m.wire(named("victim"), ways as u32),
    }
}

impl<'m> Ranks<'m> {
    /// Sees the rank of a way; returns the one that it leaves.
    fn sees(&self, way: Index, look_up: LookUp<'m>, rank: Expr<'m>) -> Expr<'m> {
        self.rank.set(way, rank);
        self.victim.set_bit(way, rank.all());
        let moved = rank + rank.lt(self.used).zero_extend(rank.width());
        look_up.leaves.way.bit(way).mux(0, moved)
    }
}
