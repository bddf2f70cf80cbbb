//! Conversions between integers and single precision (chapter 11.7).

use super::number::{Number, is_infinite, is_nan, is_negative, is_zero, round, round_shift};
use super::{Flags, Rounding};

/// `fcvt.w.s`: out of range saturates and is invalid; a NaN counts as large and positive.
pub fn to_i32(a: u32, rounding: Rounding, flags: &mut Flags) -> u32 {
    to_integer(a, i32::MIN.into(), i32::MAX.into(), rounding, flags) as u32
}

/// `fcvt.wu.s`: out of range saturates and is invalid; a NaN counts as large and positive.
pub fn to_u32(a: u32, rounding: Rounding, flags: &mut Flags) -> u32 {
    to_integer(a, 0, u32::MAX.into(), rounding, flags) as u32
}

/// `fcvt.s.w`.
pub fn from_i32(a: u32, rounding: Rounding, flags: &mut Flags) -> u32 {
    from_integer((a as i32).into(), rounding, flags)
}

/// `fcvt.s.wu`.
pub fn from_u32(a: u32, rounding: Rounding, flags: &mut Flags) -> u32 {
    from_integer(a.into(), rounding, flags)
}

fn from_integer(a: i64, rounding: Rounding, flags: &mut Flags) -> u32 {
    if a == 0 {
        return 0;
    }
    let significand = a.unsigned_abs().into();
    round(
        Number {
            negative: a < 0,
            exponent: 0,
            significand,
        },
        rounding,
        flags,
    )
}

fn to_integer(a: u32, min: i64, max: i64, rounding: Rounding, flags: &mut Flags) -> i64 {
    if is_zero(a) {
        return 0;
    }
    let number = Number::unpack(a);
    // No value from 2^33 on fits the result, and its shift below would be too wide.
    if is_nan(a) || is_infinite(a) || number.exponent > 9 {
        flags.raise(Flags::INVALID);
        return if is_negative(a) && !is_nan(a) {
            min
        } else {
            max
        };
    }
    let (magnitude, inexact) = round_shift(
        number.significand,
        -number.exponent,
        number.negative,
        rounding,
    );
    let value = if number.negative {
        -(magnitude as i64)
    } else {
        magnitude as i64
    };
    if value < min || value > max {
        flags.raise(Flags::INVALID);
        return value.clamp(min, max);
    }
    if inexact {
        flags.raise(Flags::INEXACT);
    }
    value
}
