//! Numbers as C prints them, without sign and width.

/// Default precision of `%f`, `%e` and `%g`.
const PRECISION: usize = 6;
/// Binary and hexadecimal digits of a fraction.
const FRACTION_BITS: u32 = 52;
const FRACTION_DIGITS: usize = 13;

/// A non-negative number as a conversion's letter prints it. `alternate` keeps the point, and the trailing zeros of `%g`.
pub(super) fn digits(value: f64, letter: u8, precision: Option<usize>, alternate: bool) -> String {
    let text = if value.is_nan() {
        "nan".to_owned()
    } else if value.is_infinite() {
        "inf".to_owned()
    } else {
        let decimals = precision.unwrap_or(PRECISION);
        match letter.to_ascii_lowercase() {
            b'e' => exponential(value, decimals, alternate),
            b'g' => shorter(value, decimals.max(1), alternate),
            b'a' => hexadecimal(value, precision, alternate),
            _ => with_point(format!("{value:.decimals$}"), alternate),
        }
    };
    match letter.is_ascii_uppercase() {
        true => text.to_uppercase(),
        false => text,
    }
}

/// Appends a point to a number without one, if `alternate`.
fn with_point(mut text: String, alternate: bool) -> String {
    if alternate && !text.contains('.') {
        text.push('.');
    }
    text
}

fn exponential(value: f64, decimals: usize, alternate: bool) -> String {
    let (significand, exponent) = parts(value, decimals);
    format!(
        "{}e{}",
        with_point(significand, alternate),
        signed(exponent, 2)
    )
}

/// Significand and exponent of a number, rounded.
fn parts(value: f64, decimals: usize) -> (String, i32) {
    let text = format!("{value:.decimals$e}");
    let (significand, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (significand.to_owned(), exponent.parse().unwrap_or(0))
}

/// An exponent with its sign and at least `digits` digits.
fn signed(exponent: i32, digits: usize) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{sign}{:0digits$}", exponent.unsigned_abs())
}

/// `%g`: the exponent of the rounded number decides whether the number is printed with an exponent.
fn shorter(value: f64, significant: usize, alternate: bool) -> String {
    let (significand, exponent) = parts(value, significant - 1);
    let is_plain = exponent >= -4 && i64::from(exponent) < significant as i64;
    let text = match is_plain {
        true => {
            let decimals = (significant as i64 - 1 - i64::from(exponent)) as usize;
            format!("{value:.decimals$}")
        }
        false => significand,
    };
    let text = match alternate {
        true => with_point(text, true),
        false if text.contains('.') => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    };
    match is_plain {
        true => text,
        false => format!("{text}e{}", signed(exponent, 2)),
    }
}

/// `%a` without its `0x`.
fn hexadecimal(value: f64, precision: Option<usize>, alternate: bool) -> String {
    if value == 0.0 {
        let zeros = "0".repeat(precision.unwrap_or(0));
        let point = if zeros.is_empty() && !alternate {
            ""
        } else {
            "."
        };
        return format!("0{point}{zeros}p+0");
    }
    let (mut fraction, exponent) = normalized(value);
    if let Some(digits) = precision.filter(|&digits| digits < FRACTION_DIGITS) {
        let lost = 4 * (FRACTION_DIGITS - digits) as u32;
        let (half, rest) = (1 << (lost - 1), fraction & ((1 << lost) - 1));
        let is_odd = fraction >> lost & 1 == 1;
        fraction >>= lost;
        fraction = (fraction + u64::from(rest > half || (rest == half && is_odd))) << lost;
    }
    let leading = fraction >> FRACTION_BITS;
    let digits = format!("{:013x}", fraction & ((1 << FRACTION_BITS) - 1));
    let digits = match precision {
        Some(precision) => format!("{digits:0<precision$}")[..precision].to_owned(),
        None => digits.trim_end_matches('0').to_owned(),
    };
    let point = if digits.is_empty() && !alternate {
        ""
    } else {
        "."
    };
    format!("{leading}{point}{digits}p{}", signed(exponent, 1))
}

/// A significand with its leading one at bit 52, and the exponent.
fn normalized(value: f64) -> (u64, i32) {
    let bits = value.to_bits();
    let (exponent, fraction) = (
        (bits >> FRACTION_BITS) as i32,
        bits & ((1 << FRACTION_BITS) - 1),
    );
    match exponent {
        0 => {
            let shift = fraction.leading_zeros() - (63 - FRACTION_BITS);
            (fraction << shift, -1022 - shift as i32)
        }
        _ => (fraction | 1 << FRACTION_BITS, exponent - 1023),
    }
}
