//! Control units from outside: a golden one clocked in every cycle changes nothing; one with wrong outputs is detected.

use crate::support::{Asm, job, reg::*, tiny, tiny_with, words};
use heddle_contract::units::stackless_front_end::{In, Out};
use heddle_contract::{Behaviour, Config, Golden, Values, VisitMut, units};
use heddle_isa::Op;
use heddle_sim::{Gpu, Job, Limits, Mechanism, Report};
use heddle_units::StacklessFrontEnd;

/// Divergent loops, divergent memory, barriers, atomics, exits; several blocks per core.
fn mixture(blocks: u32, threads: u32) -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Lw, S0, A1, 0);
    a.imm(Op::Andi, T0, A0, 7);
    a.imm(Op::Addi, A2, ZERO, 0);
    a.label("loop");
    a.branch(Op::Beq, T0, ZERO, "done");
    a.op(Op::Mul, T1, T0, T0);
    a.imm(Op::Andi, T1, T1, 63);
    a.imm(Op::Slli, T1, T1, 2);
    a.op(Op::Add, T1, T1, S0);
    a.op(Op::AmoaddW, T2, T1, T0);
    a.imm(Op::Addi, A2, A2, 1);
    a.imm(Op::Addi, T0, T0, -1);
    a.jal(ZERO, "loop");
    a.label("done");
    a.barrier();
    a.imm(Op::Lw, T1, S0, 4);
    a.store(Op::Sw, A2, -4, SP);
    a.imm(Op::Andi, T0, A0, 3);
    a.branch(Op::Beq, T0, ZERO, "out");
    a.imm(Op::Lw, A2, SP, -4);
    a.put(A2, 1);
    a.label("out");
    a.ret();
    let buffers = vec![words("sums", 64), words("out", blocks * threads)];
    job(a, blocks, threads, buffers)
}

fn golden(config: &Config, job: &Job) -> Report {
    let gpu = Gpu::new(config).unwrap();
    gpu.run(job, Mechanism::Stackless, &Limits::default())
        .unwrap()
}

/// Latencies of the arbiter, and those of the grant and of the table of PCs.
const LATENCIES: [&[&str]; 6] = [
    &["stackless.tree_latency=0"],
    &["stackless.tree_latency=1"],
    &["stackless.tree_latency=2"],
    &["stackless.tree_latency=7"],
    &["stackless.tree_latency=0", "stackless.grant_latency=1"],
    &[
        "stackless.tree_latency=2",
        "stackless.grant_latency=1",
        "stackless.park_latency=1",
        "stackless.table_latency=2",
    ],
];

#[test]
fn clocking_every_cycle_changes_nothing() {
    let job = mixture(13, 13);
    for latencies in LATENCIES {
        for machine in [
            ["cores=1", "core.simd_width=4"],
            ["cores=3", "core.simd_width=1"],
        ] {
            let changes = [latencies, &machine[..]].concat();
            let config = tiny_with(&changes, "each makes other cycles in which nothing happens");
            let gpu = Gpu::new(&config).unwrap();
            let make = |_, params: &_| StacklessFrontEnd::new(params);
            let (substituted, units) = gpu
                .run_with::<units::StacklessFrontEnd, _>(&job, &Limits::default(), make)
                .unwrap();
            assert!(substituted.outcome.is_complete(), "{}", substituted.outcome);
            assert_eq!(substituted, golden(&config, &job), "{changes:?}");
            assert_eq!(units.len(), config.cores);
            assert_eq!(golden(&config, &job), golden(&config, &job));
        }
    }
}

#[test]
fn stuck_runs_are_the_same_too() {
    let mut a = Asm::kernel();
    a.imm(Op::Lw, S0, A1, 0);
    a.label("wait");
    a.imm(Op::Lw, T0, S0, 0);
    a.branch(Op::Beq, T0, ZERO, "wait");
    a.ret();
    let job = job(a, 1, 6, vec![words("out", 1)]);
    let config = tiny_with(
        &[
            "cores=2",
            "memory.hit_cycles=300",
            "memory.miss_cycles=70000",
        ],
        "long waits are cycles in which nothing happens, here on an idle core too",
    );
    let gpu = Gpu::new(&config).unwrap();
    let make = |_, params: &_| StacklessFrontEnd::new(params);
    let (substituted, _) = gpu
        .run_with::<units::StacklessFrontEnd, _>(&job, &Limits::default(), make)
        .unwrap();
    assert!(
        substituted
            .outcome
            .to_string()
            .starts_with("no forward progress")
    );
    assert_eq!(substituted, golden(&config, &job));
}

/// A golden unit with one bit of one output flipped from some evaluation on.
struct Liar {
    unit: StacklessFrontEnd,
    port: usize,
    bit: u32,
    honest: u32,
}

struct Flip {
    left: usize,
    mask: u64,
}

impl VisitMut<Values> for Flip {
    fn bit(&mut self, signal: &mut bool) {
        *signal ^= self.left == 0;
        self.left = self.left.wrapping_sub(1);
    }
    fn bits(&mut self, signal: &mut u64) {
        if self.left == 0 {
            *signal ^= self.mask;
        }
        self.left = self.left.wrapping_sub(1);
    }
    fn array(&mut self, _: &mut Vec<u64>) {}
}

impl Behaviour<units::StacklessFrontEnd> for Liar {
    fn eval(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        self.unit.eval(input, output);
        self.honest = self.honest.saturating_sub(1);
        if self.honest == 0 {
            let (left, mask) = (self.port, 1 << self.bit);
            heddle_contract::Bundle::visit_mut(output, &mut Flip { left, mask });
        }
    }

    fn tick(&mut self, input: &In<Values>) {
        self.unit.tick(input);
    }
}

#[test]
fn a_unit_that_lies_changes_the_run_and_never_breaks_it() {
    let config = tiny();
    let job = mixture(3, 16);
    let right = golden(&config, &job);
    let gpu = Gpu::new(&config).unwrap();
    let limits = Limits { max_cycles: 20_000 };
    // The ports in order: fetchable, busy, waiting, fetch_pc, fetch_lanes, grant, grant_warp,
    // grant_memory, result, result_warp, result_memory, result_any, result_target, result_lanes.
    for port in 0..14 {
        for honest in [1, 40, 300, 1000] {
            for bit in [0, 1] {
                let make = |_, params: &_| Liar {
                    unit: StacklessFrontEnd::new(params),
                    port,
                    bit,
                    honest,
                };
                let (report, _) = gpu
                    .run_with::<units::StacklessFrontEnd, _>(&job, &limits, make)
                    .unwrap();
                assert_ne!(
                    report, right,
                    "port {port}, bit {bit}, from evaluation {honest}"
                );
            }
        }
    }
}
