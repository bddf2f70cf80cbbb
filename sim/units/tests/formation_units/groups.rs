//! The group schedulers against a naive one, which keeps lists of warps by PC and searches for the best one each
//! time.

use heddle_contract::Golden;
use heddle_contract::units::max_heap::Order;
use heddle_contract::units::warp_scheduler::{Params, Shape};
use heddle_units::{
    Group, GroupScheduler, Issued, Link, MajorityScheduler, OwedScheduler, TimestampQueue,
    TournamentScheduler, Update,
};
use proptest::prelude::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

const WARPS: usize = 32;
pub const HEAP: usize = 8;
const SETS: usize = 4;
const ORDERS: [Order; 3] = [Order::Majority, Order::Minority, Order::Pc];

/// More cycles than the deepest rebalancing of a full queue takes.
pub const REST: usize = 96;

pub fn params(order: Order, heap_latency: u32) -> Params {
    let shape = Shape {
        order,
        sticky: true,
        heap: HEAP,
        lut_sets: SETS,
        lut_ways: 4,
        heap_latency,
        queue: 4,
        tournament_latency: 2,
        pc_bits: 16,
        count_bits: 10,
        warps: WARPS,
    };
    Params::new("groups", shape).expect("within the limits")
}

/// Warps with their numbers of threads, by PC, the oldest first.
type Groups = BTreeMap<u64, VecDeque<(u64, u64)>>;

/// The PC that comes before all others.
fn best(groups: &Groups, order: Order) -> Option<u64> {
    let threads = |pc: &u64| groups[pc].iter().map(|(_, threads)| threads).sum::<u64>();
    match order {
        Order::Majority => groups.keys().max_by_key(|pc| (threads(pc), Reverse(**pc))),
        Order::Minority => groups.keys().min_by_key(|pc| (threads(pc), **pc)),
        Order::Pc => groups.keys().next(),
    }
    .copied()
}

/// A scheduler, with the Next fields of the pool.
pub struct Pool<S> {
    pub scheduler: S,
    pub next: [u64; WARPS],
}

impl<S> Pool<S> {
    pub fn new(scheduler: S) -> Self {
        let next = [0; WARPS];
        Self { scheduler, next }
    }

    pub fn link(&mut self, links: [Option<Link>; 2]) {
        for Link { warp, next } in links.into_iter().flatten() {
            self.next[warp as usize] = next;
        }
    }

    /// The warps in the list of a group.
    fn list(&self, group: &Group) -> Vec<u64> {
        let mut list = vec![group.head];
        while list.last() != Some(&group.tail) && list.len() <= WARPS {
            list.push(self.next[list[list.len() - 1] as usize]);
        }
        list
    }
}

/// An update of a new warp.
pub fn new(pc: u64, warp: u64, threads: u64) -> Option<Update> {
    let create = true;
    Some(Update {
        pc,
        warp,
        threads,
        create,
    })
}

/// DWF-21: they choose alike if every update and issue waits until all is at rest.
/// Heaps of both kinds, tournament and naive scheduler, which all receive the same updates.
struct Side {
    order: Order,
    heap: Pool<MajorityScheduler>,
    owed: Pool<OwedScheduler>,
    tree: Pool<TournamentScheduler>,
    groups: Groups,
    chosen: Option<u64>,
    free: BTreeSet<u64>,
}

impl Side {
    fn new(order: Order, heap_latency: u32) -> Self {
        let heap = params(order, heap_latency);
        let level_a_cycle = params(order, 1);
        let mut side = Self {
            order,
            heap: Pool::new(Golden::new(&heap)),
            owed: Pool::new(OwedScheduler::new(&level_a_cycle)),
            tree: Pool::new(Golden::new(&heap)),
            groups: BTreeMap::new(),
            chosen: None,
            free: (0..WARPS as u64).collect(),
        };
        for _ in 0..SETS {
            assert!(!side.heap.scheduler.is_ready());
            side.clock([None; 2], [None; 3]);
        }
        assert!(side.heap.scheduler.is_ready());
        side
    }

    fn clock(&mut self, updates: [Option<Update>; 2], issued: [Option<Issued>; 3]) {
        let links = self.heap.scheduler.clock(updates, issued[0]);
        self.heap.link(links);
        let links = self.owed.scheduler.clock(updates, issued[1]);
        self.owed.link(links);
        let links = self.tree.scheduler.clock(updates, issued[2]);
        self.tree.link(links);
    }

    fn is_ready(&self) -> bool {
        self.heap.scheduler.is_ready() && self.owed.scheduler.is_ready()
    }

    fn room(&self) -> u64 {
        let heaps = self.heap.scheduler.room().min(self.owed.scheduler.room());
        heaps.min(self.tree.scheduler.room())
    }

    fn settle(&mut self) {
        (0..REST).for_each(|_| self.clock([None; 2], [None; 3]));
        self.chosen = self.chosen.or_else(|| best(&self.groups, self.order));
    }

    /// An update for a PC: of the last warp in its list, or of a new one.
    fn offer(&self, pc: u64, threads: u64, grow: bool, other: Option<u64>) -> Option<Update> {
        let last = self.groups.get(&pc).and_then(|list| list.back());
        let last = last.map(|(warp, _)| *warp).filter(|_| grow);
        let mut free = self.free.iter().copied();
        let warp = last.or_else(|| free.find(|warp| Some(*warp) != other))?;
        let create = last.is_none();
        Some(Update {
            pc,
            warp,
            threads,
            create,
        })
    }

    /// Applies the updates if they fit; returns whether there was room.
    fn update(&mut self, updates: [Option<Update>; 2]) -> bool {
        let offers = updates.iter().flatten().count() as u64;
        if !self.is_ready() || self.room() < offers {
            return false;
        }
        self.clock(updates, [None; 3]);
        for update in updates.into_iter().flatten() {
            let list = self.groups.entry(update.pc).or_default();
            match update.create {
                true => list.push_back((update.warp, update.threads)),
                false => list.back_mut().expect("it grows").1 += update.threads,
            }
            self.free.remove(&update.warp);
        }
        true
    }

    /// The chosen warp leaves; at rest.
    fn issue(&mut self) {
        let Some(pc) = self.chosen else { return };
        let list = self.groups.get_mut(&pc).expect("it is chosen");
        let (warp, threads) = list.pop_front().expect("it is not empty");
        if list.is_empty() {
            self.groups.remove(&pc);
            self.chosen = None;
        }
        let pools = [self.heap.next, self.owed.next, self.tree.next];
        let next = pools.map(|next| next[warp as usize]);
        self.clock([None; 2], next.map(|next| Some(Issued { threads, next })));
        self.free.insert(warp);
    }

    /// Checks at rest that all hold the same groups and have chosen the same one.
    fn check(&self) {
        let chosen = self.chosen.map(|pc| self.groups[&pc][0].0);
        assert_eq!(self.heap.scheduler.choice(), chosen, "the heap's choice");
        assert_eq!(self.tree.scheduler.choice(), chosen, "the tree's choice");
        assert_eq!(self.heap.scheduler.count(), self.groups.len() as u64);
        assert_eq!(self.tree.scheduler.count(), self.groups.len() as u64);
        assert!(!self.heap.scheduler.is_waiting() && !self.tree.scheduler.is_waiting());
        let owed = &self.owed.scheduler;
        assert_eq!(owed.choice(), chosen, "the choice of the heap that owes");
        assert_eq!(owed.count(), self.groups.len() as u64);
        assert!(owed.is_still() && !owed.is_waiting());

        self.check_lists();
    }

    /// Checks that heap and tree hold the groups of the naive scheduler, each with its warps in order.
    fn check_lists(&self) {
        self.check_groups(&self.heap, self.groups_of(&self.heap.scheduler));
        self.check_groups(&self.owed, self.groups_of(self.owed.scheduler.scheduler()));
        self.check_groups(&self.tree, self.tree.scheduler.groups().copied());
        self.check_heap();
    }

    /// The groups in a heap, and the chosen one.
    fn groups_of(&self, heap: &MajorityScheduler) -> impl Iterator<Item = Group> {
        let in_heap = heap.heap().entries().iter().map(|entry| entry.group);
        let chosen = heap.chosen().map(|chosen| Group {
            pc: chosen.pc,
            // The Majority Entry has no count.
            threads: self.threads(chosen.pc),
            head: chosen.head,
            tail: chosen.tail,
        });
        in_heap.chain(chosen)
    }

    fn threads(&self, pc: u64) -> u64 {
        self.groups[&pc].iter().map(|(_, threads)| threads).sum()
    }

    fn check_groups<S>(&self, pool: &Pool<S>, groups: impl Iterator<Item = Group>) {
        let mut held: Vec<_> = groups
            .map(|group| (group.pc, group.threads, pool.list(&group)))
            .collect();
        held.sort();
        let naive = self.groups.iter().map(|(pc, list)| {
            let warps = list.iter().map(|(warp, _)| *warp).collect();
            (*pc, self.threads(*pc), warps)
        });
        assert_eq!(held, naive.collect::<Vec<_>>());
    }

    /// Checks that no entry should come before its parent, and that the look-up table has each entry's index.
    fn check_heap(&self) {
        let entries = self.heap.scheduler.heap().entries();
        for (at, entry) in entries.iter().enumerate().skip(1) {
            let pair = [entry, &entries[(at - 1) / 2]].map(|entry| {
                let threads = VecDeque::from([(0, entry.group.threads)]);
                (entry.group.pc, threads)
            });
            let parent = pair[1].0;
            assert_eq!(best(&pair.into(), self.order), Some(parent), "at {at}");
        }
        let places = entries.iter().zip(0..);
        let mut places: Vec<_> = places
            .map(|(entry, at)| (entry.lut.expect("all have one"), entry.group.pc, at))
            .collect();
        places.sort();
        let live: Vec<_> = self.heap.scheduler.lut().live().collect();
        assert_eq!(live, places);
        assert!(live.iter().all(|(lut, pc, _)| lut / 4 == pc % SETS as u64));
    }
}

/// The PCs of two offers, their threads, whether they grow existing warps, and then the number of issues.
type Turn = ((u64, u64), (u64, u64), (bool, bool), usize);

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let pc = 0u64..12;
    let turn = (
        (pc.clone(), pc),
        (1u64..4, 1u64..4),
        (any::<bool>(), any::<bool>()),
        prop_oneof![3 => Just(0usize), 2 => 1usize..4],
    );
    prop::collection::vec(turn, 1..120)
}

proptest! {
    #![proptest_config(heddle_machines::cases(100))]

    #[test]
    fn heap_and_tree_choose_as_the_naive_one(order in 0usize..3, latency in 1u32..3, turns in turns()) {
        let mut side = Side::new(ORDERS[order], latency);
        for ((pc, other_pc), threads, grow, issues) in turns {
            let first = side.offer(pc, threads.0, grow.0, None);
            let warp = first.map(|first| first.warp);
            let second = side.offer(other_pc, threads.1, grow.1, warp);
            // If two updates arrive while no group is held, the heap chooses the first, the tree the best.
            let two = first.is_some() && pc != other_pc && !side.groups.is_empty();
            side.update([first, second.filter(|_| two)]);
            side.settle();
            side.check();
            for _ in 0..issues {
                side.issue();
                side.settle();
                side.check();
            }
        }
    }

    /// Updates follow each other as fast as they are taken: nothing is lost, and the order does not matter.
    #[test]
    fn a_queue_full_of_updates_settles(order in 0usize..3, latency in 1u32..3, turns in turns()) {
        let mut side = Side::new(ORDERS[order], latency);
        let mut seen = BTreeSet::new();
        for ((pc, other_pc), threads, grow, issues) in turns {
            let first = side.offer(pc, threads.0, grow.0, None);
            let warp = first.map(|first| first.warp);
            let second = side.offer(other_pc, threads.1, grow.1, warp);
            let second = second.filter(|_| first.is_some() && pc != other_pc);
            seen.insert(side.heap.scheduler.queued().count());
            if !side.update([first, second]) {
                side.clock([None; 2], [None; 3]);
            }
            // Which group is chosen depends on the progress of each scheduler; what is held does not.
            if issues == 3 {
                (0..REST).for_each(|_| side.clock([None; 2], [None; 3]));
                side.check_lists();
            }
        }
        prop_assert!(seen.iter().all(|queued| *queued <= 4));
    }

    #[test]
    fn warps_leave_in_order_of_arrival(turns in turns()) {
        let queue: TimestampQueue = Golden::new(&params(Order::Majority, 1));
        let mut queue = GroupScheduler::Timestamp(queue);
        let mut naive = VecDeque::new();
        let mut number = 0;
        for ((pc, other_pc), _, create, issues) in turns {
            let mut update = |pc, create| {
                number += 1;
                Update { pc, warp: number % 32, threads: 1, create }
            };
            let updates = [update(pc, create.0), update(other_pc, create.1)];
            naive.extend(updates.iter().filter(|new| new.create).map(|new| new.warp));
            queue.clock(updates.map(Some), None);
            for _ in 0..issues {
                prop_assert_eq!(queue.choice(), naive.front().copied());
                if naive.pop_front().is_some() {
                    queue.clock([None; 2], Some(Issued { threads: 1, next: 0 }));
                }
            }
            prop_assert_eq!(queue.count(), naive.len() as u64);
        }
    }
}

#[test]
fn equal_counts_go_to_the_lower_pc() {
    for order in [Order::Majority, Order::Minority] {
        for latency in [1, 2] {
            let mut side = Side::new(order, latency);
            for (warp, pc) in [5, 9, 2, 7, 3].into_iter().enumerate() {
                assert!(side.update([new(pc, warp as u64, 2), None]));
                side.settle();
            }
            // The first stays chosen until it is empty.
            for pc in [5, 2, 3, 7, 9] {
                side.settle();
                assert_eq!(side.chosen, Some(pc));
                side.check();
                side.issue();
            }
        }
    }
}
