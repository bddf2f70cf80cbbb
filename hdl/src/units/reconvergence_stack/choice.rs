//! Which entry becomes the top: the first one that is not done, of what is pushed, the old top, and what lies
//! below it.

use super::banks::{Banks, bank_bits};
use super::parts::Parts;
use super::{Cut, Entry, NEW, Stack, Turn, candidate_count, fields, pops};
use crate::{Elements, Expr};

/// See the [module](self).
#[derive(Clone, Copy)]
pub(super) struct Choice<'m> {
    pub turn: Turn<'m>,
    /// The stack changes.
    pub steps: Expr<'m>,
    pub overflow: Expr<'m>,
    pub unbalanced: Expr<'m>,
    /// Entries are pushed: one or two, two.
    pub pushes: Expr<'m>,
    pub pushes_two: Expr<'m>,
    /// Entries that may become the top, from the top down.
    pub candidates: Entry<Elements<'m>>,
    /// Those that stay, a bit each. The first one does.
    pub stays: Expr<'m>,
    /// The one that does if none stays.
    pub last: Expr<'m>,
    pub entries: Expr<'m>,
    pub threads: Expr<'m>,
    pub alive: Expr<'m>,
}

/// What an update asks for.
#[derive(Clone, Copy)]
struct Answer<'m> {
    overflow: Expr<'m>,
    unbalanced: Expr<'m>,
    /// It is not done.
    refused: Expr<'m>,
    /// Entries that it pushes on the top, 2 bits.
    pushed: Expr<'m>,
    /// It pushes some.
    pushes: Expr<'m>,
}

impl<'m> Stack<'_, 'm> {
    pub(super) fn choice(&self, parts: Parts<'m>, banks: Banks<'m>) -> Choice<'m> {
        let Self { m, p, .. } = self;
        let answer = self.answer(parts);
        let (candidates, below_done) = self.candidates(parts, banks);
        let stays = self.stays(parts, answer, below_done);
        let count = candidate_count(p);
        let bits = usize::BITS - (count - 1).leading_zeros();
        let end = m.constant(count as u64 - 1, bits);
        let last = (end - answer.pushed.zero_extend(bits)).named("last_in_reach");
        Choice {
            turn: parts.turn,
            steps: (parts.turn.taken & !answer.refused).named("steps"),
            overflow: answer.overflow,
            unbalanced: answer.unbalanced,
            pushes: answer.pushes,
            pushes_two: answer.pushed.bit(1),
            candidates,
            stays,
            last,
            entries: parts.entries,
            threads: parts.threads,
            alive: parts.alive,
        }
    }

    /// Whether an update is done, and how many entries it pushes.
    fn answer(&self, parts: Parts<'m>) -> Answer<'m> {
        let (first, second) = (parts.first.any, parts.second.any);
        self.m
            .section("Whether an update is done, and how many entries it pushes.");
        let both = (first & second).named("both");
        let one = parts.push.mux(first ^ second, both).named("one");
        let two = (parts.push & both).named("two");
        let too_many = (one & parts.full) | (two & (parts.full | parts.nearly_full));
        let overflow = (parts.update & too_many).named("overflow");
        let unbalanced = parts.update & !parts.push & parts.leaving & parts.bottom.bit(0);
        let unbalanced = unbalanced.named("unbalanced");
        let refused = (overflow | unbalanced).named("refused");
        let accepted = (parts.update & !refused).named("accepted");
        let pushed = two.cat(one).masked(accepted).named("pushed");
        Answer {
            overflow,
            unbalanced,
            refused,
            pushed,
            pushes: pushed.any().named("pushes"),
        }
    }

    /// What may become the top; `rest` are the lanes of a single side, or of the second.
    /// Whether what lies below is done.
    fn candidates(
        &self,
        parts: Parts<'m>,
        banks: Banks<'m>,
    ) -> (Entry<Elements<'m>>, Elements<'m>) {
        let Self { m, p, .. } = self;
        m.section(
            "Candidates for the new top: what is pushed, the old top, and what lies below it.",
        );
        let (first, second, push) = (parts.first, parts.second, parts.push);
        let rest_lanes = second
            .any
            .mux(second.lanes, first.lanes)
            .named("rest_lanes");
        let rest_pc = second.any.mux(second.pc, first.pc).named("rest_pc");
        let upper = Entry {
            pc: first.pc,
            lanes: first.lanes,
            reconverge: parts.waiting.pc,
            waits: parts.compare,
        };
        let lower = Entry {
            pc: push.mux(rest_pc, first.pc),
            lanes: push.mux(rest_lanes, first.lanes),
            reconverge: push.mux(parts.waiting.pc, parts.old_reconverge),
            waits: push.mux(parts.compare, parts.old_waits),
        };
        let top = Entry {
            pc: push.mux(parts.waiting.pc, rest_pc),
            lanes: push.mux(parts.waiting.lanes, rest_lanes),
            reconverge: parts.old_reconverge,
            waits: parts.old_waits,
        };
        let candidates = fields(p)
            .map(|(name, width)| m.array(format!("new_{name}"), candidate_count(p), width));
        for (position, entry) in [upper, lower, top].into_iter().enumerate() {
            candidates.with(entry, |array, value| array.set(position, value));
        }
        let done = m.array("below_done", pops(p), 1);
        m.each("below", pops(p), |n| {
            let distance = m.number(n + 2, p.count_bits()).named("distance");
            let position = (parts.entries - distance).named("position");
            if p.count_bits() > bank_bits(p) {
                m.unused(position.bits(p.count_bits() - 1, bank_bits(p)));
            }
            let bank = position.truncate(bank_bits(p)).named("bank");
            candidates.with(banks.entry, |array, entries| {
                array.set(n + NEW, entries.index(bank));
            });
            done.set(n, banks.done.index(bank));
        });
        (candidates.map(|array| *array), *done)
    }

    /// Candidates that are not done and in reach: as many may leave as `pops` says, and the bottom never.
    fn stays(&self, parts: Parts<'m>, answer: Answer<'m>, below_done: Elements<'m>) -> Expr<'m> {
        let Self { m, p, .. } = self;
        m.section(
            "The first candidate that is not done becomes the top, or the last one in reach: the \
             one behind as many as may leave.",
        );
        let (first, second, push) = (parts.first, parts.second, parts.push);
        let always = (pops(p) > 1).then(|| m.ones(pops(p) as u32 - 1));
        let by_push = [!answer.pushes, !answer.pushed.bit(1)];
        let in_reach = m.cat(by_push.into_iter().chain(always)).named("in_reach");
        let arrived = |side: Expr<'m>| parts.old_waits & side;
        let upper_stays = answer.pushed.bit(1) & !(parts.compare & parts.first_meets);
        let rest_meets = second.any.mux(parts.second_meets, parts.first_meets);
        let rest_arrives = second.any.mux(second.arrives, first.arrives);
        let lower_arrived = push.mux(parts.compare & rest_meets, arrived(first.arrives));
        let lower_arrived = lower_arrived.named("lower_arrived");
        let top_arrived = arrived(push.mux(parts.waiting.arrives, rest_arrives));
        let top_arrived = top_arrived.named("top_arrived");
        let has_lanes = push.mux(parts.waiting.any, first.any | second.any);
        let top_stays = (has_lanes & !top_arrived) | parts.bottom.bit(0);
        // The top of a stack that is popping is done.
        let top_stays = parts.update & top_stays;
        let stays = m.wire("stays", candidate_count(p) as u32);
        stays.set_bit(0, upper_stays);
        stays.set_bit(1, answer.pushes & !lower_arrived);
        stays.set_bit(2, in_reach.bit(0) & top_stays);
        m.each("stays", pops(p), |n| {
            let stays_below = !below_done.at(n) | parts.bottom.bit(n + 1);
            stays.set_bit(n + NEW, in_reach.bit(n + 1) & stays_below);
        });
        *stays
    }

    pub(super) fn hold_choice(&self, choice: Choice<'m>) -> Choice<'m> {
        let Self { m, p, .. } = self;
        if self.stage(Cut::Choice).is_none() {
            return choice;
        }
        self.describe(Cut::Choice, "the candidates, and which of them stay");
        let hold = |name: &str, value| self.hold(Cut::Choice, name, value);
        let hold_flag = |name: &str, value| self.hold_flag(Cut::Choice, name, value);
        let count = candidate_count(p);
        let held =
            fields(p).map(|(name, width)| (name, m.array(format!("held_{name}"), count, width)));
        m.each("held", count, |n| {
            held.with(choice.candidates, |(name, held), new| {
                held.set(n, hold(name, new.at(n)))
            });
        });
        Choice {
            turn: self.hold_turn(Cut::Choice, choice.turn),
            steps: hold_flag("steps", choice.steps),
            overflow: hold_flag("overflow", choice.overflow),
            unbalanced: hold_flag("unbalanced", choice.unbalanced),
            pushes: hold_flag("pushes", choice.pushes),
            pushes_two: hold_flag("pushes_two", choice.pushes_two),
            candidates: held.map(|(_, array)| *array),
            stays: hold("stays", choice.stays),
            last: hold("last", choice.last),
            entries: hold("entries", choice.entries),
            threads: hold("threads", choice.threads),
            alive: hold("alive", choice.alive),
        }
    }
}
