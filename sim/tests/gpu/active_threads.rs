//! Active thread counts (fung2009, figure 15), the timeline, the occupancy of pool and heap, and the limit of a run, on programs
//! counted by hand.

use crate::support::{Asm, job, reg::*, run, tiny, tiny_with, words};
use heddle_isa::Op;
use heddle_sim::report::Statistics;
use heddle_sim::{Gpu, Job, Mechanism};
use heddle_sim::{Issued, Observer};

/// Of every eight threads, those below `split` take one side with `left` additions; the others fall through.
fn sides(split: i32, left: usize, blocks: u32) -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Andi, T0, A0, 7);
    a.imm(Op::Slti, T0, T0, split);
    a.branch(Op::Beq, T0, ZERO, "end");
    (0..left).for_each(|_| a.imm(Op::Addi, A2, A2, 1));
    a.label("end");
    a.ret();
    job(a, blocks, 8, vec![words("out", 1)])
}

fn fraction(s: &Statistics, class: &str) -> f64 {
    let found = s.active_threads.iter().find(|share| share.class == class);
    found.unwrap_or_else(|| panic!("{class}")).fraction
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// A warp of eight on a pipeline of two lanes: each issue holds the lanes for four cycles.
#[test]
fn a_warp_holds_the_lanes_while_it_is_issued() {
    let machine = tiny_with(
        &["core.warp_size=8", "core.simd_width=2", "core.warps=2"],
        "a warp wider than the pipeline is the subject",
    );
    for mechanism in [Mechanism::Pdom, Mechanism::Nrec, Mechanism::Stackless] {
        let s = run(&machine, &sides(3, 5, 1), mechanism).statistics;
        // Five additions of three threads; under `nrec` these threads also return and end separately.
        let alone = match mechanism {
            Mechanism::Nrec => 7,
            _ => 5,
        };
        let cycles = s.cycles as f64;
        assert_eq!(s.active_lane_histogram[3], alone, "{mechanism}");
        assert!(near(fraction(&s, "W3"), 4.0 * alone as f64 / cycles));
        let partly: f64 = (1..8).map(|lanes| fraction(&s, &format!("W{lanes}"))).sum();
        let expected = s.instructions - s.active_lane_histogram[8];
        assert!(near(partly, 4.0 * expected as f64 / cycles), "{s:?}");
    }
}

#[test]
fn shares_add_up_under_every_mechanism() {
    for mechanism in Mechanism::ALL {
        let machine = tiny_with(&["cores=3"], "shares are of all cores together");
        let s = run(&machine, &sides(5, 40, 7), mechanism).statistics;
        let all: f64 = s.active_threads.iter().map(|share| share.fraction).sum();
        assert!(near(all, 1.0), "{mechanism}: {all}");
        let l = s.limits.lanes;
        let lost = l.divergence + l.memory + l.port + l.regrouping + l.pipeline;
        let all = l.used + lost + l.barrier + l.idle;
        assert!(near(all, 1.0), "{mechanism}: {all}");
        assert!(near(l.used, s.ipc / s.limits.peak_ipc as f64));
        let classes = s.timeline.classes.iter().flat_map(|class| &class.cycles);
        assert_eq!(classes.sum::<u64>(), 3 * s.cycles, "{mechanism}");
        assert_eq!(s.timeline.instructions.iter().sum::<u64>(), s.instructions);
        let threads = s.timeline.thread_instructions.iter().sum::<u64>();
        assert_eq!(threads, s.thread_instructions);
    }
}

#[test]
fn live_threads_end_with_the_last_block() {
    let s = run(
        &tiny_with(&["core.blocks=1"], "blocks run one after the other"),
        &sides(8, 300, 2),
        Mechanism::Pdom,
    )
    .statistics;
    let live = &s.timeline.live_threads;
    assert!(live.len() > 4, "{live:?}");
    assert_eq!(live[1], 8.0);
    assert!(live.iter().all(|&live| live <= 8.0));
}

/// Counts the instructions of each thread of core 0, in warps of four.
struct PerThread([u64; 16]);

impl Observer for PerThread {
    fn issued(&mut self, event: &Issued) {
        for lane in event.lanes.iter().filter(|_| event.core == 0) {
            self.0[(event.warp.first(4) + lane).index()] += 1;
        }
    }
}

/// The last bucket is the end of the run; no earlier bucket has higher counts.
#[test]
fn a_core_that_is_shown_tells_how_far_its_threads_got() {
    let machine = tiny_with(&["cores=2"], "one core of several is shown");
    let job = sides(3, 200, 3);
    let gpu = Gpu::new(&machine).unwrap().with_timeline_of(Some(0));
    for mechanism in Mechanism::ALL {
        let mut counted = PerThread([0; 16]);
        let report = gpu.run_observed(&job, mechanism, &Default::default(), &mut counted);
        let timeline = report.unwrap().statistics.timeline;
        let executed = timeline.executed.unwrap();
        let mut counts: Vec<u64> = counted.0.into_iter().filter(|count| *count != 0).collect();
        counts.sort();
        let parts = [
            (executed.least, 0),
            (executed.lower_quartile, 1),
            (executed.median, 2),
            (executed.upper_quartile, 3),
            (executed.most, 4),
        ];
        for (buckets, quarter) in parts {
            let expected = counts[quarter * (counts.len() - 1) / 4];
            assert_eq!(buckets.last(), Some(&expected), "{mechanism} {quarter}");
            assert_eq!(buckets.len(), timeline.instructions.len());
        }
        let all = run(&machine, &job, mechanism).statistics.timeline;
        assert_eq!(all.executed, None);
    }
}

/// Loads that miss, one after the other, are limited by latency. Additions in all lanes are limited by the lanes.
#[test]
fn what_limits_a_run_is_named() {
    use heddle_sim::report::Limit;
    let limit = |body: &dyn Fn(&mut Asm), threads: u32| {
        let mut a = Asm::kernel();
        a.imm(Op::Lw, A2, A1, 0);
        (0..40).for_each(|_| body(&mut a));
        a.ret();
        let job = job(a, 1, threads, vec![words("out", 4096)]);
        run(&tiny(), &job, Mechanism::Pdom).statistics.limits
    };
    let loads = limit(
        &|a| {
            a.imm(Op::Lw, T0, A2, 0);
            a.imm(Op::Addi, A2, A2, 64);
        },
        4,
    );
    assert_eq!(loads.dominant, Limit::Latency, "{loads:?}");
    // One warp with one load at a time: the average number of reads in flight is about the share of time that the warp waits.
    assert!(loads.reads_outstanding > 0.5 && loads.reads_outstanding <= 1.0);
    assert_eq!(loads.read_latency, 20.0);
    let adds = limit(&|a| a.imm(Op::Addi, A2, A2, 1), 16);
    assert_eq!(adds.dominant, Limit::Lanes, "{adds:?}");
}

/// The histogram covers all cycles of each core, and its last entries are the maxima of warps and groups.
#[test]
fn pool_and_heap_occupancy_cover_all_cycles() {
    for change in [
        "dwf.policy=majority",
        "dwf.policy=timestamp",
        "dwf.ideal=true",
    ] {
        let s = run(
            &tiny_with(
                &["cores=2", change],
                "each scheduler, on all cores together",
            ),
            &sides(3, 30, 6),
            Mechanism::Dwf,
        )
        .statistics;
        let dwf = s
            .mechanism
            .of::<heddle_sim::mechanisms::DwfCounts>()
            .unwrap();
        for (occupancy, peak) in [(&dwf.pool, dwf.peak_warps), (&dwf.groups, dwf.peak_groups)] {
            assert_eq!(occupancy.cycles.iter().sum::<u64>(), 2 * s.cycles);
            assert_eq!(occupancy.cycles.len() as u64, peak + 1);
            assert!(occupancy.cumulative.is_sorted());
            assert_eq!(occupancy.cumulative.last(), Some(&1.0));
        }
    }
}
