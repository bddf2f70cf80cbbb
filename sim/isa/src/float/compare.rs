//! Comparisons, minimum and maximum, classification (chapters 11.6, 11.8 and 11.9).

use super::number::{is_infinite, is_nan, is_negative, is_signaling, is_zero};
use super::{CANONICAL_NAN, Flags};

/// Maps bits to integers that order like the numbers, with -0 below +0.
fn order(bits: u32) -> i32 {
    bits as i32 ^ ((bits as i32 >> 31) as u32 >> 1) as i32
}

fn signal_if(condition: bool, flags: &mut Flags) {
    if condition {
        flags.raise(Flags::INVALID);
    }
}

/// `feq.s`: quiet, only signaling NaNs are invalid.
pub fn equal(a: u32, b: u32, flags: &mut Flags) -> bool {
    signal_if(is_signaling(a) || is_signaling(b), flags);
    !is_nan(a) && !is_nan(b) && (a == b || is_zero(a) && is_zero(b))
}

/// `flt.s`: signaling, any NaN is invalid.
pub fn less(a: u32, b: u32, flags: &mut Flags) -> bool {
    let unordered = is_nan(a) || is_nan(b);
    signal_if(unordered, flags);
    !unordered && order(a) < order(b) && !(is_zero(a) && is_zero(b))
}

/// `fle.s`: signaling, any NaN is invalid.
pub fn less_or_equal(a: u32, b: u32, flags: &mut Flags) -> bool {
    let unordered = is_nan(a) || is_nan(b);
    signal_if(unordered, flags);
    !unordered && (order(a) <= order(b) || is_zero(a) && is_zero(b))
}

/// `fmin.s`: -0 is below +0; a NaN loses against a number.
pub fn minimum(a: u32, b: u32, flags: &mut Flags) -> u32 {
    choose(a, b, order(a) < order(b), flags)
}

/// `fmax.s`: +0 is above -0; a NaN loses against a number.
pub fn maximum(a: u32, b: u32, flags: &mut Flags) -> u32 {
    choose(a, b, order(a) > order(b), flags)
}

fn choose(a: u32, b: u32, first: bool, flags: &mut Flags) -> u32 {
    signal_if(is_signaling(a) || is_signaling(b), flags);
    match (is_nan(a), is_nan(b)) {
        (true, true) => CANONICAL_NAN,
        (true, false) => b,
        (false, true) => a,
        (false, false) => {
            if first {
                a
            } else {
                b
            }
        }
    }
}

/// `fclass.s`: one bit of ten (chapter 11.9, table 11.5).
pub fn classify(bits: u32) -> u32 {
    let subnormal = bits & 0x7f80_0000 == 0;
    // Position for positive numbers; the negative ones mirror it around 3.5.
    let position = match bits {
        _ if is_signaling(bits) => return 1 << 8,
        _ if is_nan(bits) => return 1 << 9,
        _ if is_zero(bits) => 4,
        _ if is_infinite(bits) => 7,
        _ if subnormal => 5,
        _ => 6,
    };
    1 << if is_negative(bits) {
        7 - position
    } else {
        position
    }
}
