//! RV32F work from registers to registers (chapter 11).
//!
//! Every operation has two implementations. [`estimate`] gives the result and the inexact flag of
//! ordinary operands in the usual rounding mode with native arithmetic, in loops over lanes that
//! become vector code. It recognises the lanes it cannot do ("hard": NaNs, infinities, anything
//! near underflow or overflow), and these, like all lanes in other rounding modes, go through
//! [`crate::float`] one by one. A test holds one implementation against the other.

pub mod estimate;

use estimate::Estimate;

use super::lanes::{Lanes, for_each_lane, map, map2};
use super::{Trap, TrapCause};
use crate::float::{self, Flags, Rounding};
use crate::instruction::{Instruction, Op, Rm};
use crate::registers::Registers;

const SIGN: u32 = 0x8000_0000;

/// Results and new flags of `W` lanes.
struct Outcome<const W: usize> {
    values: [u32; W],
    flags: [u32; W],
}

/// Which rounding modes the lanes of an instruction use.
#[derive(Clone, Copy)]
enum Modes {
    /// All the same.
    Uniform(Rounding),
    /// Each thread its own.
    PerThread,
}

fn modes<const W: usize>(lanes: &Lanes<'_, W>) -> Result<Modes, Trap> {
    let rm = lanes.instruction.rm;
    if rm != Rm::Dyn {
        let mode = Rounding::from_bits(rm as u8).expect("decoding refuses reserved modes");
        return Ok(Modes::Uniform(mode));
    }
    if lanes.registers.rounds_to_even::<W>(lanes.first) {
        return Ok(Modes::Uniform(Rounding::NearestEven));
    }
    let mut reserved = None;
    for_each_lane(lanes.mask, |lane| {
        let thread = lanes.first + lane;
        if lanes.registers.rounding(thread).is_none() {
            reserved = reserved.or(Some(thread));
        }
    });
    match reserved {
        Some(thread) => Err(Trap {
            thread,
            cause: TrapCause::ReservedRounding,
        }),
        None => Ok(Modes::PerThread),
    }
}

impl<const W: usize> Lanes<'_, W> {
    /// Does what `estimate` can, and the rest, or everything if the rounding mode is not `usual`,
    /// with `exact`. Both take a lane.
    #[inline(always)]
    fn evaluate(
        &self,
        modes: Modes,
        usual: Rounding,
        estimate: impl Fn(usize) -> Estimate,
        exact: impl Fn(usize, Rounding, &mut Flags) -> u32,
    ) -> Outcome<W> {
        let mut outcome = Outcome {
            values: [0; W],
            flags: [0; W],
        };
        if !matches!(modes, Modes::Uniform(mode) if mode == usual) {
            self.evaluate_exactly(self.mask, modes, exact, &mut outcome);
            return outcome;
        }
        let mut hard = [0; W];
        for (lane, hard) in hard.iter_mut().enumerate() {
            let estimate = estimate(lane);
            outcome.values[lane] = estimate.value;
            outcome.flags[lane] = u32::from(estimate.inexact);
            *hard = u32::from(estimate.hard);
        }
        if hard.iter().fold(0, |any, lane| any | lane) != 0 {
            let mask = super::control::bits(&hard) & self.mask;
            self.evaluate_exactly(mask, modes, exact, &mut outcome);
        }
        outcome
    }

    #[cold]
    #[inline(never)]
    fn evaluate_exactly(
        &self,
        mask: u64,
        modes: Modes,
        exact: impl Fn(usize, Rounding, &mut Flags) -> u32,
        outcome: &mut Outcome<W>,
    ) {
        for_each_lane(mask, |lane| {
            let mode = match modes {
                Modes::Uniform(mode) => mode,
                Modes::PerThread => self
                    .registers
                    .rounding(self.first + lane)
                    .expect("reserved modes trap before"),
            };
            let mut flags = Flags::NONE;
            outcome.values[lane] = exact(lane, mode, &mut flags);
            outcome.flags[lane] = flags.bits().into();
        });
    }

    #[inline(always)]
    fn finish_f(mut self, outcome: Outcome<W>) {
        self.write_f(&outcome.values);
        self.registers
            .raise_row(self.first, self.mask, &outcome.flags);
    }

    #[inline(always)]
    fn finish_x(mut self, outcome: Outcome<W>) {
        self.write_x(&outcome.values);
        self.registers
            .raise_row(self.first, self.mask, &outcome.flags);
    }

    /// Two operands, rounded.
    #[inline(always)]
    fn arithmetic(
        self,
        modes: Modes,
        estimate: impl Fn(u32, u32) -> Estimate,
        exact: impl Fn(u32, u32, Rounding, &mut Flags) -> u32,
    ) {
        let (a, b) = (self.f1(), self.f2());
        let outcome = self.evaluate(
            modes,
            Rounding::NearestEven,
            |lane| estimate(a[lane], b[lane]),
            |lane, mode, flags| exact(a[lane], b[lane], mode, flags),
        );
        self.finish_f(outcome);
    }

    /// `fmadd` and its siblings, by the signs they flip in product and addend.
    #[inline(always)]
    fn fused(self, modes: Modes, flip_product: u32, flip_addend: u32) {
        let (a, b, c) = (self.f1(), self.f2(), self.f3());
        let outcome = self.evaluate(
            modes,
            Rounding::NearestEven,
            |lane| {
                estimate::fused_multiply_add(a[lane] ^ flip_product, b[lane], c[lane] ^ flip_addend)
            },
            |lane, mode, flags| {
                let (a, c) = (a[lane] ^ flip_product, c[lane] ^ flip_addend);
                float::fused_multiply_add(a, b[lane], c, mode, flags)
            },
        );
        self.finish_f(outcome);
    }

    #[inline(always)]
    fn square_root(self, modes: Modes) {
        let a = self.f1();
        let outcome = self.evaluate(
            modes,
            Rounding::NearestEven,
            |lane| estimate::sqrt(a[lane]),
            |lane, mode, flags| float::sqrt(a[lane], mode, flags),
        );
        self.finish_f(outcome);
    }

    #[inline(always)]
    fn convert_to_integer(
        self,
        modes: Modes,
        estimate: impl Fn(u32) -> Estimate,
        exact: impl Fn(u32, Rounding, &mut Flags) -> u32,
    ) {
        let a = self.f1();
        let outcome = self.evaluate(
            modes,
            Rounding::TowardsZero,
            |lane| estimate(a[lane]),
            |lane, mode, flags| exact(a[lane], mode, flags),
        );
        self.finish_x(outcome);
    }

    #[inline(always)]
    fn convert_integer(
        self,
        modes: Modes,
        estimate: impl Fn(u32) -> Estimate,
        exact: impl Fn(u32, Rounding, &mut Flags) -> u32,
    ) {
        let a = self.x1();
        let outcome = self.evaluate(
            modes,
            Rounding::NearestEven,
            |lane| estimate(a[lane]),
            |lane, mode, flags| exact(a[lane], mode, flags),
        );
        self.finish_f(outcome);
    }

    /// `fmin.s` and `fmax.s`; they have no rounding mode.
    #[inline(always)]
    fn choice(
        self,
        estimate: impl Fn(u32, u32) -> Estimate,
        exact: impl Fn(u32, u32, &mut Flags) -> u32,
    ) {
        let modes = Modes::Uniform(Rounding::NearestEven);
        self.arithmetic(modes, estimate, |a, b, _, flags| exact(a, b, flags));
    }

    /// `feq.s` and its siblings.
    #[inline(always)]
    fn comparison(
        self,
        estimate: impl Fn(u32, u32) -> Estimate,
        exact: impl Fn(u32, u32, &mut Flags) -> bool,
    ) {
        let (a, b) = (self.f1(), self.f2());
        let outcome = self.evaluate(
            Modes::Uniform(Rounding::NearestEven),
            Rounding::NearestEven,
            |lane| estimate(a[lane], b[lane]),
            |lane, _, flags| exact(a[lane], b[lane], flags).into(),
        );
        self.finish_x(outcome);
    }

    /// Sign injection: moves bits, raises nothing.
    #[inline(always)]
    fn inject(mut self, f: impl Fn(u32, u32) -> u32) {
        let out = map2(self.f1(), self.f2(), f);
        self.write_f(&out);
    }
}

/// Executes an instruction of class `Float` or `FloatDiv`.
pub fn compute<const W: usize>(
    instruction: &Instruction,
    registers: &mut Registers,
    first: usize,
    mask: u64,
) -> Result<(), Trap> {
    let mut lanes = Lanes::<W> {
        instruction,
        registers,
        first,
        mask,
    };
    let modes = modes(&lanes)?;
    match instruction.op {
        Op::FaddS => lanes.arithmetic(modes, estimate::add, float::add),
        Op::FsubS => lanes.arithmetic(modes, estimate::sub, float::sub),
        Op::FmulS => lanes.arithmetic(modes, estimate::mul, float::mul),
        Op::FdivS => lanes.arithmetic(modes, estimate::div, float::div),
        Op::FsqrtS => lanes.square_root(modes),
        Op::FmaddS => lanes.fused(modes, 0, 0),
        Op::FmsubS => lanes.fused(modes, 0, SIGN),
        Op::FnmsubS => lanes.fused(modes, SIGN, 0),
        Op::FnmaddS => lanes.fused(modes, SIGN, SIGN),
        Op::FsgnjS => lanes.inject(|a, b| a & !SIGN | b & SIGN),
        Op::FsgnjnS => lanes.inject(|a, b| a & !SIGN | !b & SIGN),
        Op::FsgnjxS => lanes.inject(|a, b| a ^ b & SIGN),
        Op::FminS => lanes.choice(estimate::minimum, float::minimum),
        Op::FmaxS => lanes.choice(estimate::maximum, float::maximum),
        Op::FeqS => lanes.comparison(estimate::equal, float::equal),
        Op::FltS => lanes.comparison(estimate::less, float::less),
        Op::FleS => lanes.comparison(estimate::less_or_equal, float::less_or_equal),
        Op::FcvtWS => lanes.convert_to_integer(modes, estimate::to_i32, float::to_i32),
        Op::FcvtWuS => lanes.convert_to_integer(modes, estimate::to_u32, float::to_u32),
        Op::FcvtSW => lanes.convert_integer(modes, estimate::from_i32, float::from_i32),
        Op::FcvtSWu => lanes.convert_integer(modes, estimate::from_u32, float::from_u32),
        Op::FclassS => lanes.write_x(&map(lanes.f1(), float::classify)),
        Op::FmvXW => lanes.write_x(&map(lanes.f1(), |bits| bits)),
        Op::FmvWX => lanes.write_f(&map(lanes.x1(), |bits| bits)),
        _ => unreachable!("{instruction} is no floating-point computation"),
    }
    Ok(())
}
