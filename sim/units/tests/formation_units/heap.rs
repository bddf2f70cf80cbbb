//! `majority_scheduler` alone, cycle by cycle, with both latencies of its heap.

use super::groups::{HEAP, Pool, REST, new, params};
use heddle_contract::Golden;
use heddle_contract::units::max_heap::Order;
use heddle_units::{Issued, MajorityScheduler, Update};

/// A `majority_scheduler` alone, with warps of one thread.
struct Heap {
    pool: Pool<MajorityScheduler>,
    warps: u64,
}

impl Heap {
    /// One scheduler with each latency.
    fn both(order: Order) -> [Self; 2] {
        [1, 2].map(|latency| Self::new(order, latency))
    }

    fn new(order: Order, latency: u32) -> Self {
        let mut heap = Self {
            pool: Pool::new(Golden::new(&params(order, latency))),
            warps: 0,
        };
        heap.rest();
        heap
    }

    fn clock(&mut self, updates: [Option<Update>; 2], issued: Option<Issued>) {
        let links = self.pool.scheduler.clock(updates, issued);
        self.pool.link(links);
    }

    fn rest(&mut self) {
        (0..REST).for_each(|_| self.clock([None; 2], None));
    }

    /// Creates a warp at a PC and waits until the scheduler is at rest.
    fn create(&mut self, pc: u64) -> u64 {
        let warp = self.warps;
        self.warps += 1;
        assert!(self.pool.scheduler.is_ready() && self.pool.scheduler.room() > 0);
        self.clock([new(pc, warp, 1), None], None);
        self.rest();
        warp
    }

    /// Threads join a warp.
    fn join(&mut self, pc: u64, warp: u64, threads: u64) {
        let update = new(pc, warp, threads).map(|update| Update {
            create: false,
            ..update
        });
        self.clock([update, None], None);
        self.rest();
    }

    /// The groups in the heap, by PC: CNT, and whether the look-up table has them.
    fn groups(&self) -> Vec<(u64, u64, bool)> {
        let entries = self.pool.scheduler.heap().entries().iter();
        let mut groups: Vec<_> = entries
            .map(|entry| (entry.group.pc, entry.group.threads, entry.lut.is_some()))
            .collect();
        groups.sort();
        groups
    }

    /// Issues all warps; returns them in order.
    fn drain(&mut self) -> Vec<u64> {
        let mut issued = Vec::new();
        while let Some(warp) = self.pool.scheduler.choice() {
            issued.push(warp);
            let next = self.pool.next[warp as usize];
            self.clock([None; 2], Some(Issued { threads: 1, next }));
            self.rest();
        }
        issued
    }
}

#[test]
fn a_group_lives_on_without_its_entry_of_a_full_set() {
    for mut heap in Heap::both(Order::Majority) {
        // PC 0 is chosen; 4, 8, 12 and 16 fill set 0 of the table.
        let warps: Vec<_> = [0, 4, 8, 12, 16].map(|pc| heap.create(pc)).into();
        assert_eq!(heap.pool.scheduler.given_up(), 0);
        let fifth = heap.create(20);
        assert_eq!(heap.pool.scheduler.given_up(), 1);
        let expected = [4, 8, 12, 16, 20].map(|pc| (pc, 1, pc != 4));
        assert_eq!(heap.groups(), expected, "the one used longest ago");
        heap.join(4, warps[1], 2);
        assert_eq!(heap.groups(), expected, "nobody counts its threads");
        heap.join(8, warps[2], 2);
        let again = heap.create(4);
        let expected = [
            (4, 1, false),
            (4, 1, true),
            (8, 3, true),
            (12, 1, false),
            (16, 1, true),
            (20, 1, true),
        ];
        assert_eq!(heap.groups(), expected, "two groups of a PC");
        let behind = heap.create(4);
        let mut issued = heap.drain();
        assert_eq!(
            issued[..2],
            [warps[0], warps[2]],
            "the chosen one, then most threads"
        );
        let list = issued.windows(2).any(|pair| pair == [again, behind]);
        assert!(list, "the second group of the PC has grown: {issued:?}");
        issued.sort();
        let mut all = warps;
        all.extend([fifth, again, behind]);
        assert_eq!(issued, all);
    }
}

#[test]
fn a_group_without_an_entry_leaves_the_table_alone_when_it_is_chosen() {
    for mut heap in Heap::both(Order::Pc) {
        for pc in [0, 4, 8, 12, 16, 20, 4] {
            heap.create(pc);
        }
        // Of the two groups at 4, the one with the lower index leaves first, whichever that is.
        for left in [2, 1, 0] {
            assert_eq!(
                heap.groups().iter().filter(|(pc, ..)| *pc == 4).count(),
                left
            );
            let live = heap.pool.scheduler.lut().live().count();
            let with_entry = heap.groups().iter().filter(|(.., has)| *has).count();
            assert_eq!(live, with_entry);
            let warp = heap.pool.scheduler.choice().expect("a group");
            heap.clock(
                [None; 2],
                Some(Issued {
                    threads: 1,
                    next: heap.pool.next[warp as usize],
                }),
            );
            heap.rest();
        }
    }
}

#[test]
fn a_count_stops_at_its_maximum() {
    for mut heap in Heap::both(Order::Majority) {
        let [_, warp] = [0, 4].map(|pc| heap.create(pc));
        for _ in 0..3 {
            heap.join(4, warp, 500);
        }
        assert_eq!(heap.groups(), [(4, 1023, true)]);
    }
}

#[test]
fn an_update_that_comes_to_nothing_is_the_choice_of_the_next_cycle() {
    for mut heap in Heap::both(Order::Majority) {
        heap.clock([new(7, 3, 1), new(2, 4, 9)], None);
        assert_eq!(heap.pool.scheduler.choice(), Some(3), "of two the first");
        assert_eq!(heap.pool.scheduler.queued().count(), 1);
        heap.rest();
        assert_eq!(heap.drain(), [3, 4]);
    }
}

#[test]
fn nothing_is_taken_in_the_cycle_of_a_choice() {
    for mut heap in Heap::both(Order::Majority) {
        heap.create(5);
        heap.create(9);
        heap.clock(
            [None; 2],
            Some(Issued {
                threads: 1,
                next: 0,
            }),
        );
        let scheduler = &heap.pool.scheduler;
        assert!(scheduler.choice().is_none() && !scheduler.is_ready());
        heap.clock([None; 2], None);
        let scheduler = &heap.pool.scheduler;
        assert!(scheduler.choice() == Some(1) && scheduler.is_ready());
    }
}

#[test]
fn a_full_heap_has_no_room_and_what_is_queued_keeps_its_own() {
    for mut heap in Heap::both(Order::Pc) {
        for pc in 0..=HEAP as u64 {
            assert_eq!(
                heap.pool.scheduler.room(),
                (HEAP as u64).min(HEAP as u64 + 1 - pc)
            );
            heap.create(pc);
        }
        assert_eq!(heap.pool.scheduler.count(), HEAP as u64 + 1);
        assert_eq!(heap.pool.scheduler.room(), 0);
    }
    for mut heap in Heap::both(Order::Pc) {
        let warp = heap.create(0);
        heap.create(1);
        // One update of an existing warp and one of a new warp, which then joins the group at 1 after all.
        heap.clock(
            [
                new(1, 8, 1),
                new(0, warp, 1).map(|update| Update {
                    create: false,
                    ..update
                }),
            ],
            None,
        );
        assert_eq!(heap.pool.scheduler.room(), HEAP as u64 - 2);
        heap.rest();
        assert_eq!(heap.pool.scheduler.room(), HEAP as u64 - 1);
    }
}

/// A chosen group at 5, and one at 9 in the heap. Updates of new warps at `pcs` arrive, and in the next cycle the
/// chosen group becomes empty. A cycle later the updates are in the queue, and the first was looked up.
fn choice_with_queued(pcs: [u64; 2]) -> Heap {
    let mut heap = Heap::new(Order::Majority, 2);
    heap.create(5);
    heap.create(9);
    heap.clock([new(pcs[0], 2, 1), new(pcs[1], 3, 1)], None);
    let (threads, next) = (1, 0);
    heap.clock([None; 2], Some(Issued { threads, next }));
    assert_eq!(heap.pool.scheduler.queued().count(), 2);
    heap
}

#[test]
fn updates_of_other_pcs_do_not_keep_the_root_waiting() {
    let mut heap = choice_with_queued([7, 8]);
    assert!(!heap.pool.scheduler.is_ready());
    heap.clock([None; 2], None);
    assert_eq!(heap.pool.scheduler.choice(), Some(1));
    assert_eq!(heap.pool.scheduler.queued().count(), 2);
    heap.rest();
    assert_eq!(heap.groups(), [(7, 1, true), (8, 1, true)]);
    assert_eq!(heap.drain(), [1, 2, 3]);
}

#[test]
fn the_root_waits_for_updates_of_its_pc() {
    for pcs in [[9, 11], [11, 9]] {
        let mut heap = choice_with_queued(pcs);
        heap.clock([None; 2], None);
        assert_eq!(heap.pool.scheduler.choice(), None);
        heap.rest();
        assert_eq!(heap.pool.scheduler.choice(), Some(1));
        assert_eq!(heap.groups(), [(11, 1, true)]);
    }
}

#[test]
fn the_root_waits_for_a_look_up_that_takes_an_entry() {
    // Five PCs of one set of four ways: the last update takes the entry of the group at 9, the root.
    let mut heap = Heap::new(Order::Majority, 2);
    for pc in [5, 9, 13, 17, 21] {
        heap.create(pc);
    }
    heap.clock([new(25, 5, 1), new(8, 6, 1)], None);
    let (threads, next) = (1, 0);
    heap.clock([None; 2], Some(Issued { threads, next }));
    heap.clock([None; 2], None);
    assert_eq!(heap.pool.scheduler.choice(), None);
    heap.rest();
    assert_eq!(heap.drain(), [1, 6, 2, 3, 4, 5]);
}
