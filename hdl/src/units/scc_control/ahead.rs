//! Positions a cycle ahead of the quads, for a `scc_control` with two pipeline registers.
//!
//! CPT-12: numbers are unary here: bit n says that the number is more than n. So a number is compared by testing one bit, and
//! counted down by a shift. With binary numbers the longest path of the unit would go from the lengths of the queues
//! to the positions of an instruction's first cycle. The surplus of each lane is known when an instruction is accepted; it
//! is summed up in the first cycle of the instruction.

use super::Step;
use crate::blocks::encode;
use crate::{Elements, Expr, ModuleBuilder, Span};
use heddle_contract::units::quads::Quads;

/// A cycle of the held instruction.
#[derive(Clone, Copy)]
pub(super) struct Passing<'m> {
    /// Whether this is the first cycle.
    pub(super) first: Expr<'m>,
    /// Whether the cycle is taken.
    pub(super) take: Expr<'m>,
}

/// The position from which each lane of the ALU takes its quad; its own position if there is no other. `needed` is the number
/// of cycles of the incoming instruction, if it has an active lane.
pub(super) fn positions<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    step: Step<'m>,
    cycle: Passing<'m>,
    fresh_queue: Elements<'m>,
    needed: Expr<'m>,
) -> Elements<'m> {
    let (fresh, waiting) = waiting(m, quads, step, fresh_queue);
    let first = surplus(m, quads, step, fresh, needed);
    let first_up_to = up_to(m, quads, first);

    m.section("The summed surplus: of the first cycle, or as it remains after the cycles before.");
    let bits = surplus_bits(quads);
    let kept = m.registers("kept_up_to", quads.quad_lanes(), bits);
    let up_to = m.array("up_to", quads.quad_lanes(), bits);
    m.each("up_to_lane", quads.quad_lanes(), |i| {
        up_to.set(i, cycle.first.mux(first_up_to.at(i), kept.at(i)));
    });

    m.section("The remaining surplus: the lowest lanes give their surplus first.");
    let in_need = in_need(m, "in_need", waiting, quads.quad_lanes(), bits);
    let remaining = m.array("remaining_up_to", quads.quad_lanes(), bits);
    m.each("remaining", quads.quad_lanes(), |i| {
        let rest = m.fold("rest", m.constant(0, bits), bits as usize, |n, rest| {
            rest | up_to.at(i).shift_right(n).masked(in_need.bit(n))
        });
        remaining.set(i, rest);
    });
    kept.next_all_when(cycle.take, *remaining);

    donors(m, quads, waiting, *up_to)
}

/// Bits of a sum of surplus: with q quads at most half of the lanes have surplus, q / 2 each. The width also suffices for the
/// length of a queue.
fn surplus_bits(quads: &Quads) -> u32 {
    (quads.lanes() / 4).max(quads.count()) as u32
}

/// Number of quads left in the queue of each lane of the ALU, including quads that it gives away.
fn waiting<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    step: Step<'m>,
    queue: Elements<'m>,
) -> (Elements<'m>, Elements<'m>) {
    m.section(
        "The number of remaining quads of each lane of the ALU, in unary: a bit for each quad.",
    );
    let count = quads.count() as u32;
    let fresh = m.array("fresh_waiting", quads.quad_lanes(), count);
    let rest = m.array("waiting_rest", quads.quad_lanes(), count);
    let waiting = m.registers("waiting", quads.quad_lanes(), count);
    m.each("waiting_lane", quads.quad_lanes(), |i| {
        let none = m.constant(0, count);
        let counted = m.fold("counted", none, quads.count(), |n, counted| {
            let one_more = counted.shift_left(1) | m.constant(1, count);
            queue.at(i).bit(n).mux(one_more, counted)
        });
        fresh.set(i, counted);
        rest.set(i, waiting.at(i).shift_right(1));
    });
    step.load(m, "waiting_remaining", waiting, *fresh, *rest);
    (*fresh, *waiting)
}

/// The surplus of each lane of the ALU in an instruction's first cycle.
fn surplus<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    step: Step<'m>,
    fresh: Elements<'m>,
    needed: Expr<'m>,
) -> Elements<'m> {
    m.section(
        "The surplus of each lane of the ALU in the first cycle: its quads in excess of the cycles.",
    );
    let (count, bits) = (quads.count(), surplus_bits(quads));
    let first = m.registers("surplus", quads.quad_lanes(), bits);
    m.each("surplus_lane", quads.quad_lanes(), |i| {
        // With as many cycles as quads there is no surplus.
        let none = m.constant(0, count as u32);
        let beyond = m.fold("beyond", none, count - 1, |n, beyond| {
            let cycles = m.number(n + 1, quads.quad_bits());
            let is_needed = needed.truncate(quads.quad_bits()).eq(cycles);
            beyond | fresh.at(i).shift_right(n + 1).masked(is_needed)
        });
        first
            .register(i)
            .next_when(step.starts, beyond.zero_extend(bits));
    });
    *first
}

/// The summed surplus of each lane of the ALU and the lanes below it.
fn up_to<'m>(m: &'m ModuleBuilder, quads: &Quads, surplus: Elements<'m>) -> Elements<'m> {
    let bits = surplus_bits(quads);
    m.section("The surplus, summed over each lane of the ALU and all lanes below it.");
    let (mut sums, mut reach) = (surplus, 1);
    while reach < quads.quad_lanes() {
        let wider = m.array(format!("surplus_of{}", 2 * reach), quads.quad_lanes(), bits);
        m.each(&format!("lowest_of{}", 2 * reach), reach, |i| {
            wider.set(i, sums.at(i));
        });
        m.each(
            &format!("others_of{}", 2 * reach),
            quads.quad_lanes() - reach,
            |i| {
                let (above, below) = (sums.at(i + reach), sums.at(i));
                wider.set(i + reach, sum(m, above, below));
            },
        );
        (sums, reach) = (*wider, 2 * reach);
    }
    sums
}

/// The sum of two numbers.
fn sum<'m>(m: &'m ModuleBuilder, remaining: Expr<'m>, right: Expr<'m>) -> Expr<'m> {
    m.fold("sum", right, remaining.width() as usize, |n, sum| {
        // The right number plus n + 1: the least sum if the left number is more than n.
        let more = !(!right).shift_left(n + 1);
        sum | more.masked(remaining.bit(n))
    })
}

/// How many of the lowest `lanes` of the ALU have no quad of their own. Bit n says that the number is exactly n.
fn in_need<'m>(
    m: &'m ModuleBuilder,
    name: &str,
    waiting: Elements<'m>,
    lanes: impl Into<Span>,
    bits: u32,
) -> Expr<'m> {
    m.fold(name, m.constant(1, bits), lanes, |n, in_need| {
        waiting.at(n).bit(0).mux(in_need, in_need.shift_left(1))
    })
}

/// The n-th lane without its own quad takes the n-th surplus quad.
fn donors<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    waiting: Elements<'m>,
    up_to: Elements<'m>,
) -> Elements<'m> {
    m.section(
        "The n-th lane without its own quad takes the n-th surplus quad: its donor is the lowest \
         lane whose summed surplus is more than n. (n counts from 0.)",
    );
    let lanes = quads.quad_lanes();
    // If there is surplus, at least one lane has it and another is served, so at most `lanes` - 2 lanes in need come before it.
    let turns = surplus_bits(quads).min(lanes.saturating_sub(1).max(1) as u32);
    let position = m.array("position", lanes, quads.position_bits());
    m.each("lane", lanes, |i| {
        let turn = in_need(m, "turn", waiting, i, turns);
        let reached = m.wire("reached", lanes as u32);
        m.each("reached", lanes, |j| {
            reached.set_bit(j, (up_to.at(j).truncate(turns) & turn).any());
        });
        let itself = m.number(i, quads.position_bits()).named("itself");
        let stays = waiting.at(i).bit(0) | !reached.bit(lanes - 1);
        // From the donor on, all lanes are reached.
        let donor = (*reached & !reached.shift_left(1)).named("donor");
        position.set(i, stays.mux(itself, encode(m, "number", donor)));
    });
    *position
}
