//! Stores, atomics and fences that meet on lines: more requests at once than small queues have places for.

use crate::support::{Asm, job, reg::*, words};
use heddle_isa::Op;
use heddle_sim::Job;

/// Bytes of a thread's part of the output: several lines on many machines, a part of one on others.
const PART: u32 = 128;

/// Words that all threads count in.
const COUNTERS: u32 = 16;

/// Rounds of threads with even numbers; the others make one more.
const ROUNDS: i32 = 1;

/// Each thread stores to lines of its own and adds to them at once, adds to counters of all threads and of its block, and uses
/// its stack. Whatever the order, memory is the same: results of atomics are not read.
pub fn traffic(blocks: u32, threads: u32) -> Job {
    let mut a = Asm::kernel();
    a.shared(&[], 4 * COUNTERS);
    a.imm(Op::Lw, S0, A1, 0);
    a.imm(Op::Slli, T0, A0, PART.ilog2() as i32);
    a.op(Op::Add, S0, S0, T0);
    a.imm(Op::Andi, T0, A0, COUNTERS as i32 - 1);
    a.imm(Op::Slli, A2, T0, 2);
    a.imm(Op::Lw, A3, A1, 4);
    a.op(Op::Add, A3, A3, A2);
    a.op(Op::Add, A2, A2, TP);
    a.imm(Op::Andi, S1, A0, 1);
    a.imm(Op::Addi, S1, S1, ROUNDS);
    a.label("round");
    round(&mut a);
    a.imm(Op::Addi, S1, S1, -1);
    a.branch(Op::Bne, S1, ZERO, "round");
    a.barrier();
    a.imm(Op::Lw, T0, TP, 0);
    a.store(Op::Sw, T0, 12, S0);
    a.ret();
    let output = words("out", blocks * threads * PART / 4);
    job(
        a,
        blocks,
        threads,
        vec![output, words("counters", COUNTERS)],
    )
}

/// Registers: S0 has the thread's part, S1 the rounds that are left, A2 and A3 counters of the block and of all threads.
fn round(a: &mut Asm) {
    a.imm(Op::Addi, SP, SP, -16);
    // A dirty line, and an atomic on it.
    a.store(Op::Sw, S1, 0, S0);
    a.op(Op::AmoaddW, ZERO, S0, A0);
    a.store(Op::Sw, A0, PART as i32 / 2, S0);
    a.store(Op::Sw, S1, 4, SP);
    a.imm(Op::Fence, ZERO, ZERO, 0xff);
    a.op(Op::AmoaddW, ZERO, A3, S1);
    a.op(Op::AmoaddW, ZERO, A2, A0);
    // The line is fetched once more, and stored to.
    a.imm(Op::Lw, T0, S0, 0);
    a.imm(Op::Lw, T1, SP, 4);
    a.op(Op::Add, T0, T0, T1);
    a.store(Op::Sw, T0, 4, S0);
    a.imm(Op::Addi, SP, SP, 16);
}
