//! Atomics of several lanes to shared memory: one lane in each cycle on a word, or all lanes together.

use crate::support::{Asm, job, output, reg::*, run, tiny, tiny_with, words};
use heddle_isa::Op;
use heddle_sim::{Job, Mechanism};

/// How often each thread accesses shared memory.
const TIMES: u32 = 10;

/// Four threads access shared memory [`TIMES`] times, each at its number times `stride` bytes; then word 0 is published.
fn accesses(stride: i32, access: impl Fn(&mut Asm)) -> Job {
    let mut a = Asm::kernel();
    a.shared(&[], 64);
    a.imm(Op::Addi, S1, ZERO, stride);
    a.op(Op::Mul, S0, A0, S1);
    a.op(Op::Add, S0, S0, TP);
    a.imm(Op::Addi, S1, ZERO, 1);
    for _ in 0..TIMES {
        access(&mut a);
    }
    a.barrier();
    a.imm(Op::Lw, A2, TP, 0);
    a.put(A2, 0);
    a.ret();
    job(a, 1, 4, vec![words("out", 4)])
}

fn adds(stride: i32) -> Job {
    accesses(stride, |a| a.op(Op::AmoaddW, ZERO, S0, S1))
}

/// The cycles of a run of a warp, and those in which the warp had words left over.
fn times(job: &Job, changes: &[&str]) -> (u64, u64) {
    let config = tiny_with(changes, "both values of the key are compared");
    let counts = run(&config, job, Mechanism::Pdom).statistics;
    (counts.cycles, counts.cache.shared_conflicts)
}

/// An atomic of four lanes on one word takes three cycles more than one on four words, as a load of four words of one
/// bank does.
#[test]
fn lanes_that_add_to_one_word_are_served_in_turn() {
    let more = 3 * u64::from(TIMES);
    let (apart, none) = times(&adds(4), &[]);
    assert_eq!(none, 0);
    assert_eq!(times(&adds(0), &[]), (apart + more, more));
    // The preset has four banks: words 16 bytes apart are in one bank.
    let loads = |stride| times(&accesses(stride, |a| a.imm(Op::Lw, A2, S0, 0)), &[]);
    let (apart, _) = loads(4);
    assert_eq!(loads(16), (apart + more, more));
    // Loads of one word are served together.
    assert_eq!(loads(0), (apart, 0));
}

#[test]
fn lanes_that_add_to_one_word_can_be_served_together() {
    let together = ["memory.shared_atomics=together"];
    let (apart, _) = times(&adds(4), &[]);
    assert_eq!(times(&adds(0), &together), (apart, 0));
    assert_eq!(times(&adds(4), &together), (apart, 0));
}

#[test]
fn the_sum_does_not_depend_on_the_turns() {
    let expected = [4 * TIMES; 4];
    let together = tiny_with(&["memory.shared_atomics=together"], "results are compared");
    for mechanism in Mechanism::ALL {
        for machine in [&tiny(), &together] {
            assert_eq!(
                output(machine, &adds(0), mechanism),
                expected,
                "{mechanism}"
            );
        }
    }
}
