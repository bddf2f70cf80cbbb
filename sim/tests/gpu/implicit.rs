//! The implicit stack: which threads go first, where they meet, and where they pass each other.

use crate::stacks::recursion;
use crate::support::{Asm, job, output, reg::*, run, tiny, trace, words};
use heddle_isa::Op;
use heddle_sim::{Gpu, Job, Limits, Mechanism};

/// The lanes of each execution of the instruction at a PC.
fn lanes_at(job: &Job, pc: u32, mechanism: Mechanism) -> Vec<u64> {
    let rows = trace(&tiny(), job, mechanism);
    let there = rows.iter().filter(|row| row.pc == pc);
    there.map(|row| row.lanes).collect()
}

/// `if (a || b) X; Y;` with `a` true for thread 0 and `b` for thread 1; `X` and `Y` add to their own octal digit.
fn short_circuit() -> (Job, [u32; 2]) {
    let mut a = Asm::kernel();
    a.imm(Op::Addi, T0, ZERO, 1);
    a.branch(Op::Beq, A0, ZERO, "X");
    a.branch(Op::Bne, A0, T0, "Y");
    a.label("X");
    a.imm(Op::Addi, A2, A2, 0o1);
    a.label("Y");
    a.imm(Op::Addi, A2, A2, 0o10);
    a.put(A2, 0);
    a.ret();
    let places = ["X", "Y"].map(|label| a.address(label));
    (job(a, 1, 4, vec![words("out", 4)]), places)
}

/// Thread 0 takes code that lies behind the barrier, and comes back to it.
fn out_of_line() -> (Job, u32) {
    let mut a = Asm::kernel();
    a.branch(Op::Beq, A0, ZERO, "out");
    a.label("back");
    a.barrier();
    a.label("behind");
    a.put(A2, 0);
    a.ret();
    a.label("out");
    a.imm(Op::Addi, A2, A2, 1);
    a.jal(ZERO, "back");
    let behind = a.address("behind");
    (job(a, 1, 8, vec![words("out", 8)]), behind)
}

/// IST-4: a running path passes threads that wait below the top. Stack-less reconvergence lets it meet them.
#[test]
fn threads_below_the_top_are_passed() {
    let (job, [x, y]) = short_circuit();
    assert_eq!(
        output(&tiny(), &job, Mechanism::Implicit),
        [0o11, 0o11, 0o10, 0o10]
    );
    assert_eq!(lanes_at(&job, x, Mechanism::Implicit), [0b0010, 0b0001]);
    assert_eq!(lanes_at(&job, x, Mechanism::Pdom).len(), 2);
    assert_eq!(lanes_at(&job, x, Mechanism::Stackless), [0b0011]);
    assert_eq!(lanes_at(&job, y, Mechanism::Implicit), [0b1111]);
}

/// IST-6: the deepest call runs first, and threads meet in their own call.
#[test]
fn threads_of_a_recursion_meet_in_their_own_call() {
    let (job, behind, rest) = recursion();
    assert_eq!(output(&tiny(), &job, Mechanism::Implicit), [0, 1, 2, 3]);
    let rest = lanes_at(&job, rest, Mechanism::Implicit);
    assert_eq!(rest, [0b1000, 0b1100, 0b1110]);
    assert_eq!(lanes_at(&job, behind, Mechanism::Implicit), [0b1111]);
}

/// IST-8: by their addresses, threads come to a barrier before others that have to reach it.
#[test]
fn threads_at_a_barrier_let_others_run() {
    let (job, behind) = out_of_line();
    assert_eq!(
        output(&tiny(), &job, Mechanism::Implicit),
        [1, 0, 0, 0, 0, 0, 0, 0]
    );
    assert_eq!(
        lanes_at(&job, behind, Mechanism::Implicit),
        [0b1111, 0b1111]
    );
}

/// Cycles in which nothing can happen are left out without a trace.
#[test]
fn every_cycle_gives_the_same() {
    let jobs = [short_circuit().0, recursion().0, out_of_line().0];
    for job in jobs {
        let gpu = Gpu::new(&tiny()).unwrap().with_every_cycle(true);
        let report = gpu.run(&job, Mechanism::Implicit, &Limits::default());
        assert!(report.unwrap() == run(&tiny(), &job, Mechanism::Implicit));
    }
}
