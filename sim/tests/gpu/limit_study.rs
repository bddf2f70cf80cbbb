//! The limit study of reconvergence points on programs of a few lines: slots counted by hand.

use crate::random;
use crate::support::{Asm, job, launch, reg::*, run, tiny_with, words};
use heddle_isa::Op;
use heddle_sim::launch::{BufferOffset, HostLoop};
use heddle_sim::limit_study::{LimitStudy, StudyError, study};
use heddle_sim::{Job, Limits, Mechanism};

fn try_studied(changes: &[&str], job: &Job) -> Result<LimitStudy, StudyError> {
    let config = tiny_with(
        changes,
        "sizes of the study, and latencies, are the subject",
    );
    study(&config, job, &Limits::default(), &Default::default())
}

fn studied(changes: &[&str], job: &Job) -> LimitStudy {
    try_studied(changes, job).unwrap()
}

/// Instructions that `nrec`, `pdom` and `oracle` issue.
fn slots(found: &LimitStudy) -> [u64; 3] {
    [&found.nrec, &found.pdom, &found.oracle].map(|counts| counts.instructions)
}

/// Odd threads skip `length` additions; with the exit, all threads execute four other instructions.
fn skip(length: u32, blocks: u32, threads: u32) -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Andi, T0, A0, 1);
    a.branch(Op::Bne, T0, ZERO, "end");
    (0..length).for_each(|_| a.imm(Op::Addi, T1, T1, 1));
    a.label("end");
    a.ret();
    job(a, blocks, threads, vec![])
}

#[test]
fn a_branch_by_hand() {
    let found = studied(&[], &skip(3, 1, 4));
    // Four instructions by all lanes together, three by two lanes; without reconvergence, return and exit are issued twice.
    assert_eq!(slots(&found), [9, 7, 7]);
    assert_eq!(found.pdom.active_lane_histogram, [0, 0, 3, 0, 4]);
    assert_eq!(found.pdom.thread_instructions, 4 * 4 + 2 * 3);
    // One warp alone: every instruction waits for the one before.
    assert_eq!(found.pdom.cycles, 7);
    assert_eq!((found.threads, found.truncated), (4, 0));
}

#[test]
fn latencies_are_those_of_the_machine_and_memory_hits() {
    let mut a = Asm::kernel();
    a.imm(Op::Lw, T0, A1, 0);
    a.op(Op::Mul, T0, T0, T0);
    a.ret();
    let job = job(a, 1, 4, vec![words("out", 1)]);
    let changes = [
        "pipeline.address_cycles=5",
        "memory.hit_cycles=11",
        "pipeline.multiply_cycles=7",
        "pipeline.branch_cycles=3",
        "pipeline.alu_cycles=2",
    ];
    assert_eq!(studied(&changes, &job).oracle.cycles, 5 + 11 + 7 + 3 + 2);
}

#[test]
fn warps_take_turns() {
    // Eight warps: the pipeline is never empty except after the last instruction.
    let found = studied(
        &["pipeline.alu_cycles=4", "pipeline.branch_cycles=4"],
        &skip(3, 4, 8),
    );
    assert_eq!(slots(&found)[2], 7 * 8);
    assert_eq!(found.oracle.cycles, 7 * 8 - 1 + 4);
}

/// Figure 6 with two iterations, with and without the barrier of bitonic sort.
#[test]
fn nothing_aligns_across_a_barrier() {
    let program = |with_barrier: bool| {
        // Odd threads execute the body before the middle, even threads after it.
        let mut a = Asm::kernel();
        a.imm(Op::Andi, T0, A0, 1);
        a.imm(Op::Addi, T2, ZERO, 2);
        a.label("turn");
        a.branch(Op::Beq, T0, ZERO, "skip");
        (0..5).for_each(|_| a.imm(Op::Addi, T1, T1, 1));
        a.label("skip");
        if with_barrier {
            a.barrier();
        } else {
            a.word(0x0000_0013);
        }
        a.imm(Op::Xori, T0, T0, 1);
        a.imm(Op::Addi, T2, T2, -1);
        a.branch(Op::Bne, T2, ZERO, "turn");
        a.ret();
        job(a, 1, 4, vec![])
    };
    let around = 2 + 2 * 5 + 2;
    let [free, held] = [false, true].map(|barrier| slots(&studied(&[], &program(barrier))));
    // Post-dominators keep the two bodies separate; with better points even threads wait for one iteration.
    assert_eq!((free[1], held[1]), (around + 10, around + 10));
    assert_eq!((free[2], held[2]), (around + 5 + 5, around + 10));
}

/// Blocks of six: no warp of the study spans two blocks, and the last block is only partly studied.
#[test]
fn warps_stay_in_their_blocks() {
    let found = studied(&["limit_study.threads=9"], &skip(0, 5, 6));
    assert_eq!((found.threads, found.pdom.instructions), (9, 3 * 4));
    assert_eq!(found.pdom.active_lane_histogram, [0, 0, 4, 4, 4]);
}

#[test]
fn long_traces_are_cut_alike_for_all() {
    let job = skip(30, 1, 4);
    let found = studied(&["limit_study.trace=10"], &job);
    // Even threads execute eight additions; odd threads end after four instructions.
    assert_eq!(found.truncated, 2);
    assert_eq!(slots(&found), [12, 12, 12]);
    let counts = [found.nrec, found.pdom, found.oracle];
    assert!(
        counts
            .iter()
            .all(|counts| counts.thread_instructions == 2 * 10 + 2 * 4)
    );
    let exactly = studied(&["limit_study.trace=34"], &job);
    assert_eq!(exactly.truncated, 0);
}

#[test]
fn a_later_launch_can_be_studied() {
    let mut job = skip(0, 3, 8);
    job.launches.push(launch("k", 1, 4, &[]));
    let found = studied(&["limit_study.launch=1"], &job);
    assert_eq!((found.threads, found.pdom.instructions), (4, 4));
    let error = try_studied(&["limit_study.launch=2"], &job).unwrap_err();
    assert!(matches!(
        error,
        StudyError::NoLaunch {
            launch: 2,
            launches: 2
        }
    ));
    // The number of rounds before a launch is known only after they have run; the first round of a loop can be studied.
    job.buffers.push(words("flag", 1));
    job.loops.push(HostLoop {
        launches: 0..1,
        until_zero: BufferOffset {
            buffer: "flag".into(),
            offset: 0,
        },
        before: vec![],
        most_rounds: 1,
    });
    let error = try_studied(&["limit_study.launch=1"], &job).unwrap_err();
    assert!(matches!(error, StudyError::BehindLoop { launch: 1 }));
    assert_eq!(studied(&["limit_study.launch=0"], &job).threads, 24);
}

/// Runs longer than the first attempt at recording are repeated.
#[test]
fn long_runs_are_recorded_to_their_end() {
    let mut a = Asm::kernel();
    a.li(T0, 30_000);
    a.label("wait");
    a.imm(Op::Addi, T0, T0, -1);
    a.branch(Op::Bne, T0, ZERO, "wait");
    a.ret();
    let job = job(a, 1, 16, vec![]);
    let changes = ["limit_study.trace=100000", "pipeline.alu_cycles=20"];
    let found = studied(&changes, &job);
    assert_eq!(
        (found.truncated, found.oracle.thread_instructions),
        (0, 16 * 60_004)
    );
}

#[test]
fn partial_barriers_are_among_threads_of_the_machines_warp() {
    // Thread 7 arrives late, and the first four threads have work after the barrier.
    let mut a = Asm::kernel();
    let work = |a: &mut Asm| (0..50).for_each(|_| a.imm(Op::Addi, T1, T1, 1));
    a.imm(Op::Addi, T0, ZERO, 7);
    a.branch(Op::Bne, A0, T0, "meet");
    work(&mut a);
    a.label("meet");
    a.partial_barrier();
    a.imm(Op::Addi, T0, ZERO, 4);
    a.branch(Op::Bge, A0, T0, "end");
    work(&mut a);
    a.label("end");
    a.ret();
    let job = job(a, 1, 8, vec![]);
    let cycles = |warp: &str| {
        let simd = warp.replace("warp_size", "simd_width");
        studied(&["pipeline.alu_cycles=2", warp, &simd], &job)
            .oracle
            .cycles
    };
    // In one warp, one piece of work follows the other: 50 additions of two cycles each.
    let (together, apart) = (cycles("core.warp_size=8"), cycles("core.warp_size=4"));
    assert!(
        (95..=105).contains(&(together - apart)),
        "{together}, {apart}"
    );
}

/// The replay issues as often as the golden GPU with the same warps, for every number of active lanes.
#[test]
fn random_programs_issue_as_often_as_on_the_golden_gpu() {
    let machines: [&[&str]; 3] = [
        &["stack.first=taken"],
        &["stack.first=fall_through"],
        &[
            "core.warp_size=16",
            "limit_study.warp_size=16",
            "stack.depth=80",
        ],
    ];
    for (seed, machine) in (1..40).zip(machines.iter().cycle()) {
        let job = random::program(seed);
        let whole = ["limit_study.threads=1024", "limit_study.trace=200000"];
        let changes = [*machine, &whole].concat();
        let found = studied(&changes, &job);
        for (mechanism, counts) in [
            (Mechanism::Nrec, &found.nrec),
            (Mechanism::Pdom, &found.pdom),
        ] {
            let config = tiny_with(&changes, "the machine of the study");
            let golden = run(&config, &job, mechanism).statistics;
            let lanes = &golden.active_lane_histogram;
            assert_eq!(
                &counts.active_lane_histogram, lanes,
                "seed {seed}, {mechanism}"
            );
        }
        let [nrec, _, oracle] = slots(&found);
        assert!(oracle <= nrec, "seed {seed}");
    }
}
