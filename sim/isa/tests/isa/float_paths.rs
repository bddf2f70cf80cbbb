//! The vector path of floating point against the scalar one: every operation, every rounding mode, static and dynamic, over
//! operands biased towards corner cases.

use crate::stimuli::Random;
use heddle_isa::float::{self, Flags, Rounding};
use heddle_isa::{Class, Instruction, Op, Registers, execute};
use heddle_types::{LaneMask, Pc, ThreadId};

const SEED: u64 = 0x5eed_f10a;
const W: usize = 32;
/// The thread in lane 0.
const FIRST: ThreadId = ThreadId::new(0);
/// The instructions under test do not use the PC.
const PC: Pc = Pc::new(0);
const ROUNDS: usize = 6000;

/// Registers the instructions under test use.
const RD: u8 = 4;
const SOURCES: [u8; 3] = [1, 2, 3];

/// The result of the scalar path.
fn expected(op: Op, [a, b, c]: [u32; 3], x: u32, mode: Rounding, flags: &mut Flags) -> u32 {
    const SIGN: u32 = 1 << 31;
    match op {
        Op::FaddS => float::add(a, b, mode, flags),
        Op::FsubS => float::sub(a, b, mode, flags),
        Op::FmulS => float::mul(a, b, mode, flags),
        Op::FdivS => float::div(a, b, mode, flags),
        Op::FsqrtS => float::sqrt(a, mode, flags),
        Op::FmaddS => float::fused_multiply_add(a, b, c, mode, flags),
        Op::FmsubS => float::fused_multiply_add(a, b, c ^ SIGN, mode, flags),
        Op::FnmsubS => float::fused_multiply_add(a ^ SIGN, b, c, mode, flags),
        Op::FnmaddS => float::fused_multiply_add(a ^ SIGN, b, c ^ SIGN, mode, flags),
        Op::FsgnjS => a & !SIGN | b & SIGN,
        Op::FsgnjnS => a & !SIGN | !b & SIGN,
        Op::FsgnjxS => a ^ b & SIGN,
        Op::FminS => float::minimum(a, b, flags),
        Op::FmaxS => float::maximum(a, b, flags),
        Op::FeqS => float::equal(a, b, flags).into(),
        Op::FltS => float::less(a, b, flags).into(),
        Op::FleS => float::less_or_equal(a, b, flags).into(),
        Op::FclassS => float::classify(a),
        Op::FcvtWS => float::to_i32(a, mode, flags),
        Op::FcvtWuS => float::to_u32(a, mode, flags),
        Op::FcvtSW => float::from_i32(x, mode, flags),
        Op::FcvtSWu => float::from_u32(x, mode, flags),
        Op::FmvXW => a,
        Op::FmvWX => x,
        _ => panic!("{op:?} is no floating-point computation"),
    }
}

/// The instruction with its registers and a rounding mode field.
fn encode(op: Op, rm: u32) -> Instruction {
    let row = op.row();
    let [rs1, rs2, rs3] = SOURCES.map(u32::from);
    let rd = u32::from(RD);
    let free = rs3 << 27 | rs2 << 20 | rs1 << 15 | rm << 12 | rd << 7;
    Instruction::decode(row.value | free & !row.mask).expect("a word of the table")
}

/// Operands in the registers of all lanes, and `frm` of each lane.
fn fill(registers: &mut Registers, random: &mut Random, mode: Option<usize>) {
    for thread in (0..W).map(ThreadId::new) {
        for (register, value) in SOURCES.into_iter().zip(random.floats()) {
            registers.set_f(register, thread, value);
        }
        registers.set_x(SOURCES[0], thread, random.integer());
        registers.set_f(RD, thread, 0x1234_5678);
        registers.set_x(RD, thread, 0x1234_5678);
        registers.set_fflags(thread, 0);
        let mode = mode.unwrap_or_else(|| random.below(5) as usize);
        registers.set_frm(thread, mode as u32);
    }
}

/// Runs one instruction on all lanes of the mask and checks every lane.
fn check(instruction: &Instruction, registers: &Registers, mask: u64, mode: Option<Rounding>) {
    let mut after = registers.clone();
    execute::compute::<W>(instruction, PC, &mut after, FIRST, LaneMask::new(mask))
        .expect("no reserved mode");
    let to_x = instruction.op.row().operands.starts_with("rd");
    for lane in 0..W {
        let thread = ThreadId::new(lane);
        let operands = SOURCES.map(|register| registers.f(register, thread));
        let x = registers.x(SOURCES[0], thread);
        let mode = mode
            .or(registers.rounding(thread))
            .expect("no reserved mode");
        let mut flags = Flags::NONE;
        let mut value = expected(instruction.op, operands, x, mode, &mut flags);
        if mask >> lane & 1 == 0 {
            (value, flags) = (0x1234_5678, Flags::NONE);
        }
        let found = if to_x {
            after.x(RD, thread)
        } else {
            after.f(RD, thread)
        };
        assert_eq!(
            (found, after.fflags(thread)),
            (value, flags.bits().into()),
            "{instruction}, {mode:?}, operands {operands:08x?}, x {x:08x}, lane {lane}, seed {SEED:#x}"
        );
    }
}

fn float_ops() -> impl Iterator<Item = Op> {
    Op::all().filter(|op| matches!(op.class(), Class::Float | Class::FloatDiv))
}

#[test]
fn vector_and_scalar_path_agree_in_static_modes() {
    let mut random = Random::new(SEED);
    let mut registers = Registers::new(W);
    for _ in 0..ROUNDS {
        fill(&mut registers, &mut random, Some(0));
        let mask = if random.one_in(2) {
            u64::MAX >> 32
        } else {
            random.word().into()
        };
        for op in float_ops() {
            let modes = if op.has_rounding_mode() { 5 } else { 1 };
            for (rm, mode) in Rounding::ALL.into_iter().enumerate().take(modes) {
                check(&encode(op, rm as u32), &registers, mask, Some(mode));
            }
        }
    }
}

#[test]
fn vector_and_scalar_path_agree_in_dynamic_modes() {
    let mut random = Random::new(SEED + 1);
    let mut registers = Registers::new(W);
    for round in 0..ROUNDS {
        // All lanes in one mode, to nearest even most often, or each lane in its own.
        let mode = [Some(0), Some(round % 5), None][round % 3];
        fill(&mut registers, &mut random, mode);
        for op in float_ops().filter(|op| op.has_rounding_mode()) {
            check(&encode(op, 7), &registers, u64::MAX >> 32, None);
        }
    }
}

#[test]
fn a_reserved_dynamic_mode_traps_only_where_it_is_used() {
    let mut registers = Registers::new(W);
    registers.set_frm(FIRST + 5, 6);
    let fadd = encode(Op::FaddS, 7);
    let mut run =
        |mask| execute::compute::<W>(&fadd, PC, &mut registers, FIRST, LaneMask::new(mask));
    assert_eq!(run(!(1 << 5) & 0xffff_ffff), Ok(()));
    let trap = run(0xffff_ffff).expect_err("thread 5 has no rounding mode");
    assert_eq!(trap.thread, FIRST + 5);
    let static_mode = encode(Op::FaddS, 1);
    assert_eq!(
        execute::compute::<W>(&static_mode, PC, &mut registers, FIRST, LaneMask::all(32)),
        Ok(())
    );
}
