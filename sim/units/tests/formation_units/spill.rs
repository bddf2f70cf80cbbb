//! `spill_queue` with a memory that has a latency: warps return in order, and none is lost or duplicated.

use heddle_contract::units::spill_queue::{In, Out, Params};
use heddle_contract::{Border, Golden, Values};
use heddle_units::SpillQueue;
use proptest::prelude::*;
use std::collections::{HashMap, VecDeque};

const LANES: usize = 4;
const ENTRIES: u64 = 4;
const FETCHES: usize = 2;
/// An offset so high that the end of the buffer is beyond the last address.
const OFFSET: u64 = 0xffe0;

fn params() -> Params {
    Params::new(ENTRIES as usize, LANES, 16, 10, 16, FETCHES).expect("within the limits")
}

#[test]
fn a_place_is_a_power_of_two_of_bytes() {
    // 10 + 4 * 16 bits are 10 bytes.
    assert_eq!(params().entry_bytes(), 16);
    let fung2009 = Params::new(1024, 32, 10, 24, 32, FETCHES).expect("within the limits");
    assert_eq!(fung2009.entry_bytes(), 64);
}

#[test]
fn one_place_stays_empty_and_addresses_wrap() {
    let mut queue: SpillQueue = Golden::new(&params());
    queue.configure(OFFSET);
    let mut addresses = Vec::new();
    while !queue.is_full() {
        addresses.push(queue.write_address());
        queue.written();
    }
    assert_eq!(addresses, [0xffe0, 0xfff0, 0x0000]);
    assert_eq!(queue.count(), ENTRIES - 1);
    assert_eq!(queue.fetch_address(), 0xffe0);
    queue.fetched();
    assert_eq!(queue.fetch_address(), 0xfff0, "the next one");
    queue.fetched();
    assert!(!queue.wants() && queue.is_full());
    queue.came_back();
    assert!(queue.wants() && !queue.is_full());
    assert_eq!(queue.write_address(), 0x0010);
    queue.written();
    assert_eq!(queue.write_address(), 0xffe0);
}

/// PC and threads of a warp.
type Warp = (u64, Vec<u64>);

/// A memory that answers fetches in their order.
#[derive(Default)]
struct Memory {
    places: HashMap<u64, Warp>,
    fetched: VecDeque<Warp>,
}

impl Memory {
    fn offer(&self, willing: bool, input: &mut In<Values>) {
        input.back = !self.fetched.is_empty() && willing;
        if let Some((pc, tids)) = self.fetched.front() {
            input.back_pc = *pc;
            input.back_tid.copy_from_slice(tids);
        }
    }

    fn clock(&mut self, input: &In<Values>, output: &Out<Values>) {
        if input.back && output.back_ready {
            self.fetched.pop_front();
        }
        // Before the write: a write that is accepted in the same cycle does not affect this place.
        if output.fetch && input.fetch_ready {
            let warp = self.places.remove(&output.fetch_address);
            self.fetched
                .push_back(warp.expect("a place that was written"));
        }
        if output.write && input.write_ready {
            let warp = (output.write_pc, output.write_tid.clone());
            let lost = self.places.insert(output.write_address, warp);
            assert!(lost.is_none(), "a warp is written over");
        }
    }
}

proptest! {
    #![proptest_config(heddle_machines::cases(100))]

    #[test]
    fn warps_come_back_in_order(cycles in prop::collection::vec(any::<[bool; 6]>(), 1..400)) {
        let mut queue: SpillQueue = Golden::new(&params());
        let mut memory = Memory::default();
        let (mut input, mut output) = (In::zero(&params()), Out::zero(&params()));
        (input.configure, input.offset) = (true, OFFSET);
        Golden::clock(&mut queue, &input);
        input.configure = false;
        let mut spilled = VecDeque::new();
        for (pc, willing) in (0..).zip(cycles) {
            let [push, write_ready, pull, fetch_ready, back, pop_ready] = willing;
            (input.push, input.push_pc, input.write_ready) = (push, pc % 1024, write_ready);
            input.push_tid.fill(pc);
            input.push_tid[pc as usize % LANES] = params().no_thread();
            (input.pull, input.fetch_ready, input.pop_ready) = (pull, fetch_ready, pop_ready);
            memory.offer(back, &mut input);
            queue.out(&input, &mut output);
            prop_assert_eq!(output.count, spilled.len() as u64);
            prop_assert_eq!(output.empty, spilled.is_empty());
            prop_assert_eq!(output.fetching, memory.fetched.len() as u64);
            prop_assert!(output.fetching <= FETCHES as u64);
            if output.pop && pop_ready {
                let (pc, tids): Warp = spilled.pop_front().expect("a warp that was spilled");
                prop_assert_eq!((output.pop_pc, &output.pop_tid), (pc, &tids));
                let hole = tids.iter().position(|tid| *tid == params().no_thread());
                prop_assert_eq!(output.pop_lanes, 0xf & !(1 << hole.expect("one lane is empty")));
            }
            if push && output.push_ready {
                spilled.push_back((input.push_pc, input.push_tid.clone()));
            }
            memory.clock(&input, &output);
            Golden::clock(&mut queue, &input);
        }
    }
}
