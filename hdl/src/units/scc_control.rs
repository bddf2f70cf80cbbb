//! RTL of `scc_control`: a row of bits for each lane of the ALU is its queue of quads.
//!
//! Within a cycle the paper serves the lanes of the ALU in order. Here all are served at once, because a lane
//! with surplus never runs out of quads: more is in its queue than surplus. So the n-th lane without a quad of
//! its own takes the n-th of what is surplus, counted from the lowest lane that has some; and of the lanes that
//! take from one queue each takes the quad behind those of the lanes below it.
//!
//! With two rows of registers the positions are known a cycle ahead of the quads (`ahead`). Then the queues go with the
//! positions, and what is held counts how long each of them lasts.

mod ahead;
pub(in crate::units) mod invariants;

use super::bcc_sequencer::active_quads;
use crate::build::bits_of;
use crate::shapes::{count_ones, encode, lowest_one_hot, lowest_or, one_hot_mux};
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
    /// From which position each lane of the ALU takes its quad.
    position: Elements<'m>,
}

/// What an instruction starts with.
struct Fresh<'m> {
    /// Cycles that its active lanes need; 0 if there are none.
    needed: Expr<'m>,
    cycles: Expr<'m>,
    whole: Expr<'m>,
    /// For each lane of the ALU, quads with an active lane at its position, a bit each.
    queue: Elements<'m>,
    /// For each lane of the ALU, how many they are.
    length: Elements<'m>,
}

/// Settings, and what is left of the queues after them.
struct Settings<'m> {
    enable: Expr<'m>,
    quad: Elements<'m>,
    /// For each lane of the ALU, the lane of the instruction that it executes, a bit each.
    from: Elements<'m>,
    queue: Elements<'m>,
}

impl Hardware for SccControl {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let quads = p.quads();
        m.section("What is left of the instruction that is held.");
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
            changes: (taken | input.take).named("changes"),
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
            let (position, left) = positions(m, &quads, own, *surplus);
            let found = surplus_up_to(m, &quads, fresh.length, fresh.cycles);
            step.load(m, "surplus_left", surplus, found, left);
            position
        };

        m.section("An instruction is taken, or a cycle of it has passed.");
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
                m.section("The queues of an instruction that starts, or what is left of them.");
                let step = Step {
                    starts: *first,
                    changes: input.take,
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

/// When state of an instruction changes, and whether it starts then.
#[derive(Clone, Copy)]
struct Step<'m> {
    starts: Expr<'m>,
    changes: Expr<'m>,
}

impl<'m> Step<'m> {
    /// What an instruction starts with, or what is left after a cycle.
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
            state.register(i).next_when(self.changes, next);
        });
    }
}

/// Width of a number of cycles, 1 to the number of quads.
fn cycle_bits(quads: &Quads) -> u32 {
    bits_of(quads.count() as u64)
}

/// Width of a sum of surplus: of q quads half of the lanes at most have some, q / 2 each; it is compared with numbers
/// of lanes.
fn surplus_bits(quads: &Quads) -> u32 {
    bits_of((quads.lanes() as u64 / 4).max(quads.quad_lanes() as u64)).max(cycle_bits(quads))
}

/// "initial setup work" (figure 6).
fn prepare<'m>(m: &'m ModuleBuilder, p: &Params, mask: Expr<'m>) -> Fresh<'m> {
    let (quads, bits) = (p.quads(), cycle_bits(&p.quads()));
    m.section("Of an instruction that comes: the queue of each lane of the ALU.");
    let queue = m.array("fresh_queue", quads.quad_lanes(), quads.count() as u32);
    let length = m.array("fresh_length", quads.quad_lanes(), bits);
    m.each("fresh", quads.quad_lanes(), |lane| {
        m.each("quad", quads.count(), |quad| {
            let from = quad * quads.quad_lanes() + lane;
            queue.place(lane).bit(quad).set(mask.bit(from));
        });
        length.set(lane, count_ones(m, "length", queue.at(lane)));
    });

    m.section("The cycles that its active lanes need, at least one.");
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

    m.section("Whether they are as many as there are quads with an active lane.");
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

/// The sum of a row of numbers, wide enough; their number is a power of two.
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

/// The sum of two short numbers, a bit wider, of gates: adders would become carry chains on FPGAs, which take longer
/// to enter and to leave than such a sum takes.
fn short_sum<'m>(m: &'m ModuleBuilder, left: Expr<'m>, right: Expr<'m>) -> Expr<'m> {
    let width = left.width();
    let zero = |width| m.constant(0, width);
    let [sum, carry] = m.folds(
        [("sum", zero(width)), ("carry", zero(1))],
        width as usize,
        |n, [sum, carry]| {
            let (a, b) = (left.bit(n), right.bit(n));
            let bit = (a ^ b ^ carry).zero_extend(width);
            [sum | bit.shift_left(n), a & b | carry & (a | b)]
        },
    );
    carry.cat(sum)
}

/// The surplus of each lane of the ALU and of those below it: what is in a queue beyond the cycles.
fn surplus_up_to<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    length: Elements<'m>,
    cycles: Expr<'m>,
) -> Elements<'m> {
    m.section("The surplus of each lane of the ALU, and of those below it, in the first cycle.");
    let bits = surplus_bits(quads);
    // Less than there are quads, so the highest bits make no difference.
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

/// Lanes of the ALU that have a quad of their own, from their queues.
fn waiting<'m>(m: &'m ModuleBuilder, quads: &Quads, queue: Elements<'m>) -> Expr<'m> {
    m.section("Lanes of the ALU with a quad of their own.");
    let own = m.wire("own", quads.quad_lanes() as u32);
    m.each("own_lane", quads.quad_lanes(), |i| {
        own.set_bit(i, queue.at(i).any())
    });
    *own
}

/// From which position each lane of the ALU takes its quad, its own if there is no other; and the surplus of
/// each lane and of those below it that is left.
fn positions<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    own: Expr<'m>,
    up_to: Elements<'m>,
) -> (Elements<'m>, Elements<'m>) {
    let (lanes, bits) = (quads.quad_lanes(), surplus_bits(quads));
    m.section(
        "The n-th lane without a quad of its own takes the n-th of the surplus, so its donor is the lowest \
         lane up to which there is more than n.",
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

    m.section("What is left of the surplus: the lowest lanes give first.");
    let in_need = m.fold("in_need", m.constant(0, bits), lanes, |n, in_need| {
        in_need + (!own.bit(n)).zero_extend(bits)
    });
    let left = m.array("left_up_to", lanes, bits);
    m.each("left", lanes, |i| {
        let beyond = up_to.at(i) - in_need;
        left.set(i, beyond.masked(up_to.at(i).gt(in_need)));
    });
    (*position, *left)
}

/// The quad of each lane of the ALU.
fn settings<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    cycle: Cycle<'m>,
    queue: Elements<'m>,
) -> Settings<'m> {
    let (lanes, count) = (quads.quad_lanes(), quads.count() as u32);
    let bits = bits_of(lanes as u64);
    m.section("Whole quads: the lowest that is left.");
    let left = m.fold("quads_left", m.constant(0, count), lanes, |lane, left| {
        left | queue.at(lane)
    });
    let lowest = lowest_one_hot("lowest_quad", left);

    m.section("The quad of each lane of the ALU: the first of the queue behind those that lanes below it take.");
    let takes = m.array("takes", lanes, lanes as u32);
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
        takes.set(i, place);
        let source = one_hot_mux(m, "source", takes.at(i), queue);
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
            let lane = takes.at(i).masked(mine.bit(quad));
            chosen.place(i).part(quad * lanes, lanes as u32).set(lane);
        });
    });

    m.section(
        "What is left of the queues: of each, as many of the first are gone as lanes take from it.",
    );
    let rest = m.array("queue_rest", lanes, count);
    m.each("queue_left", lanes, |i| {
        // Bit n: more than n.
        let takers = m.fold("takers", m.constant(0, count), lanes, |n, takers| {
            let one_more = takers.shift_left(1) | m.constant(1, count);
            takes.at(n).bit(i).mux(one_more, takers)
        });
        m.each("quad_left", quads.count(), |quad| {
            // Bit n: n.
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
    /// The row of registers behind the positions.
    fn registered(self, m: &'m ModuleBuilder, quads: &Quads, take: Expr<'m>) -> Self {
        m.section("Positions, for which the quads are chosen.");
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

/// The row of registers behind the settings.
fn register<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    take: Expr<'m>,
    cycle: Cycle<'m>,
    settings: Settings<'m>,
    output: &Out<Drives<'m>>,
) {
    m.section("What is shown.");
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
