//! Golden `majority_scheduler`: fung2009, section 4.4, figure 11.

mod one_at_a_time;
mod owed;
mod port_debt;

pub use owed::OwedScheduler;

use super::max_heap::{LocatedUpdate, MaxHeap};
use super::mheap_lut::{LookUp, MheapLut};
use super::warp_groups::{Group, Issued, Link, Update, issued, show, updates};
use heddle_contract::units::max_heap::Order;
use heddle_contract::units::warp_scheduler::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};
use one_at_a_time::Turn;
use std::collections::VecDeque;

/// The chosen group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub struct MajorityEntry {
    /// The PC of the group, in words.
    pub pc: u64,
    /// The first warp of the group (WPH).
    pub head: u64,
    /// The last warp of the group (WPT).
    pub tail: u64,
}

impl MajorityEntry {
    fn of(group: &Group) -> Self {
        let Group { pc, head, tail, .. } = *group;
        Self { pc, head, tail }
    }

    fn link(&self, update: &Update) -> Option<Link> {
        update.create.then_some(Link {
            warp: self.tail,
            next: update.warp,
        })
    }
}

/// The Majority Entry, the update queue, the look-up table and the heap.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct MajorityScheduler {
    params: Params,
    chosen: Option<MajorityEntry>,
    queue: VecDeque<Update>,
    lut: MheapLut,
    heap: MaxHeap,
    /// With a latency: the state of the update at the front of the queue.
    turn: Option<Turn>,
    /// With a latency: whether in the cycle before an update in the queue, or offered to it, had the root's PC.
    concerns_root: bool,
    /// Number of groups that have lost their entry of the table since reset.
    given_up: u64,
}

impl MajorityScheduler {
    /// Whether updates can be taken: the table has been cleared, the queue has two free entries, and no group is
    /// being chosen.
    #[inline]
    pub fn is_ready(&self) -> bool {
        self.lut.is_cleared() && self.has_room_in_queue() && !self.pops()
    }

    /// Number of updates that fit, whatever they are and whatever happens to the queued ones.
    pub fn room(&self) -> u64 {
        // DWF-24: a queued update of a new warp may need an entry, whatever group it finds.
        let new = self.queue.iter().filter(|update| update.create).count();
        (self.params.heap() - self.heap.count() - new) as u64
    }

    /// The first warp of the Majority Entry.
    #[inline]
    pub fn choice(&self) -> Option<u64> {
        self.chosen.map(|chosen| chosen.head)
    }

    /// Number of groups held, the chosen one included.
    #[inline]
    pub fn count(&self) -> u64 {
        (self.heap.count() + usize::from(self.chosen.is_some())) as u64
    }

    /// Whether groups are held but none is chosen.
    #[inline]
    pub fn is_waiting(&self) -> bool {
        self.chosen.is_none() && self.heap.count() > 0
    }

    /// The Majority Entry.
    pub fn chosen(&self) -> Option<&MajorityEntry> {
        self.chosen.as_ref()
    }

    /// Number of updates that wait for the heap.
    #[inline]
    pub fn waiting(&self) -> u64 {
        self.queue.len() as u64
    }

    /// Whether the queue has room for two updates, as threads that commit may need.
    #[inline]
    pub fn has_room_in_queue(&self) -> bool {
        self.queue.len() + 2 <= self.params.queue()
    }

    /// Updates that wait for the heap, the oldest first.
    pub fn queued(&self) -> impl Iterator<Item = &Update> {
        self.queue.iter()
    }

    /// The heap.
    pub fn heap(&self) -> &MaxHeap {
        &self.heap
    }

    /// The look-up table of the heap.
    pub fn lut(&self) -> &MheapLut {
        &self.lut
    }

    /// Number of groups that have lost their entry of the look-up table since reset. If it is 0, CNT of the groups in
    /// the heap is exact.
    pub fn given_up(&self) -> u64 {
        self.given_up
    }

    /// The clock edge, as [`GroupScheduler::clock`](super::GroupScheduler::clock).
    #[inline]
    pub fn clock(
        &mut self,
        updates: [Option<Update>; 2],
        issued: Option<Issued>,
    ) -> [Option<Link>; 2] {
        self.lut.walk();
        if self.turn.is_some() {
            return self.clock_one(updates, issued);
        }
        let mut links = [None; 2];
        if self.is_busy() || updates[0].is_some() {
            let front = self.front(updates);
            links = self.links(updates, front);
            self.work(updates, front);
        }
        if let Some(issued) = issued {
            self.issue(issued);
        }
        links
    }

    /// Whether a cycle without update and issue changes nothing.
    #[inline]
    pub fn is_still(&self) -> bool {
        self.lut.is_cleared() && !self.is_busy()
    }

    /// Whether there is work in a cycle without an update.
    fn is_busy(&self) -> bool {
        self.is_waiting() || !self.queue.is_empty() || !self.heap.is_resting()
    }

    /// Whether the heap is at rest, no update is on its way to it, and the table holds the places of its groups.
    pub fn is_settled(&self) -> bool {
        self.heap.is_resting() && self.turn.is_none_or(|turn| turn == Turn::Waits)
    }

    fn work(&mut self, updates: [Option<Update>; 2], front: [Option<LocatedUpdate>; 2]) {
        // DWF-11: not under the other orders, whose best group need not be the first that arrives.
        // If two updates arrive while no group is held, the first becomes the chosen group.
        let becomes = self.params.order() == Order::Majority
            && self.chosen.is_none()
            && self.heap.count() == 0;
        if !self.heap.is_resting() {
            self.rebalance();
        } else if self.pops() {
            self.pop();
        } else if front[0].is_some() {
            self.leave_queue(front);
        }
        for (number, update) in updates.iter().flatten().enumerate() {
            self.take(update, becomes && number == 0);
        }
    }

    /// The lists that grow in this cycle.
    fn links(
        &self,
        updates: [Option<Update>; 2],
        front: [Option<LocatedUpdate>; 2],
    ) -> [Option<Link>; 2] {
        match self.matching(updates) {
            Some((chosen, update)) => [chosen.link(&update), None],
            None => self.heap.links(front),
        }
    }

    /// The chosen group, and the update for it.
    fn matching(&self, updates: [Option<Update>; 2]) -> Option<(MajorityEntry, Update)> {
        let chosen = self.chosen?;
        let mut updates = updates.into_iter().flatten();
        let update = updates.find(|update| update.pc == chosen.pc)?;
        Some((chosen, update))
    }

    /// The updates that move from the queue to the heap in this cycle, with their look-ups.
    fn front(&self, updates: [Option<Update>; 2]) -> [Option<LocatedUpdate>; 2] {
        // DWF-13: an update of the Majority Entry takes a link port, so the queue waits.
        if !self.heap.is_resting() || self.matching(updates).is_some() {
            return [None; 2];
        }
        let first = self.queue.front();
        // DWF-12, DWF-14: a second update needs another PC, and an order in which entries only rise.
        let second = self.queue.get(1).filter(|second| {
            self.params.order() != Order::Minority
                && first.is_none_or(|first| first.pc != second.pc)
        });
        let updates = [first.copied(), second.copied()];
        let places = self.lut.look_up(look_ups(updates));
        let placed = |which: usize| {
            let (update, place) = (updates[which]?, places[which]);
            place.entry.map(|_| LocatedUpdate { update, place })
        };
        [placed(0), placed(1)]
    }

    fn leave_queue(&mut self, front: [Option<LocatedUpdate>; 2]) {
        let updates = front.map(|placed| placed.map(|placed| placed.update));
        let places = front.map(|placed| placed.map(|placed| placed.place).unwrap_or_default());
        self.lut.used(look_ups(updates), places);
        for LocatedUpdate { update, place } in front.iter().flatten() {
            self.queue.pop_front();
            self.given_up += u64::from(update.create && place.given_up.is_some());
        }
        self.heap.update(front);
    }

    /// Simulates a cycle in which the heap is not at rest.
    fn rebalance(&mut self) {
        for changed in self.heap.moves().into_iter().flatten() {
            self.lut.write(changed.lut, changed.pc, changed.index);
        }
        self.heap.step();
    }

    /// Whether a group is chosen in this cycle.
    fn pops(&self) -> bool {
        let is_due = self.chosen.is_none() && self.heap.is_resting() && self.heap.count() > 0;
        // DWF-11: at rest and without updates on their way, so that no update waits for the group that is chosen.
        is_due && (self.queue.is_empty() || self.root_is_certain())
    }

    /// Makes the root the Majority Entry.
    fn pop(&mut self) {
        if let Some(root) = self.heap.pop() {
            match (root.lut, self.turn) {
                (Some(entry), Some(_)) => self.lut.place(entry, None),
                (Some(entry), None) => self.lut.write(entry, root.group.pc, None),
                (None, _) => {}
            }
            self.chosen = Some(MajorityEntry::of(&root.group));
        }
    }

    fn take(&mut self, update: &Update, is_chosen: bool) {
        if is_chosen {
            self.chosen = Some(MajorityEntry::of(&Group::of(update)));
            return;
        }
        match &mut self.chosen {
            Some(chosen) if chosen.pc == update.pc => {
                if update.create {
                    chosen.tail = update.warp;
                }
            }
            _ => self.queue.push_back(*update),
        }
    }

    fn issue(&mut self, issued: Issued) {
        self.chosen = self
            .chosen
            .filter(|chosen| chosen.head != chosen.tail)
            .map(|chosen| MajorityEntry {
                head: issued.next,
                ..chosen
            });
    }
}

/// The look-ups for these updates.
fn look_ups(updates: [Option<Update>; 2]) -> [Option<LookUp>; 2] {
    updates.map(|update| update.map(|Update { pc, create, .. }| LookUp { pc, create }))
}

impl Golden<units::MajorityScheduler> for MajorityScheduler {
    fn new(params: &Params) -> Self {
        let lut =
            units::MajorityScheduler::lut(params).expect("they fit, or Params would not exist");
        let heap = units::MajorityScheduler::heap(params).expect("as above");
        Self {
            params: *params,
            chosen: None,
            queue: VecDeque::with_capacity(params.queue()),
            lut: MheapLut::new(&lut),
            heap: MaxHeap::new(&heap),
            turn: (params.heap_latency() > 1).then_some(Turn::Waits),
            concerns_root: false,
            given_up: 0,
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.ready = self.is_ready();
        output.room = self.room();
        output.choice = self.choice().is_some();
        output.choice_warp = self.choice().unwrap_or(0);
        let updates = updates(input);
        let links = match self.turn {
            Some(_) => self.links_of_one(updates),
            None => self.links(updates, self.front(updates)),
        };
        show(links, output);
        output.groups = self.count();
        output.waiting = self.is_waiting();
    }

    fn clock(&mut self, input: &In<Values>) {
        self.clock(updates(input), issued(input));
    }
}
