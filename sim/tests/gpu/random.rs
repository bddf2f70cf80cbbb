//! Random race-free programs give the same memory under every mechanism, on every machine.
//!
//! Branches, loops, calls and memory instructions depend on the thread; a program ends because its
//! loops count down. Under `mimd` nothing diverges, so it serves as the reference.

mod outside;

use crate::support::{Asm, filled, job, reg::*, run, run_functional, tiny, tiny_with, words};
use heddle_contract::Config;
use heddle_contract::config::Policy;
use heddle_isa::Op;
use heddle_sim::mechanisms::{DwfCounts, DwrCounts};
use heddle_sim::report::Output;
use heddle_sim::{Job, Mechanism};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Why many machines are used.
const AGREE: &str = "programs give the same on machines that differ in what a mechanism sees";

const SEED: u64 = 20110912;
const PROGRAMS: u64 = 60;
const THREADS: u32 = 16;
const BLOCKS: u32 = 3;
/// Bytes of each thread's slice of the output.
const SLICE: u32 = 64;
const TABLE_WORDS: u32 = 256;
const FUNCTIONS: u32 = 3;
/// Loop counters by depth: s2 to s5.
const COUNTERS: u32 = 18;
const DEEPEST: u32 = 4;

struct Author {
    asm: Asm,
    random: Xoshiro256PlusPlus,
    labels: u32,
}

impl Author {
    fn below(&mut self, limit: u32) -> u32 {
        self.random.next_u32() % limit
    }

    /// One of a2 to a7.
    fn value(&mut self) -> u32 {
        12 + self.below(6)
    }

    fn fresh(&mut self, what: &str) -> String {
        self.labels += 1;
        format!("{what}{}", self.labels)
    }

    fn compute(&mut self) {
        const OPS: [Op; 10] = [
            Op::Add,
            Op::Sub,
            Op::Xor,
            Op::Mul,
            Op::Sltu,
            Op::Sra,
            Op::Or,
            Op::And,
            Op::Remu,
            Op::Mulhu,
        ];
        let op = OPS[self.below(10) as usize];
        let (rd, rs1, rs2) = (self.value(), self.value(), self.value());
        self.asm.op(op, rd, rs1, rs2);
        let add = self.below(200) as i32;
        self.asm.imm(Op::Addi, rd, rd, add);
    }

    /// The thread's slice, aligned or not.
    fn own_memory(&mut self) {
        const LOADS: [Op; 3] = [Op::Lw, Op::Lhu, Op::Lb];
        const STORES: [Op; 3] = [Op::Sw, Op::Sh, Op::Sb];
        let (value, kind) = (self.value(), self.below(3) as usize);
        let offset = self.below(SLICE - 3) as i32;
        match self.below(2) {
            0 => self.asm.imm(LOADS[kind], value, S0, offset),
            _ => self.asm.store(STORES[kind], value, offset, S0),
        }
    }

    /// A word of the table that depends on the thread.
    fn table(&mut self) {
        let (value, index) = (self.value(), self.value());
        self.asm.imm(Op::Andi, T0, index, TABLE_WORDS as i32 - 1);
        self.asm.imm(Op::Slli, T0, T0, 2);
        self.asm.imm(Op::Lw, T1, A1, 4);
        self.asm.op(Op::Add, T0, T0, T1);
        self.asm.imm(Op::Lw, value, T0, 0);
    }

    fn stack(&mut self) {
        let (value, slot) = (self.value(), self.below(4) as i32);
        self.asm.imm(Op::Addi, SP, SP, -16);
        self.asm.store(Op::Sw, value, 4 * slot, SP);
        self.compute();
        self.asm.imm(Op::Lw, value, SP, 4 * slot);
        self.asm.imm(Op::Addi, SP, SP, 16);
    }

    /// Adds to a counter that all threads share.
    fn count(&mut self) {
        let (value, counter) = (self.value(), self.below(4) as i32);
        self.asm.imm(Op::Lw, T0, A1, 8);
        self.asm.imm(Op::Addi, T0, T0, 4 * counter);
        self.asm.op(Op::AmoaddW, ZERO, T0, value);
    }

    fn branch(&mut self, depth: u32) {
        const OPS: [Op; 4] = [Op::Beq, Op::Bne, Op::Blt, Op::Bgeu];
        let (op, rs1, bit) = (
            OPS[self.below(4) as usize],
            self.value(),
            self.below(3) as i32,
        );
        let (other, end) = (self.fresh("else"), self.fresh("end"));
        self.asm.imm(Op::Andi, T0, rs1, 1 << bit);
        self.asm.branch(op, T0, ZERO, &other);
        self.block(depth + 1);
        if self.below(2) == 0 {
            self.asm.jal(ZERO, &end);
            self.asm.label(&other);
            self.block(depth + 1);
        } else {
            self.asm.label(&other);
        }
        self.asm.label(&end);
    }

    fn repeat(&mut self, depth: u32) {
        let (counter, value) = (COUNTERS + depth, self.value());
        let (again, end) = (self.fresh("again"), self.fresh("end"));
        self.asm.imm(Op::Andi, counter, value, 3);
        self.asm.label(&again);
        self.asm.branch(Op::Beq, counter, ZERO, &end);
        self.block(depth + 1);
        self.asm.imm(Op::Addi, counter, counter, -1);
        self.asm.jal(ZERO, &again);
        self.asm.label(&end);
    }

    fn statement(&mut self, depth: u32) {
        match self.below(if depth < DEEPEST { 14 } else { 9 }) {
            0..3 => self.compute(),
            3..5 => self.own_memory(),
            5..7 => self.table(),
            7 => self.stack(),
            8 => self.count(),
            9 => {
                let function = self.below(FUNCTIONS);
                self.asm.jal(RA, &format!("f{function}"));
            }
            10 if depth == 0 => self.asm.barrier(),
            10..12 => self.repeat(depth),
            _ => self.branch(depth),
        }
    }

    fn block(&mut self, depth: u32) {
        for _ in 0..1 + self.below(4) {
            self.statement(depth);
        }
    }

    /// Functions lie before or behind their callers, depending on the seed.
    fn functions(&mut self) {
        for function in 0..FUNCTIONS {
            self.asm.label(&format!("f{function}"));
            self.block(DEEPEST);
            self.asm.ret();
        }
    }

    fn kernel(&mut self) {
        self.asm.label("__kernel_k");
        self.asm.imm(Op::Addi, S1, RA, 0);
        self.asm.imm(Op::Lw, S0, A1, 0);
        self.asm.imm(Op::Slli, T0, A0, SLICE.ilog2() as i32);
        self.asm.op(Op::Add, S0, S0, T0);
        for value in 12..18 {
            let factor = self.random.next_u32();
            self.asm.li(T0, factor);
            self.asm.imm(Op::Addi, T1, A0, 1);
            self.asm.op(Op::Mul, value, T0, T1);
            self.asm.imm(Op::Srli, value, value, value as i32);
        }
        (0..6).for_each(|_| self.block(0));
        for value in 12..18 {
            self.asm.store(Op::Sw, value, 4 * (value as i32 - 12), S0);
        }
        self.asm.imm(Op::Addi, RA, S1, 0);
        self.asm.ret();
    }
}

/// The program of a seed, with its launch.
pub fn program(seed: u64) -> Job {
    shaped(seed, BLOCKS, THREADS)
}

/// The program of a seed, launched with so many blocks of so many threads.
pub fn shaped(seed: u64, blocks: u32, threads: u32) -> Job {
    let mut author = Author {
        asm: Asm::default(),
        random: Xoshiro256PlusPlus::seed_from_u64(seed),
        labels: 0,
    };
    if seed.is_multiple_of(2) {
        author.functions();
        author.kernel();
    } else {
        author.kernel();
        author.functions();
    }
    let table: Vec<u32> = (0..TABLE_WORDS).map(|_| author.random.next_u32()).collect();
    let buffers = vec![
        words("out", blocks * threads * SLICE / 4),
        filled("table", &table),
        words("counters", 4),
    ];
    job(author.asm, blocks, threads, buffers)
}

fn machines() -> Vec<Config> {
    let sets: [&[&str]; 6] = [
        &["stackless.tree_latency=0", "stack.pops=1"],
        &["stackless.tree_latency=1", "stackless.nesting=none"],
        &[
            "stackless.tree_latency=2",
            "cores=2",
            "stack.first=fall_through",
        ],
        &[
            "stackless.nesting=sp",
            "stackless.key_bits=32",
            "core.simd_width=1",
        ],
        &[
            "core.warp_size=2",
            "core.simd_width=2",
            "core.warps=8",
            "memory.line_bytes=64",
        ],
        &[
            "core.warp_size=32",
            "memory.miss_cycles=3",
            "pipeline.alu_cycles=9",
            "stack.depth=80",
        ],
    ];
    sets.map(|changes| tiny_with(changes, AGREE)).to_vec()
}

fn memory(config: &Config, job: &Job, mechanism: Mechanism) -> Vec<Output> {
    let report = run(config, job, mechanism);
    let outcome = &report.outcome;
    assert!(outcome.is_complete(), "under {mechanism}: {outcome}");
    report.buffers
}

/// Mechanisms whose warps never change.
const WARPS: [Mechanism; 5] = [
    Mechanism::Stackless,
    Mechanism::Nrec,
    Mechanism::Pdom,
    Mechanism::Stack,
    Mechanism::Implicit,
];

#[test]
fn every_mechanism_on_every_machine_agrees() {
    println!("seed {SEED}");
    let machines = machines();
    for seed in SEED..SEED + PROGRAMS {
        let job = program(seed);
        let expected = memory(&tiny(), &job, Mechanism::Mimd);
        for config in &machines {
            for mechanism in WARPS {
                let found = memory(config, &job, mechanism);
                assert!(found == expected, "seed {seed}, {mechanism}, {config:?}");
            }
        }
    }
}

/// Also the counts of threads, which do not depend on who goes together.
#[test]
fn the_functional_device_agrees() {
    println!("seed {SEED}");
    let machines = machines();
    for seed in SEED..SEED + PROGRAMS {
        let job = program(seed);
        let expected = run(&tiny(), &job, Mechanism::Mimd);
        for config in &machines {
            let found = run_functional(config, &job);
            let outcome = &found.outcome;
            assert!(outcome.is_complete(), "seed {seed}, {config:?}: {outcome}");
            assert!(found.buffers == expected.buffers, "seed {seed}, {config:?}");
            assert_eq!(
                found.counts.thread_instructions, expected.statistics.thread_instructions,
                "seed {seed}, {config:?}"
            );
        }
    }
}

/// Machines whose warps are formed without limits, by every policy.
fn formations() -> Vec<Config> {
    let ways: [&[&str]; 4] = [
        &["dwf.ideal=true"],
        &["dwf.lane_aware=false", "dwf.miss=thread", "cores=2"],
        &["dwf.policy=pdom-priority", "dwf.swizzle=false"],
        &[
            "dwf.ideal=true",
            "core.warp_size=8",
            "core.simd_width=2",
            "dwf.miss=thread",
            "dwf.sticky=false",
            "dwf.structure=tournament",
        ],
    ];
    let policies = Policy::ALL.into_iter();
    let machines = policies.flat_map(|policy| {
        let policy = format!("dwf.policy={}", policy.name());
        ways.map(|changes| tiny_with(&[changes, &[&policy]].concat(), AGREE))
    });
    machines.collect()
}

#[test]
fn warps_formed_without_limits_agree() {
    let machines = formations();
    for (seed, config) in (SEED..SEED + 120).zip(machines.iter().cycle()) {
        let job = program(seed);
        let expected = memory(&tiny(), &job, Mechanism::Mimd);
        let found = memory(config, &job, Mechanism::Dwf);
        assert!(found == expected, "seed {seed}, {config:?}");
    }
}

/// Schedulers of all kinds, some so small that threads are spilled constantly.
fn schedulers() -> Vec<Config> {
    let small = [
        "dwf.pool=4",
        "dwf.lut_entries=2",
        "dwf.lut_ways=1",
        "dwf.heap=2",
        "dwf.heap_lut_entries=4",
        "dwf.heap_lut_ways=2",
    ];
    let sets: [&[&str]; 12] = [
        &["dwf.policy=majority"],
        &["dwf.policy=majority", "dwf.spill_latency=1"],
        &[
            "dwf.spill_latency=1",
            "dwf.formation_latency=3",
            "dwf.structure=winner_tree",
            "cores=2",
        ],
        &["dwf.policy=minority", "dwf.miss=thread", "cores=2"],
        &["dwf.policy=pc", "core.simd_width=1", "dwf.queue=2"],
        &["dwf.policy=timestamp", "dwf.swizzle=false"],
        &[
            "dwf.structure=tournament",
            "dwf.tournament_latency=3",
            "cores=2",
        ],
        &[
            "dwf.structure=tournament",
            "dwf.policy=minority",
            "dwf.sticky=false",
        ],
        &[
            "dwf.policy=majority",
            "core.warp_size=8",
            "core.simd_width=2",
        ],
        &["dwf.policy=pc", "dwf.lut_replacement=fifo", "cores=2"],
        &["dwf.policy=timestamp", "dwf.miss=thread"],
        &["dwf.structure=tournament", "dwf.policy=pc", "core.blocks=1"],
    ];
    let plain = sets.iter().map(|changes| tiny_with(changes, AGREE));
    let spilling = sets
        .iter()
        .map(|changes| tiny_with(&[*changes, &small].concat(), AGREE));
    plain.chain(spilling).collect()
}

#[test]
fn warps_formed_by_any_scheduler_agree() {
    let mut spills = 0;
    for (seed, config) in (SEED..SEED + 120).zip(schedulers().iter().cycle()) {
        let job = program(seed);
        let expected = memory(&tiny(), &job, Mechanism::Mimd);
        let report = run(config, &job, Mechanism::Dwf);
        let outcome = &report.outcome;
        assert!(outcome.is_complete(), "seed {seed}, {config:?}: {outcome}");
        assert!(report.buffers == expected, "seed {seed}, {config:?}");
        spills += report
            .statistics
            .mechanism
            .of::<DwfCounts>()
            .expect("counts of this mechanism")
            .spills;
    }
    assert!(spills > 10_000, "{spills}");
}

/// Large warps of two, four and eight sub-warps; LATs determined in every way; few entries on the ignore list.
fn resizing() -> Vec<Config> {
    let sets: [&[&str]; 9] = [
        &[],
        &[
            "dwr.arrive_latency=1",
            "dwr.combine_latency=3",
            "stack.latency=5",
        ],
        &[
            "dwr.arrive_latency=1",
            "dwr.combine_latency=1",
            "dwr.barrier_slot=true",
            "core.warp_size=16",
            "dwr.lats=dynamic",
        ],
        &["dwr.lats=dynamic", "cores=2"],
        &["dwr.lats=none"],
        &[
            "core.warp_size=8",
            "dwr.sub_warp=2",
            "dwr.ignore_ways=1",
            "dwr.ignore_entries=2",
        ],
        &["core.warp_size=16", "core.simd_width=2", "dwr.lats=dynamic"],
        &[
            "core.warp_size=16",
            "core.simd_width=8",
            "dwr.barrier_cycles=1",
            "core.warps=2",
        ],
        &[
            "core.warp_size=32",
            "core.simd_width=4",
            "stack.depth=80",
            "memory.backend=network",
        ],
    ];
    sets.map(|changes| tiny_with(changes, AGREE)).to_vec()
}

#[test]
fn sub_warps_that_combine_in_any_way_agree() {
    let mut together = 0;
    for (seed, config) in (SEED..SEED + 120).zip(resizing().iter().cycle()) {
        let job = program(seed);
        let expected = memory(&tiny(), &job, Mechanism::Mimd);
        let report = run(config, &job, Mechanism::Dwr);
        let outcome = &report.outcome;
        assert!(outcome.is_complete(), "seed {seed}, {config:?}: {outcome}");
        assert!(report.buffers == expected, "seed {seed}, {config:?}");
        let counts = report
            .statistics
            .mechanism
            .of::<DwrCounts>()
            .expect("counts of this mechanism")
            .clone();
        together += counts.combined.last().expect("two partners or more");
    }
    assert!(together > 1_000, "{together}");
}
