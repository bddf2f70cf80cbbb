//! fung2009, section 4: warps formed of threads from any warps, without limits.

use crate::support::{Asm, CODE, job, output, reg::*, run, tiny, tiny_with, values, words};
use heddle_contract::units::dwf_scheduler::{In, Out};
use heddle_contract::{Behaviour, Golden, Values, units};
use heddle_isa::Op;
use heddle_sim::mechanisms::DwfCounts;
use heddle_sim::{Gpu, Issued, Job, Limits, Mechanism, Observer, Outcome, Report};
use heddle_types::{Cycle, Pc};
use heddle_units::DwfScheduler;
use std::collections::BTreeSet;

fn dwf(changes: &[&str], job: &Job) -> Report {
    let reason = "misses, lanes and limits of formed warps are the subject";
    let report = run(&tiny_with(changes, reason), job, Mechanism::Dwf);
    assert!(report.outcome.is_complete(), "{}", report.outcome);
    report
}

/// For a while, even and odd threads of a warp take different sides.
fn parity(threads: u32) -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Andi, T0, A0, 1);
    a.branch(Op::Bne, T0, ZERO, "odd");
    (0..8).for_each(|_| a.imm(Op::Addi, A2, A2, 2));
    a.jal(ZERO, "end");
    a.label("odd");
    (0..8).for_each(|_| a.imm(Op::Addi, A2, A2, 3));
    a.label("end");
    a.put(A2, 0);
    a.ret();
    job(a, 1, threads, vec![words("out", threads)])
}

/// Issues of instructions as (cycle, PC), combined over the original warps of their threads.
#[derive(Default)]
struct Issues(BTreeSet<(Cycle, Pc)>);

impl Observer for Issues {
    fn issued(&mut self, event: &Issued) {
        self.0.insert((event.cycle, event.pc));
    }
}

/// Section 4.1: threads in even lanes cannot join other threads in even lanes, unless lanes are swapped in every other warp.
#[test]
fn swizzled_lanes_let_even_and_odd_threads_join() {
    let job = parity(8);
    let sides = CODE + 8..CODE + 8 + 4 * 17;
    let issues = |change: &str| {
        // The one policy under which home lanes are the only reason to keep threads apart.
        let machine = [
            "dwf.policy=pdom-priority",
            "core.warps=2",
            "core.simd_width=1",
            change,
        ];
        let config = tiny_with(&machine, "home lanes alone keep threads of two warps apart");
        let (gpu, mut issues) = (Gpu::new(&config).unwrap(), Issues::default());
        let report = gpu.run_observed(&job, Mechanism::Dwf, &Limits::default(), &mut issues);
        assert_eq!(values(&report.unwrap()), [16, 24].repeat(4));
        let of_sides = |(_, pc): &&(Cycle, Pc)| sides.contains(&pc.address());
        issues.0.iter().filter(of_sides).count()
    };
    // Eight instructions and a jump on one side, eight on the other.
    assert_eq!(issues("dwf.swizzle=false"), 2 * 17);
    assert_eq!(issues("dwf.swizzle=true"), 17);
}

/// Figure 9 (c): an issue takes as many passes as threads share a home lane, in every warp of four.
#[test]
fn without_home_lanes_a_shared_bank_costs_passes() {
    let machine = ["dwf.swizzle=false", "core.warps=2", "core.simd_width=1"];
    let report = |way: &str| dwf(&[&machine[..], &[way]].concat(), &parity(8)).statistics;
    let (banks, ideal) = (report("dwf.lane_aware=false"), report("dwf.ideal=true"));
    assert_eq!(banks.instructions, ideal.instructions);
    assert!(banks.cycles > ideal.cycles, "{banks:?} {ideal:?}");
}

#[test]
fn every_warp_that_is_made_leaves() {
    let report = dwf(
        &["dwf.ideal=true", "core.warps=2", "core.simd_width=1"],
        &parity(8),
    )
    .statistics;
    let counts = report
        .mechanism
        .of::<DwfCounts>()
        .expect("counts of this mechanism");
    // Every warp that was created has been issued.
    assert_eq!(counts.creates, report.instructions);
    assert!(
        counts.peak_warps >= 2 && counts.peak_groups >= 2,
        "{counts:?}"
    );
    let others = run(&tiny(), &parity(8), Mechanism::Pdom).statistics;
    assert_eq!(others.mechanism.of::<DwfCounts>(), None);
}

/// All threads load from line 0; then odd threads load from line 1, which is not in the cache, and even threads from line 0
/// again.
fn half_miss() -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Lw, T0, A1, 0);
    a.imm(Op::Lw, A2, T0, 0);
    a.imm(Op::Andi, T1, A0, 1);
    a.imm(Op::Slli, T1, T1, 4);
    a.op(Op::Add, T0, T0, T1);
    a.imm(Op::Lw, A2, T0, 0);
    (0..4).for_each(|_| a.imm(Op::Addi, A2, A2, 1));
    a.put(A2, 0);
    a.ret();
    job(a, 1, 4, vec![words("out", 64)])
}

/// On a miss, section 4.3 makes the whole warp wait, section 6.3 only the threads that miss.
#[test]
fn a_miss_keeps_the_warp_or_the_thread() {
    let statistics = |miss: &str| dwf(&["dwf.ideal=true", miss], &half_miss()).statistics;
    let (warp, thread) = (statistics("dwf.miss=warp"), statistics("dwf.miss=thread"));
    assert_eq!(warp.thread_instructions, thread.thread_instructions);
    // Even threads finish all instructions after the load before the data of odd threads arrives.
    let behind_the_load = 4 + 4 + 2;
    assert_eq!(thread.instructions - warp.instructions, behind_the_load);
}

/// Threads of a block leave a barrier in the order in which they arrive.
#[test]
fn barriers_release_warps_in_order_of_arrival_one_per_scheduler_cycle() {
    let mut a = Asm::kernel();
    a.imm(Op::Andi, T0, A0, 12);
    a.label("wait");
    a.imm(Op::Addi, T0, T0, 1);
    a.imm(Op::Slti, T1, T0, 14);
    a.branch(Op::Bne, T1, ZERO, "wait");
    a.barrier();
    a.csrr(A2, 0xc00);
    a.put(A2, 0);
    a.ret();
    let job = job(a, 1, 16, vec![words("out", 16)]);
    let out = output(
        &tiny_with(
            &[
                "dwf.ideal=true",
                "core.simd_width=1",
                "dwf.policy=pc",
                "pipeline.alu_cycles=2",
            ],
            "a lane a cycle and nothing else take the time between warps",
        ),
        &job,
        Mechanism::Dwf,
    );
    // The last warp counts least and arrives first.
    let times: Vec<u32> = out.chunks(4).map(|warp| warp[0]).collect();
    assert!(
        out.chunks(4)
            .all(|warp| warp.iter().all(|time| *time == warp[0]))
    );
    let gaps: Vec<u32> = times.windows(2).map(|two| two[0] - two[1]).collect();
    assert_eq!(gaps, [4, 4, 4]);
}

/// Every thread takes a lock and releases it; no other thread helps.
fn spin_lock(threads: u32) -> Job {
    let mut a = Asm::kernel();
    a.shared(&[], 8);
    a.imm(Op::Addi, S1, ZERO, 1);
    a.label("spin");
    a.op(Op::AmoswapW, T0, TP, S1);
    a.branch(Op::Bne, T0, ZERO, "spin");
    a.imm(Op::Lw, A2, TP, 4);
    a.imm(Op::Addi, A2, A2, 1);
    a.store(Op::Sw, A2, 4, TP);
    a.put(A2, 0);
    a.op(Op::AmoswapW, ZERO, TP, ZERO);
    a.ret();
    job(a, 1, threads, vec![words("out", threads)])
}

#[test]
fn spin_locks_finish_in_order_of_arrival_and_starve_behind_a_majority() {
    let machine = ["dwf.ideal=true", "core.warps=16"];
    let outcome = |policy: &str| {
        let reason = "the policy is the subject, and 64 threads make a majority of spinners";
        let config = tiny_with(&[&machine[..], &[policy]].concat(), reason);
        let gpu = Gpu::new(&config).unwrap();
        let limits = Limits {
            max_cycles: 2_000_000,
        };
        gpu.run(&spin_lock(64), Mechanism::Dwf, &limits).unwrap()
    };
    let mut tickets = values(&outcome("dwf.policy=timestamp"));
    tickets.sort_unstable();
    assert_eq!(tickets, (1..=64).collect::<Vec<u32>>());
    let starved = outcome("dwf.policy=majority").outcome;
    assert!(matches!(starved, Outcome::NoProgress(_)), "{starved}");
}

/// A change to the outputs.
type Lie = fn(&mut Out<Values>);

/// A golden scheduler that issues other warps than it chose, from some evaluation on.
struct Liar {
    unit: DwfScheduler,
    lie: Lie,
    honest: u32,
}

impl Behaviour<units::DwfScheduler> for Liar {
    fn eval(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        self.unit.eval(input, output);
        self.honest = self.honest.saturating_sub(1);
        if self.honest == 0 {
            (self.lie)(output);
        }
    }

    fn tick(&mut self, input: &In<Values>) {
        self.unit.tick(input);
    }
}

#[test]
fn a_scheduler_that_lies_is_found_out() {
    let lies: [(Lie, &str); 6] = [
        (|o| o.issue = true, "broke its contract"),
        (|o| o.issue_pc ^= 1, "at another PC"),
        (|o| o.issue_lanes = 0, "without threads"),
        (|o| o.issue_tid.rotate_left(1), "in another lane"),
        (|o| o.issue_tid.fill(30), "that was not there"),
        (|o| o.issue = false, "cycle limit"),
    ];
    let gpu = Gpu::new(&tiny()).unwrap();
    let limits = Limits { max_cycles: 2_000 };
    for (lie, found) in lies {
        let make = |_, params: &_| Liar {
            unit: DwfScheduler::new(params),
            lie,
            honest: 50,
        };
        let ran = gpu.run_with::<units::DwfScheduler, _>(&parity(16), &limits, make);
        let outcome = ran.unwrap().0.outcome.to_string();
        assert!(outcome.contains(found), "{found}: {outcome}");
    }
}
