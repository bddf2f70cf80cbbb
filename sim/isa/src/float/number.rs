//! Unpacking numbers, and the one function that rounds.

use super::{CANONICAL_NAN, Flags, Rounding};

/// Exponent of the least significant bit of the smallest subnormal.
const MIN_QUANTUM: i32 = -149;
/// Exponent of the smallest normal number.
const MIN_NORMAL: i32 = -126;

/// The bits of infinity with a sign.
pub(super) const fn infinity(negative: bool) -> u32 {
    (negative as u32) << 31 | 0x7f80_0000
}

/// The bits of zero with a sign.
pub(super) const fn zero(negative: bool) -> u32 {
    (negative as u32) << 31
}

pub(super) const fn is_nan(bits: u32) -> bool {
    bits << 1 > 0xff00_0000
}

pub(super) const fn is_signaling(bits: u32) -> bool {
    is_nan(bits) && bits & 0x0040_0000 == 0
}

pub(super) const fn is_negative(bits: u32) -> bool {
    bits >> 31 == 1
}

pub(super) const fn is_infinite(bits: u32) -> bool {
    bits << 1 == 0xff00_0000
}

pub(super) const fn is_zero(bits: u32) -> bool {
    bits << 1 == 0
}

/// The result of an operation that has no meaningful result.
pub(super) fn invalid(flags: &mut Flags) -> u32 {
    flags.raise(Flags::INVALID);
    CANONICAL_NAN
}

/// The result of an operation with NaN operands; signaling NaNs raise NV.
pub(super) fn propagate_nan(operands: &[u32], flags: &mut Flags) -> u32 {
    if operands.iter().any(|&bits| is_signaling(bits)) {
        flags.raise(Flags::INVALID);
    }
    CANONICAL_NAN
}

/// A finite number other than zero: `significand * 2^exponent`, negated if `negative`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub negative: bool,
    pub exponent: i32,
    pub significand: u128,
}

impl Number {
    /// Unpacks the bits of a finite, nonzero number; the significand has 24 significant bits.
    pub fn unpack(bits: u32) -> Number {
        let (field, fraction) = ((bits >> 23 & 0xff) as i32, bits & 0x007f_ffff);
        let hidden = u32::from(field != 0) << 23;
        let significand = fraction | hidden;
        let shift = significand.leading_zeros() as i32 - 8;
        Number {
            negative: is_negative(bits),
            exponent: field.max(1) + MIN_QUANTUM - 1 - shift,
            significand: u128::from(significand << shift),
        }
    }

    /// Exponent of the most significant bit.
    fn magnitude(&self) -> i32 {
        self.exponent + 127 - self.significand.leading_zeros() as i32
    }
}

/// Shifts right; the last bit is set if any one bit was shifted out.
pub(super) fn shift_right_sticky(value: u128, shift: u32) -> u128 {
    if shift > 127 {
        return u128::from(value != 0);
    }
    let kept = value >> shift;
    kept | u128::from(kept << shift != value)
}

/// Rounds `value / 2^shift` to an integer; also returns whether the result is inexact.
pub(super) fn round_shift(
    value: u128,
    shift: i32,
    negative: bool,
    rounding: Rounding,
) -> (u128, bool) {
    if shift <= 0 {
        return (value << -shift, false);
    }
    // Two bits below the binary point are enough: one for the half, one for any smaller rest.
    let quarters = shift_right_sticky(value << 2, shift as u32);
    let (kept, rest) = (quarters >> 2, quarters & 3);
    let up = match rounding {
        Rounding::NearestEven => rest == 3 || rest == 2 && kept & 1 == 1,
        Rounding::NearestMagnitude => rest >= 2,
        Rounding::TowardsZero => false,
        Rounding::Down => rest != 0 && negative,
        Rounding::Up => rest != 0 && !negative,
    };
    (kept + u128::from(up), rest != 0)
}

/// Whether the number is tiny after rounding: rounded to 24 bits with an unbounded exponent, it
/// lies below the smallest normal number (chapter 11.2, IEEE 754-2008 section 7.5).
fn is_tiny(number: &Number, rounding: Rounding) -> bool {
    let magnitude = number.magnitude();
    let shift = magnitude - 23 - number.exponent;
    let rounded = || round_shift(number.significand, shift, number.negative, rounding).0;
    magnitude < MIN_NORMAL - 1 || magnitude == MIN_NORMAL - 1 && rounded() < 1 << 24
}

fn overflow(negative: bool, rounding: Rounding, flags: &mut Flags) -> u32 {
    flags.raise(Flags::OVERFLOW);
    flags.raise(Flags::INEXACT);
    let to_infinity = match rounding {
        Rounding::NearestEven | Rounding::NearestMagnitude => true,
        Rounding::TowardsZero => false,
        Rounding::Down => negative,
        Rounding::Up => !negative,
    };
    infinity(negative) - u32::from(!to_infinity)
}

/// Rounds a number other than zero to single precision. Bit 0 of the significand may be sticky (stand for any nonzero bits below
/// it) if the significand has at least 27 significant bits.
pub(super) fn round(number: Number, rounding: Rounding, flags: &mut Flags) -> u32 {
    let quantum = (number.magnitude() - 23).max(MIN_QUANTUM);
    let shift = quantum - number.exponent;
    let (kept, inexact) = round_shift(number.significand, shift, number.negative, rounding);
    // The hidden bit adds 1 to the exponent field, and so does a carry out of the fraction.
    let bits = ((quantum - MIN_QUANTUM) as u128) << 23;
    let bits = bits + kept;
    if bits >= u128::from(infinity(false)) {
        return overflow(number.negative, rounding, flags);
    }
    if inexact {
        flags.raise(Flags::INEXACT);
        if is_tiny(&number, rounding) {
            flags.raise(Flags::UNDERFLOW);
        }
    }
    zero(number.negative) | bits as u32
}
