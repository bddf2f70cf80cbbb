//! The explicit stack beside stack-less reconvergence, on every built-in workload.
//!
//! collange2011, section 5: without a stack warps have "at least as many active threads". It holds where
//! lanes wait for each other at a higher address than they part. A compiler may lay out a loop so that
//! sides meet at its latch, below them: there the smallest PC is that of lanes that have arrived,
//! and they go round ahead of those that they should wait for.

mod support;

use heddle_contract::Config;
use heddle_contract::config::Source;
use heddle_flow::{Flow, Reconvergence};
use heddle_kernels::Workload;
use heddle_sim::gpu::{Issued, Observer};
use heddle_sim::{Gpu, Job, Mechanism};
use std::collections::BTreeMap;

/// Machines on which no lane runs ahead of another one because of the memory.
fn machines() -> [Config; 2] {
    let changes = [
        "memory.all_hits=true",
        "memory.bank_conflicts=false",
        // Regions that are open in every call of a recursion.
        "stack.depth=128",
    ];
    ["tiny", "collange2011"].map(|preset| {
        let changes = changes.map(String::from);
        Config::load(&Source::Preset(preset.into()), &changes).expect("a valid machine")
    })
}

/// Looks for lanes that go on from where they should have waited for the others of their branch.
struct Ahead<'a> {
    flow: &'a Flow,
    /// By core and warp: PC and lanes of the last instruction.
    last: BTreeMap<(usize, usize), (u32, u64)>,
    found: u64,
}

impl Observer for Ahead<'_> {
    fn issued(&mut self, event: &Issued) {
        let last = self
            .last
            .insert((event.core, event.warp), (event.pc, event.lanes));
        let Some((branch, lanes)) = last else {
            return;
        };
        let arrived = event.lanes != lanes && event.lanes & !lanes == 0;
        let point = Reconvergence::At(event.pc);
        let below = event.pc <= branch && self.flow.reconvergence(branch) == Some(point);
        self.found += u64::from(arrived && below);
    }
}

/// How often lanes run ahead from a reconvergence point that lies below its branch.
fn runs_ahead(config: &Config, job: &Job) -> u64 {
    let flow = Flow::new(&job.program);
    let mut ahead = Ahead {
        flow: &flow,
        last: BTreeMap::new(),
        found: 0,
    };
    let gpu = Gpu::new(config).unwrap();
    let report = gpu.run_observed(job, Mechanism::Stackless, &support::limits(), &mut ahead);
    assert!(report.unwrap().outcome.is_complete());
    ahead.found
}

/// Active threads of an issued warp, as a fraction of its size.
fn active(config: &Config, workload: &dyn Workload, job: &Job, mechanism: Mechanism) -> f64 {
    let gpu = Gpu::new(config).unwrap();
    let report = gpu.run(job, mechanism, &support::limits()).unwrap();
    support::assert_result(workload, mechanism.name(), &report);
    report.statistics.simd_efficiency
}

#[test]
fn without_a_stack_as_many_threads_are_active_unless_lanes_meet_below_their_branch() {
    let (mut held, mut unexplained) = (0, Vec::new());
    for config in machines() {
        for workload in heddle_kernels::all().iter().filter(|w| w.is_race_free()) {
            let job = support::job(*workload, &config);
            let active = |mechanism| active(&config, *workload, &job, mechanism);
            let (stack, stackless) = (active(Mechanism::Stack), active(Mechanism::Stackless));
            let ahead = if stackless < stack {
                runs_ahead(&config, &job)
            } else {
                0
            };
            let (name, lanes) = (workload.name(), config.core.warp_size);
            println!("{name}, {lanes} lanes: {stack:.4}, stackless {stackless:.4}, {ahead} ahead");
            held += u32::from(stackless >= stack);
            if stackless < stack && ahead == 0 {
                unexplained.push((name, lanes));
            }
        }
    }
    assert_eq!(unexplained, []);
    assert!(held > 20, "{held}");
}
