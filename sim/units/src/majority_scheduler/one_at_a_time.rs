//! The scheduler's cycles where the heap takes one update at a time.

use super::MajorityScheduler;
use crate::max_heap::Placed;
use crate::mheap_lut::LookUp;
use crate::warp_groups::{Issued, Link, Update};
use heddle_contract::units::max_heap::Order;

/// What has become of the front of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// It is to be looked up, once there is one.
    Waits,
    /// It was, in the cycle before.
    Asked,
    /// The table shows what was found.
    Known,
}

impl MajorityScheduler {
    /// Lists that grow in this cycle: that of the Majority Entry, and one of the heap.
    pub(super) fn links_of_one(&self, updates: [Option<Update>; 2]) -> [Option<Link>; 2] {
        let of_chosen = self.matching(updates);
        let [of_heap, _] = self.heap.links([None; 2]);
        [
            of_chosen.and_then(|(chosen, update)| chosen.link(&update)),
            of_heap,
        ]
    }

    pub(super) fn clock_one(
        &mut self,
        updates: [Option<Update>; 2],
        issued: Option<Issued>,
    ) -> [Option<Link>; 2] {
        let links = self.links_of_one(updates);
        let becomes =
            self.params.order() == Order::Majority && self.count() == 0 && self.queue.is_empty();
        let turn = self.next_turn();
        if !self.heap.is_resting() {
            self.rebalance_one();
        } else if self.pops() {
            self.pop();
        } else if self.turn == Some(Turn::Known) {
            self.leave_queue_alone();
        }
        self.turn = Some(turn);
        for (number, update) in updates.iter().flatten().enumerate() {
            self.take(update, becomes && number == 0);
        }
        if let Some(issued) = issued {
            self.issue(issued);
        }
        links
    }

    /// The look-up of the front goes on.
    fn next_turn(&mut self) -> Turn {
        let front = self.queue.front().copied();
        self.lut.answer();
        match (self.turn, front) {
            (Some(Turn::Asked), _) => Turn::Known,
            (Some(Turn::Known), _) if !self.heap.is_resting() => Turn::Known,
            (Some(Turn::Waits), Some(Update { pc, create, .. })) => {
                self.lut.ask(LookUp { pc, create });
                Turn::Asked
            }
            _ => Turn::Waits,
        }
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
        self.heap.update([Some(Placed { update, place }), None]);
    }
}
