//! `pc_warp_lut` against a table that serves one request after the other.

use heddle_contract::Golden;
use heddle_contract::config::Replacement;
use heddle_contract::units::pc_warp_lut::Params;
use heddle_units::{PcWarpLut, Request, Target};
use proptest::prelude::*;

const SETS: usize = 2;

fn lut(ways: usize, replacement: Replacement) -> PcWarpLut {
    Golden::new(
        &Params::new(SETS, ways, replacement, 4, 8, 6, 1, false).expect("within the limits"),
    )
}

fn request(pc: u64, lanes: u64) -> Option<Request> {
    Some(Request { pc, lanes })
}

/// Looks up with the fresh warps 10 and 11, and makes the look-ups take effect.
fn insert(lut: &mut PcWarpLut, first: Option<Request>, second: Option<Request>) -> [Target; 2] {
    let look_ups = lut.look_up(first, second, [10, 11]);
    lut.update(&look_ups);
    [look_ups.first, look_ups.second]
}

fn joins(warp: u64, lanes: u64) -> Target {
    Target {
        hit: true,
        old: warp,
        old_lanes: lanes,
        new: 10,
        ..Target::default()
    }
}

fn creates(warp: u64, lanes: u64) -> Target {
    Target {
        create: true,
        new: warp,
        new_lanes: lanes,
        ..Target::default()
    }
}

#[test]
fn the_table_is_ready_after_a_cycle_for_each_set() {
    let mut lut = lut(4, Replacement::Lru);
    for _ in 0..SETS {
        assert!(!lut.init_done());
        lut.walk();
    }
    assert!(lut.init_done());
}

#[test]
fn lanes_that_conflict_begin_a_new_warp() {
    let mut lut = lut(2, Replacement::Lru);
    let [first, _] = insert(&mut lut, request(6, 0b0011), None);
    assert_eq!(first, creates(10, 0b0011));
    let [first, second] = insert(&mut lut, request(6, 0b0100), request(7, 0b0001));
    assert_eq!((first, second), (joins(10, 0b0100), creates(10, 0b0001)));
    // OCC is 0111: one lane joins; the other starts warp 10, with OCC 0001.
    let [first, _] = insert(&mut lut, request(6, 0b1001), None);
    let part = Target {
        hit: true,
        old: 10,
        old_lanes: 0b1000,
        create: true,
        new: 10,
        new_lanes: 0b0001,
        evict: false,
    };
    assert_eq!(first, part);
    let [first, _] = insert(&mut lut, request(6, 0b1110), None);
    assert_eq!(first, joins(10, 0b1110));
    // Now no lane is free.
    let [first, _] = insert(&mut lut, request(6, 0b0110), None);
    assert_eq!((first.old_lanes, first.new_lanes), (0, 0b0110));
}

#[test]
fn second_sees_the_warp_that_first_creates() {
    let mut lut = lut(2, Replacement::Lru);
    let [first, second] = insert(&mut lut, request(6, 0b0011), request(6, 0b0110));
    assert_eq!(first, creates(10, 0b0011));
    assert_eq!((second.old, second.old_lanes), (10, 0b0100));
    assert_eq!((second.new, second.new_lanes), (11, 0b0010));
    let [first, _] = insert(&mut lut, request(6, 0b1101), None);
    assert_eq!(first, joins(11, 0b1101));
}

#[test]
fn first_evicts_what_second_looks_for() {
    let mut lut = lut(2, Replacement::Lru);
    insert(&mut lut, request(2, 1), request(4, 1));
    let [first, second] = insert(&mut lut, request(6, 1), request(2, 2));
    assert!(first.evict && second.evict && !second.hit);
    let left = [2, 4, 6].map(|pc| lut.look_up(request(pc, 8), None, [0, 1]).first.hit);
    assert_eq!(left, [true, false, true]);
}

#[test]
fn in_a_table_of_one_way_second_stays() {
    let mut lut = lut(1, Replacement::Fifo);
    let [first, second] = insert(&mut lut, request(2, 1), request(4, 1));
    assert!(!first.evict && second.evict);
    let left = [2, 4].map(|pc| lut.look_up(request(pc, 2), None, [0, 1]).first.hit);
    assert_eq!(left, [false, true]);
}

#[test]
fn only_the_warp_of_the_entry_retires_it() {
    let mut lut = lut(2, Replacement::Lru);
    insert(&mut lut, request(2, 1), None);
    let hits = |lut: &PcWarpLut| lut.look_up(request(2, 2), None, [0, 1]).first.hit;
    lut.retire(2, 9);
    assert!(hits(&lut));
    lut.retire(4, 10);
    assert!(hits(&lut));
    lut.retire(2, 10);
    assert!(!hits(&lut));
}

#[test]
fn nobody_joins_a_warp_that_is_closed() {
    let mut lut = lut(2, Replacement::Lru);
    insert(&mut lut, request(2, 0b0001), None);
    let threads = Request {
        pc: 2,
        lanes: 0b0110,
    };
    let open = lut.look_up_open(threads, 12, [Some(11), None]).first;
    assert_eq!((open.old, open.old_lanes), (10, 0b0110));
    let closed = lut.look_up_open(threads, 12, [None, Some(10)]);
    assert_eq!(closed.first, creates(12, 0b0110));
    lut.update(&closed);
    // The entry belongs to the new warp: the warp that leaves does not remove it.
    lut.retire(2, 10);
    let left = lut.look_up(request(2, 0b1000), None, [10, 11]).first;
    assert_eq!(left, joins(12, 0b1000));
}

/// A set: PC, taken lanes and warp of each way, and the ways in order of use.
#[derive(Clone, Default)]
struct Set {
    ways: Vec<Option<(u64, u64, u64)>>,
    order: Vec<usize>,
    pointer: usize,
}

/// The naive table: each request is completed before the next one.
#[derive(Clone)]
struct Expected {
    replacement: Replacement,
    sets: Vec<Set>,
}

impl Expected {
    fn new(ways: usize, replacement: Replacement) -> Self {
        let set = Set {
            ways: vec![None; ways],
            order: (0..ways).collect(),
            pointer: 0,
        };
        let sets = vec![set; SETS];
        Self { replacement, sets }
    }

    fn serve(&mut self, request: Request, fresh: u64) -> Target {
        let Request { pc, lanes } = request;
        let set = &mut self.sets[pc as usize % SETS];
        let mut target = Target {
            new: fresh,
            ..Target::default()
        };
        let is_its = |way: &Option<(u64, u64, u64)>| way.is_some_and(|(own, ..)| own == pc);
        let way = if let Some(way) = set.ways.iter().position(is_its) {
            let (_, taken, warp) = set.ways[way].expect("in use");
            (target.hit, target.old, target.old_lanes) = (true, warp, lanes & !taken);
            target.new_lanes = lanes & taken;
            set.ways[way] = match target.new_lanes {
                0 => Some((pc, taken | lanes, warp)),
                conflict => Some((pc, conflict, fresh)),
            };
            way
        } else {
            target.new_lanes = lanes;
            let free = set.ways.iter().position(Option::is_none);
            target.evict = free.is_none();
            let way = free.unwrap_or_else(|| match self.replacement {
                Replacement::Lru => set.order[0],
                Replacement::Fifo => {
                    set.pointer += 1;
                    (set.pointer - 1) % set.ways.len()
                }
            });
            set.ways[way] = Some((pc, lanes, fresh));
            way
        };
        target.create = target.new_lanes != 0;
        set.order.retain(|other| *other != way);
        set.order.push(way);
        target
    }

    fn retire(&mut self, pc: u64, warp: u64) {
        let ways = self.sets[pc as usize % SETS].ways.iter_mut();
        let is_its = |way: &&mut Option<(u64, u64, u64)>| {
            way.is_some_and(|(own, _, own_warp)| (own, own_warp) == (pc, warp))
        };
        ways.filter(is_its).for_each(|way| *way = None);
    }
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Insert(Option<(u64, u64)>, Option<(u64, u64)>),
    Retire(u64, usize),
}

fn step() -> impl Strategy<Value = Step> {
    let request = || prop::option::of((0u64..12, 1u64..16));
    prop_oneof![
        3 => (request(), request()).prop_map(|(first, second)| Step::Insert(first, second)),
        1 => (0u64..12, 0usize..8).prop_map(|(pc, age)| Step::Retire(pc, age)),
    ]
}

fn agrees(ways: usize, replacement: Replacement, steps: &[Step]) -> Result<(), TestCaseError> {
    let mut lut = lut(ways, replacement);
    let mut expectation = Expected::new(ways, replacement);
    let mut created: Vec<(u64, u64)> = Vec::new();
    for step in steps {
        match *step {
            Step::Insert(first, second) => {
                let of = |(pc, lanes)| Request { pc, lanes };
                let (first, second) = (first.map(of), second.map(of));
                let next = created.len() as u64;
                let look_ups = lut.look_up(first, second, [next, next + 1]);
                lut.update(&look_ups);
                for (request, found) in [(first, look_ups.first), (second, look_ups.second)] {
                    let Some(request) = request else { continue };
                    let expected = expectation.serve(request, created.len() as u64);
                    prop_assert_eq!(found, expected);
                    created.extend(found.create.then_some((request.pc, found.new)));
                }
            }
            Step::Retire(pc, age) => {
                let (pc, warp) = created.iter().rev().nth(age).copied().unwrap_or((pc, 0));
                lut.retire(pc, warp);
                expectation.retire(pc, warp);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(heddle_machines::cases(300))]

    #[test]
    fn two_requests_a_cycle_are_one_after_the_other(
        way_bits in 0u32..3,
        steps in prop::collection::vec(step(), 1..120),
    ) {
        agrees(1 << way_bits, Replacement::Lru, &steps)?;
        agrees(1 << way_bits, Replacement::Fifo, &steps)?;
    }
}
