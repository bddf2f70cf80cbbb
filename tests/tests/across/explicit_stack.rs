//! The explicit stack against stack-less reconvergence, on every built-in workload.
//!
//! EXS-15; collange2011, section 5: without a stack warps have "at least as many active threads". This holds where the sides of
//! a branch meet at a higher address than any of their own. A compiler may lay out a loop such that they meet at its latch, at
//! a lower address, or put a side out of line. There the lanes that have arrived have the smallest PC, and they run ahead of
//! the lanes for which they should wait.

use crate::support;
use heddle_contract::Config;
use heddle_flow::{Flow, Reconvergence};
use heddle_isa::Program;
use heddle_kernels::{Workload, by_name};
use heddle_machines::{because, changed};
use heddle_sim::{Gpu, Job, Mechanism};
use heddle_sim::{Issued, Observer};
use heddle_types::{LaneMask, Pc, WarpId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Workloads with fewer active threads without a stack, and why. Blocks of kernels are in topological order, so that the sides of
/// a branch meet behind both.
const FEWER: [(&str, &str); 2] = [
    (
        "bfs",
        "its atomic goes to memory although all accesses hit, and lanes that wait for it hold nobody back \
         (`the_atomic_of_bfs_lets_lanes_run_ahead`)",
    ),
    (
        "black_scholes",
        "expf and logf of picolibc, as gcc compiled them, have blocks in front of their predecessors: with only these blocks in \
         topological order as many threads are active",
    ),
];

/// Machines on which memory never makes a lane run ahead of another.
fn machines() -> [Config; 2] {
    let changes = [
        "memory.all_hits=true",
        "memory.bank_conflicts=false",
        // Regions that are open in every call of a recursion.
        "stack.depth=128",
    ];
    let why = because("lanes stay together but for their branches").twin("nightly: shipped");
    ["tiny", "collange2011"].map(|preset| changed(preset, &changes, why))
}

/// Lanes of a branch on the way to their reconvergence point.
#[derive(Clone, Copy, Default)]
struct Meeting {
    /// The lanes that have not arrived.
    lanes: LaneMask,
    /// Whether some lanes have arrived and gone on.
    left: bool,
}

/// Finds lanes that leave a reconvergence point where they should have waited for others that arrive later.
struct Ahead<'a> {
    flow: &'a Flow,
    /// By core, warp and reconvergence point.
    meetings: BTreeMap<(usize, WarpId, Pc), Meeting>,
    found: u64,
}

impl Observer for Ahead<'_> {
    fn issued(&mut self, event: &Issued) {
        let (core, warp, lanes) = (event.core, event.warp, event.lanes);
        if let Some(meeting) = self.meetings.get_mut(&(core, warp, event.pc)) {
            let arrived = meeting.lanes.overlaps(lanes);
            self.found += u64::from(arrived && meeting.left);
            meeting.lanes = meeting.lanes.without(lanes);
            meeting.left |= arrived;
            if meeting.lanes.is_empty() {
                self.meetings.remove(&(core, warp, event.pc));
            }
        }
        if let Some(Reconvergence::At(point)) = self.flow.reconvergence(event.pc.address()) {
            let meeting = self
                .meetings
                .entry((core, warp, Pc::new(point)))
                .or_default();
            meeting.lanes |= lanes;
        }
    }
}

/// How often lanes arrive at a reconvergence point after other lanes have gone on from there.
fn runs_ahead(config: &Config, job: &Job) -> u64 {
    let flow = Flow::new(&job.program);
    let mut ahead = Ahead {
        flow: &flow,
        meetings: BTreeMap::new(),
        found: 0,
    };
    let gpu = Gpu::new(config).unwrap();
    let report = gpu.run_observed(job, Mechanism::Stackless, &support::limits(), &mut ahead);
    assert!(report.unwrap().outcome.is_complete());
    ahead.found
}

/// Active threads of an issued warp, as a fraction of the warp size.
fn active(config: &Config, workload: &dyn Workload, job: &Job, mechanism: Mechanism) -> f64 {
    let gpu = Gpu::new(config).unwrap();
    let report = gpu.run(job, mechanism, &support::limits()).unwrap();
    // Where threads race, the result depends on time.
    match workload.is_race_free() {
        true => support::assert_result(workload, mechanism.name(), &report),
        false => assert!(report.outcome.is_complete()),
    }
    report.statistics.simd_efficiency
}

/// How many threads are active under `stack` and under `stackless`.
fn compare(config: &Config, workload: &dyn Workload, job: &Job) -> [f64; 2] {
    [Mechanism::Stack, Mechanism::Stackless]
        .map(|mechanism| active(config, workload, job, mechanism))
}

#[test]
fn without_a_stack_as_many_threads_are_active_unless_lanes_do_not_wait() {
    let mut fewer = Vec::new();
    for config in machines() {
        for workload in heddle_kernels::all() {
            let job = support::job(*workload, &config);
            let (name, lanes) = (workload.name(), config.core.warp_size);
            let [stack, stackless] = compare(&config, *workload, &job);
            println!("{name}, {lanes} lanes: {stack:.4}, stackless {stackless:.4}");
            if stackless < stack {
                assert!(runs_ahead(&config, &job) > 0, "{name}, {lanes} lanes");
                fewer.push(name);
            }
        }
    }
    fewer.sort_unstable();
    fewer.dedup();
    assert_eq!(fewer, FEWER.map(|(name, _)| name));
}

/// The program with a store of the same value in place of an atomic OR: `amoor.w zero, a4, (a5)` becomes `sw a4, 0(a5)`.
fn with_store(elf: &[u8]) -> Vec<u8> {
    let [atomic, store] = [0x40e7_a02f_u32, 0x00e7_a023].map(u32::to_le_bytes);
    let at = elf.windows(4).position(|word| word == atomic);
    let at = at.expect("the atomic of `bfs`");
    [&elf[..at], &store, &elf[at + 4..]].concat()
}

#[test]
fn the_atomic_of_bfs_lets_lanes_run_ahead() {
    let bfs = by_name("bfs").expect("a workload");
    let stored = Program::parse("bfs", &with_store(bfs.elf())).expect("a valid ELF");
    for config in machines() {
        let mut job = support::job(bfs, &config);
        let [stack, stackless] = compare(&config, bfs, &job);
        assert!(stackless < stack, "{stackless} and {stack} with the atomic");
        job.program = Arc::new(stored.clone());
        let [stack, stackless] = compare(&config, bfs, &job);
        assert!(stackless >= stack, "{stackless} and {stack} with a store");
    }
}
