//! Which way of a full set is replaced.
//!
//! * LRU: ranks, see [`Recency`].
//! * FIFO: a set stores the number of the next way to replace.
//!
//! Neither counts as storage (DWF-9).

use super::Lut;
use crate::Expr;
use crate::blocks::{Recency, Use};
use heddle_contract::config::Replacement;

/// Why this state does not count as storage.
const REASON: &str = "replacement: the paper names no policy and table V counts no bits for one";

impl<'m> Lut<'_, 'm> {
    /// The way that each look-up replaces if its set is full, one-hot.
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
        self.m.section(
            "Ranks of the ways: rank 0 is the most recently used. The second look-up sees the \
             ranks after the first.",
        );
        let look_ups = [self.first, self.second].map(|look_up| Use {
            name: look_up.name,
            set: look_up.set,
            way: look_up.leaves.way,
            update_en: look_up.update_en,
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
        m.section(
            "The way of each set that is evicted next. The second look-up sees the choice after the \
             first.",
        );
        let bits = p.ways().ilog2();
        let turn = m.memory("turn", p.sets(), bits).overhead(REASON);
        let first_turn = turn.read(first.set).named("first_turn");
        let first_next = first_turn + first.evicts().zero_extend(bits);
        let first_next = first_next.named("first_next_turn");
        let second_turn = self.same_set.mux(first_next, turn.read(second.set));
        let second_turn = second_turn.named("second_turn");
        let second_next = second_turn + second.evicts().zero_extend(bits);
        let first_we = !walk.done | first.update_en;
        turn.write(self.first_row, first_we, walk.until_done(0, first_next));
        turn.write(second.set, second.update_en, second_next);
        [first_turn, second_turn].map(|turn| turn.decode(p.ways() as u32))
    }
}
