//! The race check: which accesses race, which do not, and how races are reported.

use crate::support::{Asm, job, reg::*, run, tiny, tiny_with, words};
use heddle_isa::Op;
use heddle_sim::race::{AccessKind, Region};
use heddle_sim::{Gpu, Job, Limits, Mechanism, Races};

/// The races of a run, which must equal the run without the check.
fn races(job: &Job, mechanism: Mechanism) -> Races {
    let config = tiny_with(
        &["stack.explicit_first=taken"],
        "odd threads exit before even ones wait for a barrier",
    );
    let gpu = Gpu::new(&config).unwrap().with_race_check(true);
    let mut report = gpu.run(job, mechanism, &Limits::default()).unwrap();
    assert!(report.outcome.is_complete(), "{}", report.outcome);
    let races = report.races.take().expect("they were asked for");
    report.barrier_divergence = None;
    assert_eq!(report, run(&config, job, mechanism));
    races
}

fn has_races(job: &Job) -> bool {
    let found = Mechanism::ALL.map(|mechanism| !races(job, mechanism).is_empty());
    assert!(found.iter().all(|&one| one == found[0]), "{found:?}");
    found[0]
}

/// `access` by all threads of `blocks` blocks of 8, with the address of the buffer in s0 and 1 in s1.
fn accesses(blocks: u32, access: impl Fn(&mut Asm)) -> Job {
    let mut a = Asm::kernel();
    a.shared(&[], 64);
    a.imm(Op::Lw, S0, A1, 0);
    a.imm(Op::Addi, S1, ZERO, 1);
    access(&mut a);
    a.ret();
    job(a, blocks, 8, vec![words("out", 64)])
}

/// Moves `s0` to the thread's own word.
fn own_word(a: &mut Asm) {
    a.imm(Op::Slli, T0, A0, 2);
    a.op(Op::Add, S0, S0, T0);
}

#[test]
fn one_word_written_by_all_is_described() {
    let job = accesses(1, |a| a.store(Op::Sw, A0, 8, S0));
    let found = races(&job, Mechanism::Stackless);
    assert_eq!((found.accesses, found.pairs, found.first.len()), (7, 1, 1));
    let race = &found.first[0];
    let name = "out".to_owned();
    assert_eq!(race.region, Region::Buffer { name, offset: 8 });
    assert_eq!(
        (race.kernel.as_str(), race.launch, race.accesses),
        ("k", 0, 7)
    );
    for side in [&race.earlier, &race.later] {
        assert_eq!(side.kind, AccessKind::Store);
        assert_eq!(side.place.instruction, "sw a0, 8(s0)");
    }
    assert_ne!(race.earlier.thread, race.later.thread);
    let text = found.to_string();
    assert!(
        text.starts_with("1 found; 7 accesses raced with earlier ones"),
        "{text}"
    );
    assert!(text.contains("byte 8 of buffer `out` (0x"), "{text}");
    assert_eq!(found, races(&job, Mechanism::Stackless));
}

#[test]
fn writes_of_the_same_value_do_not_race() {
    assert!(!has_races(&accesses(2, |a| a.store(Op::Sw, S1, 0, S0))));
}

#[test]
fn loads_and_own_words_do_not_race() {
    let job = accesses(2, |a| {
        a.imm(Op::Lw, A2, S0, 252);
        own_word(a);
        a.imm(Op::Lw, A2, S0, 0);
        a.store(Op::Sw, A0, 0, S0);
    });
    assert!(!has_races(&job));
}

#[test]
fn a_neighbours_word_races_without_a_barrier_and_not_with_one() {
    let neighbour = |between: fn(&mut Asm)| {
        accesses(1, |a| {
            a.imm(Op::Xori, T1, A0, 1);
            a.imm(Op::Slli, T1, T1, 2);
            a.op(Op::Add, T1, T1, S0);
            own_word(a);
            a.store(Op::Sw, A0, 0, S0);
            between(a);
            a.imm(Op::Lw, A2, T1, 0);
        })
    };
    assert!(has_races(&neighbour(|_| {})));
    assert!(!has_races(&neighbour(Asm::barrier)));
    assert!(!has_races(&neighbour(Asm::partial_barrier)));
}

#[test]
fn a_partial_barrier_orders_its_warp_only() {
    // Every thread reads the word of the thread at distance four, in the other warp.
    let job = accesses(1, |a| {
        a.imm(Op::Xori, T1, A0, 4);
        a.imm(Op::Slli, T1, T1, 2);
        a.op(Op::Add, T1, T1, S0);
        own_word(a);
        a.store(Op::Sw, A0, 0, S0);
        a.partial_barrier();
        a.imm(Op::Lw, A2, T1, 0);
    });
    assert!(has_races(&job));
}

#[test]
fn barriers_order_also_what_exited_threads_did() {
    // Odd threads write and exit, with a stack first (the taken side); even threads read after the barrier.
    let job = accesses(1, |a| {
        a.imm(Op::Andi, T1, A0, 1);
        a.branch(Op::Bne, T1, ZERO, "odd");
        a.barrier();
        own_word(a);
        a.imm(Op::Lw, A2, S0, 4);
        a.jal(ZERO, "end");
        a.label("odd");
        own_word(a);
        a.store(Op::Sw, A0, 0, S0);
        a.ret();
        a.label("end");
    });
    assert!(!has_races(&job));
}

#[test]
fn barriers_do_not_order_blocks() {
    // Thread 0 of each block writes first; all threads read after a barrier.
    let job = accesses(2, |a| {
        a.branch(Op::Bne, A0, ZERO, "wait");
        a.store(Op::Sw, S1, 0, S0);
        a.label("wait");
        a.barrier();
        a.imm(Op::Lw, A2, S0, 0);
    });
    assert!(has_races(&job));
}

#[test]
fn launches_are_ordered() {
    let mut job = accesses(1, |a| {
        a.imm(Op::Slli, T1, A0, 2);
        a.imm(Op::Lw, T0, A1, 4);
        a.op(Op::Xor, T1, T1, T0);
        a.op(Op::Add, S0, S0, T1);
        a.store(Op::Sw, A0, 0, S0);
    });
    job.launches[0].args.push(heddle_sim::launch::Arg::U32(0));
    let mut second = job.launches[0].clone();
    second.args[1] = heddle_sim::launch::Arg::U32(4);
    job.launches.push(second);
    assert!(!has_races(&job));
}

#[test]
fn atomics_race_with_plain_accesses_only() {
    let add = |a: &mut Asm| a.op(Op::AmoaddW, A2, S0, S1);
    assert!(!has_races(&accesses(2, add)));
    assert!(has_races(&accesses(1, |a| {
        add(a);
        a.imm(Op::Lw, A2, S0, 0);
    })));
    assert!(has_races(&accesses(1, |a| {
        a.imm(Op::Lw, A2, S0, 0);
        add(a);
    })));
}

#[test]
fn atomics_order_nothing_else() {
    // A flag set by an atomic, and the data that it protects read without a barrier.
    let job = accesses(1, |a| {
        a.branch(Op::Bne, A0, ZERO, "wait");
        a.store(Op::Sw, S1, 4, S0);
        a.op(Op::AmoswapW, ZERO, S0, S1);
        a.ret();
        a.label("wait");
        a.op(Op::AmoorW, T0, S0, ZERO);
        a.branch(Op::Beq, T0, ZERO, "wait");
        a.imm(Op::Lw, A2, S0, 4);
    });
    // Under `stackless` the flag's waiting threads may never let thread 0 run.
    for mechanism in [Mechanism::Nrec, Mechanism::Mimd] {
        let found = races(&job, mechanism);
        assert_eq!(found.pairs, 1, "{mechanism}: {found}");
        assert_eq!(found.first[0].address & 7, 4);
    }
}

#[test]
fn shared_memory_and_stacks_belong_to_blocks_and_threads() {
    // Far more blocks than fit at once write their own numbers to the same addresses.
    let job = accesses(20, |a| {
        a.csrr(T0, 0xcd6);
        a.store(Op::Sw, T0, 0, TP);
        a.store(Op::Sw, A0, -4, SP);
        a.barrier();
        a.imm(Op::Lw, A2, TP, 0);
    });
    assert!(!has_races(&job));
    let within = accesses(1, |a| a.store(Op::Sw, A0, 12, TP));
    let found = races(&within, Mechanism::Nrec);
    assert_eq!(found.first[0].region, Region::Shared { offset: 12 });
}

#[test]
fn bytes_of_a_word_are_told_apart() {
    let byte = |offset: i32| {
        accesses(1, |a| {
            a.imm(Op::Andi, T0, A0, 3);
            a.op(Op::Add, T0, T0, S0);
            a.imm(Op::Srli, T1, A0, 2);
            a.imm(Op::Slli, T1, T1, 2);
            a.op(Op::Add, T0, T0, T1);
            a.store(Op::Sb, A0, 0, T0);
            a.imm(Op::Lbu, A2, T0, offset);
        })
    };
    assert!(!has_races(&byte(0)));
    assert!(has_races(&byte(1)));
    // Misaligned words of neighbouring threads overlap where aligned words do not.
    let word = |offset: i32| {
        accesses(1, |a| {
            own_word(a);
            a.store(Op::Sw, A0, offset, S0);
        })
    };
    assert!(!has_races(&word(4)));
    assert!(
        !has_races(&word(1)),
        "words at distances of 4 do not overlap"
    );
    let overlapping = accesses(1, |a| {
        own_word(a);
        a.store(Op::Sw, A0, 0, S0);
        a.store(Op::Sb, A0, 6, S0);
    });
    let found = races(&overlapping, Mechanism::Mimd);
    assert_eq!(found.first[0].address % 4, 2);
}

#[test]
fn a_run_that_is_not_asked_says_nothing() {
    let job = accesses(1, |a| a.store(Op::Sw, A0, 8, S0));
    let report = run(&tiny(), &job, Mechanism::Stackless);
    assert_eq!(report.races, None);
}
