//! Dynamic warp resizing (lashgar2012): the programs of listings 2 and 3, which LATs are ignored, and which sub-warps combine.

use crate::support::listings::{
    a_lat_meets_another, listings, one_sub_warp_loads, sub_warps_of_two,
};
use crate::support::{Asm, filled, job, output, reg::*, run, tiny_with, values, words};
use heddle_isa::Op;
use heddle_sim::Mechanism;
use heddle_sim::mechanisms::DwrCounts;

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
