//! Two sets of update registers, which take commits and hand over in turn (DWF-58): the form with stages.

use super::{Half, SubUnit, SubUnits};
use crate::{Array, Drives, Expr, Register};
use heddle_contract::units::WarpUpdateRegisters;
use heddle_contract::units::dwf_scheduler::Out;

/// Why the turn does not count as storage.
const TURN: &str = "which update registers hand over next";

/// What the update registers hand over.
#[derive(Clone, Copy)]
pub(super) struct Handed<'m> {
    pub(super) half: Half<'m>,
    pub(super) tid: Array<'m>,
    /// No registers show threads that may enter.
    pub(super) waits: Expr<'m>,
    /// The other registers hand over, not the first.
    from_others: Expr<'m>,
    /// The other registers hand over next, if both can.
    turn: Register<'m>,
}

impl<'m> SubUnits<'_, 'm> {
    /// Update registers take commits as they are free, and hand over in turn: each needs a cycle to choose its next PC.
    /// `hazard` says of a PC that its threads may not enter.
    pub(super) fn hand_over(&self, hazard: impl Fn(Expr<'m>) -> Expr<'m>) -> Handed<'m> {
        let Self { m, p, .. } = *self;
        m.section(
            "Update registers hand over in turn: each chooses its next PC in every other cycle.",
        );
        let (own, others) = (&self.registers.output, &self.other_registers().output);
        let turn = m.register("others_turn", 1).reset(0).overhead(TURN);
        let own_waits = (!own.first | hazard(own.first_pc)).named("own_waits");
        let others_wait = (!others.first | hazard(others.first_pc)).named("others_wait");
        // DWF-60: who may enter comes first; else, and if both may, who has the turn.
        let others_turn = (*turn | !own.first) & others.first;
        let from_others = (own_waits ^ others_wait)
            .mux(own_waits, others_turn)
            .named("from_others");
        let of = |theirs: Expr<'m>, own| from_others.mux(theirs, own);
        let tid = m.array("handed_tid", p.lanes(), p.tid_bits());
        m.each("handed", p.lanes(), |i| {
            tid.set(i, of(others.first_tid.at(i), own.first_tid.at(i)));
            m.unused(own.second_tid.at(i));
            m.unused(others.second_tid.at(i));
        });
        let seconds = [own, others].map(|own| [own.second, own.second_pc, own.second_lanes]);
        for unused in seconds.into_iter().flatten() {
            m.unused(unused);
        }
        let half = Half {
            valid: (own.first | others.first).named("handed"),
            pc: of(others.first_pc, own.first_pc).named("handed_pc"),
            lanes: of(others.first_lanes, own.first_lanes).named("handed_lanes"),
        };
        Handed {
            half,
            tid,
            waits: (own_waits & others_wait).named("handed_waits"),
            from_others,
            turn,
        }
    }

    fn other_registers(&self) -> &SubUnit<'m, WarpUpdateRegisters> {
        let others = self.others.as_ref();
        others.expect("stages come with other registers")
    }

    /// Passes commits to the update registers, and tells those that handed over whether it was taken.
    pub(super) fn commit_in_turn(
        &self,
        handed: Handed<'m>,
        take: Expr<'m>,
        output: &Out<Drives<'m>>,
    ) {
        let others = self.other_registers();
        // DWF-58: a commit goes to the first registers that are free.
        let own_ready = self.commit(&self.registers, self.input.commit);
        let rest = (self.input.commit & !own_ready).named("other_commit");
        output
            .commit_ready
            .set(own_ready | self.commit(others, rest));
        handed.turn.next_when(take, !handed.from_others);
        let ways = [
            (&self.registers.input, take & !handed.from_others),
            (&others.input, take & handed.from_others),
        ];
        for (registers, take) in ways {
            registers.take_first.set(take);
            registers.take_second.set(0);
        }
    }
}
