//! With a latency of the heap: the front of the queue is looked up before it leaves, and then waits for the heap.

use super::Scheduler;
use super::queue::{Queue, Rest};
use crate::{Expr, Reads, Register};
use heddle_contract::units::{max_heap, mheap_lut};

/// What is looked up, and when the front of the queue leaves.
pub(super) struct Turn<'m> {
    pub(super) asks: Expr<'m>,
    pub(super) pc: Expr<'m>,
    pub(super) create: Expr<'m>,
    pub(super) leaves: Expr<'m>,
    /// The table has been cleared.
    pub(super) cleared: Expr<'m>,
    /// The root leaves.
    pub(super) pop: Expr<'m>,
}

/// The look-up of the front.
#[derive(Clone, Copy)]
struct LookUp<'m> {
    /// It was asked for in the cycle before.
    asked: Register<'m>,
    /// The table shows what was found.
    known: Register<'m>,
}

impl<'m> Scheduler<'_, 'm> {
    /// The turn of the front, or of the root.
    pub(super) fn turn(
        &self,
        queue: &Queue<'m>,
        lut: &mheap_lut::Out<Reads<'m>>,
        heap: &max_heap::Out<Reads<'m>>,
    ) -> Turn<'m> {
        let due = !self.chosen.some & heap.rest & heap.groups.any();
        let front = queue.fronts[0];
        let Some(rest) = queue.rest else {
            let takes = (heap.rest & !self.direct).named("takes");
            return Turn {
                asks: *front.leaves,
                pc: front.update.pc,
                create: front.update.create,
                leaves: front.update.there & takes,
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
        let takes_entry = lut.first_used & !lut.first_hit;
        let may_wait = look_up.known & !(self.concerns_root(rest, heap) | takes_entry);
        let pop = (due & (!queue.some | may_wait)).named("pop");
        self.ask(queue, rest, look_up, heap.rest & !pop, lut.idle, pop)
    }

    /// Whether an update in the queue may be of the root's PC, as the cycle before told.
    fn concerns_root(&self, rest: Rest<'m>, heap: &max_heap::Out<Reads<'m>>) -> Expr<'m> {
        let register = self.m.register("concerns_root", 1).reset(0);
        let register = register.overhead("control: queued updates and the root");
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
        takes: Expr<'m>,
        ready: Expr<'m>,
        pop: Expr<'m>,
    ) -> Turn<'m> {
        let front = queue.fronts[0].update;
        let leaves = (known & takes).named("front_leaves");
        // What comes to an empty queue is looked up at once, whether it enters is known later.
        let [first, _] = self.offers;
        let none = leaves.mux(!rest.there, !front.there).named("none_queued");
        let next = |behind: Expr<'m>, front: Expr<'m>, first: Expr<'m>| {
            none.mux(first, leaves.mux(behind, front))
        };
        let asks = (leaves | !(asked | *known)) & (!none | first.enters);
        let asks = asks.named("asks");
        asked.next(asks);
        known.next(asked | (known & !leaves));
        Turn {
            asks,
            pc: next(rest.pc, front.pc, first.pc).named("next_pc"),
            create: next(rest.create, front.create, first.create),
            leaves,
            cleared: ready | asked,
            pop,
        }
    }
}
