//! Expected results, and the error of an actual result.

use super::quad::Exact;
use super::value::Value;
use std::fmt;

/// The result that a function has to return for some arguments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expected {
    /// This value. All NaNs are equal.
    Exactly(Value),
    /// A zero, whose sign is open.
    Zero,
    /// A float near this real number.
    Near(f64),
    /// A double near this real number.
    NearExact(Exact),
    /// A float no farther than `tolerance` from this real number.
    Within { value: f64, tolerance: f64 },
    /// The standard leaves it open.
    Open,
}

/// The end of the range of floats: 2^128, the value as which an infinity counts.
const END: f64 = 2.0 * (1_u128 << 127) as f64;

impl Expected {
    /// The error of a result: in units in the last place, or for [`Expected::Within`] as a multiple of the tolerance. Infinite if
    /// only an exact value is permitted and the result is another one.
    pub fn error(self, found: Value) -> f64 {
        let right = |is_right| if is_right { 0.0 } else { f64::INFINITY };
        match self {
            Self::Exactly(value) => right(value.is(found)),
            Self::Zero => right(found.real() == 0.0),
            Self::Near(value) => units_off(found.float(), value),
            Self::NearExact(exact) => exact.units_off(found.double()),
            Self::Within { value, tolerance } if value.is_finite() && found.real().is_finite() => {
                match (found.real() - value).abs() {
                    0.0 => 0.0,
                    off => off / tolerance,
                }
            }
            Self::Within { value, .. } => right(Value::Float(value as f32).is(found)),
            Self::Open => 0.0,
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(value) => write!(f, "{value}"),
            Self::Zero => write!(f, "0"),
            Self::Near(value) | Self::Within { value, .. } => write!(f, "{value:e}"),
            Self::NearExact(exact) => write!(f, "{:e}", exact.nearest),
            Self::Open => write!(f, "something"),
        }
    }
}

/// The unit in the last place of a real number (OpenCL 1.2, 7.4): the distance between the floats around it. For a number that
/// is itself a float: the distance to the nearest other float.
pub fn ulp(value: f64) -> f64 {
    let bits = value.abs().to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32 - 1023, bits & ((1 << 52) - 1));
    let below = i32::from(fraction == 0 && (-125..=127).contains(&exponent));
    libm::ldexp(1.0, exponent.clamp(-126, 127) - below - 23)
}

/// The error of a float in units in the last place.
fn units_off(found: f32, exact: f64) -> f64 {
    let rounded = exact as f32;
    if rounded.is_nan() || found.is_nan() || exact.is_infinite() {
        return match Value::Float(rounded).is(Value::Float(found)) {
            true => 0.0,
            false => f64::INFINITY,
        };
    }
    if found == rounded && (found.is_infinite() || found == 0.0) {
        let is_signed = found.is_sign_positive() == exact.is_sign_positive();
        return if is_signed || exact != 0.0 {
            0.0
        } else {
            f64::INFINITY
        };
    }
    let found = match found.is_infinite() {
        true => END.copysign(found.into()),
        false => found.into(),
    };
    (found - exact).abs() / ulp(exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_those_of_the_standard() {
        let one = f64::from(f32::EPSILON);
        assert_eq!(
            [ulp(1.5), ulp(1.0), ulp(1.0 + 1e-12)],
            [one, one / 2.0, one]
        );
        let least = f64::from(f32::from_bits(1));
        assert_eq!(
            [ulp(0.0), ulp(1e-42), ulp(f32::MIN_POSITIVE.into())],
            [least; 3]
        );
        assert_eq!(ulp(f32::MAX.into()), ulp(END * 8.0));
    }

    #[test]
    fn infinities_and_zeros_are_off_by_what_lies_between() {
        let off = |found, exact| Expected::Near(exact).error(Value::Float(found));
        assert_eq!(
            off(1.0 + f32::EPSILON, 1.0 + 2.5 * f64::from(f32::EPSILON)),
            1.5
        );
        assert_eq!([off(f32::INFINITY, END), off(f32::MAX, END)], [0.0, 1.0]);
        assert_eq!(off(f32::INFINITY, f64::from(f32::MAX)), 1.0);
        assert_eq!([off(0.0, 1e-60), off(-0.0, 0.0)], [0.0, f64::INFINITY]);
        assert_eq!(
            [off(f32::NAN, f64::NAN), off(1.0, f64::NAN)],
            [0.0, f64::INFINITY]
        );
    }
}
