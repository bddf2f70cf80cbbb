//! collange2011: table 2 row by row, listing 1, and the purpose of the nesting key.

use crate::support::{Asm, Row, job, output, reg::*, tiny, tiny_with, trace, words};
use heddle_contract::Config;
use heddle_isa::Op;
use heddle_sim::{Job, Mechanism};

/// `A; if (!c) br; B; br; C; D` with `c` true for threads 0 and 1 (table 2). Each block counts in
/// its own octal digit.
fn if_else() -> (Job, u32) {
    let mut a = Asm::kernel();
    a.imm(Op::Slti, T0, A0, 2);
    a.imm(Op::Addi, A2, ZERO, 0);
    a.label("A");
    a.imm(Op::Addi, A2, A2, 0o1);
    a.branch(Op::Beq, T0, ZERO, "C");
    a.imm(Op::Addi, A2, A2, 0o10);
    a.jal(ZERO, "D");
    a.label("C");
    a.imm(Op::Addi, A2, A2, 0o100);
    a.label("D");
    a.imm(Op::Addi, A2, A2, 0o1000);
    a.put(A2, 0);
    a.ret();
    let first = a.address("A");
    (job(a, 1, 4, vec![words("out", 4)]), first)
}

fn machines() -> Vec<Config> {
    let mut machines = Vec::new();
    for latency in [0, 1, 2, 7] {
        let latency = format!("stackless.tree_latency={latency}");
        let mut push = |changes: &[&str]| {
            let reason = "every latency of the arbiter with every nesting key";
            machines.push(tiny_with(&[&[&*latency], changes].concat(), reason));
        };
        push(&["stackless.nesting=none"]);
        push(&["stackless.nesting=call_depth"]);
        push(&["stackless.nesting=sp", "stackless.key_bits=32"]);
    }
    machines
}

#[test]
fn table_2_row_by_row() {
    // PC, PC_i before, NPC_i, as printed.
    let table = [
        (1, [1, 1, 1, 1], [2, 2, 2, 2]),
        (2, [2, 2, 2, 2], [3, 3, 5, 5]),
        (3, [3, 3, 5, 5], [4, 4, 5, 5]),
        (4, [4, 4, 5, 5], [6, 6, 5, 5]),
        (5, [6, 6, 5, 5], [6, 6, 6, 6]),
        (6, [6, 6, 6, 6], [7, 7, 7, 7]),
    ];
    let (job, first) = if_else();
    for config in machines() {
        let number = |pc: u32| pc.wrapping_sub(first) / 4 + 1;
        let rows = trace(&config, &job, Mechanism::Stackless);
        let rows: Vec<Row> = rows
            .into_iter()
            .filter(|row| (1..=6).contains(&number(row.pc)))
            .collect();
        assert_eq!(rows.len(), table.len(), "{:?} {rows:#?}", config.stackless);
        for (row, (pc, before, after)) in rows.iter().zip(table) {
            assert_eq!(number(row.pc), pc);
            assert_eq!(
                row.before.iter().map(|&pc| number(pc)).collect::<Vec<_>>(),
                before
            );
            assert_eq!(
                row.after.iter().map(|&pc| number(pc)).collect::<Vec<_>>(),
                after
            );
            let active = (0..4).filter(|lane| before[*lane] == pc);
            assert_eq!(row.lanes, active.fold(0, |lanes, lane| lanes | 1 << lane));
        }
    }
}

#[test]
fn if_else_gives_the_same_everywhere() {
    let (job, _) = if_else();
    for config in machines() {
        for mechanism in Mechanism::ALL {
            let out = output(&config, &job, mechanism);
            assert_eq!(out, [0o1011, 0o1011, 0o1101, 0o1101], "{mechanism}");
        }
    }
}

/// Listing 1: threads 0 and 1 call a function that lies behind its call site. With `pushes`, `sp`
/// moves at the call.
fn listing1(pushes: bool) -> (Job, u32) {
    let mut a = Asm::kernel();
    a.imm(Op::Addi, S1, RA, 0);
    a.imm(Op::Slti, T0, A0, 2);
    a.imm(Op::Addi, A2, A0, 0);
    a.branch(Op::Beq, T0, ZERO, "D");
    if pushes {
        a.imm(Op::Addi, SP, SP, -16);
    }
    a.jal(RA, "f");
    if pushes {
        a.imm(Op::Addi, SP, SP, 16);
    }
    a.label("D");
    (0..4).for_each(|_| a.imm(Op::Addi, A2, A2, 1));
    a.put(A2, 0);
    a.imm(Op::Addi, RA, S1, 0);
    a.ret();
    a.label("f");
    (0..4).for_each(|_| a.imm(Op::Addi, A2, A2, 0x10));
    a.ret();
    let join = a.address("D");
    (job(a, 1, 4, vec![words("out", 4)]), join)
}

/// How often the code behind the call is executed.
fn visits(config: &Config, pushes: bool) -> Vec<u64> {
    let (job, join) = listing1(pushes);
    let rows = trace(config, &job, Mechanism::Stackless);
    rows.iter()
        .filter(|row| row.pc == join)
        .map(|row| row.lanes)
        .collect()
}

#[test]
fn listing_1_needs_the_nesting_key() {
    let machine = |changes: &[&str]| tiny_with(changes, "the nesting key is the subject");
    let none = machine(&["stackless.nesting=none"]);
    let depth = machine(&["stackless.nesting=call_depth"]);
    let sp = machine(&["stackless.nesting=sp", "stackless.key_bits=32"]);
    // Plain min(PC) runs the code behind the call first, for the threads that do not call.
    assert_eq!(visits(&none, false), [0b1100, 0b0011]);
    assert_eq!(visits(&depth, false), [0b1111]);
    // If the call pushes, the paper's own key detects the nesting; otherwise it cannot.
    assert_eq!(visits(&sp, true), [0b1111]);
    assert_eq!(visits(&sp, false), [0b1100, 0b0011]);
}

#[test]
fn listing_1_gives_the_same_everywhere() {
    for pushes in [false, true] {
        let (job, _) = listing1(pushes);
        for config in machines() {
            for mechanism in Mechanism::ALL {
                let out = output(&config, &job, mechanism);
                assert_eq!(out, [0x44, 0x45, 6, 7], "{mechanism}");
            }
        }
    }
}

/// A loop of `thread` iterations.
fn triangle(threads: u32) -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Addi, A2, ZERO, 0);
    a.imm(Op::Addi, T0, A0, 0);
    a.label("loop");
    a.branch(Op::Beq, T0, ZERO, "done");
    a.op(Op::Add, A2, A2, T0);
    a.imm(Op::Addi, T0, T0, -1);
    a.jal(ZERO, "loop");
    a.label("done");
    a.put(A2, 0);
    a.ret();
    job(a, 1, threads, vec![words("out", threads)])
}

#[test]
fn every_warp_size_and_width_computes_the_same() {
    let job = triangle(100);
    let expected: Vec<u32> = (0..100).map(|thread| thread * (thread + 1) / 2).collect();
    for lanes in [2, 4, 8, 16, 32, 64] {
        for width in [1, 2, lanes / 2, lanes] {
            let size = format!("core.warp_size={lanes}");
            let width = format!("core.simd_width={width}");
            let more = [
                "core.warps=50",
                "memory.line_bytes=64",
                "stack.depth=127",
                "dwf.pool=64",
            ];
            let changes = [&[&size[..], &width], &more[..]].concat();
            let config = tiny_with(&changes, "size and width, with room for the widest warps");
            // Warps are formed of at least four lanes, and have sub-warps of at least two.
            let small = |m: &Mechanism| !matches!(m, Mechanism::Dwf | Mechanism::Dwr);
            let can = |mechanism: &Mechanism| small(mechanism) || lanes >= 4;
            for mechanism in Mechanism::ALL.into_iter().filter(can) {
                assert_eq!(
                    output(&config, &job, mechanism),
                    expected,
                    "{size}, {width}"
                );
            }
        }
    }
}

#[test]
fn parts_of_a_warp_never_join_under_nrec() {
    let (job, first) = if_else();
    let rows = trace(&tiny(), &job, Mechanism::Nrec);
    let join: Vec<u64> = rows
        .iter()
        .filter(|row| row.pc == first + 20)
        .map(|row| row.lanes)
        .collect();
    assert_eq!(join, [0b1100, 0b0011]);
}

#[test]
fn an_indirect_jump_splits_into_as_many_parts_as_targets() {
    // Through a register that is not a link register: the explicit stack treats the other registers as returns.
    let mut a = Asm::kernel();
    a.imm(Op::Addi, A2, ZERO, 0);
    a.word(Op::Auipc.row().value | A3 << 7);
    a.imm(Op::Slli, T1, A0, 3);
    a.op(Op::Add, A3, A3, T1);
    a.imm(Op::Jalr, ZERO, A3, 16);
    for _ in 0..4 {
        a.imm(Op::Addi, A2, A2, 1);
        a.imm(Op::Addi, A2, A2, 0);
    }
    a.put(A2, 0);
    a.ret();
    let job = job(a, 1, 4, vec![words("out", 4)]);
    for mechanism in Mechanism::ALL {
        assert_eq!(
            output(&tiny(), &job, mechanism),
            [4, 3, 2, 1],
            "{mechanism}"
        );
    }
}

#[test]
fn calls_deeper_than_the_key_are_counted() {
    // f calls itself until its argument is 0.
    let mut a = Asm::kernel();
    a.imm(Op::Addi, S1, RA, 0);
    a.imm(Op::Addi, T0, ZERO, 20);
    a.jal(RA, "f");
    a.put(A2, 0);
    a.imm(Op::Addi, RA, S1, 0);
    a.ret();
    a.label("f");
    a.imm(Op::Addi, SP, SP, -16);
    a.store(Op::Sw, RA, 0, SP);
    a.imm(Op::Addi, A2, A2, 1);
    a.imm(Op::Addi, T0, T0, -1);
    a.branch(Op::Beq, T0, ZERO, "back");
    a.jal(RA, "f");
    a.label("back");
    a.imm(Op::Lw, RA, SP, 0);
    a.imm(Op::Addi, SP, SP, 16);
    a.ret();
    let job = job(a, 1, 4, vec![words("out", 4)]);
    let saturations = |config: &Config| {
        let report = crate::support::run(config, &job, Mechanism::Stackless);
        assert_eq!(crate::support::values(&report), [20; 4]);
        report.statistics.nesting_saturations
    };
    // Kernel depth 1, calls to depth 21; three bits distinguish 0 to 7: 14 calls exceed them.
    let key = |bits| tiny_with(&[bits], "the width of the key is the subject");
    assert_eq!(saturations(&key("stackless.key_bits=3")), 4 * 14);
    assert_eq!(saturations(&key("stackless.key_bits=5")), 0);
}
