//! An experiment without hardware: updates of the heap take effect at once, and the port accesses that they need are owed.
//!
//! DWF-54. The heap is always at rest and the queue always empty, so the next choice sees every update. The choice waits
//! instead until the ports have made all accesses of the updates, and of the choice before. An access is one that
//! `mheap_lut` and `max_heap` make with a cycle a level:
//!
//! * a look-up reads the table, and a hit reads the entry of its group;
//! * a group that loses its entry of the table is written;
//! * a choice reads the root and the last entry, and frees the root's entry of the table;
//! * each level at which an entry moves or settles reads the entries with which it is compared, writes one entry, and
//!   writes the place of that entry to the table.
//!
//! Accesses of a cycle are made from this cycle on. Updates of the Majority Entry need none.

use super::MajorityScheduler;
use super::port_debt::PortDebt;
use crate::max_heap::LocatedUpdate;
use crate::warp_groups::{Issued, Link, Update};
use heddle_contract::units::max_heap::Order;
use heddle_contract::units::warp_scheduler::Params;
use heddle_contract::{Golden, Words};

/// See the [module](self).
#[derive(Clone, Debug, PartialEq, Words)]
pub struct OwedScheduler {
    scheduler: MajorityScheduler,
    debt: PortDebt,
}

impl OwedScheduler {
    /// The scheduler in its reset state.
    ///
    /// # Panics
    /// If levels of the heap do not take one cycle; no machine with such a heap has this scheduler.
    pub fn new(params: &Params) -> Self {
        assert_eq!(params.heap_latency(), 1, "accesses are counted for it only");
        Self {
            scheduler: Golden::new(params),
            debt: PortDebt::default(),
        }
    }

    /// Majority Entry, heap at rest, and look-up table.
    pub fn scheduler(&self) -> &MajorityScheduler {
        &self.scheduler
    }

    /// Whether updates can be taken: the table has been cleared, and no group is being chosen.
    pub fn is_ready(&self) -> bool {
        self.scheduler.lut.is_cleared() && !self.pops()
    }

    /// Number of updates that fit, whatever they are.
    pub fn room(&self) -> u64 {
        self.scheduler.room()
    }

    /// The first warp of the Majority Entry.
    pub fn choice(&self) -> Option<u64> {
        self.scheduler.choice()
    }

    /// Number of groups held, the chosen one included.
    pub fn count(&self) -> u64 {
        self.scheduler.count()
    }

    /// Whether groups are held but none is chosen.
    pub fn is_waiting(&self) -> bool {
        self.scheduler.is_waiting()
    }

    /// Whether a cycle without update and issue changes nothing. Where no group is held, nothing is owed: the last choice began
    /// without debts, and in an empty heap neither its accesses nor a look-up exceed the ports of a cycle.
    pub fn is_still(&self) -> bool {
        self.debt.is_paid() && self.scheduler.is_still()
    }

    /// Whether a group is chosen in this cycle.
    fn pops(&self) -> bool {
        self.debt.is_paid() && self.scheduler.pops()
    }

    /// The clock edge, as [`GroupScheduler::clock`](crate::GroupScheduler::clock).
    pub fn clock(
        &mut self,
        updates: [Option<Update>; 2],
        issued: Option<Issued>,
    ) -> [Option<Link>; 2] {
        self.scheduler.lut.walk();
        if self.pops() {
            self.pop();
        }
        let links = updates.map(|update| self.take(&update?));
        if let Some(issued) = issued {
            self.scheduler.issue(issued);
        }
        self.debt.pay();
        links
    }

    /// Applies an update; returns how a list grows.
    fn take(&mut self, update: &Update) -> Option<Link> {
        let scheduler = &mut self.scheduler;
        let becomes = scheduler.params.order() == Order::Majority && scheduler.count() == 0;
        let matching = scheduler.matching([Some(*update), None]);
        scheduler.take(update, becomes);
        match matching {
            Some((chosen, update)) => chosen.link(&update),
            None => self.apply_queued(),
        }
    }

    /// Applies the update in the queue, if there is one, to the heap.
    fn apply_queued(&mut self) -> Option<Link> {
        let front = self.scheduler.front([None; 2]);
        let LocatedUpdate { update, place } = front[0]?;
        let [link, _] = self.scheduler.heap.links(front);
        self.debt.lut.reads += 1;
        self.debt.heap.reads += usize::from(place.index.is_some());
        self.debt.heap.writes += usize::from(update.create && place.given_up.is_some());
        self.scheduler.leave_queue(front);
        self.rebalance();
        link
    }

    /// Makes the root the Majority Entry.
    fn pop(&mut self) {
        let root = self.scheduler.heap.entries().first();
        let has_entry = root.is_some_and(|root| root.lut.is_some());
        self.debt.heap.reads += 2;
        self.debt.lut.writes += usize::from(has_entry);
        self.scheduler.pop();
        self.rebalance();
    }

    /// Moves entries of the heap until it is at rest.
    fn rebalance(&mut self) {
        let Self { scheduler, debt } = self;
        while !scheduler.heap.is_resting() {
            debt.heap.reads += scheduler.heap.compared();
            debt.heap.writes += 1;
            debt.lut.writes += scheduler.heap.moves().iter().flatten().count();
            scheduler.rebalance();
        }
    }
}
