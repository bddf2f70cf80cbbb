//! Barrier divergence: which barriers the threads of a block do not reach together, and how they are reported.

use crate::support::{Asm, job, reg::*, run, tiny, words};
use heddle_isa::Op;
use heddle_sim::barrier_divergence::{BarrierDivergence, OtherThread};
use heddle_sim::{Gpu, Job, Limits, Mechanism};

/// The barrier divergence of a run, the same under every mechanism. The rest of the run equals the run without the check.
fn parted(job: &Job) -> BarrierDivergence {
    let found = Mechanism::ALL.map(|mechanism| {
        let gpu = Gpu::new(&tiny()).unwrap().with_race_check(true);
        let mut report = gpu.run(job, mechanism, &Limits::default()).unwrap();
        assert!(report.outcome.is_complete(), "{}", report.outcome);
        let found = report.barrier_divergence.take();
        assert!(report.races.take().is_some_and(|races| races.is_empty()));
        assert_eq!(report, run(&tiny(), job, mechanism));
        found.expect("it was asked for")
    });
    let [first, others @ ..] = found;
    others.iter().for_each(|other| assert_eq!(*other, first));
    first
}

/// `code` for the threads of the second of two warps of each block, and for those of the first.
fn by_warp(code: impl Fn(&mut Asm), otherwise: impl Fn(&mut Asm)) -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Andi, T0, A0, 4);
    a.branch(Op::Beq, T0, ZERO, "first");
    code(&mut a);
    a.ret();
    a.label("first");
    otherwise(&mut a);
    a.ret();
    job(a, 3, 8, vec![words("out", 64)])
}

#[test]
fn threads_at_two_barriers_are_found() {
    let found = parted(&by_warp(Asm::barrier, Asm::barrier));
    assert_eq!((found.openings, found.cases), (3, 1));
    let case = &found.first[0];
    assert_eq!((case.kernel.as_str(), case.launch), ("k", 0));
    assert_eq!((case.thread, case.openings), (4, 3));
    let OtherThread::Waited { thread, barrier } = &case.other else {
        panic!("{found}");
    };
    assert_eq!(*thread, 0);
    // The branch, the first barrier, and a return lie before the second barrier.
    let [one, other] = [&case.barrier, barrier].map(|barrier| barrier.place.pc);
    assert_eq!(other, one + 8);
}

#[test]
fn threads_that_left_before_a_barrier_are_found() {
    let found = parted(&by_warp(|_| {}, Asm::barrier));
    assert_eq!((found.openings, found.cases), (3, 1));
    let case = &found.first[0];
    assert_eq!((case.thread, case.openings), (0, 3));
    assert_eq!(case.other, OtherThread::Ended { thread: 4 });
}

#[test]
fn threads_that_meet_at_every_barrier_are_not_listed() {
    // As many rounds as the number of the block, and threads that leave behind the last barrier.
    let mut a = Asm::kernel();
    a.imm(Op::Srli, T0, A0, 3);
    a.label("again");
    a.barrier();
    a.imm(Op::Addi, T0, T0, -1);
    a.branch(Op::Bge, T0, ZERO, "again");
    a.imm(Op::Andi, T1, A0, 1);
    a.branch(Op::Bne, T1, ZERO, "end");
    a.imm(Op::Addi, T1, T1, 1);
    a.label("end");
    a.ret();
    let found = parted(&job(a, 3, 8, vec![words("out", 64)]));
    assert_eq!(found, BarrierDivergence::default());
    assert_eq!(found.to_string(), "none");
}

#[test]
fn barriers_of_warps_are_not_listed() {
    let found = parted(&by_warp(Asm::partial_barrier, |_| {}));
    assert!(found.is_empty(), "{found}");
}

#[test]
fn each_launch_has_its_own() {
    let mut job = by_warp(|_| {}, Asm::barrier);
    let second = job.launches[0].clone();
    job.launches.push(second);
    let found = parted(&job);
    let launches = found.first.iter().map(|case| (case.launch, case.openings));
    assert_eq!(launches.collect::<Vec<_>>(), [(0, 3), (1, 3)]);
}
