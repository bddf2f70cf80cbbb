//! RTL of `majority_scheduler`: the Majority Entry, the update queue, the ways reserved, and around
//! them the heap and its look-up table.

use crate::build::bits_of;
use crate::shapes::{Offer, ring};
use crate::{Drives, Elements, Expr, Hardware, ModuleBuilder, Reads, Register, Wire};
use heddle_contract::units::max_heap::{self, Order};
use heddle_contract::units::mheap_lut;
use heddle_contract::units::warp_scheduler::{In, Out, Params};
use heddle_contract::units::{MajorityScheduler, MaxHeap, MheapLut};

const NAMES: [&str; 2] = ["first", "second"];
const CHECKED: &str = "parameters of the parts, checked with the unit's own";

/// What the parts of the description share.
struct Scheduler<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    input: &'a In<Reads<'m>>,
    chosen: Chosen<'m>,
    offers: [Grown<'m>; 2],
    /// The Majority Entry takes an update.
    direct: Expr<'m>,
    /// Of this warp.
    direct_warp: Expr<'m>,
}

/// The Majority Entry. It is empty without threads.
#[derive(Clone, Copy)]
struct Chosen<'m> {
    pc: Register<'m>,
    threads: Register<'m>,
    head: Register<'m>,
    tail: Register<'m>,
    /// It is not empty.
    some: Expr<'m>,
}

/// An offer.
#[derive(Clone, Copy)]
struct Grown<'m> {
    /// It is for the Majority Entry.
    matches: Expr<'m>,
    /// It is for the queue.
    queues: Expr<'m>,
    /// It enters the queue.
    enters: Expr<'m>,
    pc: Expr<'m>,
    threads: Expr<'m>,
    warp: Expr<'m>,
}

/// The queue of updates for the heap.
struct Queue<'m> {
    count: Expr<'m>,
    fronts: Vec<Front<'m>>,
}

/// An update in the queue.
#[derive(Clone, Copy)]
struct Front<'m> {
    there: Expr<'m>,
    /// It goes to the heap in this cycle.
    leaves: Wire<'m>,
    pc: Expr<'m>,
    threads: Expr<'m>,
    warp: Expr<'m>,
}

/// The heap and its table, seen from outside.
struct Parts<'m> {
    lut: mheap_lut::Out<Reads<'m>>,
    heap: max_heap::Out<Reads<'m>>,
    /// The root becomes the Majority Entry.
    pop: Expr<'m>,
}

impl Hardware for MajorityScheduler {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let scheduler = scheduler(m, p, &input);
        let queue = scheduler.queue();
        let parts = scheduler.parts(&queue);
        scheduler.choose(&parts);
        scheduler.room(&queue, &parts, &output);
        scheduler.link(&parts, &output);
        m.section("The choice, and counts.");
        let some = scheduler.chosen.some;
        let has_space = queue.count.le(p.queue() as u64 - 2);
        output.ready.set(parts.lut.ready & has_space);
        output.choice.set(some);
        output.choice_warp.set(scheduler.chosen.head);
        let groups = parts.heap.groups.zero_extend(p.groups_bits());
        output
            .groups
            .set(groups + some.zero_extend(p.groups_bits()));
        let held = parts.heap.groups.any() | queue.count.any();
        output.waiting.set(!some & held);
        for create in [input.first_create, input.second_create] {
            m.unused(create);
        }
    }
}

fn scheduler<'a, 'm>(
    m: &'m ModuleBuilder,
    p: &'a Params,
    input: &'a In<Reads<'m>>,
) -> Scheduler<'a, 'm> {
    m.section("The Majority Entry: the chosen group, if it has threads.");
    let register = |name: &str, width| {
        let register = m.register(format!("chosen_{name}"), width);
        register.overhead("control: the group that has left the heap")
    };
    let threads = register("threads", p.count_bits()).reset(0);
    let chosen = Chosen {
        pc: register("pc", p.pc_bits()),
        threads,
        head: register("head", p.warp_bits()),
        tail: register("tail", p.warp_bits()),
        some: threads.any().named("some"),
    };
    m.section("Offers: an update of the chosen group is done at once, others are queued.");
    let grown = |name: &str, there: Expr<'m>, pc: Expr<'m>, threads, warp| {
        let matches = there & chosen.some & pc.eq(*chosen.pc);
        let matches = matches.named(format!("{name}_matches"));
        let queues = (there & !matches).named(format!("{name}_queues"));
        Grown {
            matches,
            queues,
            enters: (input.update & queues).named(format!("{name}_enters")),
            pc,
            threads,
            warp,
        }
    };
    let i = input;
    let offers = [
        grown("first", i.first, i.first_pc, i.first_threads, i.first_warp),
        grown(
            "second",
            i.second,
            i.second_pc,
            i.second_threads,
            i.second_warp,
        ),
    ];
    let [first, second] = offers;
    let direct = i.update & (first.matches | second.matches);
    let direct_warp = first.matches.mux(first.warp, second.warp);
    Scheduler {
        m,
        p,
        input,
        chosen,
        offers,
        direct: direct.named("direct"),
        direct_warp: direct_warp.named("direct_warp"),
    }
}

impl<'m> Scheduler<'_, 'm> {
    fn set(&self, pc: Expr<'m>) -> Expr<'m> {
        pc.truncate(self.p.lut_sets().ilog2())
    }

    /// Updates that the heap takes in a cycle.
    fn pairs(&self) -> usize {
        if self.p.order() == Order::Minority {
            1
        } else {
            2
        }
    }

    fn queue(&self) -> Queue<'m> {
        let Self { m, p, .. } = self;
        m.section("The update queue: {PC, threads, warp}.");
        let leaves: Vec<Wire> = NAMES[..self.pairs()]
            .iter()
            .map(|name| m.wire(format!("{name}_leaves"), 1))
            .collect();
        let pushes = self.offers.map(|offer| Offer {
            valid: offer.enters,
            data: m.cat([offer.pc, offer.threads, offer.warp]),
        });
        let pops: Vec<Expr> = leaves.iter().map(|leaves| **leaves).collect();
        let ring = ring(m, "queue", p.queue(), &pushes, &pops)
            .overhead("control: updates on their way to the heap");
        let front = |((front, leaves), name): ((Offer<'m>, Wire<'m>), &str)| {
            let update = front.data.named(format!("{name}_update"));
            let (threads, warp) = (p.count_bits(), p.warp_bits());
            let pc = update.part(threads + warp, p.pc_bits());
            Front {
                there: front.valid,
                leaves,
                pc: pc.named(format!("{name}_update_pc")),
                threads: update.part(warp, threads),
                warp: update.truncate(warp),
            }
        };
        let fronts = ring.fronts.into_iter().zip(leaves).zip(NAMES);
        Queue {
            count: ring.count,
            fronts: fronts.map(front).collect(),
        }
    }

    /// The heap and its table, and what they are told.
    fn parts(&self, queue: &Queue<'m>) -> Parts<'m> {
        let Self { m, p, input, .. } = self;
        m.section("The heap, and the table that finds a PC's group in it.");
        let lut_params = MajorityScheduler::lut(p).expect(CHECKED);
        let heap_params = MajorityScheduler::heap(p).expect(CHECKED);
        let (look_up, lut) = m.instance::<MheapLut>("lut", &lut_params);
        let (command, heap) = m.instance::<MaxHeap>("heap", &heap_params);
        m.section(
            "An update leaves the queue when the heap is at rest and no other list grows; the root \
             leaves the heap when there is nothing else to do.",
        );
        let pop = heap.rest & heap.groups.any() & !(self.chosen.some | input.update);
        let pop = (pop & queue.count.eq(0)).named("pop");
        command.pop.set(pop);
        queue.leave(heap.rest & !self.direct);
        let first = queue.fronts[0];
        look_up.first.set(first.leaves);
        look_up.first_pc.set(first.pc);
        command.first.set(first.leaves);
        command.first_hit.set(lut.first_hit);
        command.first_index.set(lut.first_index);
        command.first_entry.set(above(lut.first_entry));
        command.first_pc.set(first.pc);
        command.first_threads.set(first.threads);
        command.first_warp.set(above(first.warp));
        let none = |width| m.constant(0, width);
        let second = queue.fronts.get(1).copied();
        let [pc, threads, warp] = match second {
            Some(second) => [second.pc, second.threads, second.warp],
            None => [p.pc_bits(), p.count_bits(), p.warp_bits()].map(none),
        };
        let leaves = second.map_or(none(1), |second| *second.leaves);
        look_up.second.set(leaves);
        look_up.second_pc.set(pc);
        command.second.set(leaves);
        command.second_hit.set(lut.second_hit);
        command.second_index.set(lut.second_index);
        command.second_entry.set(above(lut.second_entry));
        command.second_pc.set(pc);
        command.second_threads.set(threads);
        command.second_warp.set(above(warp));
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
        // The ways are reserved; who moves is the heap's own affair.
        for output in [
            lut.first_used,
            lut.second_used,
            lut.second_fits,
            heap.moving_first,
            heap.moving_second,
        ] {
            m.unused(output);
        }
        Parts { lut, heap, pop }
    }

    /// The number under the top bit with which the heap stores it.
    fn below(&self, value: Expr<'m>) -> Expr<'m> {
        let bits = value.width() - 1;
        self.m.unused(value.bit(bits));
        value.truncate(bits)
    }

    /// The Majority Entry: popped, updated, issued.
    fn choose(&self, parts: &Parts<'m>) {
        let Self {
            m,
            input,
            chosen,
            direct,
            ..
        } = self;
        let (pop, heap) = (parts.pop, &parts.heap);
        m.section("The Majority Entry is popped, updated, issued.");
        let [first, second] = self.offers;
        let threads = first.matches.mux(first.threads, second.threads);
        let more =
            *chosen.threads + threads.masked(*direct) - input.issued_threads.masked(input.issued);
        chosen.threads.next(pop.mux(heap.root_threads, more));
        chosen.pc.next_when(pop, heap.root_pc);
        let (head, tail) = (self.below(heap.root_head), self.below(heap.root_tail));
        chosen
            .head
            .next_when(pop | input.issued, pop.mux(head, input.issued_next));
        chosen
            .tail
            .next_when(pop | *direct, pop.mux(tail, self.direct_warp));
    }

    /// Per set of the table: the ways that are taken, by what is queued at the latest.
    fn reserved(&self, queue: &Queue<'m>, parts: &Parts<'m>) -> Elements<'m> {
        let Self { m, p, .. } = self;
        m.section("Ways reserved in each set: by entries of the table, and by what is queued.");
        let at = |name: String, set: Expr<'m>, counts: Expr<'m>| {
            let sets = set.decode(p.lut_sets() as u32);
            sets.masked(counts).named(name)
        };
        let (lut, pop) = (&parts.lut, parts.pop);
        let reserves = |(offer, name): (&Grown<'m>, &str)| {
            at(format!("{name}_reserves"), self.set(offer.pc), offer.enters)
        };
        let more: Vec<Expr> = self.offers.iter().zip(NAMES).map(reserves).collect();
        let first = queue.fronts[0];
        let set = pop.mux(self.set(parts.heap.root_pc), self.set(first.pc));
        let releases = pop | (*first.leaves & lut.first_hit);
        let mut less = vec![at("first_releases".into(), set, releases)];
        if let Some(second) = queue.fronts.get(1) {
            let releases = *second.leaves & lut.second_hit;
            less.push(at("second_releases".into(), self.set(second.pc), releases));
        }
        let bits = bits_of(p.lut_ways() as u64);
        let reserved = m.registers("reserved", p.lut_sets(), bits);
        let reserved = reserved.overhead("control: ways that no further group may take");
        m.each("set", p.lut_sets(), |n| {
            let one = |sets: &Expr<'m>| sets.bit(n).zero_extend(bits);
            let grown = more
                .iter()
                .fold(reserved.at(n), |sum, sets| sum + one(sets));
            let next = less.iter().fold(grown, |sum, sets| sum - one(sets));
            reserved.register(n).reset(0).next(next);
        });
        *reserved
    }

    /// Whether what is offered fits, with all that is queued.
    fn room(&self, queue: &Queue<'m>, parts: &Parts<'m>, output: &Out<Drives<'m>>) {
        let Self { m, p, offers, .. } = self;
        let reserved = self.reserved(queue, parts);
        m.section("Room: in the heap, and a way for each PC, even if all is new.");
        let bits = bits_of((p.heap() + p.queue() + 2) as u64);
        let wide = |value: Expr<'m>| value.zero_extend(bits);
        let [first, second] = *offers;
        let groups = wide(parts.heap.groups) + wide(queue.count);
        let groups = (groups + wide(first.queues) + wide(second.queues)).named("all_groups");
        let fits = groups.le(p.heap() as u64).named("heap_fits");
        let bits = reserved.width() + 1;
        let ways = |pc| reserved.index(self.set(pc)).zero_extend(bits);
        let full = p.lut_ways() as u64;
        let shares = first.queues & self.set(first.pc).eq(self.set(second.pc));
        let first_fits = ways(first.pc).lt(full).named("first_fits");
        let second_ways = ways(second.pc) + shares.zero_extend(bits);
        let second_fits = second_ways.named("second_ways").lt(full);
        let first_fits = !first.queues | first_fits;
        let second_fits = !second.queues | second_fits.named("second_fits");
        output.room.set(fits & first_fits & second_fits);
    }

    /// Lists that grow: that of the chosen group, or in the heap.
    fn link(&self, parts: &Parts<'m>, output: &Out<Drives<'m>>) {
        let Self {
            m, chosen, direct, ..
        } = self;
        let heap = &parts.heap;
        m.section("Lists that grow: that of the chosen group, or those of groups in the heap.");
        let (warp, tail) = (self.direct_warp, *chosen.tail);
        let first = (*direct & warp.ne(tail)) | heap.link_first;
        let first = first.named("first_links");
        let second = heap.link_second;
        let [from, to] = [heap.link_first_warp, heap.link_first_next].map(|warp| self.below(warp));
        output.link_first.set(first);
        output
            .link_first_warp
            .set(direct.mux(tail, from).masked(first));
        output
            .link_first_next
            .set(direct.mux(warp, to).masked(first));
        let [from, to] =
            [heap.link_second_warp, heap.link_second_next].map(|warp| self.below(warp));
        output.link_second.set(second);
        output.link_second_warp.set(from.masked(second));
        output.link_second_next.set(to.masked(second));
    }
}

impl<'m> Queue<'m> {
    /// Which fronts go to the heap in a cycle in which it `takes` them: two of different PCs.
    fn leave(&self, takes: Expr<'m>) {
        let first = self.fronts[0];
        first.leaves.set(first.there & takes);
        if let Some(second) = self.fronts.get(1) {
            let differs = second.pc.ne(first.pc);
            second.leaves.set(*first.leaves & second.there & differs);
        }
    }
}

/// A number with the top bit with which the heap stores it.
fn above(value: Expr<'_>) -> Expr<'_> {
    value.zero_extend(value.width() + 1)
}
