//! RTL of `majority_scheduler`: the Majority Entry, the update queue, entries of the heap that are
//! reserved, and around them the heap and its look-up table.

pub(super) mod invariants;
mod one_at_a_time;
mod queue;

use crate::build::bits_of;
use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads, Register, Wire};
use heddle_contract::Property;
use heddle_contract::terms::Terms;
use heddle_contract::units::max_heap::{self, Order};
use heddle_contract::units::mheap_lut;
use heddle_contract::units::warp_scheduler::{In, Out, Params};
use heddle_contract::units::{MajorityScheduler, MaxHeap, MheapLut};
use queue::{Front, Queue, Queued};

const NAMES: [&str; 2] = ["first", "second"];
const CHECKED: &str = "parameters of the parts, checked with the unit's own";

/// What the parts of the description share.
struct Scheduler<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    input: &'a In<Reads<'m>>,
    chosen: Chosen<'m>,
    offers: [Grown<'m>; 2],
    /// The chosen group takes an update.
    direct: Expr<'m>,
    /// Its warp follows the last one of the group.
    links: Expr<'m>,
    /// That of an update of the chosen group, or of the one that becomes it.
    warp: Expr<'m>,
    /// The first offer becomes the chosen group; under `majority` only.
    becomes: Option<Wire<'m>>,
}

/// The Majority Entry.
#[derive(Clone, Copy)]
struct Chosen<'m> {
    /// There is a chosen group.
    some: Register<'m>,
    pc: Register<'m>,
    head: Register<'m>,
    tail: Register<'m>,
}

/// An offer.
#[derive(Clone, Copy)]
struct Grown<'m> {
    /// It is of the chosen group.
    matches: Expr<'m>,
    /// It enters the queue.
    enters: Expr<'m>,
    pc: Expr<'m>,
    threads: Expr<'m>,
    warp: Expr<'m>,
    create: Expr<'m>,
}

/// The heap and its table, seen from outside.
struct Parts<'m> {
    lut: mheap_lut::Out<Reads<'m>>,
    heap: max_heap::Out<Reads<'m>>,
    /// The table has been cleared.
    cleared: Expr<'m>,
    /// The root becomes the Majority Entry.
    pop: Expr<'m>,
}

impl Hardware for MajorityScheduler {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let scheduler = scheduler(m, p, &input);
        let queue = scheduler.queue();
        let parts = scheduler.parts(&queue);
        scheduler.choose(&queue, &parts);
        scheduler.room(&queue, &parts, &output);
        scheduler.link(&parts, &output);
        m.section("The choice, and counts.");
        let some = *scheduler.chosen.some;
        output
            .ready
            .set(parts.cleared & queue.has_space & !parts.pop);
        output.choice.set(some);
        output.choice_warp.set(scheduler.chosen.head);
        let groups = parts.heap.groups.zero_extend(p.groups_bits());
        output
            .groups
            .set(groups + some.zero_extend(p.groups_bits()));
        output.waiting.set(!some & parts.heap.groups.any());
        m.unused(input.issued_threads);
    }

    /// Of the scheduler whose heap moves a level a cycle.
    fn invariants(p: &Params, _: &In<Terms>, _: &Out<Terms>) -> Vec<Property> {
        match p.heap_latency() {
            1 => invariants::invariants(p, ""),
            _ => Vec::new(),
        }
    }
}

fn scheduler<'a, 'm>(
    m: &'m ModuleBuilder,
    p: &'a Params,
    input: &'a In<Reads<'m>>,
) -> Scheduler<'a, 'm> {
    m.section("The Majority Entry: the chosen group, if there is one.");
    let register = |name: &str, width| {
        let register = m.register(format!("chosen{name}"), width);
        register.overhead("control: the group that has left the heap")
    };
    let chosen = Chosen {
        some: register("", 1).reset(0),
        pc: register("_pc", p.pc_bits()),
        head: register("_head", p.warp_bits()),
        tail: register("_tail", p.warp_bits()),
    };
    m.section("Offers: an update of the chosen group is done at once, others are queued.");
    let becomes = (p.order() == Order::Majority).then(|| m.wire("becomes", 1));
    let i = input;
    let of_chosen = |name: &str, there: Expr<'m>, pc: Expr<'m>| {
        let matches = there & *chosen.some & pc.eq(*chosen.pc);
        matches.named(format!("{name}_matches"))
    };
    let first_matches = of_chosen("first", i.first, i.first_pc);
    let is_taken = becomes.map_or(first_matches, |becomes| first_matches | *becomes);
    let first_enters = i.update & i.first & !is_taken;
    let first = Grown {
        matches: first_matches,
        enters: first_enters.named("first_enters"),
        pc: i.first_pc,
        threads: i.first_threads,
        warp: i.first_warp,
        create: i.first_create,
    };
    let second_matches = of_chosen("second", i.second, i.second_pc);
    let second = Grown {
        matches: second_matches,
        enters: (i.update & i.second & !second_matches).named("second_enters"),
        pc: i.second_pc,
        threads: i.second_threads,
        warp: i.second_warp,
        create: i.second_create,
    };
    let direct = (i.update & (first.matches | second.matches)).named("direct");
    let create = second.matches.mux(second.create, first.create);
    Scheduler {
        m,
        p,
        input,
        chosen,
        offers: [first, second],
        direct,
        links: (direct & create).named("direct_links"),
        warp: second
            .matches
            .mux(second.warp, first.warp)
            .named("direct_warp"),
        becomes,
    }
}

impl<'m> Scheduler<'_, 'm> {
    /// Updates that the heap takes in a cycle.
    fn pairs(&self) -> usize {
        if self.p.order() == Order::Minority || self.has_latency() {
            1
        } else {
            2
        }
    }

    /// An update is looked up before it leaves the queue.
    fn has_latency(&self) -> bool {
        self.p.heap_latency() > 1
    }

    /// The heap and its table, and what they are told.
    fn parts(&self, queue: &Queue<'m>) -> Parts<'m> {
        let Self { m, p, .. } = self;
        m.section("The heap, and the table that finds a PC's group in it.");
        let lut_params = MajorityScheduler::lut(p).expect(CHECKED);
        let heap_params = MajorityScheduler::heap(p).expect(CHECKED);
        let (look_up, lut) = m.instance::<MheapLut>("lut", &lut_params);
        let (command, heap) = m.instance::<MaxHeap>("heap", &heap_params);
        m.section(if self.has_latency() {
            "An update is looked up, and leaves the queue when the heap is at rest. The root leaves the heap before it, unless \
             an update in the queue may change it."
        } else {
            "An update leaves the queue when the heap is at rest and no other list grows; the root \
             leaves the heap when there is nothing else to do."
        });
        let Front {
            update: first,
            leaves,
        } = queue.fronts[0];
        let turn = self.turn(queue, &lut, &heap);
        command.pop.set(turn.pop);
        leaves.set(turn.leaves);
        look_up.first.set(turn.asks);
        look_up.first_pc.set(turn.pc);
        look_up.first_create.set(turn.create);
        command.first.set(leaves);
        command.first_hit.set(lut.first_hit);
        command.first_replaces.set(lut.first_used);
        command.first_index.set(lut.first_index);
        command.first_entry.set(lut.first_entry);
        command.first_pc.set(first.pc);
        command.first_threads.set(first.threads);
        command.first_warp.set(above(first.warp));
        command.first_create.set(first.create);
        let none = |width| m.constant(0, width);
        let [asks, leaves, create, pc, threads, warp] = match queue.fronts.get(1) {
            Some(second) => {
                let Queued {
                    there,
                    pc,
                    threads,
                    warp,
                    create,
                } = second.update;
                let differs = there & pc.ne(first.pc);
                let asks = (*leaves & differs).named("second_asks");
                second.leaves.set(asks & lut.second_fits);
                [asks, *second.leaves, create, pc, threads, warp]
            }
            None => {
                m.unused(lut.second_fits);
                [1, 1, 1, p.pc_bits(), p.count_bits(), p.warp_bits()].map(none)
            }
        };
        look_up.second.set(asks);
        look_up.second_pc.set(pc);
        look_up.second_create.set(create);
        command.second.set(leaves);
        command.second_hit.set(lut.second_hit);
        command.second_replaces.set(lut.second_used);
        command.second_index.set(lut.second_index);
        command.second_entry.set(lut.second_entry);
        command.second_pc.set(pc);
        command.second_threads.set(threads);
        command.second_warp.set(above(warp));
        command.second_create.set(create);
        m.section("What moves in the heap is written to the table.");
        look_up.write_first.set(heap.move_first);
        look_up
            .write_first_entry
            .set(self.below(heap.move_first_entry));
        look_up.write_first_pc.set(heap.move_first_pc);
        look_up.write_first_index.set(heap.move_first_index);
        look_up.write_second.set(heap.move_second);
        look_up
            .write_second_entry
            .set(self.below(heap.move_second_entry));
        look_up.write_second_pc.set(heap.move_second_pc);
        look_up.write_second_index.set(heap.move_second_index);
        // Which of them moves is the heap's own affair.
        for output in [heap.moving_first, heap.moving_second] {
            m.unused(output);
        }
        Parts {
            lut,
            heap,
            cleared: turn.cleared,
            pop: turn.pop,
        }
    }

    /// The number under the top bit with which the heap stores it.
    fn below(&self, value: Expr<'m>) -> Expr<'m> {
        let bits = value.width() - 1;
        self.m.unused(value.bit(bits));
        value.truncate(bits)
    }

    /// The Majority Entry: popped, become, updated, issued.
    fn choose(&self, queue: &Queue<'m>, parts: &Parts<'m>) {
        let Self {
            m, input, chosen, ..
        } = self;
        let (pop, heap) = (parts.pop, &parts.heap);
        m.section(
            "The Majority Entry is popped, or becomes what comes to nothing; grows; is issued.",
        );
        let begins = match self.becomes {
            Some(becomes) => {
                let held = *chosen.some | heap.groups.any();
                // Without a latency nothing is queued for an empty heap.
                let held = match self.has_latency() {
                    true => held | queue.some,
                    false => held,
                };
                becomes.set(input.update & !held);
                (pop | *becomes).named("begins")
            }
            None => pop,
        };
        let ends = (input.issued & chosen.head.eq(*chosen.tail)).named("ends");
        chosen.some.next(begins | (*chosen.some & !ends));
        let first = self.offers[0];
        let (head, tail) = (self.below(heap.root_head), self.below(heap.root_tail));
        let (pc, next) = match self.becomes {
            Some(_) => (
                pop.mux(heap.root_pc, first.pc),
                input.issued.mux(input.issued_next, first.warp),
            ),
            None => (heap.root_pc, input.issued_next),
        };
        chosen.pc.next_when(begins, pc);
        chosen
            .head
            .next_when(begins | input.issued, pop.mux(head, next));
        chosen
            .tail
            .next_when(begins | self.links, pop.mux(tail, self.warp));
        m.unused(heap.root_threads);
    }

    /// How many offers fit, with all that is queued.
    fn room(&self, queue: &Queue<'m>, parts: &Parts<'m>, output: &Out<Drives<'m>>) {
        let Self { m, p, .. } = self;
        m.section("Room: entries of the heap that are neither taken nor may be by what is queued.");
        let bits = bits_of(p.heap() as u64);
        let room = m.register("room", bits).reset(p.heap() as u64);
        let room = room.overhead("control: entries of the heap that are to be had");
        if self.has_latency() {
            // What changes in a cycle is 1 to -2.
            let front = queue.fronts[0];
            let joins = *front.leaves & front.update.create & parts.lut.first_hit;
            let [first, second] = self
                .offers
                .map(|offer| (offer.enters & offer.create).zero_extend(2));
            let change = (parts.pop | joins).zero_extend(2) - first - second;
            let change = change.named("room_change").sign_extend(bits.max(2));
            room.next(*room + change.truncate(bits));
            output.room.set(room.zero_extend(p.groups_bits()));
            return;
        }
        let one = |counts: Expr<'m>| counts.zero_extend(bits);
        let [first, second] = self.offers.map(|offer| one(offer.enters & offer.create));
        // A warp that joins a group needs no entry after all.
        let hits = [parts.lut.first_hit, parts.lut.second_hit];
        let joins =
            |(front, hit): (&Front<'m>, Expr<'m>)| one(*front.leaves & front.update.create & hit);
        let joined = queue.fronts.iter().zip(hits).map(joins);
        let next = joined.fold(*room + one(parts.pop) - first - second, |sum, one| {
            sum + one
        });
        room.next(next);
        output.room.set(room.zero_extend(p.groups_bits()));
    }

    /// Lists that grow: that of the chosen group, or in the heap.
    fn link(&self, parts: &Parts<'m>, output: &Out<Drives<'m>>) {
        let Self { m, direct, .. } = self;
        let heap = &parts.heap;
        let (warp, tail) = (self.warp, *self.chosen.tail);
        let [heap_from, heap_to] =
            [heap.link_first_warp, heap.link_first_next].map(|warp| self.below(warp));
        if self.has_latency() {
            m.section(
                "Lists that grow: that of the chosen group, and that of a group in the heap.",
            );
            output.link_first.set(self.links);
            output.link_first_warp.set(tail.masked(self.links));
            output.link_first_next.set(warp.masked(self.links));
            let second = heap.link_first;
            output.link_second.set(second);
            output.link_second_warp.set(heap_from.masked(second));
            output.link_second_next.set(heap_to.masked(second));
            for output in [
                heap.link_second,
                heap.link_second_warp,
                heap.link_second_next,
            ] {
                m.unused(output);
            }
            return;
        }
        m.section("Lists that grow: that of the chosen group, or those of groups in the heap.");
        let first = self.links | heap.link_first;
        let first = first.named("first_links");
        let second = heap.link_second;
        output.link_first.set(first);
        output
            .link_first_warp
            .set(direct.mux(tail, heap_from).masked(first));
        output
            .link_first_next
            .set(direct.mux(warp, heap_to).masked(first));
        let [from, to] =
            [heap.link_second_warp, heap.link_second_next].map(|warp| self.below(warp));
        output.link_second.set(second);
        output.link_second_warp.set(from.masked(second));
        output.link_second_next.set(to.masked(second));
    }
}

/// A number with the top bit with which the heap stores it.
fn above(value: Expr<'_>) -> Expr<'_> {
    value.zero_extend(value.width() + 1)
}
