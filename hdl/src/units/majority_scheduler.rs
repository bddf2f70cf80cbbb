//! RTL of `majority_scheduler`: the Majority Entry, the update queue, the count of reserved heap entries,
//! the heap and its look-up table.

pub(super) mod invariants;
mod one_at_a_time;
mod queue;

use crate::builder::bits_of;
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

/// Values shared by the parts of the description.
struct Scheduler<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    input: &'a In<Reads<'m>>,
    chosen: Chosen<'m>,
    offers: [Grown<'m>; 2],
    /// An update matches the chosen group.
    direct: Expr<'m>,
    /// The update's warp is linked to the last warp of the group.
    links: Expr<'m>,
    /// The warp of an update that matches the chosen group or becomes it.
    warp: Expr<'m>,
    /// The first offer becomes the chosen group; under `majority` only.
    direct_start: Option<Wire<'m>>,
}

/// The Majority Entry.
#[derive(Clone, Copy)]
struct Chosen<'m> {
    /// A group is chosen.
    some: Register<'m>,
    pc: Register<'m>,
    head: Register<'m>,
    tail: Register<'m>,
}

/// An offer.
#[derive(Clone, Copy)]
struct Grown<'m> {
    /// The offer matches the chosen group.
    matches: Expr<'m>,
    /// The offer enters the queue.
    enqueue: Expr<'m>,
    pc: Expr<'m>,
    threads: Expr<'m>,
    warp: Expr<'m>,
    create: Expr<'m>,
}

/// The instances of the heap and of its table.
struct SubUnits<'m> {
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
        let sub_units = scheduler.parts(&queue);
        scheduler.choose(&queue, &sub_units);
        scheduler.room(&queue, &sub_units, &output);
        scheduler.link(&sub_units, &output);
        m.section("The choice, and counts.");
        let some = *scheduler.chosen.some;
        output
            .ready
            .set(sub_units.cleared & queue.has_space & !sub_units.pop);
        output.choice.set(some);
        output.choice_warp.set(scheduler.chosen.head);
        let groups = sub_units.heap.groups.zero_extend(p.groups_bits());
        output
            .groups
            .set(groups + some.zero_extend(p.groups_bits()));
        output.waiting.set(!some & sub_units.heap.groups.any());
        m.unused(input.issued_threads);
    }

    /// Invariants of the scheduler whose heap moves one level a cycle.
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
    m.section("The Majority Entry: the chosen group, if any.");
    let register = |name: &str, width| {
        let register = m.register(format!("chosen{name}"), width);
        register.overhead("control: the chosen group, which has left the heap")
    };
    let chosen = Chosen {
        some: register("", 1).reset(0),
        pc: register("_pc", p.pc_bits()),
        head: register("_head", p.warp_bits()),
        tail: register("_tail", p.warp_bits()),
    };
    m.section(
        "Offers: an update of the chosen group takes effect at once; other updates are queued.",
    );
    let direct_start = (p.order() == Order::Majority).then(|| m.wire("direct_start", 1));
    let i = input;
    let of_chosen = |name: &str, there: Expr<'m>, pc: Expr<'m>| {
        let matches = there & *chosen.some & pc.eq(*chosen.pc);
        matches.named(format!("{name}_pc_match"))
    };
    let first_match = of_chosen("first", i.first, i.first_pc);
    let is_taken = direct_start.map_or(first_match, |direct_start| first_match | *direct_start);
    let first_enqueue = i.update & i.first & !is_taken;
    let first = Grown {
        matches: first_match,
        enqueue: first_enqueue.named("first_enqueue"),
        pc: i.first_pc,
        threads: i.first_threads,
        warp: i.first_warp,
        create: i.first_create,
    };
    let second_match = of_chosen("second", i.second, i.second_pc);
    let second = Grown {
        matches: second_match,
        enqueue: (i.update & i.second & !second_match).named("second_enqueue"),
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
        links: (direct & create).named("direct_link"),
        warp: second
            .matches
            .mux(second.warp, first.warp)
            .named("direct_warp"),
        direct_start,
    }
}

impl<'m> Scheduler<'_, 'm> {
    /// The most updates that the heap takes in a cycle.
    fn pairs(&self) -> usize {
        if self.p.order() == Order::Minority || self.has_latency() {
            1
        } else {
            2
        }
    }

    /// Whether an update is looked up before it leaves the queue.
    fn has_latency(&self) -> bool {
        self.p.heap_latency() > 1
    }

    /// The heap and its table, with their inputs connected.
    fn parts(&self, queue: &Queue<'m>) -> SubUnits<'m> {
        let Self { m, p, .. } = self;
        m.section("The heap, and the look-up table that finds the group of a PC in the heap.");
        let lut_params = MajorityScheduler::lut(p).expect(CHECKED);
        let heap_params = MajorityScheduler::heap(p).expect(CHECKED);
        let (look_up, lut) = m.instance::<MheapLut>("lut", &lut_params);
        let (command, heap) = m.instance::<MaxHeap>("heap", &heap_params);
        m.section(if self.has_latency() {
            "An update is looked up, and leaves the queue when the heap is at rest. The root is \
             popped first, unless an update in the queue may change the root."
        } else {
            "While the heap is at rest, an update leaves the queue unless another one goes to the \
             chosen group, and the root is popped if no group is chosen and the queue is empty."
        });
        let Front {
            update: first,
            dequeue,
        } = queue.fronts[0];
        let turn = self.turn(queue, &lut, &heap);
        command.pop.set(turn.pop);
        dequeue.set(turn.dequeue);
        look_up.first.set(turn.request);
        look_up.first_pc.set(turn.pc);
        look_up.first_create.set(turn.create);
        command.first.set(dequeue);
        command.first_hit.set(lut.first_hit);
        command.first_reuse.set(lut.first_used);
        command.first_index.set(lut.first_index);
        command.first_entry.set(lut.first_entry);
        command.first_pc.set(first.pc);
        command.first_threads.set(first.threads);
        command.first_warp.set(above(first.warp));
        command.first_create.set(first.create);
        let none = |width| m.constant(0, width);
        let [request, dequeue, create, pc, threads, warp] = match queue.fronts.get(1) {
            Some(second) => {
                let Queued {
                    there,
                    pc,
                    threads,
                    warp,
                    create,
                } = second.update;
                let differs = there & pc.ne(first.pc);
                let request = (*dequeue & differs).named("second_request");
                second.dequeue.set(request & lut.second_room);
                [request, *second.dequeue, create, pc, threads, warp]
            }
            None => {
                m.unused(lut.second_room);
                [1, 1, 1, p.pc_bits(), p.count_bits(), p.warp_bits()].map(none)
            }
        };
        look_up.second.set(request);
        look_up.second_pc.set(pc);
        look_up.second_create.set(create);
        command.second.set(dequeue);
        command.second_hit.set(lut.second_hit);
        command.second_reuse.set(lut.second_used);
        command.second_index.set(lut.second_index);
        command.second_entry.set(lut.second_entry);
        command.second_pc.set(pc);
        command.second_threads.set(threads);
        command.second_warp.set(above(warp));
        command.second_create.set(create);
        m.section("Entries that move in the heap are written to the look-up table.");
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
        // The scheduler need not know which entry moves.
        for output in [heap.moving_first, heap.moving_second] {
            m.unused(output);
        }
        SubUnits {
            lut,
            heap,
            cleared: turn.cleared,
            pop: turn.pop,
        }
    }

    /// The number without the extra top bit with which the heap stores it.
    fn below(&self, value: Expr<'m>) -> Expr<'m> {
        let bits = value.width() - 1;
        self.m.unused(value.bit(bits));
        value.truncate(bits)
    }

    /// The Majority Entry: loaded by a pop or by an offer that becomes it, updated, issued.
    fn choose(&self, queue: &Queue<'m>, sub_units: &SubUnits<'m>) {
        let Self {
            m, input, chosen, ..
        } = self;
        let (pop, heap) = (sub_units.pop, &sub_units.heap);
        m.section(
            "The Majority Entry is the popped root, or under majority the first offer to an empty \
             unit. Its list grows by updates and is issued warp by warp.",
        );
        let start_en = match self.direct_start {
            Some(direct_start) => {
                let held = *chosen.some | heap.groups.any();
                // Without a latency, no update is queued if the heap is empty.
                let held = match self.has_latency() {
                    true => held | queue.some,
                    false => held,
                };
                direct_start.set(input.update & !held);
                (pop | *direct_start).named("start_en")
            }
            None => pop,
        };
        let last_issue = (input.issued & chosen.head.eq(*chosen.tail)).named("last_issue");
        chosen.some.next(start_en | (*chosen.some & !last_issue));
        let first = self.offers[0];
        let (head, tail) = (self.below(heap.root_head), self.below(heap.root_tail));
        let (pc, next) = match self.direct_start {
            Some(_) => (
                pop.mux(heap.root_pc, first.pc),
                input.issued.mux(input.issued_next, first.warp),
            ),
            None => (heap.root_pc, input.issued_next),
        };
        chosen.pc.next_when(start_en, pc);
        chosen
            .head
            .next_when(start_en | input.issued, pop.mux(head, next));
        chosen
            .tail
            .next_when(start_en | self.links, pop.mux(tail, self.warp));
        m.unused(heap.root_threads);
    }

    /// How many offers fit in addition to all queued updates.
    fn room(&self, queue: &Queue<'m>, sub_units: &SubUnits<'m>, output: &Out<Drives<'m>>) {
        let Self { m, p, .. } = self;
        m.section(
            "Room: entries of the heap that are neither in use nor needed by queued updates in the \
             worst case.",
        );
        let bits = bits_of(p.heap() as u64);
        let room = m.register("room", bits).reset(p.heap() as u64);
        let room = room.overhead("control: entries of the heap that are available");
        if self.has_latency() {
            // The value changes by 1 to -2 in a cycle.
            let front = queue.fronts[0];
            let joins = *front.dequeue & front.update.create & sub_units.lut.first_hit;
            let [first, second] = self
                .offers
                .map(|offer| (offer.enqueue & offer.create).zero_extend(2));
            let change = (sub_units.pop | joins).zero_extend(2) - first - second;
            let change = change.named("room_change").sign_extend(bits.max(2));
            room.next(*room + change.truncate(bits));
            output.room.set(room.zero_extend(p.groups_bits()));
            return;
        }
        let one = |counts: Expr<'m>| counts.zero_extend(bits);
        let [first, second] = self.offers.map(|offer| one(offer.enqueue & offer.create));
        // A queued new warp that joins a group does not need its reserved entry.
        let hits = [sub_units.lut.first_hit, sub_units.lut.second_hit];
        let joins =
            |(front, hit): (&Front<'m>, Expr<'m>)| one(*front.dequeue & front.update.create & hit);
        let joined = queue.fronts.iter().zip(hits).map(joins);
        let next = joined.fold(*room + one(sub_units.pop) - first - second, |sum, one| {
            sum + one
        });
        room.next(next);
        output.room.set(room.zero_extend(p.groups_bits()));
    }

    /// Lists that grow: the list of the chosen group, or lists in the heap.
    fn link(&self, sub_units: &SubUnits<'m>, output: &Out<Drives<'m>>) {
        let Self { m, direct, .. } = self;
        let heap = &sub_units.heap;
        let (warp, tail) = (self.warp, *self.chosen.tail);
        let [heap_from, heap_to] =
            [heap.link_first_warp, heap.link_first_next].map(|warp| self.below(warp));
        if self.has_latency() {
            m.section(
                "Links: the first extends the list of the chosen group, the second the list of a \
                 group in the heap.",
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
        m.section("Links extend the list of the chosen group, or lists of groups in the heap.");
        let first = self.links | heap.link_first;
        let first = first.named("first_link_en");
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

/// A number with the extra top bit with which the heap stores it.
fn above(value: Expr<'_>) -> Expr<'_> {
    value.zero_extend(value.width() + 1)
}
