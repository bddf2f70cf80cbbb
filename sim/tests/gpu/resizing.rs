//! Dynamic warp resizing (lashgar2012): the programs of listings 2 and 3, which LATs are ignored, and which sub-warps combine.

use crate::support::listings::{
    a_lat_meets_another, listings, one_sub_warp_loads, sub_warps_of_two,
};
use crate::support::{Asm, filled, job, output, reg::*, run, tiny_with, values, words};
use heddle_isa::Op;
use heddle_sim::mechanisms::DwrCounts;
use heddle_sim::{Job, Mechanism};

/// The ways to determine LATs.
const LATS: [&str; 3] = ["dwr.lats=static", "dwr.lats=dynamic", "dwr.lats=none"];

/// Every listing ends on every machine, with the same result as with independent threads.
#[test]
fn partners_at_different_barriers_go_on() {
    for (name, job) in listings() {
        let expected = output(&sub_warps_of_two(&[]), &job, Mechanism::Mimd);
        for lats in LATS {
            let found = output(&sub_warps_of_two(&[lats]), &job, Mechanism::Dwr);
            assert_eq!(found, expected, "{name}, {lats}");
        }
    }
}

/// If two LATs meet, only that of the later sub-warp goes on the ignore list.
#[test]
fn a_lat_that_meets_another_is_ignored() {
    let report = run(
        &sub_warps_of_two(&[]),
        &a_lat_meets_another(),
        Mechanism::Dwr,
    );
    let counts = report
        .statistics
        .mechanism
        .of::<DwrCounts>()
        .unwrap()
        .clone();
    assert!(counts.combined[0] > 0, "{counts:?}");
}

#[test]
fn partners_load_together() {
    let mut a = Asm::kernel();
    a.element(T1, 0, A0);
    a.imm(Op::Lw, A2, T1, 0);
    a.put(A2, 1);
    a.ret();
    let input: Vec<u32> = (100..116).collect();
    let job = job(a, 1, 16, vec![filled("in", &input), words("out", 16)]);
    let report = run(&sub_warps_of_two(&[]), &job, Mechanism::Dwr);
    assert_eq!(values(&report), input);
    let counts = report
        .statistics
        .mechanism
        .of::<DwrCounts>()
        .unwrap()
        .clone();
    let whole = counts.combined[3];
    assert_eq!((counts.ignored, counts.combined), (0, vec![0, 0, 0, whole]));
    // As wide as the largest warp: as many requests as with a fixed warp.
    let fixed = run(&sub_warps_of_two(&[]), &job, Mechanism::Pdom);
    assert_eq!(
        report.statistics.cache.accesses,
        fixed.statistics.cache.accesses
    );
}

#[test]
fn what_is_not_synchronised_does_not_combine() {
    let job = one_sub_warp_loads(|_| {});
    let report = run(&sub_warps_of_two(&["dwr.lats=none"]), &job, Mechanism::Dwr);
    let counts = report
        .statistics
        .mechanism
        .of::<DwrCounts>()
        .unwrap()
        .clone();
    assert_eq!((counts.barriers, counts.combined), (0, vec![0; 4]));
}

/// Without LATs a sub-warp behaves like a warp of its size and takes the same time.
#[test]
fn sub_warps_by_themselves_are_fixed_warps() {
    let job = one_sub_warp_loads(|a| a.barrier());
    let apart = sub_warps_of_two(&["dwr.lats=none", "core.warps=4"]);
    let fixed = tiny_with(
        &["core.warp_size=2", "core.simd_width=2", "core.warps=16"],
        "fixed warps are as large as the sub-warps",
    );
    let [apart, fixed] = [(apart, Mechanism::Dwr), (fixed, Mechanism::Pdom)]
        .map(|(config, mechanism)| run(&config, &job, mechanism).statistics);
    assert_eq!(apart.instructions, fixed.instructions);
    assert_eq!(apart.cache.accesses, fixed.cache.accesses);
}

/// The second of two sub-warps finds its partner at another LAT, so that its own LAT goes on the ignore list; it executes
/// this LAT `times` times, alone from the second time on.
fn a_lat_in_a_loop(times: i32) -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Lw, S0, A1, 0);
    a.imm(Op::Addi, T1, ZERO, times);
    a.imm(Op::Srli, T0, A0, 1);
    a.branch(Op::Bne, T0, ZERO, "late");
    a.imm(Op::Lw, A2, S0, 0);
    a.ret();
    a.label("late");
    for _ in 0..20 {
        a.imm(Op::Addi, A2, A2, 1);
    }
    a.label("again");
    a.imm(Op::Lw, A2, S0, 4);
    a.imm(Op::Addi, T1, T1, -1);
    a.branch(Op::Bne, T1, ZERO, "again");
    a.ret();
    job(a, 1, 4, vec![filled("out", &[7; 4])])
}

/// An ignored LAT that takes the barrier issues `dwr.barrier_cycles` later, and one cycle more, in which the synchroniser
/// is asked.
#[test]
fn an_ignored_lat_costs_nothing_or_the_barrier() {
    for slot in ["dwr.barrier_slot=true", "dwr.barrier_slot=false"] {
        let barrier = u64::from(sub_warps_of_two(&[]).dwr.barrier_cycles) + 1;
        for times in [1, 2, 10] {
            let run = |stalls| {
                // Without a limit: the first sub-warp has to be there when the late one comes to another LAT.
                let config = sub_warps_of_two(&[slot, stalls, "dwr.wait_cycles=0"]);
                let counts = run(&config, &a_lat_in_a_loop(times), Mechanism::Dwr).statistics;
                let dwr = counts.mechanism.of::<DwrCounts>().unwrap().clone();
                (counts.cycles, dwr)
            };
            let (free, counts) = run("dwr.ignored_stalls=false");
            let (stalled, same) = run("dwr.ignored_stalls=true");
            let ignored = times as u64 - 1;
            assert_eq!(counts.ignored, ignored, "{slot}");
            assert_eq!(counts, same, "{slot}");
            assert_eq!(stalled - free, ignored * barrier, "{slot}, {times} times");
        }
    }
}
