//! A streaming kernel on the machine of fung2009: bandwidth and Little's law as programs observe them.

use crate::support::{Asm, job, reg::*, run, words};
use heddle_contract::Config;
use heddle_isa::Op;
use heddle_machines::{because, changed, shipped};
use heddle_sim::report::Statistics;
use heddle_sim::{Job, Mechanism};

/// Words that every thread reads; enough that the first and the last latency hardly matter.
const WORDS: u32 = 64;

/// Every thread reads words at a stride of one word per thread of the launch, starting with its own word.
fn stream(blocks: u32, threads: u32) -> Job {
    let all = blocks * threads;
    let mut a = Asm::kernel();
    a.element(S0, 0, A0);
    a.li(S1, 4 * all);
    a.li(T0, WORDS);
    a.label("next");
    a.imm(Op::Lw, T1, S0, 0);
    a.op(Op::Add, S0, S0, S1);
    a.imm(Op::Addi, T0, T0, -1);
    a.branch(Op::Bne, T0, ZERO, "next");
    a.ret();
    job(a, blocks, threads, vec![words("in", WORDS * all)])
}

fn run_on(job: &Job, config: &Config) -> Statistics {
    let report = run(config, job, Mechanism::Pdom);
    assert!(report.outcome.is_complete(), "{}", report.outcome);
    report.statistics
}

#[test]
fn a_stream_meets_the_bandwidth() {
    let full = run_on(&stream(16, 768), &shipped("fung2009"));
    assert!(full.dram.bandwidth_use > 0.95, "{:?}", full.dram);
    // Every line once, and for each core the line that holds the argument.
    assert_eq!(full.dram.reads, u64::from(WORDS) * 16 * 768 * 4 / 64 + 16);
}

/// Little's law. A warp either has one line in flight or computes; it computes as long as a single warp does with a memory that
/// answers at once: warps = throughput * (computing + latency).
#[test]
fn warps_are_throughput_times_time() {
    // One line per load, and a memory so distant that warps hardly wait for each other to issue.
    let why =
        because("latency is nearly all of the time").twin("streams::a_stream_meets_the_bandwidth");
    let machine = |change| changed("fung2009", &["memory.line_bytes=128", change], why);
    let [far, hits] = ["network.latency=1000", "memory.all_hits=true"].map(machine);
    let alone = run_on(&stream(16, 32), &hits);
    let loads = f64::from(WORDS + 1);
    // A hit takes 10 cycles.
    let computing = alone.cycles as f64 / loads - 10.0;
    for warps in [1, 2, 4] {
        let run = run_on(&stream(16, 32 * warps), &far);
        let throughput = loads * f64::from(16 * warps) / run.cycles as f64;
        let expected = throughput * (computing + run.dram.read_latency);
        let ratio = expected / f64::from(16 * warps);
        assert!((0.99..1.01).contains(&ratio), "{warps}: {ratio}");
    }
}
