//! Which way of a full set is given up.
//!
//! * LRU: ranks, see [`Recency`].
//! * FIFO: a set has the number of the way that is next.

use super::Lut;
use crate::Expr;
use crate::shapes::{Recency, Use};
use heddle_contract::config::Replacement;

/// Why this state is no storage.
const REASON: &str = "replacement: the paper names no policy and table V counts no bits for one";

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
        let recency = Recency {
            sets: self.p.sets(),
            ways: self.p.ways(),
            walk: self.walk,
            first_row: self.first_row,
            same_set: self.same_set,
            reason: REASON,
        };
        self.m
            .section("Ranks of the ways, 0 the one used last. The second look-up sees the first.");
        let look_ups = [self.first, self.second].map(|look_up| Use {
            name: look_up.name,
            set: look_up.set,
            way: look_up.leaves.way,
            takes: look_up.takes,
        });
        recency.last(self.m, look_ups)
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
        let first_writes = !walk.done | first.takes;
        turn.write(self.first_row, first_writes, walk.until_done(0, first_next));
        turn.write(second.set, second.takes, second_next);
        [first_turn, second_turn].map(|turn| turn.decode(p.ways() as u32))
    }
}
