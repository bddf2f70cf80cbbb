//! Launches that do not end: deadlock, threads that run in circles, the limit of cycles.

use crate::support::{Asm, job, output, reg::*, run, tiny, tiny_with, values, words};
use heddle_isa::Op;
use heddle_machines::shipped;
use heddle_sim::fault::{Doing, Stuck};
use heddle_sim::{Gpu, Job, Limits, Mechanism, Outcome};
use serde_json::Value;

/// Every thread takes a lock, adds to a counter without atomics, and releases the lock.
/// Counter and lock lie in global or in the block's shared memory.
pub fn spin_lock(blocks: u32, threads: u32, shared: bool) -> Job {
    let mut a = Asm::kernel();
    a.shared(&[], 8);
    match shared {
        true => a.imm(Op::Addi, S0, TP, 0),
        false => a.imm(Op::Lw, S0, A1, 0),
    }
    a.imm(Op::Addi, S1, ZERO, 1);
    a.label("spin");
    a.op(Op::AmoswapW, T0, S0, S1);
    a.branch(Op::Bne, T0, ZERO, "spin");
    a.imm(Op::Lw, T0, S0, 4);
    a.imm(Op::Addi, T0, T0, 1);
    a.store(Op::Sw, T0, 4, S0);
    a.put(T0, 0);
    a.op(Op::AmoswapW, ZERO, S0, ZERO);
    a.ret();
    job(a, blocks, threads, vec![words("out", blocks * threads)])
}

pub fn threads_of(stuck: &Stuck) -> Vec<u32> {
    let mut all: Vec<u32> = stuck
        .groups
        .iter()
        .flat_map(|g| g.threads.clone())
        .collect();
    all.sort_unstable();
    all
}

pub fn sorted(mut values: Vec<u32>) -> Vec<u32> {
    values.sort_unstable();
    values
}

#[test]
fn spin_locks_finish_where_threads_are_independent() {
    for mechanism in [Mechanism::Nrec, Mechanism::Mimd] {
        let out = output(&tiny(), &spin_lock(1, 16, true), mechanism);
        assert_eq!(sorted(out), (1..=16).collect::<Vec<u32>>(), "{mechanism}");
    }
}

#[test]
fn spin_locks_of_one_thread_a_warp_finish_everywhere() {
    let job = spin_lock(1, 1, true);
    for mechanism in Mechanism::ALL {
        assert_eq!(output(&tiny(), &job, mechanism), [1], "{mechanism}");
    }
}

#[test]
fn a_spin_lock_within_a_warp_makes_no_progress_under_stackless() {
    let report = run(&tiny(), &spin_lock(1, 4, true), Mechanism::Stackless);
    let Outcome::NoProgress(stuck) = &report.outcome else {
        panic!("{}", report.outcome);
    };
    assert_eq!(threads_of(stuck), [0, 1, 2, 3]);
    // One thread holds the lock and is never scheduled; the others spin in front of it.
    let holder = stuck.groups.iter().find(|g| g.threads.len() == 1).unwrap();
    assert_eq!(holder.place.instruction, "lw t0, 4(s0)");
    assert_eq!(values(&report), [0; 4]);
    assert!(
        report
            .outcome
            .to_string()
            .starts_with("no forward progress")
    );
}

#[test]
fn misses_hand_a_spin_lock_over_even_under_stackless() {
    // Section 4.2: the spinning lanes are inactive while their atomic is in flight, so the lock holder runs.
    let out = output(&tiny(), &spin_lock(1, 16, false), Mechanism::Stackless);
    assert_eq!(out.len(), 16);
}

#[test]
fn waiting_for_a_value_nobody_writes_makes_no_progress() {
    let mut a = Asm::kernel();
    a.imm(Op::Lw, S0, A1, 0);
    a.label("wait");
    a.imm(Op::Lw, T0, S0, 0);
    a.branch(Op::Beq, T0, ZERO, "wait");
    a.ret();
    let job = job(a, 1, 16, vec![words("out", 1)]);
    for mechanism in Mechanism::ALL {
        let outcome = run(&tiny(), &job, mechanism).outcome;
        let Outcome::NoProgress(stuck) = outcome else {
            panic!("{mechanism}: {outcome}");
        };
        assert_eq!(threads_of(&stuck), (0..16).collect::<Vec<u32>>());
    }
}

#[test]
fn waiting_for_a_value_that_comes_late_is_progress() {
    // Thread 0 counts without touching memory, for longer than the first two windows of the watch together; the
    // block's other threads wait.
    let mut a = Asm::kernel();
    a.imm(Op::Lw, S0, A1, 0);
    a.branch(Op::Bne, A0, ZERO, "wait");
    a.li(T1, 100_000);
    a.label("count");
    a.imm(Op::Addi, T1, T1, -1);
    a.branch(Op::Bne, T1, ZERO, "count");
    a.imm(Op::Addi, T0, ZERO, 5);
    a.store(Op::Sw, T0, 0, S0);
    a.label("wait");
    a.imm(Op::Lw, T0, S0, 0);
    a.branch(Op::Beq, T0, ZERO, "wait");
    a.ret();
    let job = job(a, 1, 2, vec![words("out", 1)]);
    for mechanism in Mechanism::ALL {
        assert_eq!(output(&tiny(), &job, mechanism), [5], "{mechanism}");
    }
}

#[test]
fn a_long_straight_program_is_progress() {
    let mut a = Asm::kernel();
    (0..60_000).for_each(|_| a.imm(Op::Addi, A2, A2, 1));
    a.put(A2, 0);
    a.ret();
    let job = job(a, 1, 4, vec![words("out", 4)]);
    let config = tiny_with(&["pipeline.alu_cycles=20"], "long in cycles, not in words");
    assert_eq!(output(&config, &job, Mechanism::Stackless), [60_000; 4]);
}

#[test]
fn barriers_that_cannot_open_are_a_deadlock() {
    // Thread 1 waits for its warp, the others for the block.
    let mut a = Asm::kernel();
    a.imm(Op::Addi, T0, ZERO, 1);
    a.branch(Op::Beq, A0, T0, "warp");
    a.barrier();
    a.jal(ZERO, "end");
    a.label("warp");
    a.partial_barrier();
    a.label("end");
    a.ret();
    let job = job(a, 1, 8, vec![words("out", 1)]);
    for mechanism in Mechanism::ALL {
        let outcome = run(&tiny(), &job, mechanism).outcome;
        let Outcome::Deadlock(stuck) = outcome else {
            panic!("{mechanism}: {outcome}");
        };
        let doing: Vec<(Doing, usize)> = stuck
            .groups
            .iter()
            .map(|group| (group.doing, group.threads.len()))
            .collect();
        // A warp with a stack waits as a whole: some of its threads have not reached their barrier.
        let (barrier, partial) = (Doing::Barrier, Doing::PartialBarrier);
        match mechanism {
            Mechanism::Pdom => {
                assert_eq!(doing, [(Doing::Stack, 3), (barrier, 4), (partial, 1)]);
            }
            // One of the two threads of a sub-warp.
            Mechanism::Dwr => {
                assert_eq!(doing, [(Doing::Stack, 1), (barrier, 6), (partial, 1)]);
            }
            // The fall-through runs first, while `pdom` runs the taken side first.
            Mechanism::Stack => assert_eq!(doing, [(barrier, 7), (Doing::Stack, 1)]),
            _ => assert_eq!(doing, [(barrier, 7), (partial, 1)]),
        }
    }
}

#[test]
fn the_limit_of_cycles_names_the_threads() {
    let mut a = Asm::kernel();
    a.label("count");
    a.imm(Op::Addi, T0, T0, 1);
    a.jal(ZERO, "count");
    let job = job(a, 1, 3, vec![words("out", 1)]);
    for mechanism in Mechanism::ALL {
        let gpu = Gpu::new(&tiny()).unwrap();
        let limits = Limits { max_cycles: 5_000 };
        let report = gpu.run(&job, mechanism, &limits).unwrap();
        let Outcome::CycleLimit(stuck) = &report.outcome else {
            panic!("{mechanism}: {}", report.outcome);
        };
        assert_eq!(threads_of(stuck), [0, 1, 2]);
        assert_eq!(report.statistics.cycles, 5_000);
    }
}

#[test]
fn spin_locks_within_a_warp_make_no_progress_with_stacks() {
    // In global memory too: the warp waits for its misses as a whole. IST-9: nor does an implicit stack hand the lock over.
    let stacks = [Mechanism::Pdom, Mechanism::Implicit];
    for (mechanism, shared) in stacks.into_iter().flat_map(|of| [(of, true), (of, false)]) {
        let outcome = run(&tiny(), &spin_lock(1, 4, shared), mechanism).outcome;
        let Outcome::NoProgress(stuck) = &outcome else {
            panic!("{outcome}");
        };
        let groups: Vec<(Doing, usize)> = stuck
            .groups
            .iter()
            .map(|group| (group.doing, group.threads.len()))
            .collect();
        // The lock holder waits for the other threads after the loop.
        let holder = stuck.groups.iter().find(|g| g.doing == Doing::Stack);
        assert_eq!(holder.unwrap().place.instruction, "lw t0, 4(s0)");
        assert_eq!(groups.iter().map(|(_, threads)| threads).sum::<usize>(), 4);
        assert_eq!(holder.unwrap().threads.len(), 1, "{outcome}");
    }
}

/// A launch can have millions of threads. All of these count in circles, so they are at a few places.
#[test]
fn json_lists_threads_in_bounded_length() {
    let mut a = Asm::kernel();
    a.label("again");
    a.imm(Op::Addi, A2, A2, 1);
    a.jal(ZERO, "again");
    let machine = shipped("fung2009");
    let threads = (machine.core.warps * machine.core.warp_size) as u32;
    let job = job(a, 2, threads, vec![words("out", 1)]);
    let limits = Limits { max_cycles: 2_000 };
    let gpu = Gpu::new(&machine).unwrap();
    let report = gpu.run(&job, Mechanism::Pdom, &limits).unwrap();
    let json = serde_json::to_value(&report.outcome).unwrap();
    let groups = json["groups"].as_array().unwrap();
    let length = |group: &Value, key: &str| group[key].as_array().unwrap().len();
    for group in groups {
        assert!(length(group, "threads") <= 32, "{group}");
        assert!(length(group, "thread_ranges") <= 32, "{group}");
        assert_eq!(group["thread_ranges"][0][0], group["threads"][0]);
    }
    let counts = groups.iter().map(|group| group["thread_count"].as_u64());
    assert_eq!(counts.sum::<Option<u64>>(), Some(2 * u64::from(threads)));
}
