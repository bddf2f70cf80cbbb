//! `warp_update_registers`: every lane is handed over once, in order, two PCs a cycle.

use heddle_contract::Golden;
use heddle_contract::units::warp_update_registers::Params;
use heddle_units::{Commit, Half, WarpUpdateRegisters};
use proptest::prelude::*;

const LANES: usize = 8;

fn registers() -> WarpUpdateRegisters {
    Golden::new(&Params::new(LANES, 5, 8, false).expect("within the limits"))
}

fn half(pc: u64, lanes: u64) -> Half {
    Half { pc, lanes }
}

const TIDS: [u64; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];
const BOTH: [bool; 2] = [true; 2];
const NONE: [bool; 2] = [false; 2];

fn commit(lanes: u64, pc: &[u64; LANES]) -> Commit<'_> {
    Commit {
        lanes,
        tid: &TIDS,
        pc,
    }
}

#[test]
fn a_branch_parts_a_warp() {
    let mut registers = registers();
    let warp = commit(0b0111_1111, &[9, 4, 4, 9, 9, 9, 4, 4]);
    assert!(registers.takes(&warp, NONE));
    registers.clock(Some(warp), NONE);
    assert_eq!(
        registers.halves(),
        [half(9, 0b0011_1001), half(4, 0b0100_0110)]
    );
    assert_eq!(registers.tids(), TIDS);
}

#[test]
fn five_targets_hold_the_pipeline_for_two_cycles_more() {
    let mut registers = registers();
    let warp = commit(0xff, &[5, 4, 3, 2, 1, 5, 4, 3]);
    let expected = [
        [half(5, 0b0010_0001), half(4, 0b0100_0010)],
        [half(3, 0b1000_0100), half(2, 0b0000_1000)],
        [half(1, 0b0001_0000), half(0, 0)],
    ];
    for (turn, halves) in expected.into_iter().enumerate() {
        assert_eq!(registers.takes(&warp, BOTH), turn == 2);
        registers.clock(Some(warp), BOTH);
        assert_eq!(registers.halves().map(|h| h.lanes), halves.map(|h| h.lanes));
        let there = registers.halves().into_iter().zip(halves);
        assert!(
            there
                .filter(|(h, _)| h.lanes != 0)
                .all(|(h, e)| h.pc == e.pc)
        );
    }
}

#[test]
fn a_warp_waits_until_both_registers_are_free() {
    let mut registers = registers();
    let pcs = [1, 2, 1, 2, 1, 2, 1, 2];
    registers.clock(Some(commit(0xff, &pcs)), NONE);
    let next = commit(0x0f, &pcs);
    assert!(!registers.takes(&next, [true, false]));
    registers.clock(Some(next), [true, false]);
    assert_eq!(registers.halves().map(|h| h.lanes), [0, 0b1010_1010]);
    assert!(registers.takes(&next, [false, true]));
    registers.clock(Some(next), [false, true]);
    assert_eq!(registers.halves().map(|h| h.lanes), [0b0101, 0b1010]);
}

/// The lanes grouped by PC, the group with the lowest lane first.
fn groups(lanes: u64, pcs: &[u64; LANES]) -> Vec<(u64, u64)> {
    let mut groups: Vec<(u64, u64)> = Vec::new();
    for lane in (0..LANES).filter(|lane| lanes >> lane & 1 == 1) {
        match groups.iter_mut().find(|(pc, _)| *pc == pcs[lane]) {
            Some((_, group)) => *group |= 1 << lane,
            None => groups.push((pcs[lane], 1 << lane)),
        }
    }
    groups
}

proptest! {
    #![proptest_config(heddle_machines::cases(200))]

    #[test]
    fn lanes_leave_in_groups_in_order(
        warps in prop::collection::vec((1u64..256, prop::array::uniform8(0u64..6)), 1..20),
        takes in prop::collection::vec(any::<[bool; 2]>(), 200),
    ) {
        let mut registers = registers();
        let mut left = Vec::new();
        let mut waiting = warps.iter();
        let mut warp = waiting.next();
        for take in takes.into_iter().chain([BOTH; 100]) {
            // The halves that leave: the first is the older one.
            let halves = registers.halves().into_iter().zip(take);
            let taken = halves.filter(|(half, take)| *take && half.lanes != 0);
            left.extend(taken.map(|(half, _)| (half.pc, half.lanes)));
            let commit = warp.map(|(lanes, pcs)| commit(*lanes, pcs));
            let ready = commit.is_some_and(|commit| registers.takes(&commit, take));
            registers.clock(commit, take);
            if ready {
                warp = waiting.next();
            }
        }
        // The second half may be taken before the first, so only warps are in order.
        left.sort_unstable();
        let mut expected: Vec<_> = warps.iter().flat_map(|(l, p)| groups(*l, p)).collect();
        expected.sort_unstable();
        prop_assert_eq!(left, expected);
    }

    #[test]
    fn two_groups_a_cycle(lanes in 1u64..256, pcs in prop::array::uniform8(0u64..6)) {
        let mut registers = registers();
        let groups = groups(lanes, &pcs);
        let mut left = Vec::new();
        for turn in 1..=groups.len().div_ceil(2) {
            let warp = commit(lanes, &pcs);
            prop_assert_eq!(registers.takes(&warp, BOTH), turn * 2 >= groups.len());
            registers.clock(Some(warp), BOTH);
            let halves = registers.halves().into_iter().filter(|half| half.lanes != 0);
            left.extend(halves.map(|half| (half.pc, half.lanes)));
        }
        prop_assert_eq!(left, groups);
    }
}
