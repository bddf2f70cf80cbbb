//! DWF-54: updates of the heap that are owed, against those that wait in a queue.

use crate::random::program;
use crate::support::{run, tiny_with};
use heddle_contract::Config;
use heddle_sim::{Gpu, Job, Limits, Mechanism, Report};

const OWED: &str = "dwf.heap_updates=owed";
const SEED: u64 = 20090601;
const PROGRAMS: u64 = 4;

/// What decides which updates the heap gets, and when: orders, commits, stages, lanes, room.
const SCHEDULERS: [&[&str]; 6] = [
    &[],
    &["dwf.policy=minority", "dwf.miss=thread", "cores=2"],
    &["dwf.policy=pc", "core.simd_width=1"],
    &["dwf.formation_latency=3", "dwf.heap=16"],
    &[
        "core.warp_size=8",
        "core.simd_width=2",
        "dwf.home_lanes=pipeline",
    ],
    &[
        "dwf.pool=4",
        "dwf.heap=2",
        "dwf.heap_lut_entries=4",
        "dwf.heap_lut_ways=2",
    ],
];

/// A scheduler, and the same with updates that are owed.
fn both(changes: &[&str]) -> [Config; 2] {
    let reason = "when an update takes effect is the subject";
    let owed = [changes, &[OWED]].concat();
    [changes, &owed].map(|changes| tiny_with(changes, reason))
}

fn programs() -> impl Iterator<Item = Job> {
    (SEED..SEED + PROGRAMS).map(program)
}

fn complete(config: &Config, job: &Job) -> Report {
    let report = run(config, job, Mechanism::Dwf);
    assert!(report.outcome.is_complete(), "{}", report.outcome);
    report
}

#[test]
fn both_kinds_of_updates_give_the_same_memory() {
    for changes in SCHEDULERS {
        let machines = both(changes);
        let mut differ = false;
        for job in programs() {
            let [queued, owed] = machines.each_ref().map(|config| complete(config, &job));
            assert!(queued.buffers == owed.buffers, "{changes:?}");
            differ |= queued.statistics.cycles != owed.statistics.cycles;
        }
        assert!(differ, "{changes:?}: what is owed makes no difference");
    }
}

/// A core that waits for accesses wakes up in time.
#[test]
fn skipped_cycles_change_nothing() {
    for changes in SCHEDULERS {
        let [_, owed] = both(changes);
        let every_cycle = Gpu::new(&owed).unwrap().with_every_cycle(true);
        for job in programs() {
            let report = every_cycle.run(&job, Mechanism::Dwf, &Limits::default());
            assert_eq!(complete(&owed, &job), report.unwrap(), "{changes:?}");
        }
    }
}

#[test]
fn without_a_heap_nothing_is_owed() {
    let without = [
        "dwf.structure=tournament",
        "dwf.policy=timestamp",
        "dwf.ideal=true",
    ];
    for change in without {
        let [queued, owed] = both(&[change]);
        for job in programs() {
            assert_eq!(complete(&queued, &job), complete(&owed, &job), "{change}");
        }
    }
}
