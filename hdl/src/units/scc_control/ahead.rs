//! Positions a cycle ahead of the quads, where `scc_control` has two rows of registers.
//!
//! Numbers are unary here: bit n says that there are more than n. So a number is compared by looking at a bit, and
//! counted down by a shift. With binary numbers the longest path of the unit would go from the lengths of the queues
//! to the positions of an instruction's first cycle. The surplus of each lane is known when an instruction is taken; it
//! is summed up in its first cycle.

use super::Step;
use crate::shapes::encode;
use crate::{Elements, Expr, ModuleBuilder, Span};
use heddle_contract::units::quads::Quads;

/// A cycle of the instruction that is held.
#[derive(Clone, Copy)]
pub(super) struct Passing<'m> {
    /// It is the first.
    pub(super) first: Expr<'m>,
    /// It passes.
    pub(super) take: Expr<'m>,
}

/// From which position each lane of the ALU takes its quad, its own if there is no other. `needed` are the cycles of
/// the instruction that comes, if it has an active lane.
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

    m.section("The surplus in the first cycle, or what the cycles before left of it.");
    let bits = surplus_bits(quads);
    let kept = m.registers("kept_up_to", quads.quad_lanes(), bits);
    let up_to = m.array("up_to", quads.quad_lanes(), bits);
    m.each("up_to_lane", quads.quad_lanes(), |i| {
        up_to.set(i, cycle.first.mux(first_up_to.at(i), kept.at(i)));
    });

    m.section("What is left of the surplus: the lowest lanes give first.");
    let in_need = in_need(m, "in_need", waiting, quads.quad_lanes(), bits);
    let left = m.array("left_up_to", quads.quad_lanes(), bits);
    m.each("left", quads.quad_lanes(), |i| {
        let rest = m.fold("rest", m.constant(0, bits), bits as usize, |n, rest| {
            rest | up_to.at(i).shift_right(n).masked(in_need.bit(n))
        });
        left.set(i, rest);
    });
    kept.next_all_when(cycle.take, *left);

    donors(m, quads, waiting, *up_to)
}

/// Bits of a sum of surplus: of q quads half of the lanes at most have some, q / 2 each. A queue is no longer.
fn surplus_bits(quads: &Quads) -> u32 {
    (quads.lanes() / 4).max(quads.count()) as u32
}

/// Quads that are left for each lane of the ALU by itself, those that it gives away included.
fn waiting<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    step: Step<'m>,
    queue: Elements<'m>,
) -> (Elements<'m>, Elements<'m>) {
    m.section("How many quads each lane of the ALU has left, a bit each.");
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
    step.load(m, "waiting_left", waiting, *fresh, *rest);
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
    m.section("The surplus of each lane of the ALU in the first cycle: quads beyond the cycles.");
    let (count, bits) = (quads.count(), surplus_bits(quads));
    let first = m.registers("surplus", quads.quad_lanes(), bits);
    m.each("surplus_lane", quads.quad_lanes(), |i| {
        // With as many cycles as there are quads there is none.
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

/// The surplus of each lane of the ALU and of those below it.
fn up_to<'m>(m: &'m ModuleBuilder, quads: &Quads, surplus: Elements<'m>) -> Elements<'m> {
    let bits = surplus_bits(quads);
    m.section("The surplus of each lane of the ALU, and of those below it.");
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
fn sum<'m>(m: &'m ModuleBuilder, left: Expr<'m>, right: Expr<'m>) -> Expr<'m> {
    m.fold("sum", right, left.width() as usize, |n, sum| {
        // One more than n, and what is on the right.
        let more = !(!right).shift_left(n + 1);
        sum | more.masked(left.bit(n))
    })
}

/// How many of the lowest `lanes` of the ALU have no quad of their own. Here bit n says that they are n.
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

/// The n-th lane without a quad of its own takes the n-th of the surplus.
fn donors<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    waiting: Elements<'m>,
    up_to: Elements<'m>,
) -> Elements<'m> {
    m.section(
        "The n-th lane without a quad of its own takes the n-th of the surplus, so its donor is the lowest \
         lane up to which there is more than n.",
    );
    let lanes = quads.quad_lanes();
    // One lane at least has surplus, if there is some, and one is served: as many are not before it.
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
        // Behind the donor all are reached.
        let donor = (*reached & !reached.shift_left(1)).named("donor");
        position.set(i, stays.mux(itself, encode(m, "number", donor)));
    });
    *position
}
