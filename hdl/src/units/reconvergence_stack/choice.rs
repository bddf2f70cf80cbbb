//! Which entry becomes the top: the first one that is not done, among the pushed entries, the old top, and the entries
//! below it.

use super::banks::{Banks, bank_bits};
use super::splits::Splits;
use super::{Cut, Entry, NEW, Stack, Turn, candidate_count, fields, pops};
use crate::{Elements, Expr};

/// The choice of the new top; see the [module](self).
#[derive(Clone, Copy)]
pub(super) struct Choice<'m> {
    pub turn: Turn<'m>,
    /// Whether the stack changes.
    pub step_en: Expr<'m>,
    pub overflow: Expr<'m>,
    pub unbalanced: Expr<'m>,
    /// Whether any entries are pushed, and whether two are.
    pub push_en: Expr<'m>,
    pub push_two: Expr<'m>,
    /// Entries that may become the top, from the top down.
    pub candidates: Entry<Elements<'m>>,
    /// The candidates that may stay, a bit each. The first of them becomes the top.
    pub keep: Expr<'m>,
    /// The candidate that becomes the top if none stays.
    pub last: Expr<'m>,
    pub entries: Expr<'m>,
    pub threads: Expr<'m>,
    pub alive: Expr<'m>,
}

/// The effect of an update.
#[derive(Clone, Copy)]
struct Answer<'m> {
    overflow: Expr<'m>,
    unbalanced: Expr<'m>,
    /// The update is not done.
    refused: Expr<'m>,
    /// Number of entries that the update pushes on the top, 2 bits.
    pushed: Expr<'m>,
    /// The update pushes entries.
    push_en: Expr<'m>,
}

impl<'m> Stack<'_, 'm> {
    pub(super) fn choice(&self, splits: Splits<'m>, banks: Banks<'m>) -> Choice<'m> {
        let Self { m, p, .. } = self;
        let answer = self.answer(splits);
        let (candidates, below_done) = self.candidates(splits, banks);
        let keep = self.keep(splits, answer, below_done);
        let count = candidate_count(p);
        let bits = usize::BITS - (count - 1).leading_zeros();
        let end = m.constant(count as u64 - 1, bits);
        let last = (end - answer.pushed.zero_extend(bits)).named("last_in_reach");
        Choice {
            turn: splits.turn,
            step_en: (splits.turn.taken & !answer.refused).named("step_en"),
            overflow: answer.overflow,
            unbalanced: answer.unbalanced,
            push_en: answer.push_en,
            push_two: answer.pushed.bit(1),
            candidates,
            keep,
            last,
            entries: splits.entries,
            threads: splits.threads,
            alive: splits.alive,
        }
    }

    /// Whether an update is done, and how many entries it pushes.
    fn answer(&self, splits: Splits<'m>) -> Answer<'m> {
        let (first, second) = (splits.first.any, splits.second.any);
        self.m
            .section("Whether an update takes effect, and how many entries it pushes.");
        let both = (first & second).named("both");
        let one = splits.push.mux(first ^ second, both).named("one");
        let two = (splits.push & both).named("two");
        let too_many = (one & splits.full) | (two & (splits.full | splits.nearly_full));
        let overflow = (splits.update & too_many).named("overflow");
        let unbalanced = splits.update & !splits.push & splits.leaving & splits.bottom.bit(0);
        let unbalanced = unbalanced.named("unbalanced");
        let refused = (overflow | unbalanced).named("refused");
        let accepted = (splits.update & !refused).named("accepted");
        let pushed = two.cat(one).masked(accepted).named("pushed");
        Answer {
            overflow,
            unbalanced,
            refused,
            pushed,
            push_en: pushed.any().named("push_en"),
        }
    }

    /// The candidates for the top, and whether each entry below is done. `rest_lanes` are the lanes of a single side, or of the
    /// second side.
    fn candidates(
        &self,
        splits: Splits<'m>,
        banks: Banks<'m>,
    ) -> (Entry<Elements<'m>>, Elements<'m>) {
        let Self { m, p, .. } = self;
        m.section(
            "Candidates for the new top: the pushed entries, the old top, and the entries below it.",
        );
        let (first, second, push) = (splits.first, splits.second, splits.push);
        let rest_lanes = second
            .any
            .mux(second.lanes, first.lanes)
            .named("rest_lanes");
        let rest_pc = second.any.mux(second.pc, first.pc).named("rest_pc");
        let upper = Entry {
            pc: first.pc,
            lanes: first.lanes,
            reconverge: splits.waiting.pc,
            waiting: splits.compare,
        };
        let lower = Entry {
            pc: push.mux(rest_pc, first.pc),
            lanes: push.mux(rest_lanes, first.lanes),
            reconverge: push.mux(splits.waiting.pc, splits.old_reconverge),
            waiting: push.mux(splits.compare, splits.old_waiting),
        };
        let top = Entry {
            pc: push.mux(splits.waiting.pc, rest_pc),
            lanes: push.mux(splits.waiting.lanes, rest_lanes),
            reconverge: splits.old_reconverge,
            waiting: splits.old_waiting,
        };
        let candidates = fields(p)
            .map(|(name, width)| m.array(format!("new_{name}"), candidate_count(p), width));
        for (position, entry) in [upper, lower, top].into_iter().enumerate() {
            candidates.with(entry, |array, value| array.set(position, value));
        }
        let done = m.array("below_done", pops(p), 1);
        m.each("below", pops(p), |n| {
            let distance = m.number(n + 2, p.count_bits()).named("distance");
            let position = (splits.entries - distance).named("position");
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

    /// The candidates that are in reach and not done: up to `pops` entries may leave, and the bottom never does.
    fn keep(&self, splits: Splits<'m>, answer: Answer<'m>, below_done: Elements<'m>) -> Expr<'m> {
        let Self { m, p, .. } = self;
        m.section(
            "The first candidate that is not done becomes the top, otherwise the last one in reach: \
             the candidate after as many entries as one cycle can pop.",
        );
        let (first, second, push) = (splits.first, splits.second, splits.push);
        let always = (pops(p) > 1).then(|| m.ones(pops(p) as u32 - 1));
        let by_push = [!answer.push_en, !answer.pushed.bit(1)];
        let in_reach = m.cat(by_push.into_iter().chain(always)).named("in_reach");
        let arrived = |side: Expr<'m>| splits.old_waiting & side;
        let upper_keep = answer.pushed.bit(1) & !(splits.compare & splits.first_at_reconverge);
        let rest_at_reconverge = second
            .any
            .mux(splits.second_at_reconverge, splits.first_at_reconverge);
        let rest_at_old_reconverge = second
            .any
            .mux(second.at_old_reconverge, first.at_old_reconverge);
        let lower_arrived = push.mux(
            splits.compare & rest_at_reconverge,
            arrived(first.at_old_reconverge),
        );
        let lower_arrived = lower_arrived.named("lower_arrived");
        let top_arrived =
            arrived(push.mux(splits.waiting.at_old_reconverge, rest_at_old_reconverge));
        let top_arrived = top_arrived.named("top_arrived");
        let has_lanes = push.mux(splits.waiting.any, first.any | second.any);
        let top_keep = (has_lanes & !top_arrived) | splits.bottom.bit(0);
        // The top of a stack that is popping is done.
        let top_keep = splits.update & top_keep;
        let keep = m.wire("keep", candidate_count(p) as u32);
        keep.set_bit(0, upper_keep);
        keep.set_bit(1, answer.push_en & !lower_arrived);
        keep.set_bit(2, in_reach.bit(0) & top_keep);
        m.each("keep", pops(p), |n| {
            let keep_below = !below_done.at(n) | splits.bottom.bit(n + 1);
            keep.set_bit(n + NEW, in_reach.bit(n + 1) & keep_below);
        });
        *keep
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
            step_en: hold_flag("step_en", choice.step_en),
            overflow: hold_flag("overflow", choice.overflow),
            unbalanced: hold_flag("unbalanced", choice.unbalanced),
            push_en: hold_flag("push_en", choice.push_en),
            push_two: hold_flag("push_two", choice.push_two),
            candidates: held.map(|(_, array)| *array),
            keep: hold("keep", choice.keep),
            last: hold("last", choice.last),
            entries: hold("entries", choice.entries),
            threads: hold("threads", choice.threads),
            alive: hold("alive", choice.alive),
        }
    }
}
