//! RV32F work from registers to registers (chapter 11).
//!
//! Every operation has two implementations. [`estimate`] computes the result and the inexact flag of ordinary operands in the
//! usual rounding mode with native arithmetic, in loops over lanes that compile to vector code. It marks lanes it cannot compute
//! as "hard": NaNs, infinities, anything near underflow or overflow. The hard lanes, and all lanes in other rounding modes, go
//! through [`crate::float`] one by one. A test compares the two implementations.

pub mod estimate;

use estimate::Estimate;

use super::lanes::{Lanes, map, map2};
use super::{Trap, TrapCause};
use crate::float::{self, Flags, Rounding};
use crate::instruction::{Instruction, Op, Rm};
use crate::registers::Registers;
use heddle_types::{LaneMask, ThreadId};

const SIGN: u32 = 0x8000_0000;

/// Up to this many lanes are computed one by one, which is faster than computing all lanes together.
const FEW_LANES: u32 = 4;

/// Which rounding modes the lanes of an instruction use.
#[derive(Clone, Copy)]
enum Modes {
    /// All lanes use the same mode.
    Uniform(Rounding),
    /// Each thread uses its own mode.
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
    for thread in lanes.mask.iter().map(|lane| lanes.first + lane) {
        if lanes.registers.rounding(thread).is_none() {
            let cause = TrapCause::ReservedRounding;
            return Err(Trap { thread, cause });
        }
    }
    Ok(Modes::PerThread)
}

/// An operation on `N` operands, in both implementations.
struct Operation<E, X> {
    /// The rounding mode the estimate is made for; `None` if the operation never rounds.
    usual: Option<Rounding>,
    estimate: E,
    exact: X,
}

impl<E, X> Operation<E, X> {
    fn rounds_like_the_estimate(&self, modes: Modes) -> bool {
        match (self.usual, modes) {
            (None, _) => true,
            (Some(usual), Modes::Uniform(mode)) => mode == usual,
            (Some(_), Modes::PerThread) => false,
        }
    }
}

/// The operands of one lane.
#[inline(always)]
fn lane_of<const W: usize, const N: usize>(rows: &[[u32; W]; N], lane: usize) -> [u32; N] {
    let mut operands = [0; N];
    for (operand, row) in operands.iter_mut().zip(rows) {
        *operand = row[lane];
    }
    operands
}

impl<const W: usize> Lanes<'_, W> {
    /// Computes the results of an operation and raises its flags.
    #[inline(always)]
    fn evaluate<const N: usize>(
        &mut self,
        modes: Modes,
        rows: &[[u32; W]; N],
        operation: Operation<
            impl Fn([u32; N]) -> Estimate,
            impl Fn([u32; N], Rounding, &mut Flags) -> u32,
        >,
    ) -> [u32; W] {
        let mut values = [0; W];
        if !operation.rounds_like_the_estimate(modes) {
            self.evaluate_exactly(modes, rows, &operation.exact, |_| true, &mut values);
            return values;
        }
        let mut hard = 0;
        for (lane, value) in values.iter_mut().enumerate() {
            let estimate = (operation.estimate)(lane_of(rows, lane));
            *value = estimate.value;
            hard |= u32::from(estimate.hard);
        }
        // The inexact flag rarely has to be computed more than once: soon it is set for every thread.
        let unset = self.registers.without_inexact::<W>(self.first, self.mask);
        if operation.usual.is_some() && !unset.is_empty() {
            self.raise_inexact(unset, rows, &operation.estimate);
        }
        if hard != 0 {
            let is_hard = |operands| (operation.estimate)(operands).hard;
            self.evaluate_exactly(modes, rows, &operation.exact, is_hard, &mut values);
        }
        values
    }

    /// Raises the inexact flag of the threads in `unset` whose estimate is inexact.
    #[inline(never)]
    fn raise_inexact<const N: usize>(
        &mut self,
        unset: LaneMask,
        rows: &[[u32; W]; N],
        estimate: &impl Fn([u32; N]) -> Estimate,
    ) {
        let is_inexact = |lane| {
            let estimate = estimate(lane_of(rows, lane));
            estimate.inexact & !estimate.hard
        };
        let found = if unset.count() <= FEW_LANES {
            unset.filter(is_inexact)
        } else {
            let mut inexact = [0; W];
            for (lane, inexact) in inexact.iter_mut().enumerate() {
                *inexact = u32::from(is_inexact(lane));
            }
            LaneMask::where_row(&inexact, |lane| lane != 0) & unset
        };
        for lane in found {
            self.registers.raise(self.first + lane, Flags::INEXACT);
        }
    }

    /// Computes the given lanes one by one and raises their flags.
    #[cold]
    #[inline(never)]
    fn evaluate_exactly<const N: usize>(
        &mut self,
        modes: Modes,
        rows: &[[u32; W]; N],
        exact: &impl Fn([u32; N], Rounding, &mut Flags) -> u32,
        wanted: impl Fn([u32; N]) -> bool,
        values: &mut [u32; W],
    ) {
        for lane in self.mask {
            let (thread, operands) = (self.first + lane, lane_of(rows, lane));
            if wanted(operands) {
                let mode = match modes {
                    Modes::Uniform(mode) => mode,
                    Modes::PerThread => self
                        .registers
                        .rounding(thread)
                        .expect("reserved modes trap before"),
                };
                let mut flags = Flags::NONE;
                values[lane] = exact(operands, mode, &mut flags);
                self.registers.raise(thread, flags);
            }
        }
    }

    /// A rounded operation on two operands.
    #[inline(always)]
    fn arithmetic(
        mut self,
        modes: Modes,
        estimate: impl Fn(u32, u32) -> Estimate,
        exact: impl Fn(u32, u32, Rounding, &mut Flags) -> u32,
    ) {
        let rows = [*self.f1(), *self.f2()];
        let operation = Operation {
            usual: Some(Rounding::NearestEven),
            estimate: |[a, b]: [u32; 2]| estimate(a, b),
            exact: |[a, b]: [u32; 2], mode, flags: &mut Flags| exact(a, b, mode, flags),
        };
        let values = self.evaluate(modes, &rows, operation);
        self.write_f(&values);
    }

    /// `fmadd` and its variants; the arguments are the sign bits to flip in product and addend.
    #[inline(always)]
    fn fused(mut self, modes: Modes, flip_product: u32, flip_addend: u32) {
        let flip = |[a, b, c]: [u32; 3]| [a ^ flip_product, b, c ^ flip_addend];
        let rows = [*self.f1(), *self.f2(), *self.f3()];
        let operation = Operation {
            usual: Some(Rounding::NearestEven),
            estimate: |operands| {
                let [a, b, c] = flip(operands);
                estimate::fused_multiply_add(a, b, c)
            },
            exact: |operands, mode, flags: &mut Flags| {
                let [a, b, c] = flip(operands);
                float::fused_multiply_add(a, b, c, mode, flags)
            },
        };
        let values = self.evaluate(modes, &rows, operation);
        self.write_f(&values);
    }

    /// An operation on one operand: a square root or a conversion.
    #[inline(always)]
    fn unary(
        &mut self,
        modes: Modes,
        usual: Rounding,
        row: [u32; W],
        estimate: impl Fn(u32) -> Estimate,
        exact: impl Fn(u32, Rounding, &mut Flags) -> u32,
    ) -> [u32; W] {
        let operation = Operation {
            usual: Some(usual),
            estimate: |[a]: [u32; 1]| estimate(a),
            exact: |[a]: [u32; 1], mode, flags: &mut Flags| exact(a, mode, flags),
        };
        self.evaluate(modes, &[row], operation)
    }

    #[inline(always)]
    fn square_root(mut self, modes: Modes) {
        let row = *self.f1();
        let usual = Rounding::NearestEven;
        let values = self.unary(modes, usual, row, estimate::sqrt, float::sqrt);
        self.write_f(&values);
    }

    #[inline(always)]
    fn convert_to_integer(
        mut self,
        modes: Modes,
        estimate: impl Fn(u32) -> Estimate,
        exact: impl Fn(u32, Rounding, &mut Flags) -> u32,
    ) {
        let row = *self.f1();
        let values = self.unary(modes, Rounding::TowardsZero, row, estimate, exact);
        self.write_x(&values);
    }

    #[inline(always)]
    fn convert_integer(
        mut self,
        modes: Modes,
        estimate: impl Fn(u32) -> Estimate,
        exact: impl Fn(u32, Rounding, &mut Flags) -> u32,
    ) {
        let row = *self.x1();
        let values = self.unary(modes, Rounding::NearestEven, row, estimate, exact);
        self.write_f(&values);
    }

    /// An operation on two operands that never rounds.
    #[inline(always)]
    fn choose(
        &mut self,
        estimate: impl Fn(u32, u32) -> Estimate,
        exact: impl Fn(u32, u32, &mut Flags) -> u32,
    ) -> [u32; W] {
        let rows = [*self.f1(), *self.f2()];
        let operation = Operation {
            usual: None,
            estimate: |[a, b]: [u32; 2]| estimate(a, b),
            exact: |[a, b]: [u32; 2], _, flags: &mut Flags| exact(a, b, flags),
        };
        self.evaluate(Modes::Uniform(Rounding::NearestEven), &rows, operation)
    }

    /// `fmin.s` and `fmax.s`.
    #[inline(always)]
    fn extremum(
        mut self,
        estimate: impl Fn(u32, u32) -> Estimate,
        exact: impl Fn(u32, u32, &mut Flags) -> u32,
    ) {
        let values = self.choose(estimate, exact);
        self.write_f(&values);
    }

    /// `feq.s`, `flt.s` and `fle.s`.
    #[inline(always)]
    fn comparison(
        mut self,
        estimate: impl Fn(u32, u32) -> Estimate,
        exact: impl Fn(u32, u32, &mut Flags) -> bool,
    ) {
        let values = self.choose(estimate, |a, b, flags| exact(a, b, flags).into());
        self.write_x(&values);
    }

    /// Sign injection: moves bits, raises no flags.
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
    first: ThreadId,
    mask: LaneMask,
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
        Op::FminS => lanes.extremum(estimate::minimum, float::minimum),
        Op::FmaxS => lanes.extremum(estimate::maximum, float::maximum),
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
