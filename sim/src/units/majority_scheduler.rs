//! Golden `majority_scheduler`: fung2009, section 4.4, figure 11.

use super::max_heap::{MaxHeap, Placed};
use super::mheap_lut::MheapLut;
use super::warp_scheduler::{Group, Issued, Link, Update, issued, offered, show, updates};
use heddle_contract::units::max_heap::Order;
use heddle_contract::units::warp_scheduler::{In, Out, Params};
use heddle_contract::{Golden, Values, units};
use std::collections::VecDeque;

/// Majority Entry, update queue, look-up table and heap.
#[derive(Clone, Debug, PartialEq)]
pub struct MajorityScheduler {
    params: Params,
    /// The Majority Entry.
    chosen: Group,
    queue: VecDeque<Update>,
    lut: MheapLut,
    heap: MaxHeap,
    /// For each set of the table, ways of live entries and queued updates.
    reserved: Vec<usize>,
}

impl MajorityScheduler {
    /// Whether updates can be taken: the table is cleared, and the queue has two free entries.
    #[inline]
    pub fn is_ready(&self) -> bool {
        self.lut.is_ready() && self.queue.len() + 2 <= self.params.queue()
    }

    /// Whether updates of these PCs, which differ, fit, whatever becomes of what is queued.
    pub fn has_room(&self, pcs: [Option<u64>; 2]) -> bool {
        let new = pcs.map(|pc| pc.filter(|pc| !self.chosen.is_at(*pc)));
        let held = self.heap.count() + self.queue.len();
        let sets = new.map(|pc| pc.map(|pc| self.set(pc)));
        let together = sets[0].is_some() && sets[0] == sets[1];
        let way = |set: Option<usize>, more| {
            set.is_none_or(|set| self.reserved[set] + more < self.params.lut_ways())
        };
        held + new.iter().flatten().count() <= self.params.heap()
            && way(sets[0], 0)
            && way(sets[1], usize::from(together))
    }

    /// The first warp of the Majority Entry.
    #[inline]
    pub fn choice(&self) -> Option<u64> {
        (self.chosen.threads != 0).then_some(self.chosen.head)
    }

    /// Groups held, the chosen one included.
    #[inline]
    pub fn count(&self) -> u64 {
        (self.heap.count() + usize::from(self.chosen.threads != 0)) as u64
    }

    /// Whether groups are held or updates queued, and none is chosen.
    #[inline]
    pub fn is_waiting(&self) -> bool {
        self.chosen.threads == 0 && (self.heap.count() > 0 || !self.queue.is_empty())
    }

    /// The Majority Entry; without threads if no group is chosen.
    pub fn chosen(&self) -> &Group {
        &self.chosen
    }

    /// Updates that wait for the heap, the oldest first.
    pub fn queued(&self) -> impl Iterator<Item = &Update> {
        self.queue.iter()
    }

    /// The heap.
    pub fn heap(&self) -> &MaxHeap {
        &self.heap
    }

    /// Its look-up table.
    pub fn lut(&self) -> &MheapLut {
        &self.lut
    }

    /// Whether the ways reserved of each set of the look-up table are its live entries and the
    /// queued updates of its PCs; at rest only.
    pub fn reserves_what_it_needs(&self) -> bool {
        let live = self.lut.live().map(|(_, pc, _)| pc);
        let queued = self.queue.iter().map(|update| update.pc);
        let mut needed = vec![0; self.reserved.len()];
        live.chain(queued).for_each(|pc| needed[self.set(pc)] += 1);
        needed == self.reserved
    }

    /// The clock edge, as [`GroupScheduler::clock`](super::GroupScheduler::clock).
    #[inline]
    pub fn clock(
        &mut self,
        updates: [Option<Update>; 2],
        issued: Option<Issued>,
    ) -> [Option<Link>; 2] {
        self.lut.walk();
        let mut links = [None; 2];
        if self.is_busy() || updates[0].is_some() {
            let front = self.front(updates);
            links = self.links(updates, front);
            self.work(updates, front);
        }
        if let Some(issued) = issued {
            self.chosen.issue(issued);
        }
        links
    }

    /// Whether a cycle without update and issue changes nothing.
    #[inline]
    pub fn is_still(&self) -> bool {
        self.lut.is_ready() && !self.is_busy()
    }

    /// Whether anything is to be done in a cycle without an update.
    fn is_busy(&self) -> bool {
        self.is_waiting() || !self.queue.is_empty() || !self.heap.is_resting()
    }

    fn work(&mut self, updates: [Option<Update>; 2], front: [Option<Placed>; 2]) {
        if !self.heap.is_resting() {
            self.rebalance();
        } else if self.pops(updates) {
            self.pop();
        } else if front[0].is_some() {
            self.leave_queue(front);
        }
        updates
            .iter()
            .flatten()
            .for_each(|update| self.take(update));
    }

    /// Lists that grow in this cycle.
    fn links(&self, updates: [Option<Update>; 2], front: [Option<Placed>; 2]) -> [Option<Link>; 2] {
        match self.matching(updates) {
            Some(update) => [self.chosen.link(&update), None],
            None => self.heap.links(front),
        }
    }

    /// The update of the chosen group.
    fn matching(&self, updates: [Option<Update>; 2]) -> Option<Update> {
        let mut updates = updates.into_iter().flatten();
        updates.find(|update| self.chosen.is_at(update.pc))
    }

    /// Updates that leave the queue for the heap in this cycle, with their places.
    fn front(&self, updates: [Option<Update>; 2]) -> [Option<Placed>; 2] {
        if !self.heap.is_resting() || self.matching(updates).is_some() {
            return [None; 2];
        }
        let first = self.queue.front();
        let second = self.queue.get(1).filter(|second| {
            self.params.order() != Order::Minority
                && first.is_none_or(|first| first.pc != second.pc)
        });
        let pc = |update: Option<&Update>| update.map(|update| update.pc);
        let places = self.lut.look_up(pc(first), pc(second));
        let placed = |update: Option<&Update>, place| {
            update.map(|update| Placed {
                update: *update,
                place,
            })
        };
        [placed(first, places[0]), placed(second, places[1])]
    }

    fn leave_queue(&mut self, front: [Option<Placed>; 2]) {
        for Placed { update, place } in front.iter().flatten() {
            self.queue.pop_front();
            if place.index.is_some() {
                self.release(update.pc);
            }
        }
        self.lut
            .used(front.map(|placed| placed.map(|placed| placed.place).unwrap_or_default()));
        self.heap.update(front);
    }

    /// A cycle in which the heap is not at rest.
    fn rebalance(&mut self) {
        for changed in self.heap.moves().into_iter().flatten() {
            self.lut.write(changed.lut, changed.pc, changed.index);
        }
        self.heap.step();
    }

    fn pops(&self, updates: [Option<Update>; 2]) -> bool {
        self.chosen.threads == 0 && self.queue.is_empty() && updates == [None; 2]
    }

    /// The root, if there is one, becomes the Majority Entry.
    fn pop(&mut self) {
        if let Some(root) = self.heap.pop() {
            self.lut.write(root.lut, root.group.pc, None);
            self.release(root.group.pc);
            self.chosen = root.group;
        }
    }

    fn take(&mut self, update: &Update) {
        if self.chosen.is_at(update.pc) {
            self.chosen.grow(update);
            return;
        }
        self.queue.push_back(*update);
        let set = self.set(update.pc);
        self.reserved[set] += 1;
    }

    fn release(&mut self, pc: u64) {
        let set = self.set(pc);
        self.reserved[set] = self.reserved[set].saturating_sub(1);
    }

    fn set(&self, pc: u64) -> usize {
        pc as usize & (self.params.lut_sets() - 1)
    }
}

impl Golden<units::MajorityScheduler> for MajorityScheduler {
    fn new(params: &Params) -> Self {
        let lut =
            units::MajorityScheduler::lut(params).expect("they fit, or Params would not exist");
        let heap = units::MajorityScheduler::heap(params).expect("as above");
        Self {
            params: *params,
            chosen: Group::default(),
            queue: VecDeque::with_capacity(params.queue()),
            lut: MheapLut::new(&lut),
            heap: MaxHeap::new(&heap),
            reserved: vec![0; params.lut_sets()],
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.ready = self.is_ready();
        output.room = self.has_room(offered(input));
        output.choice = self.choice().is_some();
        output.choice_warp = self.choice().unwrap_or(0);
        let updates = updates(input);
        show(self.links(updates, self.front(updates)), output);
        output.groups = self.count();
        output.waiting = self.is_waiting();
    }

    fn clock(&mut self, input: &In<Values>) {
        self.clock(updates(input), issued(input));
    }
}
