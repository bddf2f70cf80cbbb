//! A lock that threads try once in each iteration of a loop, and work that the holder does inside the loop: threads of a
//! warp meet again behind the work, so the lock is handed over under every mechanism. Locks that are waited for in a loop of
//! their own are GPU-9.

use crate::support::{Asm, job, output, reg::*, run, words};
use heddle_contract::Config;
use heddle_isa::Op;
use heddle_machines::{because, changed, shipped};
use heddle_sim::fault::Doing;
use heddle_sim::{Job, Mechanism, Outcome};

const PRESETS: [&str; 5] = [
    "tiny",
    "collange2011",
    "fung2009",
    "lashgar2012",
    "vaidya2013",
];

/// Threads of all blocks.
const THREADS: u32 = 32;

/// Each thread adds to a counter without atomics while it holds the lock, and stores the counter.
fn lock() -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Lw, A2, A1, 0);
    a.imm(Op::Addi, S0, ZERO, 1);
    a.imm(Op::Addi, S1, ZERO, 0);
    a.label("try");
    a.op(Op::AmoswapW, T0, A2, S0);
    a.branch(Op::Bne, T0, ZERO, "behind");
    a.imm(Op::Lw, A3, A2, 4);
    a.imm(Op::Addi, A3, A3, 1);
    a.store(Op::Sw, A3, 4, A2);
    a.op(Op::AmoswapW, ZERO, A2, ZERO);
    a.imm(Op::Addi, S1, ZERO, 1);
    a.label("behind");
    a.branch(Op::Beq, S1, ZERO, "try");
    a.put(A3, 1);
    a.ret();
    job(
        a,
        2,
        THREADS / 2,
        vec![words("lock", 2), words("out", THREADS)],
    )
}

fn with(preset: &str, change: &'static str) -> Config {
    let why = because("what partners do without it is the subject");
    changed(preset, &[change], why.twin("locks::a_lock_is_handed_over"))
}

#[test]
fn a_lock_is_handed_over() {
    for preset in PRESETS {
        for mechanism in Mechanism::ALL {
            let mut out = output(&shipped(preset), &lock(), mechanism);
            out.sort_unstable();
            assert_eq!(out, Vec::from_iter(1..=THREADS), "{preset}, {mechanism}");
        }
    }
}

/// At most three times the cycles of sub-warps that never wait.
#[test]
fn waiting_for_partners_that_spin_costs_a_bounded_time() {
    for preset in PRESETS {
        let apart = with(preset, "dwr.lats=none");
        let [waiting, apart] = [shipped(preset), apart]
            .map(|config| run(&config, &lock(), Mechanism::Dwr).statistics.cycles);
        assert!(waiting <= 3 * apart, "{preset}: {waiting}, {apart}");
    }
}

/// The holder waits before a load for partners that spin: they never come.
#[test]
fn without_a_limit_the_holder_waits_for_ever() {
    for preset in ["tiny", "fung2009", "lashgar2012", "vaidya2013"] {
        let outcome = run(&with(preset, "dwr.wait_cycles=0"), &lock(), Mechanism::Dwr).outcome;
        let Outcome::NoProgress(stuck) = &outcome else {
            panic!("{preset}: {outcome}");
        };
        let mut groups = stuck.groups.iter();
        assert!(
            groups.any(|group| group.doing == Doing::Partners),
            "{outcome}"
        );
        assert!(
            outcome.to_string().contains("sub-warps that wait"),
            "{outcome}"
        );
        assert!(
            outcome.remedy().unwrap().contains("dwr.wait_cycles"),
            "{outcome}"
        );
    }
}
