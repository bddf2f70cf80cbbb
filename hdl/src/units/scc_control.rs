//! RTL of `scc_control`: a row of bits for each lane of the ALU is its queue of quads.
//!
//! Within a cycle the lanes of the ALU are served in order, each after what those before it took: a
//! chain of as many stages as the ALU has lanes, with the lane in the names. A queue with surplus is never
//! emptied by others, because more is in it than surplus: so the chain only passes on which bits are
//! taken, and how much surplus is left.

use super::bcc_sequencer::active_quads;
use crate::build::bits_of;
use crate::shapes::{count_ones, encode, lowest_one_hot, one_hot_mux};
use crate::{Drives, Elements, Expr, Hardware, ModuleBuilder, Reads, Registers};
use heddle_contract::units::SccControl;
use heddle_contract::units::quads::Quads;
use heddle_contract::units::scc_control::{In, Out, Params};

/// What is left of an instruction.
#[derive(Clone, Copy)]
struct State<'m> {
    /// Whether quads are issued whole.
    whole: Expr<'m>,
    /// For each lane of the ALU, quads with an active lane at its position, a bit each.
    queue: Registers<'m>,
    /// For each lane of the ALU, how many others may take from its queue.
    surplus: Registers<'m>,
}

/// What a lane of the ALU leaves to those after it.
#[derive(Clone, Copy)]
struct Rest<'m> {
    queue: Elements<'m>,
    surplus: Elements<'m>,
}

impl Hardware for SccControl {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let quads = p.quads();
        m.section("What is left of the instruction that is held.");
        let held = m.register("held", 1).reset(0);
        let first = m.register("first", 1);
        let cycles = m.register("cycles", cycle_bits(&quads));
        let whole = m.register("whole", 1);
        let state = State {
            whole: *whole,
            queue: m.registers("queue", quads.width(), quads.count() as u32),
            surplus: m.registers("surplus", quads.width(), quads.quad_bits()),
        };
        let last = cycles.eq(1).named("last");
        let ready = (!held | input.take & last).named("ready");
        let taken = (input.request & ready).named("taken");
        let starts = match p.skip_empty() {
            true => taken & input.mask.any(),
            false => taken,
        };
        held.next(starts | held & !(input.take & last));
        first.next(taken | first & !input.take);
        let rest = execute(m, &quads, state, &output);

        let fresh = prepare(m, &quads, input.mask);
        m.section("An instruction is taken, or a cycle of it has passed.");
        cycles.next(taken.mux(fresh.cycles, input.take.mux(cycles - 1, *cycles)));
        whole.next_when(taken, fresh.whole);
        m.each("lane", quads.width(), |i| {
            let (queue, surplus) = (state.queue.register(i), state.surplus.register(i));
            let passed = input.take.mux(rest.queue.at(i), *queue);
            queue.next(taken.mux(fresh.queue.at(i), passed));
            let passed = input.take.mux(rest.surplus.at(i), *surplus);
            surplus.next(taken.mux(fresh.surplus.at(i), passed));
        });
        output.ready.set(ready);
        output.issue.set(held);
        output.first.set(first);
        output.last.set(last);
    }
}

/// Width of a number of cycles, 1 to the number of quads.
fn cycle_bits(quads: &Quads) -> u32 {
    bits_of(quads.count() as u64)
}

/// What an instruction starts with.
struct Fresh<'m> {
    cycles: Expr<'m>,
    whole: Expr<'m>,
    queue: Elements<'m>,
    surplus: Elements<'m>,
}

/// "initial setup work" (figure 6).
fn prepare<'m>(m: &'m ModuleBuilder, quads: &Quads, mask: Expr<'m>) -> Fresh<'m> {
    m.section("Of an instruction that comes: the cycles that its active lanes need, at least one.");
    let bits = cycle_bits(quads);
    let active = count_ones(m, "active", mask);
    let rounded = (active + (quads.width() as u64 - 1)).named("rounded");
    let below = quads.width().ilog2();
    let needed = rounded.part(below, bits).named("needed");
    if below > 0 {
        m.unused(rounded.truncate(below));
    }
    let empty = m.constant(1, bits);
    let cycles = active.any().mux(needed, empty);

    m.section("Whether they are as many as there are quads with an active lane.");
    let active_quads = active_quads(m, *quads, mask);
    let whole = count_ones(m, "active_quad_count", active_quads).eq(needed);

    m.section("The queue of each lane of the ALU, and what is beyond the cycles.");
    let queue = m.array("fresh_queue", quads.width(), quads.count() as u32);
    let surplus = m.array("fresh_surplus", quads.width(), quads.quad_bits());
    m.each("fresh", quads.width(), |lane| {
        m.each("quad", quads.count(), |quad| {
            let from = quad * quads.width() + lane;
            queue.place(lane).bit(quad).set(mask.bit(from));
        });
        let length = count_ones(m, "length", queue.at(lane));
        // Less than there are quads, so the highest bits make no difference.
        let narrow = |number: Expr<'m>| number.truncate(quads.quad_bits());
        let beyond = narrow(length) - narrow(needed);
        surplus.set(lane, beyond.masked(length.gt(needed)));
    });
    let (queue, surplus) = (*queue, *surplus);
    Fresh {
        cycles,
        whole,
        queue,
        surplus,
    }
}

/// Settings of this cycle, and what is left after it.
fn execute<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    state: State<'m>,
    output: &Out<Drives<'m>>,
) -> Rest<'m> {
    m.section("Whole quads: the lowest that is left.");
    let none = m.constant(0, quads.count() as u32);
    let left = m.fold("quads_left", none, quads.width(), |lane, left| {
        left | state.queue.at(lane)
    });
    let lowest = lowest_one_hot("lowest_quad", left);
    let all = m.ones(quads.count() as u32);
    let allowed = state.whole.mux(lowest, all).named("allowed");
    let mut rest = Rest {
        queue: *state.queue,
        surplus: *state.surplus,
    };
    for lane in 0..quads.width() {
        m.section(format!(
            "Lane {lane} of the ALU: the first quad of its own queue, or of the lowest with surplus."
        ));
        rest = serve(m, quads, lane, allowed, rest, output);
    }
    rest
}

/// A lane of the ALU takes what it executes.
fn serve<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    lane: usize,
    allowed: Expr<'m>,
    rest: Rest<'m>,
    output: &Out<Drives<'m>>,
) -> Rest<'m> {
    let (lanes, width) = (quads.width(), quads.width() as u32);
    let has_surplus = m.wire(format!("has_surplus{lane}"), width);
    m.each(&format!("surplus{lane}"), lanes, |i| {
        has_surplus.set_bit(i, rest.surplus.at(i).any());
    });
    let donor = lowest_one_hot(&format!("donor{lane}"), *has_surplus);
    let lent = one_hot_mux(m, &format!("lent{lane}"), donor, rest.queue);
    let own = rest.queue.at(lane);
    let has_own = own.any().named(format!("has_own{lane}"));
    let source = has_own
        .mux(own & allowed, lent)
        .named(format!("source{lane}"));
    let quad = lowest_one_hot(&format!("quad{lane}"), source);
    let itself = m.constant(1 << lane, width);
    let from = has_own.mux(itself, donor).named(format!("from{lane}"));

    let stays = (has_own | !donor.any()).named(format!("stays{lane}"));
    let here = m.constant(lane as u64, quads.position_bits());
    let moved = encode(m, &format!("moved{lane}"), donor);
    output.enable.bit(lane).set(quad.any());
    output
        .quad
        .at(lane)
        .set(encode(m, &format!("number{lane}"), quad));
    output.position.at(lane).set(stays.mux(here, moved));

    let queue = m.array(format!("queue{lane}"), lanes, quads.count() as u32);
    let surplus = m.array(format!("surplus{lane}"), lanes, quads.quad_bits());
    m.each(&format!("after{lane}"), lanes, |i| {
        queue.set(i, rest.queue.at(i) & !quad.masked(from.bit(i)));
        let lends = (!has_own & donor.bit(i)).zero_extend(quads.quad_bits());
        surplus.set(i, rest.surplus.at(i) - lends);
    });
    let (queue, surplus) = (*queue, *surplus);
    Rest { queue, surplus }
}
