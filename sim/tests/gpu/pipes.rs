//! Pipes of a core (vaidya2013, section 2.2): which instructions can execute at the same time.

use crate::support::{Asm, job, reg::*, run, tiny_with, words};
use heddle_contract::Config;
use heddle_isa::Op;
use heddle_sim::{Job, Mechanism};

const WARPS: u32 = 4;
const MECHANISMS: [Mechanism; 3] = [Mechanism::Pdom, Mechanism::Stackless, Mechanism::Nrec];

/// `tiny` with warps as wide as the paper's.
fn pipes_with(changes: &[&str]) -> Config {
    tiny_with(
        changes,
        "warps of 16 over 4 lanes hold a pipe for four cycles",
    )
}

/// Every warp executes `even` or `odd` this many times, depending on its number.
fn program(even: Op, odd: Op, times: u32) -> Job {
    let mut a = Asm::kernel();
    a.li(T0, 1);
    a.imm(Op::Andi, T1, A0, 16);
    a.branch(Op::Bne, T1, ZERO, "odd");
    (0..times).for_each(|_| a.op(even, A2, T0, T0));
    a.jal(ZERO, "end");
    a.label("odd");
    (0..times).for_each(|_| a.op(odd, A2, T0, T0));
    a.label("end");
    a.ret();
    job(a, 1, 16 * WARPS, vec![words("out", 16 * WARPS)])
}

/// Cycles in which every warp advances by one instruction.
fn cycles(pipes: &str, mechanism: Mechanism, [even, odd]: [Op; 2]) -> u64 {
    const TIMES: [u32; 2] = [16, 48];
    let pipes = format!("pipeline.pipes={pipes}");
    let machine = [
        "core.warp_size=16",
        "core.simd_width=4",
        "stack.depth=32",
        "pipeline.alu_cycles=1",
        "pipeline.divide_cycles=1",
        "pipeline.float_cycles=1",
        "pipeline.float_divide_cycles=1",
        &pipes,
    ];
    let [short, long] = TIMES.map(|times| {
        let report = run(&pipes_with(&machine), &program(even, odd, times), mechanism);
        assert!(report.outcome.is_complete(), "{}", report.outcome);
        report.statistics.cycles
    });
    (long - short) / u64::from(TIMES[1] - TIMES[0])
}

#[test]
fn one_pipe_executes_one_warp_at_a_time() {
    for mechanism in MECHANISMS {
        for ops in [[Op::Add; 2], [Op::FaddS; 2], [Op::Add, Op::FdivS]] {
            assert_eq!(cycles("one", mechanism, ops), 16, "{mechanism}, {ops:?}");
        }
    }
}

/// Four warps of four cycles each: 16 cycles if they share a pipe, 8 if they are distributed over two.
#[test]
fn integers_have_one_pipe_division_another_and_floats_both() {
    for mechanism in MECHANISMS {
        for (ops, expected) in [
            ([Op::Add; 2], 16),
            ([Op::Divu; 2], 16),
            ([Op::FdivS; 2], 16),
            ([Op::FaddS; 2], 8),
            ([Op::Add, Op::Divu], 8),
            ([Op::Add, Op::FaddS], 8),
        ] {
            let found = cycles("fpu_em_send", mechanism, ops);
            assert_eq!(found, expected, "{mechanism}, {ops:?}");
        }
    }
}

/// Under `dwf` the warp that the scheduler issues waits at the head of the queue of its pipe.
#[test]
fn a_warp_that_has_left_the_scheduler_waits_for_its_pipe() {
    let dwf = |pipes, ops| cycles(pipes, Mechanism::Dwf, ops);
    assert!(dwf("fpu_em_send", [Op::Add; 2]) >= 16);
    for ops in [[Op::FaddS; 2], [Op::Add, Op::Divu]] {
        let [one, three] = ["one", "fpu_em_send"].map(|pipes| dwf(pipes, ops));
        assert!(8 <= three && three < one, "{ops:?}: {one}, {three}");
    }
}

/// Loads of shared memory leave through SEND while other warps compute.
#[test]
fn memory_goes_beside_arithmetic() {
    let program = |times| {
        let mut a = Asm::kernel();
        a.element(T1, 0, A0);
        a.imm(Op::Andi, T0, A0, 16);
        a.branch(Op::Bne, T0, ZERO, "odd");
        (0..times).for_each(|_| a.store(Op::Sw, ZERO, 0, T1));
        a.jal(ZERO, "end");
        a.label("odd");
        (0..2 * times).for_each(|_| a.imm(Op::Addi, A2, A2, 1));
        a.label("end");
        a.ret();
        job(a, 1, 16 * WARPS, vec![words("out", 16 * WARPS)])
    };
    let machine = [
        "core.warp_size=16",
        "core.simd_width=4",
        "stack.depth=32",
        "pipeline.alu_cycles=1",
        "pipeline.address_cycles=1",
        "memory.all_hits=true",
    ];
    for mechanism in [Mechanism::Pdom, Mechanism::Nrec] {
        let time = |pipes: &str| {
            let machine = [&machine[..], &[pipes]].concat();
            let report = run(&pipes_with(&machine), &program(64), mechanism);
            assert!(report.outcome.is_complete(), "{}", report.outcome);
            report.statistics.cycles
        };
        let [one, three] = ["pipeline.pipes=one", "pipeline.pipes=fpu_em_send"].map(time);
        // The two computing warps take 2 * 2 * 64 * 4 cycles, which hide all others.
        assert!((1024..1200).contains(&three), "{mechanism}: {three}");
        assert!(one > three + 400, "{mechanism}: {one}, {three}");
    }
}

#[test]
fn lanes_at_work_are_those_of_all_pipes() {
    let machine = ["core.warp_size=16", "core.simd_width=4", "stack.depth=32"];
    let machine = [&machine[..], &["pipeline.pipes=fpu_em_send"]].concat();
    let config = pipes_with(&machine);
    let report = run(&config, &program(Op::FaddS, Op::Add, 64), Mechanism::Pdom);
    let limits = &report.statistics.limits;
    assert_eq!(limits.peak_ipc, 12);
    let lanes = &limits.lanes;
    let rest = [lanes.memory, lanes.port, lanes.regrouping, lanes.pipeline];
    let ends = [lanes.barrier, lanes.idle];
    let all = [lanes.used, lanes.divergence, lanes.pipes];
    let sum: f64 = all.into_iter().chain(rest).chain(ends).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    assert!(lanes.pipes > 0.1, "SEND has little to do: {}", lanes.pipes);
}
