//! Memory instructions: lines, stacks, atomics, and lanes that run ahead of others.

use crate::support::{
    Asm, filled, job, output, reg::*, run, tiny, tiny_with, trace, values, words,
};
use heddle_isa::Op;
use heddle_sim::{Job, Mechanism};

/// Adds 1 to one counter from every thread, by an AMO or by LR/SC.
fn count(threads: u32, blocks: u32, add: impl Fn(&mut Asm)) -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Lw, S0, A1, 0);
    a.imm(Op::Addi, S1, ZERO, 1);
    add(&mut a);
    a.ret();
    job(a, blocks, threads, vec![words("out", 1)])
}

#[test]
fn atomics_count_every_thread() {
    let amo = count(16, 6, |a| a.op(Op::AmoaddW, ZERO, S0, S1));
    let pair = count(16, 6, |a| {
        a.label("again");
        a.op(Op::LrW, T0, S0, 0);
        a.imm(Op::Addi, T0, T0, 1);
        a.op(Op::ScW, T1, S0, T0);
        a.branch(Op::Bne, T1, ZERO, "again");
    });
    let cores = tiny_with(&["cores=3"], "threads of several cores count together");
    for machine in [tiny(), cores] {
        for mechanism in Mechanism::ALL {
            assert_eq!(output(&machine, &amo, mechanism), [96], "{mechanism}");
            assert_eq!(output(&machine, &pair, mechanism), [96], "{mechanism}");
        }
    }
}

#[test]
fn stacks_are_private_at_the_same_addresses() {
    // Threads keep their number on the stack across a barrier, and publish its address.
    let mut a = Asm::kernel();
    a.imm(Op::Addi, SP, SP, -16);
    a.store(Op::Sw, A0, 4, SP);
    a.barrier();
    a.imm(Op::Lw, A2, SP, 4);
    a.put(A2, 0);
    a.put(SP, 1);
    a.ret();
    let job = job(a, 4, 16, vec![words("out", 64), words("sp", 64)]);
    for mechanism in Mechanism::ALL {
        let config = tiny_with(&["cores=2"], "the same addresses on every core");
        let report = run(&config, &job, mechanism);
        assert_eq!(values(&report), (0..64).collect::<Vec<u32>>());
        let sp = report.buffer("sp").unwrap();
        assert!(sp.chunks(4).all(|word| word == &sp[..4]), "{mechanism}");
    }
}

#[test]
fn one_slot_of_a_warps_stacks_is_one_line() {
    let mut a = Asm::kernel();
    a.store(Op::Sw, A0, -8, SP);
    a.ret();
    let stacks = job(a, 1, 4, vec![words("out", 1)]);
    let report = run(&tiny(), &stacks, Mechanism::Stackless);
    assert_eq!(report.statistics.cache.stores, 1);
}

#[test]
fn misaligned_accesses_work_everywhere() {
    // Stores at offsets 0 to 15 of a slice of 32 bytes: of a buffer, of the stack, of shared memory. Each is read back as a word,
    // a half and a byte.
    for base in ["global", "stack", "shared"] {
        let mut a = Asm::kernel();
        a.shared(&[], 32 * 16);
        a.imm(Op::Slli, T0, A0, 5);
        match base {
            "global" => a.imm(Op::Lw, S0, A1, 4),
            "shared" => a.imm(Op::Addi, S0, TP, 0),
            _ => {
                a.imm(Op::Addi, S0, SP, -32);
                a.imm(Op::Addi, T0, ZERO, 0);
            }
        }
        a.op(Op::Add, S0, S0, T0);
        a.op(Op::Add, S0, S0, A0);
        a.li(T0, 0x8182_8384);
        a.store(Op::Sw, T0, 3, S0);
        a.imm(Op::Lhu, A2, S0, 4);
        a.imm(Op::Lbu, A3, S0, 6);
        a.op(Op::Add, A2, A2, A3);
        a.imm(Op::Lw, A3, S0, 3);
        a.op(Op::Add, A2, A2, A3);
        a.put(A2, 0);
        a.ret();
        let job = job(a, 1, 16, vec![words("out", 16), words("slices", 128)]);
        let expected = 0x8182_8384u32 + 0x8283 + 0x81;
        for mechanism in Mechanism::ALL {
            let out = output(&tiny(), &job, mechanism);
            assert_eq!(out, [expected; 16], "{base}, {mechanism}");
        }
    }
}

#[test]
fn an_access_across_lines_takes_two() {
    let accesses = |offset: i32| {
        let mut a = Asm::kernel();
        a.imm(Op::Lw, S0, A1, 0);
        a.imm(Op::Lw, A2, S0, offset);
        a.ret();
        let job = job(a, 1, 1, vec![filled("out", &[1; 16])]);
        run(&tiny(), &job, Mechanism::Stackless)
            .statistics
            .cache
            .accesses
    };
    // Lines have 16 bytes; one access loads the argument.
    assert_eq!((accesses(12), accesses(13), accesses(16)), (2, 3, 2));
}

#[test]
fn lanes_on_one_line_are_served_together() {
    let loads = |stride: u32| {
        let mut a = Asm::kernel();
        a.imm(Op::Lw, S0, A1, 0);
        a.li(T0, stride);
        a.op(Op::Mul, T0, T0, A0);
        a.op(Op::Add, S0, S0, T0);
        a.imm(Op::Lw, A2, S0, 0);
        a.ret();
        let job = job(a, 1, 4, vec![words("out", 64)]);
        run(&tiny(), &job, Mechanism::Stackless)
            .statistics
            .cache
            .loads
    };
    assert_eq!(
        [0, 4, 8, 16, 64].map(|stride| loads(stride) - 1),
        [1, 1, 2, 4, 4]
    );
}

#[test]
fn lanes_that_hit_run_ahead_of_lanes_that_miss() {
    // Section 4.2: lanes 0 and 1 hit their line, lanes 2 and 3 miss.
    let mut a = Asm::kernel();
    a.imm(Op::Lw, S0, A1, 0);
    a.imm(Op::Lw, T0, S0, 0);
    a.imm(Op::Slli, T1, A0, 3);
    a.op(Op::Add, S0, S0, T1);
    a.imm(Op::Lw, A2, S0, 0);
    a.label("behind");
    a.imm(Op::Addi, A2, A2, 1);
    a.put(A2, 1);
    a.ret();
    let behind = a.address("behind");
    let input = filled("in", &[10, 0, 11, 0, 12, 0, 13, 0]);
    let job = job(a, 1, 4, vec![input, words("out", 4)]);
    for latency in ["0", "1", "2", "7"] {
        let change = format!("stackless.tree_latency={latency}");
        let config = tiny_with(&[&change], "lanes part with every latency of the arbiter");
        let rows = trace(&config, &job, Mechanism::Stackless);
        let lanes: Vec<u64> = rows
            .iter()
            .filter(|row| row.pc == behind)
            .map(|row| row.lanes)
            .collect();
        assert_eq!(lanes, [0b0011, 0b1100]);
        assert_eq!(
            output(&config, &job, Mechanism::Stackless),
            [11, 12, 13, 14]
        );
    }
}

#[test]
fn data_of_pending_lines_may_come_while_others_are_served() {
    // Every lane accesses its own line, twice in a row. At the second access all lines are in flight, and the first ones arrive
    // while the last are still being requested.
    let mut a = Asm::kernel();
    a.imm(Op::Lw, S0, A1, 0);
    a.imm(Op::Slli, T0, A0, 4);
    a.op(Op::Add, S0, S0, T0);
    a.imm(Op::Lw, A2, S0, 0);
    a.imm(Op::Lw, A3, S0, 4);
    a.op(Op::Add, A2, A2, A3);
    a.put(A2, 1);
    a.ret();
    let input: Vec<u32> = (0..256).collect();
    let job = job(a, 1, 64, vec![filled("in", &input), words("out", 64)]);
    let expected: Vec<u32> = (0..64).map(|thread| 8 * thread + 1).collect();
    for miss in [20, 30, 40, 60, 80, 120] {
        let miss = format!("memory.miss_cycles={miss}");
        let config = tiny_with(
            &["core.warp_size=16", "memory.cache_bytes=8192", &miss],
            "lines come while a wide warp still asks",
        );
        for mechanism in Mechanism::ALL {
            assert_eq!(
                output(&config, &job, mechanism),
                expected,
                "{miss}, {mechanism}"
            );
        }
    }
}

#[test]
fn floats_and_their_flags_belong_to_threads() {
    // 1 / thread, and the flags raised by that (DZ for thread 0, NX for 3).
    let mut a = Asm::kernel();
    a.imm(Op::Addi, T0, ZERO, 1);
    a.word(Op::FcvtSW.row().value | T0 << 15 | 1 << 7);
    a.word(Op::FcvtSW.row().value | A0 << 15 | 2 << 7);
    a.word(Op::FdivS.row().value | 2 << 20 | 1 << 15 | 3 << 7);
    a.element(T1, 0, A0);
    a.store(Op::Fsw, 3, 0, T1);
    a.csrr(A2, 1);
    a.put(A2, 1);
    a.ret();
    let job = job(a, 1, 4, vec![words("out", 4), words("flags", 4)]);
    for mechanism in Mechanism::ALL {
        let report = run(&tiny(), &job, mechanism);
        let floats: Vec<f32> = values(&report).into_iter().map(f32::from_bits).collect();
        assert_eq!(floats, [f32::INFINITY, 1.0, 0.5, 1.0 / 3.0]);
        let flags = report.buffer("flags").unwrap();
        assert_eq!([flags[0], flags[4], flags[8], flags[12]], [8, 0, 0, 1]);
    }
}
