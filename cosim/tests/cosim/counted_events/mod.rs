//! The outputs of `dwf_scheduler` that count events, held against counts of what their names say.
//!
//! The other count is made from the threads that enter and leave the pool, from the ports, and from a naive table of the
//! warps that threads may join. It reads no counter. Golden unit and RTL were once wrong together, so a comparison of
//! the two is not enough. Counts of the other units are guarantees of their contracts, over ports
//! (`warp_allocator`, `max_heap`, `spill_queue`, `sub_warp_combiner`, `dwr_synchronizer`); a last test finds counts
//! that nobody holds against anything.

mod gathering;
mod observer;
mod outputs;

use crate::configurations::Configured;
use gathering::Events;
use heddle_contract::units::dwf_scheduler::{In, Out, Params};
use heddle_contract::{Border, Golden, Unit, Values, units};
use heddle_cosim::stimuli::{self, Stimuli};
use heddle_machines::{part, shipped, thorough};
use heddle_units::DwfScheduler;
use observer::Observer;
use outputs::check_waits;

/// Cycles of each configuration at night; by day a tenth of them.
const CYCLES: u64 = 20_000;

/// The events that the outputs count.
fn shown(output: &Out<Values>) -> Events {
    if !output.insert {
        return Events::default();
    }
    Events {
        inserts: 1,
        merges: output.merges,
        creations: output.creations,
        conflicts: output.conflicts,
        evictions: output.evictions,
        forwards: u64::from(output.forward),
    }
}

/// Compares the counts of a configuration in each cycle; returns their sums.
fn compared(params: &Params) -> Events {
    let mut golden = DwfScheduler::new(params);
    let mut stimuli = stimuli::DwfScheduler::new(params, 23);
    let (mut input, mut output) = (In::<Values>::zero(params), Out::<Values>::zero(params));
    let mut observer = Observer::new(params);
    let mut sums = Events::default();
    let cycles = if thorough() { CYCLES } else { CYCLES / 10 };
    for cycle in 0..cycles {
        golden.out(&input, &mut output);
        stimuli.next(&output, &mut input);
        golden.out(&input, &mut output);
        stimuli.seen(&input, &output);
        let before = golden.clone();
        golden.clock(&input);
        let place = format!("cycle {cycle} of {params:?}");
        check_waits(params, [&before, &golden], &input, &output)
            .unwrap_or_else(|port| panic!("{port}, {place}"));
        let events = observer.cycle(&input, &output, before.chosen(), golden.pool());
        let events = events.unwrap_or_else(|wrong| panic!("{wrong}, {place}"));
        assert_eq!(shown(&output), events, "{place}");
        sums.add(&events);
    }
    sums
}

#[test]
fn outputs_count_what_their_names_say() {
    let mut sums = Events::default();
    for params in part(units::DwfScheduler::configurations(), 0, 3) {
        sums.add(&compared(&params));
    }
    let Events {
        inserts,
        merges,
        creations,
        conflicts,
        evictions,
        forwards,
    } = sums;
    let all = [inserts, merges, creations, conflicts, evictions, forwards];
    assert!(all.iter().all(|sum| *sum > 0), "{sums:?}");
}

/// Two warps at one PC: the second one finds every lane taken, and joins nobody.
#[test]
fn a_half_that_conflicts_in_every_lane_does_not_merge() {
    let params = units::DwfScheduler::params(&shipped("tiny")).expect("it suits the unit");
    let mut golden = DwfScheduler::new(&params);
    let (mut input, mut output) = (In::<Values>::zero(&params), Out::<Values>::zero(&params));
    input.back_tid.fill(params.pool().no_thread());
    input.commit_lanes = 0b1111;
    input.commit_pc.fill(0x100);
    let mut seen = Vec::new();
    let mut committed = 0;
    for _ in 0..100 {
        golden.out(&input, &mut output);
        input.commit = output.init_done && committed < 2;
        let tids = (0..4).map(|lane| committed * 4 + lane);
        input
            .commit_tid
            .iter_mut()
            .zip(tids)
            .for_each(|(own, tid)| *own = tid);
        golden.out(&input, &mut output);
        committed += u64::from(output.commit_ready);
        if output.insert {
            seen.push((output.merges, output.creations, output.conflicts));
        }
        golden.clock(&input);
    }
    assert_eq!(seen, [(0, 1, 0), (0, 1, 1)]);
}
