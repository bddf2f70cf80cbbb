//! The update queue: {PC, threads, warp, whether it is new}.

use super::{Grown, NAMES, Scheduler};
use crate::blocks::{Offer, matches, ring};
use crate::{Elements, Expr, Registers, Wire};

/// Why queued updates do not count as storage.
const QUEUED: &str = "control: updates on their way to the heap";

/// The queue of updates for the heap.
pub(super) struct Queue<'m> {
    pub(super) some: Expr<'m>,
    /// Two more updates fit.
    pub(super) has_space: Expr<'m>,
    pub(super) fronts: Vec<Front<'m>>,
    /// With a latency: the updates behind the front.
    pub(super) rest: Option<Rest<'m>>,
}

/// An update in the queue that may go to the heap.
#[derive(Clone, Copy)]
pub(super) struct Front<'m> {
    pub(super) update: Queued<'m>,
    /// The update goes to the heap in this cycle.
    pub(super) dequeue: Wire<'m>,
}

/// An update in the queue.
#[derive(Clone, Copy)]
pub(super) struct Queued<'m> {
    pub(super) there: Expr<'m>,
    pub(super) pc: Expr<'m>,
    pub(super) threads: Expr<'m>,
    pub(super) warp: Expr<'m>,
    pub(super) create: Expr<'m>,
}

/// The update behind the front, and the PCs of all updates.
#[derive(Clone, Copy)]
pub(super) struct Rest<'m> {
    /// Whether a second update exists.
    pub(super) there: Expr<'m>,
    pub(super) pc: Expr<'m>,
    pub(super) create: Expr<'m>,
    /// A bit for each place that holds an update, and the PC of each place.
    all: Expr<'m>,
    pcs: Elements<'m>,
}

impl<'m> Scheduler<'_, 'm> {
    pub(super) fn queue(&self) -> Queue<'m> {
        match self.has_latency() {
            true => self.shifting_queue(),
            false => self.ring(),
        }
    }

    /// The queue as a ring, from which one or two updates leave in a cycle.
    fn ring(&self) -> Queue<'m> {
        let Self { m, p, .. } = self;
        m.section("The update queue: {PC, threads, warp, whether the warp is new}.");
        let dequeue: Vec<Wire> = NAMES[..self.pairs()]
            .iter()
            .map(|name| m.wire(format!("{name}_dequeue"), 1))
            .collect();
        let pushes = self.offers.map(|offer| Offer {
            valid: offer.enqueue,
            data: m.cat([offer.pc, offer.threads, offer.warp, offer.create]),
        });
        let pops: Vec<Expr> = dequeue.iter().map(|dequeue| **dequeue).collect();
        let ring = ring(m, "queue", p.queue(), &pushes, &pops).overhead(QUEUED);
        let fronts = ring.fronts.iter().zip(NAMES).zip(&dequeue);
        let front = |((front, name), &dequeue): ((&Offer<'m>, &str), &Wire<'m>)| {
            let update = front.data.named(format!("{name}_update"));
            let (threads, warp) = (p.count_bits(), p.warp_bits());
            let pc = update.part(threads + warp + 1, p.pc_bits());
            let update = Queued {
                there: front.valid,
                pc: pc.named(format!("{name}_update_pc")),
                threads: update.part(warp + 1, threads),
                warp: update.part(1, warp),
                create: update.bit(0),
            };
            Front { update, dequeue }
        };
        Queue {
            some: ring.count.any(),
            has_space: ring.count.le(p.queue() as u64 - 2),
            fronts: fronts.map(front).collect(),
            rest: None,
        }
    }

    /// The queue as a shift register, from which one update leaves in a cycle. All PCs are compared; the front is in the lowest
    /// place, and the updates behind it move down when it leaves.
    fn shifting_queue(&self) -> Queue<'m> {
        let Self { m, p, .. } = self;
        m.section(
            "The update queue: the front is in place 0; the other updates move down when the front \
             leaves. Updates that enter take the places behind.",
        );
        let dequeue = m.wire("first_dequeue", 1);
        let places = p.queue();
        let there = m.register("queue_there", places as u32).reset(0);
        let there = there.overhead(QUEUED);
        let [first, second] = self.offers.map(|offer| offer.enqueue);
        let kept = dequeue
            .mux(there.shift_right(1), *there)
            .named("queue_kept");
        let behind = |taken: Expr<'m>| taken.shift_left(1) | 1;
        let after_first = behind(kept).named("behind_kept");
        let filled = first.mux(after_first, kept).named("queue_filled");
        there.next(second.mux(behind(filled), filled));
        let to_first = after_first.masked(first).named("place_of_first");
        let places = Moves {
            dequeue: *dequeue,
            kept,
            to_first,
        };
        let field =
            |name, of: fn(Grown<'m>) -> Expr<'m>| self.shift(name, places, self.offers.map(of));
        let pcs = field("pc", |offer| offer.pc);
        let creates = field("create", |offer| offer.create);
        let update = Queued {
            there: there.bit(0),
            pc: pcs.at(0),
            threads: field("threads", |offer| offer.threads).at(0),
            warp: field("warp", |offer| offer.warp).at(0),
            create: creates.at(0),
        };
        Queue {
            some: there.bit(0),
            has_space: !there.bit(p.queue() - 2),
            fronts: vec![Front { update, dequeue }],
            rest: Some(Rest {
                there: there.bit(1),
                pc: pcs.at(1),
                create: creates.at(1),
                all: *there,
                pcs: *pcs,
            }),
        }
    }

    /// The registers of one field, for all places of the queue.
    fn shift(
        &self,
        what: &str,
        places: Moves<'m>,
        [first, second]: [Expr<'m>; 2],
    ) -> Registers<'m> {
        let (m, p, width) = (self.m, self.p, first.width());
        let all = m.registers(format!("queue_{what}"), p.queue(), width);
        let all = all.overhead(QUEUED);
        let last = p.queue() - 1;
        let moved = m.array(format!("moved_{what}"), p.queue(), width);
        m.each(&format!("moved_{what}"), last, |i| {
            moved.set(i, places.dequeue.mux(all.at(i + 1), all.at(i)));
        });
        moved.set(last, all.at(last));
        m.each(&format!("queued_{what}"), p.queue(), |i| {
            let new = places.to_first.bit(i).mux(first, second);
            all.register(i)
                .next(places.kept.bit(i).mux(moved.at(i), new));
        });
        all
    }
}

/// The places to which updates go at the clock edge.
#[derive(Clone, Copy)]
struct Moves<'m> {
    /// All updates move down by one place.
    dequeue: Expr<'m>,
    /// Positions that hold an update that was already in the queue.
    kept: Expr<'m>,
    /// The place of the first offer, and all places before it.
    to_first: Expr<'m>,
}

impl<'m> Rest<'m> {
    /// Whether an update in the queue has this PC.
    pub(super) fn has(&self, scheduler: &Scheduler<'_, 'm>, pc: Expr<'m>) -> Expr<'m> {
        let same = matches(scheduler.m, "of_root", self.pcs, pc);
        (same & self.all).any()
    }
}
