//! The machine stays with a device: a launch reports as on a new machine, whatever ran before it, and clears only what was touched.

use crate::support::{Asm, reg::*};
use heddle_isa::{Op, Program};
use heddle_machines::{part, shipped};
use heddle_sim::device::Device;
use heddle_sim::launch::{Arg, Launch};
use heddle_sim::{Gpu, Limits, Mechanism, Report};
use std::sync::Arc;

const PRESETS: [&str; 5] = [
    "tiny",
    "collange2011",
    "fung2009",
    "vaidya2013",
    "lashgar2012",
];

const BLOCKS: u32 = 6;
const THREADS: u32 = BLOCKS * 8;
const BYTES: u32 = 8 * THREADS;

/// `fsrm t0`: sets the rounding mode of the thread.
const FSRM_T0: u32 = 0x0022_9073;
/// `frm`.
const FRM: u32 = 2;

/// Writes all registers that can be written, the rounding mode, the stack, shared memory and the buffer; then lets `last` end.
fn leaves_traces(last: impl Fn(&mut Asm)) -> Arc<Program> {
    let mut a = Asm::kernel();
    a.shared(&[], 64);
    a.imm(Op::Lw, S0, A1, 0);
    a.imm(Op::Slli, T0, A0, 2);
    a.op(Op::Add, S0, S0, T0);
    a.store(Op::Sw, A0, 0, S0);
    a.store(Op::Sw, A0, -4, SP);
    a.store(Op::Sw, A0, 4, TP);
    for register in (T0..32).filter(|register| ![S0, A0].contains(register)) {
        a.li(register, 3);
    }
    for register in 0..32 {
        a.op(Op::FmvWX, register, T0, 0);
    }
    a.word(FSRM_T0);
    last(&mut a);
    a.program()
}

/// Adds up what a thread finds in registers, on its stack and in shared memory before it has written there, and adds the sum to its
/// word of the buffer, which it also reads.
fn finds_traces() -> Arc<Program> {
    let mut a = Asm::kernel();
    a.shared(&[], 64);
    for register in (T0..32).filter(|register| ![S0, S1, A0, A1].contains(register)) {
        a.op(Op::Add, S1, S1, register);
    }
    a.csrr(T0, FRM);
    a.op(Op::Add, S1, S1, T0);
    for register in 0..32 {
        a.op(Op::FmvXW, T0, register, 0);
        a.op(Op::Add, S1, S1, T0);
    }
    for (from, at) in [(SP, -4), (TP, 4)] {
        a.imm(Op::Lw, T0, from, at);
        a.op(Op::Add, S1, S1, T0);
    }
    a.imm(Op::Lw, S0, A1, 0);
    a.imm(Op::Slli, T0, A0, 2);
    a.op(Op::Add, S0, S0, T0);
    a.imm(Op::Lw, T1, S0, 0);
    a.op(Op::Add, S1, S1, T1);
    a.store(Op::Sw, S1, 0, S0);
    a.ret();
    a.program()
}

/// Programs that end in the four ways that leave most behind: completed, faulted, in a loop until the cycles are used up, waiting
/// at a barrier for threads that left it out.
fn endings() -> [Arc<Program>; 4] {
    [
        leaves_traces(Asm::ret),
        leaves_traces(|a| a.imm(Op::Lw, T0, ZERO, 16)),
        leaves_traces(|a| {
            a.label("again");
            a.imm(Op::Addi, T1, T1, 1);
            a.jal(ZERO, "again");
        }),
        leaves_traces(|a| {
            a.imm(Op::Andi, T0, A0, 1);
            a.branch(Op::Beq, T0, ZERO, "waits");
            a.partial_barrier();
            a.label("waits");
            a.barrier();
            a.ret();
        }),
    ]
}

fn device(preset: &str) -> (Device, u32) {
    let mut device = Device::new(Gpu::new(&shipped(preset)).unwrap());
    let buffer = device.allocate(BYTES).unwrap();
    (device, buffer)
}

fn run(device: &mut Device, program: &Arc<Program>, at: u32, mechanism: Mechanism) -> Report {
    let launch = Launch {
        kernel: "k".into(),
        grid: [BLOCKS, 1, 1],
        block: [THREADS / BLOCKS, 1, 1],
        shared_bytes: 0,
        args: vec![Arg::Address(at)],
    };
    let limits = Limits { max_cycles: 20_000 };
    let report = device.launch(program, &launch, mechanism, &limits);
    report.unwrap()
}

#[test]
fn a_launch_reports_as_on_a_new_machine() {
    for (turn, preset) in PRESETS.into_iter().enumerate() {
        let (mut used, buffer) = device(preset);
        for mechanism in part(Mechanism::ALL, turn, PRESETS.len()) {
            for ending in endings() {
                run(&mut used, &ending, buffer, mechanism);
                used.write(buffer, &[1; BYTES as usize]).unwrap();
                let after = run(&mut used, &finds_traces(), buffer, mechanism);
                let (mut new, buffer) = device(preset);
                new.write(buffer, &[1; BYTES as usize]).unwrap();
                let first = run(&mut new, &finds_traces(), buffer, mechanism);
                assert!(first.outcome.is_complete(), "{preset} {mechanism}");
                assert_eq!(after, first, "{preset} {mechanism}");
                let mut left = [[0; BYTES as usize]; 2];
                used.read(buffer, &mut left[0]).unwrap();
                new.read(buffer, &mut left[1]).unwrap();
                assert_eq!(left, [[1; BYTES as usize]; 2], "{preset} {mechanism}");
            }
        }
    }
}

#[test]
fn a_launch_clears_only_what_it_touched() {
    for preset in PRESETS {
        let config = shipped(preset);
        let (mut device, buffer) = device(preset);
        let lines = |bytes: u32| u64::from(bytes.div_ceil(config.memory.line_bytes));
        // The arguments and the words of a block on each core. A block may begin within a line.
        let most = u64::from(BLOCKS) * (1 + 1 + lines(BYTES / BLOCKS));
        let program = {
            let mut a = Asm::kernel();
            a.put(A0, 0);
            a.ret();
            a.program()
        };
        for launches in 1..=3 {
            let report = run(&mut device, &program, buffer, Mechanism::Pdom);
            assert!(report.outcome.is_complete(), "{preset}");
            let cleared = device.cleared_ways();
            let has_cache = u64::from(config.memory.cache_bytes != 0);
            assert!(cleared >= has_cache * launches, "{preset}: {cleared} ways");
            assert!(cleared <= most * launches, "{preset}: {cleared} ways");
        }
    }
}
