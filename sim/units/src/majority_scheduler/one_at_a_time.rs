//! The cycles of the scheduler when the heap takes one update at a time.

use super::MajorityScheduler;
use crate::max_heap::LocatedUpdate;
use crate::mheap_lut::LookUp;
use crate::warp_groups::{Issued, Link, Update};
use heddle_contract::Words;
use heddle_contract::units::max_heap::Order;

/// The state of the update at the front of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(super) enum Turn {
    /// It has to be looked up, once there is one.
    Waits,
    /// It was looked up in the cycle before.
    Asked,
    /// The table shows the result of its look-up.
    Known,
}

impl MajorityScheduler {
    /// The lists that grow in this cycle: that of the Majority Entry, and one of the heap.
    pub(super) fn links_of_one(&self, updates: [Option<Update>; 2]) -> [Option<Link>; 2] {
        let of_chosen = self.matching(updates);
        let [of_heap, _] = self.heap.links([None; 2]);
        [
            // DWF-42: links of the heap have a port of their own, so an update of the chosen group holds nothing up.
            of_chosen.and_then(|(chosen, update)| chosen.link(&update)),
            of_heap,
        ]
    }

    /// Whether the root can be chosen safely: the front update was looked up, no update in the queue has the root's
    /// PC, and the front update does not take an entry of the table that may be the root's.
    pub(super) fn root_is_certain(&self) -> bool {
        // DWF-41: an update of the root's PC, or one that may take the root's entry, goes first.
        let is_known = self.turn == Some(Turn::Known);
        is_known && !self.concerns_root && self.lut.found().given_up.is_none()
    }

    /// Whether an update that may be in the queue in the next cycle has the root's PC.
    fn may_concern_root(&self, updates: [Option<Update>; 2]) -> bool {
        let root = self.heap.root_pc();
        let mut all = self.queue.iter().chain(updates.iter().flatten());
        all.any(|update| Some(update.pc) == root)
    }

    /// Whether an update enters the queue.
    fn enters(&self, update: &Update) -> bool {
        self.chosen.is_none_or(|chosen| chosen.pc != update.pc)
    }

    pub(super) fn clock_one(
        &mut self,
        updates: [Option<Update>; 2],
        issued: Option<Issued>,
    ) -> [Option<Link>; 2] {
        let links = self.links_of_one(updates);
        let becomes =
            self.params.order() == Order::Majority && self.count() == 0 && self.queue.is_empty();
        self.lut.answer();
        let concerns_root = self.may_concern_root(updates);
        let pops = self.pops();
        let leaves = self.turn == Some(Turn::Known) && self.heap.is_resting() && !pops;
        let asked = self.to_be_asked(leaves, updates[0].filter(|_| !becomes));
        if !self.heap.is_resting() {
            self.rebalance_one();
        } else if pops {
            self.pop();
        } else if leaves {
            self.leave_queue_alone();
        }
        let next = match (self.turn, asked) {
            (Some(Turn::Asked), _) => Turn::Known,
            (Some(Turn::Known), _) if !leaves => Turn::Known,
            (_, None) => Turn::Waits,
            (_, Some(Update { pc, create, .. })) => {
                self.lut.ask(LookUp { pc, create });
                Turn::Asked
            }
        };
        self.turn = Some(next);
        self.concerns_root = concerns_root;
        for (number, update) in updates.iter().flatten().enumerate() {
            self.take(update, becomes && number == 0);
        }
        if let Some(issued) = issued {
            self.issue(issued);
        }
        links
    }

    /// The update that will be at the front of the queue in the next cycle, or enters the queue as the first offer.
    fn to_be_asked(&self, leaves: bool, first: Option<Update>) -> Option<Update> {
        let queued = self.queue.get(usize::from(leaves)).copied();
        // DWF-39: an update that meets an empty queue is looked up as it arrives.
        queued.or_else(|| first.filter(|update| self.enters(update)))
    }

    fn rebalance_one(&mut self) {
        for changed in self.heap.moves().into_iter().flatten() {
            self.lut.place(changed.lut, changed.index);
        }
        self.heap.step();
    }

    fn leave_queue_alone(&mut self) {
        let Some(update) = self.queue.pop_front() else {
            return;
        };
        let place = self.lut.found();
        self.given_up += u64::from(update.create && place.given_up.is_some());
        self.heap
            .update([Some(LocatedUpdate { update, place }), None]);
    }
}
