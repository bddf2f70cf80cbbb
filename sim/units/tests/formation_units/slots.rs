//! Home lanes with several slots: what `pc_warp_lut` guarantees about the lanes that threads take, and how the
//! scheduler behaves when two halves need one bank of the pool.

use heddle_contract::config::Replacement;
use heddle_contract::units::dwf_scheduler::{In, Out, Params};
use heddle_contract::units::{self, pc_warp_lut};
use heddle_contract::{Border, Golden, Unit, Values};
use heddle_machines::{because, changed};
use heddle_units::{DwfScheduler, PcWarpLut, Request, Target};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Two home lanes: the even lanes and the odd ones.
const LANES: usize = 8;
const HOMES: [u64; 2] = [0b0101_0101, 0b1010_1010];

/// Number of different PCs, all of which have a place in the table.
const PCS: u64 = 8;

fn lut() -> PcWarpLut {
    let params = pc_warp_lut::Params::new(2, 4, Replacement::Lru, LANES, 8, 10, 4, false);
    Golden::new(&params.expect("within the limits"))
}

/// Warps by PC, with their taken lanes.
#[derive(Default)]
struct Naive(BTreeMap<u64, (u64, u64)>);

impl Naive {
    fn taken(&self, pc: u64) -> u64 {
        self.0.get(&pc).map_or(0, |(_, taken)| *taken)
    }

    /// Whether threads of some home lane would conflict only because of closed lanes.
    fn waits(&self, request: &Request, closed: u64) -> bool {
        HOMES.iter().any(|home| {
            let free = home & !self.taken(request.pc);
            let threads = (request.lanes & home).count_ones();
            let (all, open) = (free.count_ones(), (free & !closed).count_ones());
            threads.min(all) > open
        })
    }

    /// Checks that as many threads of each home lane join as fit, and that no thread takes a taken or closed lane.
    fn check(&self, request: &Request, closed: u64, target: &Target) -> Result<(), TestCaseError> {
        let taken = self.taken(request.pc);
        prop_assert_eq!(target.hit, self.0.contains_key(&request.pc));
        prop_assert_eq!(target.old_lanes & (taken | closed), 0);
        prop_assert_eq!(target.new_lanes & (closed | target.old_lanes), 0);
        for home in HOMES {
            let threads = (request.lanes & home).count_ones();
            let free = match target.hit {
                true => (home & !taken).count_ones(),
                false => 0,
            };
            prop_assert_eq!((target.old_lanes & home).count_ones(), threads.min(free));
            prop_assert_eq!((target.lanes() & home).count_ones(), threads);
        }
        prop_assert_eq!(target.create, target.new_lanes != 0);
        Ok(())
    }

    fn update(&mut self, pc: u64, target: &Target) {
        let entry = match target.create {
            true => (target.new, target.new_lanes),
            false => (target.old, self.taken(pc) | target.old_lanes),
        };
        self.0.insert(pc, entry);
    }
}

/// Two PCs, and the owner of each lane: 0 none, 1 the first, 2 the second PC.
fn commit() -> impl Strategy<Value = [Request; 2]> {
    let pcs = (0..PCS, 1..PCS).prop_map(|(pc, other)| [pc, (pc + other) % PCS]);
    let lanes = proptest::array::uniform8(0u8..3);
    (pcs, lanes).prop_map(|(pcs, whose)| {
        let lanes = |half: u8| {
            let own = (0..LANES).filter(|lane| whose[*lane] == half);
            own.fold(0, |lanes, lane| lanes | 1 << lane)
        };
        [(pcs[0], lanes(1)), (pcs[1], lanes(2))].map(|(pc, lanes)| Request { pc, lanes })
    })
}

proptest! {
    #![proptest_config(heddle_machines::cases(256))]

    /// The second half waits exactly where it must, and never when it is alone.
    #[test]
    fn threads_join_as_many_as_fit_and_no_bank_is_written_twice(
        commits in proptest::collection::vec(commit(), 1..40)
    ) {
        let (mut lut, mut naive) = (lut(), Naive::default());
        let mut fresh = 0;
        let mut look_up = |lut: &mut PcWarpLut, halves: [Option<Request>; 2]| {
            fresh += 2;
            let found = lut.look_up(halves[0], halves[1], [fresh, fresh + 1]);
            lut.update(&found);
            [found.first, found.second]
        };
        for halves in commits {
            let [first, second] = halves.map(|half| (half.lanes != 0).then_some(half));
            let targets = look_up(&mut lut, [first, second]);
            if let Some(first) = first {
                naive.check(&first, 0, &targets[0])?;
                naive.update(first.pc, &targets[0]);
            }
            let Some(second) = second else { continue };
            let closed = targets[0].lanes();
            let waits = naive.waits(&second, closed);
            prop_assert_eq!(targets[1].lanes() == 0, waits);
            let (target, closed) = match waits {
                true => (look_up(&mut lut, [Some(second), None])[0], 0),
                false => (targets[1], closed),
            };
            naive.check(&second, closed, &target)?;
            naive.update(second.pc, &target);
        }
    }
}

/// Warps of four threads over two home lanes with two slots each.
fn params() -> Params {
    let why = because("home lanes with two slots are the subject").twin("nightly: shipped");
    let changes = ["dwf.home_lanes=pipeline", "core.simd_width=2"];
    units::DwfScheduler::params(&changed("tiny", &changes, why)).expect("a unit of the preset")
}

/// Drives the scheduler.
struct Bench {
    unit: DwfScheduler,
    params: Params,
}

impl Bench {
    /// A scheduler whose memories have been cleared.
    fn new() -> Self {
        let params = params();
        let mut unit = DwfScheduler::new(&params);
        let (idle, mut output) = (In::zero(&params), Out::zero(&params));
        while !output.init_done {
            unit.clock(&idle);
            unit.out(&idle, &mut output);
        }
        Bench { unit, params }
    }

    /// Simulates a cycle in which threads are committed, given as lane, thread, PC.
    fn commit(&mut self, threads: &[(usize, u64, u64)]) -> Out<Values> {
        let mut input: In<Values> = In::zero(&self.params);
        input.commit_tid.fill(self.params.pool().no_thread());
        for &(lane, thread, pc) in threads {
            input.commit_lanes |= 1 << lane;
            (input.commit_tid[lane], input.commit_pc[lane]) = (thread, pc);
        }
        input.commit = !threads.is_empty();
        self.cycle(&input)
    }

    fn cycle(&mut self, input: &In<Values>) -> Out<Values> {
        let mut output = Out::zero(&self.params);
        self.unit.out(input, &mut output);
        self.unit.clock(input);
        self.unit.check().expect("its structures agree");
        output
    }

    /// The threads of all warps, in the order in which they leave.
    fn drain(&mut self) -> Vec<(u64, Vec<u64>)> {
        let mut input: In<Values> = In::zero(&self.params);
        input.issue_ready = true;
        let cycles = (0..100).map(|_| self.cycle(&input));
        let left = cycles.filter(|output| output.issue);
        left.map(|output| (output.issue_pc, output.issue_tid))
            .collect()
    }
}

/// The warps of both PCs have one free lane of home lane 0, the same lane. A thread of home lane 0 arrives for each
/// of them: the second waits for the bank of that lane, and is inserted in the next cycle.
#[test]
fn a_second_half_waits_for_a_bank_that_the_first_writes() {
    let mut bench = Bench::new();
    assert!(bench.commit(&[(0, 0, 8)]).commit_ready);
    assert!(bench.commit(&[(0, 2, 9)]).insert);
    assert!(bench.commit(&[(0, 4, 8), (2, 6, 9)]).insert);
    let both = bench.commit(&[(1, 1, 5)]);
    assert!(both.insert && both.hold && !both.commit_ready, "{both:?}");
    assert_eq!((both.merges, both.creations), (1, 0));
    let rest = bench.commit(&[(1, 1, 5)]);
    assert!(rest.insert && !rest.hold && rest.commit_ready, "{rest:?}");
    assert_eq!((rest.merges, rest.creations), (1, 0));
    let none = bench.params.pool().no_thread();
    let mut left = bench.drain();
    left.sort();
    assert_eq!(
        left,
        [
            (5, vec![none, 1, none, none]),
            (8, vec![0, none, 4, none]),
            (9, vec![2, none, 6, none])
        ]
    );
}

/// One home lane is full in the old warp. The thread that does not fit goes to a new warp, in a bank other than those
/// in which the old warp is written.
#[test]
fn a_home_lane_overflows_into_a_new_warp() {
    let mut bench = Bench::new();
    bench.commit(&[(0, 0, 8)]);
    bench.commit(&[(0, 4, 8), (2, 6, 8), (3, 7, 8)]);
    let overflow = bench.commit(&[]);
    assert_eq!(
        (overflow.merges, overflow.creations, overflow.conflicts),
        (1, 1, 1)
    );
    let none = bench.params.pool().no_thread();
    let left = bench.drain();
    assert_eq!(
        left,
        [(8, vec![0, 7, 6, none]), (8, vec![4, none, none, none])]
    );
}
