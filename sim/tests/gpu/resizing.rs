//! Dynamic warp resizing (lashgar2012): the programs of listings 2 and 3, what is ignored, and what combines.

use crate::support::{Asm, filled, job, output, reg::*, run, tiny, values, words};
use heddle_contract::Config;
use heddle_isa::Op;
use heddle_sim::{Job, Mechanism};

/// Sub-warps of two threads, four of them in a large warp, two large warps; changed as told.
fn machine(changes: &[&str]) -> Config {
    let sizes = ["core.warp_size=8", "core.simd_width=2", "dwr.sub_warp=2"];
    tiny(&[&sizes, changes].concat())
}

/// Ways to know LATs.
const LATS: [&str; 3] = ["dwr.lats=static", "dwr.lats=dynamic", "dwr.lats=none"];

/// Threads of the first sub-warp load `in[0]`, the others do not; then what `then` writes.
fn one_sub_warp_loads(then: impl Fn(&mut Asm)) -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Srli, T0, A0, 1);
    a.put(ZERO, 1);
    a.imm(Op::Addi, A2, ZERO, 0);
    a.branch(Op::Bne, T0, ZERO, "other");
    a.element(T1, 0, ZERO);
    a.imm(Op::Lw, A2, T1, 0);
    a.label("other");
    then(&mut a);
    a.put(A2, 1);
    a.ret();
    job(a, 1, 16, vec![filled("in", &[7; 16]), words("out", 16)])
}

/// Every machine terminates with the result of threads by themselves.
fn agrees(job: &Job) {
    let expected = output(&machine(&[]), job, Mechanism::Mimd);
    for lats in LATS {
        let changes = [lats];
        assert_eq!(
            output(&machine(&changes), job, Mechanism::Dwr),
            expected,
            "{lats}"
        );
    }
}

#[test]
fn a_lat_meets_another_lat() {
    let job = one_sub_warp_loads(|a| {
        a.element(T1, 0, A0);
        a.imm(Op::Lw, T2, T1, 0);
        a.op(Op::Add, A2, A2, T2);
    });
    agrees(&job);
    let counts = run(&machine(&[]), &job, Mechanism::Dwr)
        .statistics
        .dwr
        .unwrap();
    // Whoever came later to another LAT is on the list: it is not both of them that are, nor none.
    assert!(counts.combined[0] > 0, "{counts:?}");
}

#[test]
fn a_lat_meets_a_barrier() {
    agrees(&one_sub_warp_loads(|a| a.barrier()));
}

#[test]
fn a_lat_meets_a_barrier_twice() {
    agrees(&one_sub_warp_loads(|a| {
        a.element(T1, 0, ZERO);
        a.imm(Op::Lw, T2, T1, 4);
        a.barrier();
        a.imm(Op::Lw, T2, T1, 8);
        a.barrier();
    }));
}

#[test]
fn barriers_on_both_sides_are_one() {
    let mut a = Asm::kernel();
    a.imm(Op::Srli, T0, A0, 3);
    a.branch(Op::Bne, T0, ZERO, "other");
    a.barrier();
    a.jal(ZERO, "behind");
    a.label("other");
    a.barrier();
    a.label("behind");
    a.put(A0, 0);
    a.ret();
    agrees(&job(a, 1, 16, vec![words("out", 16)]));
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
    let report = run(&machine(&[]), &job, Mechanism::Dwr);
    assert_eq!(values(&report), input);
    let counts = report.statistics.dwr.unwrap();
    let whole = counts.combined[3];
    assert_eq!((counts.ignored, counts.combined), (0, vec![0, 0, 0, whole]));
    // As wide as the largest warp: as many requests as with a fixed one.
    let fixed = run(&machine(&[]), &job, Mechanism::Pdom);
    assert_eq!(
        report.statistics.cache.accesses,
        fixed.statistics.cache.accesses
    );
}

#[test]
fn what_is_not_synchronised_does_not_combine() {
    let job = one_sub_warp_loads(|_| {});
    let report = run(&machine(&["dwr.lats=none"]), &job, Mechanism::Dwr);
    let counts = report.statistics.dwr.unwrap();
    assert_eq!((counts.barriers, counts.combined), (0, vec![0; 4]));
}

/// Without LATs a sub-warp is a warp of its size, and takes as long.
#[test]
fn sub_warps_by_themselves_are_fixed_warps() {
    let job = one_sub_warp_loads(|a| a.barrier());
    let apart = machine(&["dwr.lats=none", "core.warps=4"]);
    let fixed = tiny(&["core.warp_size=2", "core.simd_width=2", "core.warps=16"]);
    let [apart, fixed] = [(apart, Mechanism::Dwr), (fixed, Mechanism::Pdom)]
        .map(|(config, mechanism)| run(&config, &job, mechanism).statistics);
    assert_eq!(apart.instructions, fixed.instructions);
    assert_eq!(apart.cache.accesses, fixed.cache.accesses);
}
