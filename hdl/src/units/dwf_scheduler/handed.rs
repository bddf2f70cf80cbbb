//! Two sets of update registers, which take commits and hand over in turn (DWF-58): the form with stages.

use super::{Half, SubUnit, SubUnits};
use crate::{Array, Drives, Expr, Register};
use heddle_contract::units::WarpUpdateRegisters;
use heddle_contract::units::dwf_scheduler::Out;

/// Why the turn does not count as storage.
const TURN: &str = "which update registers hand over next";

/// What the update registers show.
#[derive(Clone, Copy)]
pub(super) struct Handed<'m> {
    /// The threads that are inserted if they may enter.
    pub(super) half: Half<'m>,
    pub(super) tid: Array<'m>,
    /// Which registers may hand those over, the first ones first: one of the two at most.
    pub(super) enters: [Expr<'m>; 2],
    /// The threads that are spilled if they do not fit.
    pub(super) spilled: Half<'m>,
    pub(super) spilled_tid: Array<'m>,
    /// These are of the other registers.
    of_others: Expr<'m>,
    /// The other registers hand over next, if both can.
    turn: Register<'m>,
}

impl<'m> SubUnits<'_, 'm> {
    /// Update registers take commits as they are free, and hand over in turn: each needs a cycle to choose its next PC.
    /// `hazard` says of a PC that its threads may not enter.
    pub(super) fn hand_over(&self, hazard: impl Fn(Expr<'m>) -> Expr<'m>) -> Handed<'m> {
        let Self { m, .. } = *self;
        m.section(
            "Update registers hand over in turn: each chooses its next PC in every other cycle.",
        );
        let (own, others) = (&self.registers.output, &self.other_registers().output);
        let turn = m.register("others_turn", 1).reset(0).overhead(TURN);
        let of_others = ((*turn | !own.first) & others.first).named("of_others");
        let own_may = (own.first & !hazard(own.first_pc)).named("own_may");
        let others_may = (others.first & !hazard(others.first_pc)).named("others_may");
        // DWF-60: who may enter comes first; if both may, who has the turn.
        let enters = [
            (own_may & !(others_may & of_others)).named("own_enter"),
            (others_may & (!own_may | of_others)).named("others_enter"),
        ];
        let (half, tid) = self.shown("handed", enters[1]);
        // Where threads are spilled, no insertion is in stage 1: whose turn it is says enough, and does so early.
        let (spilled, spilled_tid) = self.shown("spillable", of_others);
        for own in [own, others] {
            m.unused(own.second);
            m.unused(own.second_pc);
            m.unused(own.second_lanes);
        }
        Handed {
            half,
            tid,
            enters,
            spilled,
            spilled_tid,
            of_others,
            turn,
        }
    }

    /// What the first or the other registers show.
    fn shown(&self, name: &str, from_others: Expr<'m>) -> (Half<'m>, Array<'m>) {
        let Self { m, p, .. } = *self;
        let (own, others) = (&self.registers.output, &self.other_registers().output);
        let of = |theirs: Expr<'m>, own| from_others.mux(theirs, own);
        let named = |what: &str| format!("{name}_{what}");
        let tid = m.array(named("tid"), p.lanes(), p.tid_bits());
        m.each(name, p.lanes(), |i| {
            tid.set(i, of(others.first_tid.at(i), own.first_tid.at(i)));
            m.unused(own.second_tid.at(i));
            m.unused(others.second_tid.at(i));
        });
        let half = Half {
            valid: own.first | others.first,
            pc: of(others.first_pc, own.first_pc).named(named("pc")),
            lanes: of(others.first_lanes, own.first_lanes).named(named("lanes")),
        };
        (half, tid)
    }

    fn other_registers(&self) -> &SubUnit<'m, WarpUpdateRegisters> {
        let others = self.others.as_ref();
        others.expect("stages come with other registers")
    }

    /// Passes commits to the update registers, and tells them what of theirs was inserted, and whether what they show was spilled.
    pub(super) fn commit_in_turn(
        &self,
        handed: Handed<'m>,
        inserted: [Expr<'m>; 2],
        spilled: Expr<'m>,
        output: &Out<Drives<'m>>,
    ) {
        let others = self.other_registers();
        // DWF-58: a commit goes to the first registers that are free.
        let own_ready = self.commit(&self.registers, self.input.commit);
        let rest = (self.input.commit & !own_ready).named("other_commit");
        output
            .commit_ready
            .set(own_ready | self.commit(others, rest));
        let takes = [
            (inserted[0] | (spilled & !handed.of_others)).named("own_take"),
            (inserted[1] | (spilled & handed.of_others)).named("others_take"),
        ];
        handed.turn.next_when(takes[0] | takes[1], takes[0]);
        for (registers, take) in [(&self.registers.input, takes[0]), (&others.input, takes[1])] {
            registers.take_first.set(take);
            registers.take_second.set(0);
        }
    }
}
