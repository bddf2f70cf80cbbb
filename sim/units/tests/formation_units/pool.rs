//! `warp_pool`: an entry reads as written, until it is cleared.

use heddle_contract::units::warp_pool::{In, Out, Params};
use heddle_contract::{Border, Golden, Values};
use heddle_units::WarpPool;
use proptest::prelude::*;
use std::collections::HashMap;

const WARPS: u64 = 4;
const LANES: usize = 4;
const NONE: u16 = 31;

fn params() -> Params {
    Params::new(WARPS as usize, LANES, 5, 8).expect("within the limits")
}

fn ready() -> WarpPool {
    let mut pool: WarpPool = Golden::new(&params());
    for _ in 0..WARPS {
        assert!(!pool.init_done());
        pool.walk();
    }
    assert!(pool.init_done());
    pool
}

#[test]
fn threads_of_two_warps_merge() {
    let mut pool = ready();
    pool.create(2, 40);
    pool.write(2, 0b0101, &[7, 0, 9, 0]);
    pool.write(2, 0b1000, &[0, 0, 0, 12]);
    assert_eq!(pool.tids(2), [7, NONE, 9, 12]);
    assert_eq!((pool.lanes(2), pool.pc(2)), (0b1101, 40));
    pool.clear(2);
    assert_eq!((pool.tids(2), pool.lanes(2)), (&[NONE; LANES][..], 0));
    assert_eq!(pool.pc(2), 40);
}

#[test]
fn second_wins_where_both_write_one_entry() {
    let mut pool = ready();
    let mut input = In::<Values>::zero(&params());
    (input.create_first, input.create_second) = (true, true);
    (input.create_first_pc, input.create_second_pc) = (1, 2);
    (input.link_first, input.link_second) = (true, true);
    (input.link_first_next, input.link_second_next) = (3, 1);
    Golden::clock(&mut pool, &input);
    assert_eq!((pool.pc(0), pool.next(0)), (2, 1));
}

#[derive(Clone, Debug)]
enum Command {
    Write(u64, u64, [u64; LANES]),
    Create(u64, u64),
    Link(u64, u64),
    Clear(u64),
}

fn command() -> impl Strategy<Value = Command> {
    use Command::*;
    prop_oneof![
        (0..WARPS, 0u64..16, prop::array::uniform4(0u64..32)).prop_map(|(w, l, t)| Write(w, l, t)),
        (0..WARPS, 0u64..256).prop_map(|(warp, pc)| Create(warp, pc)),
        (0..WARPS, 0..WARPS).prop_map(|(warp, next)| Link(warp, next)),
        (0..WARPS).prop_map(Clear),
    ]
}

proptest! {
    #![proptest_config(heddle_machines::cases(200))]

    #[test]
    fn entries_are_what_was_written_last(commands in prop::collection::vec(command(), 1..60)) {
        let mut pool = ready();
        let mut threads = HashMap::new();
        let (mut pcs, mut links) = (HashMap::new(), HashMap::new());
        for command in commands {
            match command {
                Command::Write(warp, lanes, tids) => {
                    pool.write(warp, lanes, &tids);
                    let written = (0..LANES).filter(|lane| lanes >> lane & 1 == 1);
                    threads.extend(written.map(|lane| ((warp, lane), tids[lane] as u16)));
                }
                Command::Create(warp, pc) => {
                    pool.create(warp, pc);
                    pcs.insert(warp, pc);
                }
                Command::Link(warp, next) => {
                    pool.link(warp, next);
                    links.insert(warp, next);
                }
                Command::Clear(warp) => {
                    pool.clear(warp);
                    threads.retain(|(of, _), _| *of != warp);
                }
            }
            for warp in 0..WARPS {
                let held = |lane| threads.get(&(warp, lane)).copied().unwrap_or(NONE);
                let tids: Vec<u16> = (0..LANES).map(held).collect();
                let lanes = (0..LANES).filter(|lane| tids[*lane] != NONE);
                prop_assert_eq!(pool.lanes(warp), lanes.map(|lane| 1 << lane).sum::<u64>());
                prop_assert_eq!(pool.tids(warp), tids);
                prop_assert_eq!(pool.pc(warp), pcs.get(&warp).copied().unwrap_or(0));
                prop_assert_eq!(pool.next(warp), links.get(&warp).copied().unwrap_or(0));
            }
        }
    }
}

#[test]
fn a_read_gives_what_was_there_before_the_cycle() {
    let mut pool = ready();
    pool.write(1, 0b1111, &[4, 5, 6, 7]);
    let (mut input, mut output) = (
        In::<Values>::zero(&params()),
        Out::<Values>::zero(&params()),
    );
    (input.read, input.read_warp, input.clear) = (true, 1, true);
    pool.out(&input, &mut output);
    assert_eq!(
        (output.read_tid.as_slice(), output.read_lanes),
        (&[4, 5, 6, 7][..], 0b1111)
    );
    Golden::clock(&mut pool, &input);
    pool.out(&input, &mut output);
    assert_eq!(output.read_lanes, 0);
}
