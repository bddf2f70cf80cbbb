//! IEEE-754 single precision exactly as RISC-V requires it: five rounding modes, five flags, canonical NaNs, tininess detected
//! after rounding (chapter 11).
//!
//! This module is the scalar path, written in integer arithmetic: every operation forms its exact
//! result, or enough of it, as sign, exponent and a 128-bit significand whose last bit is sticky,
//! and `number::round` is the only place where anything is rounded (INS-1). The crate
//! `softfloat-wrapper` was not taken because it builds C through CMake; `rustc_apfloat` disagrees
//! with qemu about underflow.

mod arithmetic;
mod compare;
mod convert;
mod number;

pub use arithmetic::{add, div, fused_multiply_add, mul, sqrt, sub};
pub use compare::{classify, equal, less, less_or_equal, maximum, minimum};
pub use convert::{from_i32, from_u32, to_i32, to_u32};

/// The NaN every operation returns (chapter 11.3).
pub const CANONICAL_NAN: u32 = 0x7fc0_0000;

/// Exceptions raised by an operation, with the bits of `fflags` (chapter 11.2, table 11.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(u8);

impl Flags {
    /// No exception.
    pub const NONE: Flags = Flags(0);
    /// NX: the result was rounded.
    pub const INEXACT: Flags = Flags(1);
    /// UF: tiny after rounding, and inexact.
    pub const UNDERFLOW: Flags = Flags(2);
    /// OF: rounded beyond the largest finite number.
    pub const OVERFLOW: Flags = Flags(4);
    /// DZ: an infinite result of finite operands.
    pub const DIVIDE_BY_ZERO: Flags = Flags(8);
    /// NV: no meaningful result.
    pub const INVALID: Flags = Flags(16);

    /// The bits as in `fflags`.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Adds exceptions.
    #[inline]
    pub fn raise(&mut self, other: Flags) {
        self.0 |= other.0;
    }
}

/// Rounding modes (chapter 11.2, table 11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// RNE: to nearest, ties to even.
    NearestEven,
    /// RTZ: towards zero.
    TowardsZero,
    /// RDN: towards negative infinity.
    Down,
    /// RUP: towards positive infinity.
    Up,
    /// RMM: to nearest, ties to the larger magnitude.
    NearestMagnitude,
}

impl Rounding {
    /// All modes, in the order of their encoding.
    pub const ALL: [Rounding; 5] = [
        Rounding::NearestEven,
        Rounding::TowardsZero,
        Rounding::Down,
        Rounding::Up,
        Rounding::NearestMagnitude,
    ];

    /// The mode of an encoding, `None` for the reserved 5 to 7 (INS-3).
    #[inline]
    pub fn from_bits(bits: u8) -> Option<Rounding> {
        Rounding::ALL.get(bits as usize).copied()
    }
}
