//! Cores simulated in parallel on host threads: the report is the same for any number of host threads.

use crate::support::{Asm, filled, job, reg::*, tiny, tiny_with, words};
use heddle_contract::Config;
use heddle_isa::Op;
use heddle_machines::part;
use heddle_sim::{Gpu, Job, JobTimes, Limits, Mechanism, Report};
use std::sync::Arc;

/// Every thread walks a list to which threads of other blocks write. It draws tickets with atomics on a common word and on words
/// of one line, loads and stores lines that cores share, runs divergent loops whose length depends on the tickets, and uses
/// shared memory and barriers.
fn busy(blocks: u32) -> Job {
    let threads = 12;
    let mut a = Asm::kernel();
    a.shared(&[], 256);
    // A ticket: the order in which threads of all cores arrive.
    a.imm(Op::Lw, A2, A1, 4);
    a.imm(Op::Addi, T0, ZERO, 1);
    a.op(Op::AmoaddW, S0, A2, T0);
    // One of eight words that share a line.
    a.imm(Op::Andi, T0, A0, 7);
    a.imm(Op::Slli, T0, T0, 2);
    a.op(Op::Add, A3, A2, T0);
    a.imm(Op::Addi, A3, A3, 64);
    a.op(Op::AmoxorW, S1, A3, S0);
    // A loop whose length is the ticket, through a table to which all threads write.
    a.imm(Op::Andi, T0, S0, 15);
    a.label("loop");
    a.branch(Op::Beq, T0, ZERO, "out");
    a.imm(Op::Slli, T1, S1, 2);
    a.imm(Op::Andi, T1, T1, 0xfc);
    a.op(Op::Add, T1, T1, A2);
    a.imm(Op::Lw, T2, T1, 128);
    a.op(Op::Add, S1, S1, T2);
    a.store(Op::Sw, S1, 128, T1);
    a.imm(Op::Addi, T0, T0, -1);
    a.jal(ZERO, "loop");
    a.label("out");
    // Every thread of a block adds to a word of its shared memory.
    a.op(Op::AmoaddW, ZERO, TP, S1);
    a.barrier();
    a.imm(Op::Lw, T0, TP, 0);
    a.op(Op::Add, S1, S1, T0);
    a.op(Op::Add, S1, S1, S0);
    a.put(S1, 0);
    a.ret();
    let table: Vec<u32> = (0..128).map(|word| word * 0x9e37).collect();
    let buffers = vec![words("out", blocks * threads), filled("table", &table)];
    job(a, blocks, threads, buffers)
}

/// Runs with enough blocks for several cores.
fn run(config: &Config, mechanism: Mechanism, threads: usize) -> Report {
    run_blocks(24, config, mechanism, threads)
}

fn run_blocks(blocks: u32, config: &Config, mechanism: Mechanism, threads: usize) -> Report {
    let gpu = Gpu::new(config).unwrap().with_threads(threads);
    let report = gpu
        .run(&busy(blocks), mechanism, &Limits::default())
        .unwrap();
    assert!(report.outcome.is_complete(), "{}", report.outcome);
    report
}

/// Compares runs with several host threads to a run with one. Each test takes its turn's mechanism and number of host threads; at
/// night it takes all. No more host threads run than there are processors; `worker_pool` tests separately how many share the jobs
/// of a quantum.
fn check(turn: usize, changes: &[&str]) {
    let reason = "cores side by side, and the memory that they share, are the subject";
    let config = tiny_with(&[&["cores=5"], changes].concat(), reason);
    for mechanism in part(Mechanism::ALL, turn, Mechanism::ALL.len()) {
        let alone = run(&config, mechanism, 1);
        for threads in part([2, 3, 5], turn % 3, 3) {
            assert_eq!(run(&config, mechanism, threads), alone, "{mechanism}");
        }
    }
}

#[test]
fn reports_are_the_same_on_any_number_of_host_threads() {
    check(0, &[]);
}

#[test]
fn with_a_network_and_memory_modules() {
    check(1, &["memory.backend=network"]);
}

#[test]
fn with_caches_that_write_back() {
    check(2, &["memory.backend=network", "memory.write=back"]);
}

#[test]
fn with_a_short_network_and_few_places() {
    let sets = ["network.latency=2", "network.queue=1", "dram.queue=2"];
    check(
        0,
        &[&["memory.backend=network", "memory.write=back"][..], &sets].concat(),
    );
}

#[test]
fn with_caches_that_all_cores_share() {
    let shared = "memory.backend=shared_caches";
    check(4, &[shared, "memory.write=back"]);
    // A quantum of one cycle, and lines that are evicted from the L3 all the time.
    let small = ["l3.cycles=2", "l3.bytes=128", "l3.ways=2", "llc.bytes=1024"];
    check(
        5,
        &[
            &[shared, "memory.cache_bytes=0", "pipeline.pipes=fpu_em_send"][..],
            &small,
        ]
        .concat(),
    );
}

/// Cores and memory stop in the middle of a quantum.
#[test]
fn up_to_a_limit_of_cycles() {
    let config = tiny_with(
        &["cores=5", "memory.backend=network", "memory.write=back"],
        "cores and a memory with much to do are stopped side by side",
    );
    for max_cycles in [1, 31, 100, 257, 1000] {
        let limits = Limits { max_cycles };
        let run = |threads| {
            let gpu = Gpu::new(&config).unwrap().with_threads(threads);
            gpu.run(&busy(24), Mechanism::Pdom, &limits).unwrap()
        };
        let alone = run(1);
        assert!(!alone.outcome.is_complete(), "{}", alone.outcome);
        for threads in [2, 3, 5] {
            assert_eq!(run(threads), alone, "{max_cycles} cycles");
        }
    }
}

/// Sets of cores have more than one word.
#[test]
fn more_than_sixty_four_cores() {
    for memory in ["memory.backend=network", "memory.backend=shared_caches"] {
        let run = |cores, threads| {
            let config = tiny_with(&[cores, memory], "many cores are the subject");
            run_blocks(130, &config, Mechanism::Pdom, threads)
        };
        let more = run("cores=130", 1);
        // The cores beyond the 64th draw tickets too.
        assert_ne!(run("cores=64", 1).buffer("out"), more.buffer("out"));
        assert_eq!(run("cores=130", 2), more);
    }
}

/// The other tests are only meaningful if cores really interact: the same threads on one core see another order.
#[test]
fn the_order_of_cores_shows_in_the_result() {
    let cores = tiny_with(&["cores=5"], "cores that meet are the subject");
    let one = run(&tiny(), Mechanism::Pdom, 1);
    let five = run(&cores, Mechanism::Pdom, 1);
    assert_ne!(one.buffer("out"), five.buffer("out"));
}

#[test]
fn times_of_jobs_change_no_report() {
    let config = heddle_machines::shipped("fung2009");
    let times = Arc::new(JobTimes::new(config.cores, config.cores, 1));
    let gpu = Gpu::new(&config).unwrap().with_job_times(&times);
    let timed = gpu
        .run(&busy(48), Mechanism::Pdom, &Limits::default())
        .unwrap();
    assert_eq!(timed, run_blocks(48, &config, Mechanism::Pdom, 1));
    assert!(times.longest() < times.jobs());
}
