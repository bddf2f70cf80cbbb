//! Addition, multiplication, division, square root and their fused combination.

use super::number::{
    Number, infinity, invalid, is_infinite, is_nan, is_negative, is_zero, propagate_nan, round,
    shift_right_sticky, zero,
};
use super::{Flags, Rounding};

const ONE: u32 = 0x3f80_0000;
const SIGN: u32 = 0x8000_0000;

/// Position of the leading bit of an addend before two addends are aligned: high enough that the bits dropped by the alignment
/// lie far below the last bit of any result.
const ALIGNED_BIT: u32 = 120;

/// `a + b`.
pub fn add(a: u32, b: u32, rounding: Rounding, flags: &mut Flags) -> u32 {
    fused_multiply_add(a, ONE, b, rounding, flags)
}

/// `a - b`.
pub fn sub(a: u32, b: u32, rounding: Rounding, flags: &mut Flags) -> u32 {
    // A flipped sign changes neither a NaN's kind nor the canonical result.
    add(a, b ^ SIGN, rounding, flags)
}

/// `a * b`.
pub fn mul(a: u32, b: u32, rounding: Rounding, flags: &mut Flags) -> u32 {
    let negative = is_negative(a ^ b);
    if is_nan(a) || is_nan(b) {
        return propagate_nan(&[a, b], flags);
    }
    if is_infinite(a) || is_infinite(b) {
        let undefined = is_zero(a) || is_zero(b);
        return if undefined {
            invalid(flags)
        } else {
            infinity(negative)
        };
    }
    if is_zero(a) || is_zero(b) {
        return zero(negative);
    }
    round(exact_product(a, b), rounding, flags)
}

/// `a / b`.
pub fn div(a: u32, b: u32, rounding: Rounding, flags: &mut Flags) -> u32 {
    let negative = is_negative(a ^ b);
    if is_nan(a) || is_nan(b) {
        return propagate_nan(&[a, b], flags);
    }
    match (is_infinite(a) || is_zero(b), is_zero(a) || is_infinite(b)) {
        (true, true) => invalid(flags),
        (true, false) => {
            if !is_infinite(a) {
                flags.raise(Flags::DIVIDE_BY_ZERO);
            }
            infinity(negative)
        }
        (false, true) => zero(negative),
        (false, false) => round(quotient(a, b), rounding, flags),
    }
}

/// The square root of `a`.
pub fn sqrt(a: u32, rounding: Rounding, flags: &mut Flags) -> u32 {
    if is_nan(a) {
        return propagate_nan(&[a], flags);
    }
    if is_zero(a) {
        return a;
    }
    if is_negative(a) {
        return invalid(flags);
    }
    if is_infinite(a) {
        return a;
    }
    round(root(a), rounding, flags)
}

/// `a * b + c`, rounded once.
///
/// Infinity times zero is invalid even if `c` is a quiet NaN (chapter 11.6).
pub fn fused_multiply_add(a: u32, b: u32, c: u32, rounding: Rounding, flags: &mut Flags) -> u32 {
    let undefined = is_infinite(a) && is_zero(b) || is_zero(a) && is_infinite(b);
    if undefined {
        return invalid(flags);
    }
    if is_nan(a) || is_nan(b) || is_nan(c) {
        return propagate_nan(&[a, b, c], flags);
    }
    let product_negative = is_negative(a ^ b);
    if is_infinite(a) || is_infinite(b) {
        let opposite = is_infinite(c) && is_negative(c) != product_negative;
        return if opposite {
            invalid(flags)
        } else {
            infinity(product_negative)
        };
    }
    if is_infinite(c) {
        return c;
    }
    match (is_zero(a) || is_zero(b), is_zero(c)) {
        (true, true) if is_negative(c) == product_negative => c,
        (true, true) => zero_sum(rounding),
        (true, false) => c,
        (false, true) => round(exact_product(a, b), rounding, flags),
        (false, false) => round_sum(exact_product(a, b), Number::unpack(c), rounding, flags),
    }
}

/// A sum that is exactly zero, of operands with different signs.
fn zero_sum(rounding: Rounding) -> u32 {
    zero(rounding == Rounding::Down)
}

fn exact_product(a: u32, b: u32) -> Number {
    let (x, y) = (Number::unpack(a), Number::unpack(b));
    Number {
        negative: x.negative != y.negative,
        exponent: x.exponent + y.exponent,
        significand: x.significand * y.significand,
    }
}

/// The quotient with 40 bits or more, the last one sticky.
fn quotient(a: u32, b: u32) -> Number {
    let (x, y) = (Number::unpack(a), Number::unpack(b));
    let dividend = x.significand << 40;
    let sticky = u128::from(!dividend.is_multiple_of(y.significand));
    Number {
        negative: x.negative != y.negative,
        exponent: x.exponent - 40 - y.exponent,
        significand: (dividend / y.significand) | sticky,
    }
}

/// The root with 40 bits or more, the last one sticky.
fn root(a: u32) -> Number {
    let x = Number::unpack(a);
    // The exponent must be even before the root is taken.
    let shift = 60 + (x.exponent & 1);
    let radicand = x.significand << shift;
    let significand = radicand.isqrt();
    let sticky = u128::from(significand * significand != radicand);
    Number {
        negative: false,
        exponent: (x.exponent - shift) / 2,
        significand: significand | sticky,
    }
}

/// The number with its leading bit at [`ALIGNED_BIT`].
fn normalized(number: Number) -> Number {
    let shift = number.significand.leading_zeros() - (127 - ALIGNED_BIT);
    Number {
        exponent: number.exponent - shift as i32,
        significand: number.significand << shift,
        ..number
    }
}

fn round_sum(x: Number, y: Number, rounding: Rounding, flags: &mut Flags) -> u32 {
    let (x, y) = (normalized(x), normalized(y));
    let x_larger = (x.exponent, x.significand) >= (y.exponent, y.significand);
    let (large, small) = if x_larger { (x, y) } else { (y, x) };
    let distance = (large.exponent - small.exponent) as u32;
    let addend = shift_right_sticky(small.significand, distance);
    let significand = if large.negative == small.negative {
        large.significand + addend
    } else {
        large.significand - addend
    };
    if significand == 0 {
        return zero_sum(rounding);
    }
    round(
        Number {
            significand,
            ..large
        },
        rounding,
        flags,
    )
}
