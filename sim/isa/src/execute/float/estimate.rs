//! Results and inexact flags by native arithmetic, for vector code.
//!
//! Rounding is to nearest even (towards zero for conversions to integers). An estimate that is not `hard` is exact: value and
//! flags equal those of [`crate::float`], and inexact is the only flag it can raise. The arithmetic is branch-free, so that a
//! loop over lanes compiles to vector code. `hard` does not depend on `inexact`, so the compiler removes the computation of
//! `inexact` where it is not used.
//!
//! Why the inexact flags are right: the product of two singles, the square of one, and the
//! product of quotient and divisor have at most 48 bits and are exact in double precision; the
//! error of a sum is itself a number that Knuth's TwoSum computes without rounding (*The Art of
//! Computer Programming* volume 2, section 4.2.2, theorem B), provided nothing overflows.

const SIGN: u32 = 0x8000_0000;
const MIN_NORMAL: u32 = 0x0080_0000;
const INFINITY: u32 = 0x7f80_0000;
/// 2^31.
const TWO_31: u32 = 0x4f00_0000;
/// 2^127: sums of smaller magnitude cannot overflow inside TwoSum.
const LARGE: u32 = 0x7f00_0000;

/// The result of native arithmetic for one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The bits of the result.
    pub value: u32,
    /// Whether it was rounded.
    pub inexact: bool,
    /// Whether the other fields may be wrong.
    pub hard: bool,
}

#[inline(always)]
fn magnitude(value: f32) -> u32 {
    value.to_bits() & !SIGN
}

#[inline(always)]
fn is_zero(value: f32) -> bool {
    magnitude(value) == 0
}

/// NaN or infinite.
#[inline(always)]
fn is_special(value: f32) -> bool {
    magnitude(value) >= INFINITY
}

/// The result may have been tiny before or after rounding.
#[inline(always)]
fn may_underflow(value: f32) -> bool {
    magnitude(value) <= MIN_NORMAL
}

/// `a + b`. Sums cannot underflow: tiny sums are exact.
#[inline(always)]
pub fn add(a: u32, b: u32) -> Estimate {
    let (a, b) = (f32::from_bits(a), f32::from_bits(b));
    let sum = a + b;
    let from_b = sum - a;
    let error = (a - (sum - from_b)) + (b - from_b);
    Estimate {
        value: sum.to_bits(),
        inexact: error != 0.0,
        hard: magnitude(sum) >= LARGE,
    }
}

/// `a - b`.
#[inline(always)]
pub fn sub(a: u32, b: u32) -> Estimate {
    add(a, b ^ SIGN)
}

/// `a * b`.
#[inline(always)]
pub fn mul(a: u32, b: u32) -> Estimate {
    let (a, b) = (f32::from_bits(a), f32::from_bits(b));
    let value = a * b;
    let inexact = f64::from(value) != f64::from(a) * f64::from(b);
    let hard = is_special(value) | (may_underflow(value) & !is_zero(a) & !is_zero(b));
    Estimate {
        value: value.to_bits(),
        inexact,
        hard,
    }
}

/// `a / b`.
#[inline(always)]
pub fn div(a: u32, b: u32) -> Estimate {
    let (a, b) = (f32::from_bits(a), f32::from_bits(b));
    let value = a / b;
    // A zero quotient is exact, also when zero is divided by infinity.
    let inexact = (f64::from(value) * f64::from(b) != f64::from(a)) & !is_zero(a);
    let hard = is_special(value) | (may_underflow(value) & !is_zero(a));
    Estimate {
        value: value.to_bits(),
        inexact,
        hard,
    }
}

/// The square root of `a`.
#[inline(always)]
pub fn sqrt(a: u32) -> Estimate {
    let a = f32::from_bits(a);
    let value = a.sqrt();
    let root = f64::from(value);
    Estimate {
        value: value.to_bits(),
        inexact: root * root != f64::from(a),
        hard: is_special(value),
    }
}

/// `a * b + c`, rounded once.
///
/// The exact product and `c` are added in double precision and rounded to odd, so that the second rounding, to single precision,
/// gives the correctly rounded result (Boldo and Melquiond, *Emulation of FMA and correctly rounded sums: proved algorithms using
/// rounding to odd*, IEEE TC 57(4), 2008).
#[inline(always)]
pub fn fused_multiply_add(a: u32, b: u32, c: u32) -> Estimate {
    let product = f64::from(f32::from_bits(a)) * f64::from(f32::from_bits(b));
    let addend = f64::from(f32::from_bits(c));
    let sum = product + addend;
    let from_addend = sum - product;
    let error = (product - (sum - from_addend)) + (addend - from_addend);
    // If the last bit is even and the error is not zero, step to the odd neighbour in the direction of the error.
    let bits = sum.to_bits();
    let step = u64::from(error != 0.0) & !bits & 1;
    let inwards = (error.to_bits() ^ bits) >> 63;
    let odd = f64::from_bits(bits.wrapping_add(step).wrapping_sub(2 * (step & inwards)));
    let value = odd as f32;
    let inexact = f64::from(value) != odd;
    let hard = is_special(value) | (may_underflow(value) & (odd != 0.0));
    Estimate {
        value: value.to_bits(),
        inexact,
        hard,
    }
}

/// `a` and `b` as the integers that order like them, with -0 below +0.
#[inline(always)]
fn order(bits: u32) -> i32 {
    bits as i32 ^ ((bits as i32 >> 31) as u32 >> 1) as i32
}

#[inline(always)]
fn unordered(a: u32, b: u32) -> bool {
    f32::from_bits(a).is_nan() | f32::from_bits(b).is_nan()
}

/// `fmin.s`.
#[inline(always)]
pub fn minimum(a: u32, b: u32) -> Estimate {
    let value = if order(a) < order(b) { a } else { b };
    Estimate {
        value,
        inexact: false,
        hard: unordered(a, b),
    }
}

/// `fmax.s`.
#[inline(always)]
pub fn maximum(a: u32, b: u32) -> Estimate {
    let value = if order(a) > order(b) { a } else { b };
    Estimate {
        value,
        inexact: false,
        hard: unordered(a, b),
    }
}

#[inline(always)]
fn comparison(a: u32, b: u32, result: bool) -> Estimate {
    Estimate {
        value: result.into(),
        inexact: false,
        hard: unordered(a, b),
    }
}

/// `feq.s`.
#[inline(always)]
pub fn equal(a: u32, b: u32) -> Estimate {
    comparison(a, b, f32::from_bits(a) == f32::from_bits(b))
}

/// `flt.s`.
#[inline(always)]
pub fn less(a: u32, b: u32) -> Estimate {
    comparison(a, b, f32::from_bits(a) < f32::from_bits(b))
}

/// `fle.s`.
#[inline(always)]
pub fn less_or_equal(a: u32, b: u32) -> Estimate {
    comparison(a, b, f32::from_bits(a) <= f32::from_bits(b))
}

/// `fcvt.w.s`, towards zero.
#[inline(always)]
pub fn to_i32(a: u32) -> Estimate {
    let a = f32::from_bits(a);
    let value = a as i32;
    Estimate {
        value: value as u32,
        inexact: value as f32 != a,
        hard: magnitude(a) >= TWO_31,
    }
}

/// `fcvt.wu.s`, towards zero.
#[inline(always)]
pub fn to_u32(a: u32) -> Estimate {
    let estimate = to_i32(a);
    Estimate {
        hard: estimate.hard | (a & SIGN != 0),
        ..estimate
    }
}

#[inline(always)]
fn from_integer(exact: f64) -> Estimate {
    let value = exact as f32;
    Estimate {
        value: value.to_bits(),
        inexact: f64::from(value) != exact,
        hard: false,
    }
}

/// `fcvt.s.w`.
#[inline(always)]
pub fn from_i32(a: u32) -> Estimate {
    from_integer(f64::from(a as i32))
}

/// `fcvt.s.wu`.
#[inline(always)]
pub fn from_u32(a: u32) -> Estimate {
    from_integer(f64::from(a))
}
