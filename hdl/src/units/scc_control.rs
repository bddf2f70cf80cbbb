//! RTL of `scc_control`: the queue of quads of each ALU lane is a word with one bit per quad.
//!
//! CPT-12: within a cycle the paper serves the lanes of the ALU in order. Here all lanes are served at once, because a lane
//! with surplus never runs out of quads: its queue holds more quads than the surplus. So the n-th lane without its own
//! quad takes the n-th surplus quad, counted from the lowest lane with surplus; among lanes that
//! take from the same queue, each takes the quad after the quads of the lanes below it.
//!
//! With two pipeline registers the positions are known a cycle ahead of the quads (`ahead`). In this case the queues advance
//! with the positions, and the state of the held instruction counts how many quads each queue has left.

mod ahead;
pub(in crate::units) mod invariants;

use super::bcc_sequencer::active_quads;
use crate::blocks::{count_ones, encode, lowest_one_hot, lowest_or, one_hot_mux};
use crate::builder::bits_of;
use crate::{Drives, Elements, Expr, Hardware, ModuleBuilder, Reads, Registers};
use heddle_contract::units::SccControl;
use heddle_contract::units::quads::Quads;
use heddle_contract::units::scc_control::{In, Out, Params};

/// A cycle of an instruction.
#[derive(Clone, Copy)]
struct Cycle<'m> {
    valid: Expr<'m>,
    first: Expr<'m>,
    last: Expr<'m>,
    /// Whether quads are issued whole.
    whole: Expr<'m>,
    /// The position from which each lane of the ALU takes its quad.
    position: Elements<'m>,
}

/// The initial values of an instruction.
struct Fresh<'m> {
    /// Cycles that its active lanes need; 0 without active lanes.
    needed: Expr<'m>,
    cycles: Expr<'m>,
    whole: Expr<'m>,
    /// For each lane of the ALU, the quads with an active lane at its position, a bit each.
    queue: Elements<'m>,
    /// For each lane of the ALU, the number of these quads.
    length: Elements<'m>,
}

/// Settings, and the queues after them.
struct Settings<'m> {
    enable: Expr<'m>,
    quad: Elements<'m>,
    /// For each lane of the ALU, the lane of the instruction that it executes, one-hot.
    from: Elements<'m>,
    queue: Elements<'m>,
}

impl Hardware for SccControl {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let quads = p.quads();
        m.section("The held instruction: its remaining cycles, and its queues of quads.");
        let held = m.register("held", 1).reset(0);
        let first = m.register("first", 1);
        let cycles = m.register("cycles", cycle_bits(&quads));
        let whole = m.register("whole", 1);
        let queue = m.registers("queue", quads.quad_lanes(), quads.count() as u32);
        let last = cycles.eq(1).named("last");
        let ready = (!held | input.take & last).named("ready");
        let taken = (input.request & ready).named("taken");
        let starts = match p.skip_empty() {
            true => taken & input.mask.any(),
            false => taken,
        };
        held.next(starts | held & !(input.take & last));
        first.next(taken | first & !input.take);

        let fresh = prepare(m, p, input.mask);
        let step = Step {
            starts: taken,
            change_en: (taken | input.take).named("change_en"),
        };
        let position = if p.latency() == 2 {
            let cycle = ahead::Passing {
                first: *first,
                take: input.take,
            };
            ahead::positions(m, &quads, step, cycle, fresh.queue, fresh.needed)
        } else {
            let surplus = m.registers("surplus_up_to", quads.quad_lanes(), surplus_bits(&quads));
            let own = waiting(m, &quads, *queue);
            let (position, remaining) = positions(m, &quads, own, *surplus);
            let found = surplus_up_to(m, &quads, fresh.length, fresh.cycles);
            step.load(m, "surplus_remaining", surplus, found, remaining);
            position
        };

        m.section("Next state: an instruction is accepted, or one of its cycles has passed.");
        cycles.next(taken.mux(fresh.cycles, input.take.mux(cycles - 1, *cycles)));
        whole.next_when(taken, fresh.whole);

        let cycle = Cycle {
            valid: *held,
            first: *first,
            last,
            whole: *whole,
            position,
        };
        output.ready.set(ready);
        match p.latency() {
            2 => {
                let queue = queue.next_all_when(taken, fresh.queue);
                let shown = cycle.registered(m, &quads, input.take);
                let going = m.registers("going_queue", quads.quad_lanes(), quads.count() as u32);
                let settings = settings(m, &quads, shown, *going);
                m.section(
                    "The queues of an instruction that starts, or the rest of the current queues.",
                );
                let step = Step {
                    starts: *first,
                    change_en: input.take,
                };
                step.load(m, "going", going, queue, settings.queue);
                register(m, &quads, input.take, shown, settings, &output);
            }
            rows => {
                let settings = settings(m, &quads, cycle, *queue);
                step.load(m, "queue_lane", queue, fresh.queue, settings.queue);
                match rows {
                    0 => show(cycle, settings, &output),
                    _ => register(m, &quads, input.take, cycle, settings, &output),
                }
            }
        }
    }
}

/// Whether the state of an instruction changes, and whether an instruction starts.
#[derive(Clone, Copy)]
struct Step<'m> {
    starts: Expr<'m>,
    change_en: Expr<'m>,
}

impl<'m> Step<'m> {
    /// Loads the initial values of an instruction, or the rest after a cycle.
    fn load(
        self,
        m: &'m ModuleBuilder,
        label: &str,
        state: Registers<'m>,
        fresh: Elements<'m>,
        rest: Elements<'m>,
    ) {
        m.each(label, state.count(), |i| {
            let next = self.starts.mux(fresh.at(i), rest.at(i));
            state.register(i).next_when(self.change_en, next);
        });
    }
}

/// Width of a number of cycles, 1 to the number of quads.
fn cycle_bits(quads: &Quads) -> u32 {
    bits_of(quads.count() as u64)
}

/// Width of a sum of surplus: with q quads at most half of the lanes have surplus, q / 2 each. The sum is compared with
/// numbers of lanes.
fn surplus_bits(quads: &Quads) -> u32 {
    bits_of((quads.lanes() as u64 / 4).max(quads.quad_lanes() as u64)).max(cycle_bits(quads))
}

/// The "initial setup work" (figure 6).
fn prepare<'m>(m: &'m ModuleBuilder, p: &Params, mask: Expr<'m>) -> Fresh<'m> {
    let (quads, bits) = (p.quads(), cycle_bits(&p.quads()));
    m.section("The arriving instruction: the queue of each lane of the ALU.");
    let queue = m.array("fresh_queue", quads.quad_lanes(), quads.count() as u32);
    let length = m.array("fresh_length", quads.quad_lanes(), bits);
    m.each("fresh", quads.quad_lanes(), |lane| {
        m.each("quad", quads.count(), |quad| {
            let from = quad * quads.quad_lanes() + lane;
            queue.place(lane).bit(quad).set(mask.bit(from));
        });
        length.set(lane, count_ones(m, "length", queue.at(lane)));
    });

    m.section("The cycles that its active lanes need, at least one cycle.");
    let active = sum(m, "active", *length);
    let below = quads.quad_lanes().ilog2();
    let whole = active.part(below, bits);
    let needed = match below {
        0 => whole,
        _ => whole + active.truncate(below).any().zero_extend(bits),
    };
    let needed = needed.named("needed");
    let cycles = mask
        .any()
        .mux(needed, m.constant(1, bits))
        .named("fresh_cycles");

    m.section(
        "Whether as many cycles are needed as quads have an active lane: then quads are issued \
         whole.",
    );
    let active_quads = active_quads(m, quads, mask);
    let whole = count_ones(m, "active_quad_count", active_quads).eq(needed);
    Fresh {
        needed,
        cycles,
        whole,
        queue: *queue,
        length: *length,
    }
}

/// The sum of an array of numbers, wide enough; the length of the array is a power of two.
fn sum<'m>(m: &'m ModuleBuilder, name: &str, mut row: Elements<'m>) -> Expr<'m> {
    while row.count() > 1 {
        let (pairs, width) = (row.count() / 2, row.width() + 1);
        let sums = m.array(format!("{name}_of{pairs}"), pairs, width);
        m.each(&format!("{name}_of{pairs}"), pairs, |i| {
            sums.set(i, short_sum(m, row.at(2 * i), row.at(2 * i + 1)));
        });
        row = *sums;
    }
    row.at(0usize).named(name)
}

/// The sum of two short numbers, a bit wider, built of gates: adders would become carry chains on FPGAs, and entering and
/// leaving a carry chain takes longer than such a sum.
fn short_sum<'m>(m: &'m ModuleBuilder, remaining: Expr<'m>, right: Expr<'m>) -> Expr<'m> {
    let width = remaining.width();
    let zero = |width| m.constant(0, width);
    let [sum, carry] = m.folds(
        [("sum", zero(width)), ("carry", zero(1))],
        width as usize,
        |n, [sum, carry]| {
            let (a, b) = (remaining.bit(n), right.bit(n));
            let bit = (a ^ b ^ carry).zero_extend(width);
            [sum | bit.shift_left(n), a & b | carry & (a | b)]
        },
    );
    carry.cat(sum)
}

/// The summed surplus of each lane of the ALU and the lanes below it. The surplus is the number of quads in a queue beyond
/// the number of cycles.
fn surplus_up_to<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    length: Elements<'m>,
    cycles: Expr<'m>,
) -> Elements<'m> {
    m.section(
        "The surplus in the first cycle, summed over each lane of the ALU and all lanes below it.",
    );
    let bits = surplus_bits(quads);
    // The difference is less than the number of quads, so the highest bits do not matter.
    let narrow = |number: Expr<'m>| number.truncate(quads.quad_bits());
    let surplus = m.array("surplus", quads.quad_lanes(), quads.quad_bits());
    m.each("surplus_lane", quads.quad_lanes(), |i| {
        let beyond = narrow(length.at(i)) - narrow(cycles);
        surplus.set(i, beyond.masked(length.at(i).gt(cycles)));
    });
    let up_to = m.array("first_up_to", quads.quad_lanes(), bits);
    m.each("first_lane", quads.quad_lanes(), |i| {
        let sum = m.fold("sum", m.constant(0, bits), i + 1, |n, sum| {
            sum + surplus.at(n).zero_extend(bits)
        });
        up_to.set(i, sum);
    });
    *up_to
}

/// Lanes of the ALU that have their own quad, from their queues.
fn waiting<'m>(m: &'m ModuleBuilder, quads: &Quads, queue: Elements<'m>) -> Expr<'m> {
    m.section("Lanes of the ALU that have a quad in their own queue.");
    let own = m.wire("own", quads.quad_lanes() as u32);
    m.each("own_lane", quads.quad_lanes(), |i| {
        own.set_bit(i, queue.at(i).any())
    });
    *own
}

/// The position from which each lane of the ALU takes its quad (its own position if there is no other), and the remaining
/// summed surplus of each lane and the lanes below it.
fn positions<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    own: Expr<'m>,
    up_to: Elements<'m>,
) -> (Elements<'m>, Elements<'m>) {
    let (lanes, bits) = (quads.quad_lanes(), surplus_bits(quads));
    m.section(
        "The n-th lane without its own quad takes the n-th surplus quad: its donor is the lowest \
         lane whose summed surplus is more than n. (n counts from 0.)",
    );
    let position = m.array("position", lanes, quads.position_bits());
    m.each("lane", lanes, |i| {
        let turn = m.fold("turn", m.constant(0, bits), i, |n, turn| {
            turn + (!own.bit(n)).zero_extend(bits)
        });
        let reached = m.wire("reached", lanes as u32);
        m.each("donor", lanes, |j| reached.set_bit(j, up_to.at(j).gt(turn)));
        let itself = m.number(i, quads.position_bits()).named("itself");
        let donor = lowest_or(m, "lowest", *reached, itself);
        position.set(i, own.bit(i).mux(itself, donor));
    });

    m.section("The remaining surplus: the lowest lanes give their surplus first.");
    let in_need = m.fold("in_need", m.constant(0, bits), lanes, |n, in_need| {
        in_need + (!own.bit(n)).zero_extend(bits)
    });
    let remaining = m.array("remaining_up_to", lanes, bits);
    m.each("remaining", lanes, |i| {
        let beyond = up_to.at(i) - in_need;
        remaining.set(i, beyond.masked(up_to.at(i).gt(in_need)));
    });
    (*position, *remaining)
}

/// The settings: the quad of each lane of the ALU.
fn settings<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    cycle: Cycle<'m>,
    queue: Elements<'m>,
) -> Settings<'m> {
    let (lanes, count) = (quads.quad_lanes(), quads.count() as u32);
    let bits = bits_of(lanes as u64);
    m.section("For whole quads: the lowest remaining quad.");
    let remaining = m.fold(
        "quads_remaining",
        m.constant(0, count),
        lanes,
        |lane, remaining| remaining | queue.at(lane),
    );
    let lowest = lowest_one_hot("lowest_quad", remaining);

    m.section(
        "The quad of each lane of the ALU: the first in the queue after the quads that lower lanes \
         take from it.",
    );
    let take_select = m.array("take_select", lanes, lanes as u32);
    let quad = m.array("quad", lanes, quads.quad_bits());
    let chosen = m.array("chosen", lanes, quads.lanes() as u32);
    let enable = m.wire("enable", lanes as u32);
    m.each("quad_lane", lanes, |i| {
        let place = cycle.position.at(i);
        let place = if lanes > 1 {
            place.decode(lanes as u32)
        } else {
            m.ones(1)
        };
        take_select.set(i, place);
        let source = one_hot_mux(m, "source", take_select.at(i), queue);
        let from = match lanes.min(quads.count()) - 1 {
            0 => source,
            skipped => {
                let below = m.fold("below", m.constant(0, bits), i, |n, below| {
                    let same = cycle.position.at(n).eq(cycle.position.at(i));
                    below + same.zero_extend(bits)
                });
                m.fold("from", source, skipped, |n, from| {
                    below.gt(m.number(n, bits)).mux(from & (from - 1), from)
                })
            }
        };
        let own = from & (!from + 1);
        let mine = cycle.whole.mux(source & lowest, own).named("mine");
        enable.set_bit(i, mine.any());
        quad.set(i, encode(m, "number", mine));
        m.each("chosen_of", quads.count(), |quad| {
            let lane = take_select.at(i).masked(mine.bit(quad));
            chosen.place(i).part(quad * lanes, lanes as u32).set(lane);
        });
    });

    m.section(
        "The remaining queues: each queue loses as many of its first quads as lanes take from it.",
    );
    let rest = m.array("queue_rest", lanes, count);
    m.each("queue_remaining", lanes, |i| {
        // Bit n: the number is more than n.
        let takers = m.fold("takers", m.constant(0, count), lanes, |n, takers| {
            let one_more = takers.shift_left(1) | m.constant(1, count);
            take_select.at(n).bit(i).mux(one_more, takers)
        });
        m.each("quad_remaining", quads.count(), |quad| {
            // Bit n: the number is n.
            let ahead = m.fold("ahead", m.constant(1, count), quad, |n, ahead| {
                queue.at(i).bit(n).mux(ahead.shift_left(1), ahead)
            });
            let gone = cycle.whole.mux(lowest.bit(quad), (takers & ahead).any());
            rest.place(i).bit(quad).set(queue.at(i).bit(quad) & !gone);
        });
    });
    Settings {
        enable: *enable,
        quad: *quad,
        from: *chosen,
        queue: *rest,
    }
}

impl<'m> Cycle<'m> {
    /// The pipeline register after the positions.
    fn registered(self, m: &'m ModuleBuilder, quads: &Quads, take: Expr<'m>) -> Self {
        m.section("Pipeline registers between the choice of positions and the choice of quads.");
        let register = |name: &str, value: Expr<'m>| {
            let register = m.register(format!("going_{name}"), 1);
            register.next_when(take, value)
        };
        let valid = m.register("going", 1).reset(0);
        let position = m.registers("going_position", quads.quad_lanes(), quads.position_bits());
        Cycle {
            valid: valid.next_when(take, self.valid),
            first: register("first", self.first),
            last: register("last", self.last),
            whole: register("whole", self.whole),
            position: position.next_all_when(take, self.position),
        }
    }
}

fn show<'m>(cycle: Cycle<'m>, settings: Settings<'m>, output: &Out<Drives<'m>>) {
    output.issue.set(cycle.valid);
    output.first.set(cycle.first);
    output.last.set(cycle.last);
    output.enable.set(settings.enable);
    output.quad.set(settings.quad);
    output.from.set(settings.from);
    output.position.set(cycle.position);
}

/// The pipeline register after the settings.
fn register<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    take: Expr<'m>,
    cycle: Cycle<'m>,
    settings: Settings<'m>,
    output: &Out<Drives<'m>>,
) {
    m.section("Output registers: the settings that are shown.");
    let shown = m.register("shown", 1).reset(0);
    let bit = |name: &str, value: Expr<'m>| {
        let register = m.register(format!("shown_{name}"), value.width());
        register.next_when(take, value)
    };
    let row = |name: &str, values: Elements<'m>, width: u32| {
        let registers = m.registers(format!("shown_{name}"), quads.quad_lanes(), width);
        registers.next_all_when(take, values)
    };
    let cycle = Cycle {
        valid: shown.next_when(take, cycle.valid),
        first: bit("first", cycle.first),
        last: bit("last", cycle.last),
        position: row("position", cycle.position, quads.position_bits()),
        ..cycle
    };
    let settings = Settings {
        enable: bit("enable", settings.enable),
        quad: row("quad", settings.quad, quads.quad_bits()),
        from: row("from", settings.from, quads.lanes() as u32),
        ..settings
    };
    show(cycle, settings, output);
}
