//! The scheduler for a heap with a latency: the front of the queue is looked up before it leaves, and then waits for the heap.

use super::Scheduler;
use super::queue::{Queue, Rest};
use crate::{Expr, Reads, Register};
use heddle_contract::units::{max_heap, mheap_lut};

/// The look-up of the cycle, and whether the front of the queue leaves.
pub(super) struct Turn<'m> {
    pub(super) request: Expr<'m>,
    pub(super) pc: Expr<'m>,
    pub(super) create: Expr<'m>,
    pub(super) dequeue: Expr<'m>,
    /// The table has been cleared.
    pub(super) cleared: Expr<'m>,
    /// The root is popped.
    pub(super) pop: Expr<'m>,
}

/// The look-up of the front.
#[derive(Clone, Copy)]
struct LookUp<'m> {
    /// The look-up was requested in the cycle before.
    asked: Register<'m>,
    /// The table shows the result.
    known: Register<'m>,
}

impl<'m> Scheduler<'_, 'm> {
    /// Decides whether the front or the root leaves in this cycle.
    pub(super) fn turn(
        &self,
        queue: &Queue<'m>,
        lut: &mheap_lut::Out<Reads<'m>>,
        heap: &max_heap::Out<Reads<'m>>,
    ) -> Turn<'m> {
        let due = !self.chosen.some & heap.rest & heap.groups.any();
        let front = queue.fronts[0];
        let Some(rest) = queue.rest else {
            // DWF-13: an update of the Majority Entry takes a link port, so the queue waits.
            let take_en = (heap.rest & !self.direct).named("take_en");
            return Turn {
                request: *front.dequeue,
                pc: front.update.pc,
                create: front.update.create,
                dequeue: front.update.there & take_en,
                cleared: lut.idle,
                pop: (due & !queue.some).named("pop"),
            };
        };
        let control = |name: &str| {
            let register = self.m.register(name, 1).reset(0);
            register.overhead("control: the look-up of the queue's front")
        };
        let look_up = LookUp {
            asked: control("asked"),
            known: control("known"),
        };
        let take_en_entry = lut.first_used & !lut.first_hit;
        let may_wait = look_up.known & !(self.root_hit(rest, heap) | take_en_entry);
        let pop = (due & (!queue.some | may_wait)).named("pop");
        self.ask(queue, rest, look_up, heap.rest & !pop, lut.idle, pop)
    }

    /// Whether an update in the queue may have the root's PC, compared in the cycle before.
    fn root_hit(&self, rest: Rest<'m>, heap: &max_heap::Out<Reads<'m>>) -> Expr<'m> {
        // DWF-41: compared a cycle before the choice, whose path would be too long.
        let register = self.m.register("root_hit", 1).reset(0);
        let register = register.overhead("control: whether a queued update has the root's PC");
        let [first, second] = self.offers.map(|offer| offer.pc.eq(heap.root_pc));
        let offered = (self.input.first & first) | (self.input.second & second);
        register.next(rest.has(self, heap.root_pc) | (offered & self.input.update));
        *register
    }

    fn ask(
        &self,
        queue: &Queue<'m>,
        rest: Rest<'m>,
        LookUp { asked, known }: LookUp<'m>,
        take_en: Expr<'m>,
        ready: Expr<'m>,
        pop: Expr<'m>,
    ) -> Turn<'m> {
        let front = queue.fronts[0].update;
        let dequeue = (known & take_en).named("front_dequeue");
        // DWF-39: an offer to an empty queue is looked up at once; whether it enters is known later.
        let [first, _] = self.offers;
        let none = dequeue.mux(!rest.there, !front.there).named("none_queued");
        let next = |behind: Expr<'m>, front: Expr<'m>, first: Expr<'m>| {
            none.mux(first, dequeue.mux(behind, front))
        };
        let request = (dequeue | !(asked | *known)) & (!none | first.enqueue);
        let request = request.named("request");
        asked.next(request);
        known.next(asked | (known & !dequeue));
        Turn {
            request,
            pc: next(rest.pc, front.pc, first.pc).named("next_pc"),
            create: next(rest.create, front.create, first.create),
            dequeue,
            cleared: ready | asked,
            pop,
        }
    }
}
