//! `warp_allocator`: a queue of numbers.

use heddle_contract::Golden;
use heddle_contract::units::warp_allocator::Params;
use heddle_units::WarpAllocator;
use proptest::prelude::*;
use std::collections::VecDeque;

const WARPS: usize = 8;

fn ready() -> WarpAllocator {
    let mut allocator: WarpAllocator = Golden::new(&Params::new(WARPS).expect("within the limits"));
    for _ in 0..WARPS {
        assert!(!allocator.init_done());
        assert_eq!(allocator.free(), 0);
        allocator.clock(0, None);
    }
    assert!(allocator.init_done());
    allocator
}

#[test]
fn numbers_are_free_in_ascending_order_at_first() {
    let mut allocator = ready();
    for turn in 0..4 {
        assert_eq!(allocator.free(), WARPS - 2 * turn);
        let next = [allocator.next(0), allocator.next(1)];
        assert_eq!(next, [2 * turn as u64, 2 * turn as u64 + 1]);
        allocator.clock(2, None);
    }
    assert_eq!(allocator.free(), 0);
}

#[test]
fn what_comes_back_is_there_in_the_next_cycle() {
    let mut allocator = ready();
    (0..4).for_each(|_| allocator.clock(2, None));
    allocator.clock(0, Some(5));
    assert_eq!((allocator.free(), allocator.next(0)), (1, 5));
    allocator.clock(1, Some(2));
    assert_eq!((allocator.free(), allocator.next(0)), (1, 2));
}

proptest! {
    #![proptest_config(heddle_machines::cases(200))]

    #[test]
    fn first_come_first_taken(
        cycles in prop::collection::vec((0usize..3, any::<Option<prop::sample::Index>>()), 1..300),
    ) {
        let mut allocator = ready();
        let mut free: VecDeque<u64> = (0..WARPS as u64).collect();
        let mut used = Vec::new();
        for (take, release) in cycles {
            let take = take.min(free.len());
            let release = release.filter(|_| !used.is_empty());
            let release = release.map(|index| used.swap_remove(index.index(used.len())));
            prop_assert_eq!(allocator.free(), free.len());
            for (turn, number) in free.iter().enumerate().take(2) {
                prop_assert_eq!(allocator.next(turn), *number);
            }
            allocator.clock(take, release);
            used.extend(free.drain(..take));
            free.extend(release);
        }
    }
}
