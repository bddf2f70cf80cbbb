//! OCC agrees with the pool, and no thread is duplicated or lost. Covers the group scheduler whose heap moves one level a
//! cycle, in machines that are small enough for words of terms.
//!
//! Both invariants rest on one fact: the warp that leaves is in use. This fact follows from the invariants of the lists of
//! warps.

mod lists;
mod occupancy;
mod threads;

use crate::units::majority_scheduler::invariants::invariants as of_groups;
use crate::units::warp_allocator::invariants::invariants as of_allocator;
use heddle_contract::Property;
use heddle_contract::terms::{Terms, Word, inside};
use heddle_contract::units::dwf_scheduler::{In, Out, Params, Scheduler, Threads};
use heddle_contract::units::warp_allocator;
use lists::Lists;
use occupancy::Pool;

const GROUPS: &str = "u_majority_scheduler.";
const ALLOCATOR: &str = "u_warp_allocator.";

pub(super) fn invariants(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let Some(threads) = Threads::of(p, i, o).filter(|_| is_covered(p)) else {
        return Vec::new();
    };
    let (taken, shown) = allocator(p);
    let used = warp_allocator::used(p.allocator(), &taken, &shown).expect("a small pool");
    let lists = Lists::of(p, used);
    let pool = Pool::of(p, used);
    let mut all = of_allocator(p.allocator(), ALLOCATOR, &taken, &shown);
    all.extend(of_groups(p.groups(), GROUPS));
    all.extend(lists.invariants());
    all.extend(pool.invariants());
    all.extend(threads::invariants(p, i, &threads, &pool));
    all.push(set_reserved(p, o, shown.free));
    all.push(cleared(o, used, &lists, &threads, &pool));
    all
}

/// Whether the invariants cover the units of this scheduler, and words have enough bits for their states.
fn is_covered(p: &Params) -> bool {
    let bits = u64::BITS as usize;
    let heap = p.scheduler() == Scheduler::Majority && p.groups().heap_latency() == 1;
    let words = [
        p.pool().warps() * p.pool().warp_bits() as usize,
        p.lanes() * p.tid_bits() as usize,
    ];
    heap && !p.pipelined() && p.crossbar().is_none() && words.iter().all(|word| *word <= bits)
}

/// The ports of the allocator.
fn allocator(p: &Params) -> (warp_allocator::In<Terms>, warp_allocator::Out<Terms>) {
    let (warp, count) = (p.allocator().warp_bits(), p.allocator().count_bits());
    let word = |name: &str, width| inside(&format!("{ALLOCATOR}{name}"), width);
    let taken = warp_allocator::In {
        take: word("take_i", 2),
        release: word("release_i", 1).any(),
        release_warp: word("release_warp_i", warp),
    };
    let shown = warp_allocator::Out {
        init_done: word("init_done_o", 1).any(),
        free: word("free_o", count),
        has_first: word("has_first_o", 1).any(),
        next_first: word("next_first_o", warp),
        has_second: word("has_second_o", 1).any(),
        next_second: word("next_second_o", warp),
    };
    (taken, shown)
}

/// Pool entries and room for groups are set aside for the warps that are being fetched.
fn set_reserved(p: &Params, o: &Out<Terms>, free: Word) -> Property {
    let room = inside(&format!("{GROUPS}room_o"), p.groups().groups_bits());
    Property::new(
        "back_finds_room",
        "warps that come back find an entry of the pool and room for a group",
        o.fetching.le(free) & o.fetching.le(room),
    )
}

/// Until all tables are cleared, no warp and no thread is inside.
fn cleared(o: &Out<Terms>, used: Word, lists: &Lists, threads: &Threads, pool: &Pool) -> Property {
    let sets = threads.inside.iter().chain(&threads.spilled);
    let outside = sets.fold(Word::from(0), |sum, set| sum | *set);
    let spills = o.fetching.any() | o.spilled.any();
    let empty = used.none() & outside.none() & o.groups.none() & !spills;
    Property::given(
        "empty_until_cleared",
        "until all tables are cleared no warp and no thread is inside",
        !o.init_done,
        empty & !lists.is_queued() & !pool.registers.any() & !threads.held,
    )
}
