//! Lines of private stacks that are allocated without a fetch: which of their words a load finds.

use crate::support::{Asm, filled, job, output, reg::*, run, tiny_with, words};
use heddle_isa::Op;
use heddle_sim::{Job, Mechanism};

const WHOLE: &str = "memory.stack_lines=whole";
const WRITTEN: &str = "memory.stack_lines=written";

/// Cycles and misses of loads under `pdom`.
fn times(job: &Job, change: &str) -> (u64, u64) {
    let config = tiny_with(&[change], "both values of the key are compared");
    let counts = run(&config, job, Mechanism::Pdom).statistics;
    let cache = counts.cache;
    (counts.cycles, cache.misses - cache.store_misses)
}

/// Runs with both values: the load that misses where words are tracked takes the time of a miss in place of a hit.
fn misses_once_more(job: &Job) {
    let memory = tiny_with(&[], "its times are read").memory;
    let more = u64::from(memory.miss_cycles - memory.hit_cycles);
    let (cycles, misses) = times(job, WHOLE);
    assert_eq!(times(job, WRITTEN), (cycles + more, misses + 1));
}

fn same(job: &Job) {
    assert_eq!(times(job, WHOLE), times(job, WRITTEN));
}

/// Thread 0 stores 42 on its stack and loads it at the end. In between its line leaves the cache (64 lines of 16 bytes in
/// two ways), and thread 1 allocates the line once more if it `stores` in the same slot of its own stack.
fn evicted(stores: bool) -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Lw, S0, A1, 4);
    a.imm(Op::Addi, SP, SP, -16);
    a.imm(Op::Addi, T2, ZERO, 42);
    a.branch(Op::Bne, A0, ZERO, "sweep");
    a.store(Op::Sw, T2, 0, SP);
    a.label("sweep");
    a.imm(Op::Addi, T1, ZERO, 128);
    a.label("next");
    a.imm(Op::Lw, A3, S0, 0);
    a.imm(Op::Addi, S0, S0, 16);
    a.imm(Op::Addi, T1, T1, -1);
    a.branch(Op::Bne, T1, ZERO, "next");
    a.imm(Op::Addi, T0, ZERO, 1);
    a.branch(Op::Bne, A0, T0, "swept");
    match stores {
        true => a.store(Op::Sw, T2, 0, SP),
        false => a.imm(Op::Addi, ZERO, ZERO, 0),
    }
    a.label("swept");
    a.branch(Op::Bne, A0, ZERO, "end");
    a.imm(Op::Lw, A2, SP, 0);
    a.put(A2, 0);
    a.label("end");
    a.ret();
    let big = filled("big", &[0; 512]);
    job(a, 1, 4, vec![words("out", 4), big])
}

#[test]
fn a_word_that_has_left_the_cache_is_fetched() {
    misses_once_more(&evicted(true));
    // The line is absent: a miss with either value.
    same(&evicted(false));
}

#[test]
fn results_do_not_depend_on_what_lines_hold() {
    for change in [WHOLE, WRITTEN, "memory.write=back"] {
        let config = tiny_with(&[change], "results are compared");
        for mechanism in Mechanism::ALL {
            let found = output(&config, &evicted(true), mechanism);
            assert_eq!(found, [42, 0, 0, 0], "{change}, {mechanism}");
        }
    }
}

/// A thread stores on its stack and loads from there.
fn stored_and_loaded(store: (Op, i32), load: (Op, i32)) -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Addi, SP, SP, -16);
    a.store(store.0, A0, store.1, SP);
    a.imm(load.0, A2, SP, load.1);
    a.put(A2, 0);
    a.ret();
    job(a, 1, 4, vec![words("out", 4)])
}

#[test]
fn a_store_fills_whole_words_only() {
    same(&stored_and_loaded((Op::Sw, 0), (Op::Lw, 0)));
    same(&stored_and_loaded((Op::Sw, 0), (Op::Lbu, 3)));
    same(&stored_and_loaded((Op::Sw, 0), (Op::Lhu, 1)));
    misses_once_more(&stored_and_loaded((Op::Sb, 0), (Op::Lbu, 0)));
    misses_once_more(&stored_and_loaded((Op::Sh, 2), (Op::Lw, 0)));
}
