//! Throughput of `compute` at 32 lanes: thread-instructions per second.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use heddle_isa::{Instruction, Registers, execute};
use heddle_types::{LaneMask, Pc, ThreadId};

const W: usize = 32;
const FULL: LaneMask = LaneMask::all(W);
const HALF: LaneMask = LaneMask::new(0x5555_5555);
/// Instructions in one iteration; their sources are a few register rows, their destinations others.
const LENGTH: usize = 64;

/// Instructions `op rd, rs1, rs2` with varying registers, so that none depends on the previous one.
fn sequence(words: &[u32]) -> Vec<Instruction> {
    let decode = |(number, word): (usize, &u32)| {
        let (rd, rs1, rs2) = (
            8 + number as u32 % 8,
            1 + number as u32 % 4,
            5 + number as u32 % 3,
        );
        let rs3 = 2;
        let rs3 = if word & 0x7f == 0x43 { rs3 << 27 } else { 0 };
        Instruction::decode(word | rd << 7 | rs1 << 15 | rs2 << 20 | rs3).expect("an instruction")
    };
    words
        .iter()
        .cycle()
        .take(LENGTH)
        .enumerate()
        .map(decode)
        .collect()
}

/// Registers with ordinary floats, whose sums and products are mostly inexact.
fn registers() -> Registers {
    let mut registers = Registers::new(W);
    for lane in 0..W {
        let thread = ThreadId::new(lane);
        for register in 1..32 {
            let value = 0.1 + lane as f32 * 1.7 + f32::from(register) / 3.0;
            registers.set_f(register, thread, value.to_bits());
            registers.set_x(
                register,
                thread,
                0x9e37_79b9_u32.wrapping_mul(lane as u32 + 1),
            );
        }
    }
    registers
}

fn bench(criterion: &mut Criterion, name: &str, mask: LaneMask, words: &[u32]) {
    let (code, mut registers) = (sequence(words), registers());
    let mut group = criterion.benchmark_group("compute");
    group.throughput(Throughput::Elements(
        (LENGTH * mask.count() as usize) as u64,
    ));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for instruction in black_box(&code) {
                execute::compute::<W>(
                    instruction,
                    Pc::new(0),
                    &mut registers,
                    ThreadId::new(0),
                    black_box(mask),
                )
                .expect("no reserved mode");
            }
        });
    });
}

const FADD: u32 = 0x0000_7053;
const FMUL: u32 = 0x1000_7053;
const FMADD: u32 = 0x0000_7043;
const FDIV: u32 = 0x1800_7053;
const FLT: u32 = 0xa000_1053;
const ADD: u32 = 0x0000_0033;
const XOR: u32 = 0x0000_4033;
const SLTU: u32 = 0x0000_3033;
const SLLI: u32 = 0x0000_1013;
const MUL: u32 = 0x0200_0033;

fn throughput(criterion: &mut Criterion) {
    bench(criterion, "fadd", FULL, &[FADD]);
    bench(criterion, "fadd, half of the lanes", HALF, &[FADD]);
    bench(criterion, "fmul", FULL, &[FMUL]);
    bench(criterion, "fmadd", FULL, &[FMADD]);
    bench(criterion, "fdiv", FULL, &[FDIV]);
    bench(criterion, "flt", FULL, &[FLT]);
    bench(
        criterion,
        "integer mix",
        FULL,
        &[ADD, XOR, SLLI, ADD, SLTU, MUL],
    );
    bench(
        criterion,
        "integer mix, half of the lanes",
        HALF,
        &[ADD, XOR, SLLI, ADD, SLTU, MUL],
    );
}

criterion_group!(benches, throughput);
criterion_main!(benches);
