//! Functions with an error; the bounds are those of section 7.4 for the full profile. References are computed in `f64`,
//! with more than twice the precision.

use super::pi::{cospi, sinpi, tanpi};
use crate::functions::call::{Space, Type};
use crate::functions::expected::Expected;
use crate::functions::function::{Bound, Function, Right};
use crate::functions::value::{Kind, Value};
use std::f64::consts::PI;

const FLOAT: Type = Type::vector(Kind::Float);
const INT: Type = Type::vector(Kind::Int);

type Unary = fn(f64) -> f64;
type Binary = fn(f64, f64) -> f64;

pub(super) const UNARY: [(&str, f64, Unary); 32] = [
    ("acos", 4.0, libm::acos),
    ("acosh", 4.0, acosh),
    ("acospi", 5.0, |x| libm::acos(x) / PI),
    ("asin", 4.0, libm::asin),
    ("asinh", 4.0, libm::asinh),
    ("asinpi", 5.0, |x| libm::asin(x) / PI),
    ("atan", 5.0, libm::atan),
    ("atanh", 5.0, libm::atanh),
    ("atanpi", 5.0, |x| libm::atan(x) / PI),
    ("cbrt", 2.0, libm::cbrt),
    ("cos", 4.0, libm::cos),
    ("cosh", 4.0, libm::cosh),
    ("cospi", 4.0, cospi),
    ("erf", 16.0, libm::erf),
    ("erfc", 16.0, libm::erfc),
    ("exp", 3.0, libm::exp),
    ("exp2", 3.0, libm::exp2),
    ("exp10", 3.0, libm::exp10),
    ("expm1", 3.0, libm::expm1),
    ("log", 3.0, libm::log),
    ("log2", 3.0, libm::log2),
    ("log10", 3.0, libm::log10),
    ("log1p", 2.0, libm::log1p),
    ("rsqrt", 2.0, rsqrt),
    ("sin", 4.0, libm::sin),
    ("sinh", 4.0, libm::sinh),
    ("sinpi", 4.0, sinpi),
    ("sqrt", 3.0, libm::sqrt),
    ("tan", 5.0, libm::tan),
    ("tanh", 5.0, libm::tanh),
    ("tanpi", 6.0, tanpi),
    ("tgamma", 16.0, libm::tgamma),
];

pub(super) const BINARY: [(&str, f64, Binary); 5] = [
    ("atan2", 6.0, libm::atan2),
    ("atan2pi", 6.0, |y, x| libm::atan2(y, x) / PI),
    ("hypot", 4.0, libm::hypot),
    ("pow", 16.0, libm::pow),
    ("powr", 16.0, powr),
];

pub(super) const WITH_A_WHOLE_NUMBER: [(&str, f64, Binary); 2] =
    [("pown", 16.0, libm::pow), ("rootn", 16.0, rootn)];

/// Functions that also exist with the prefixes `half_` and `native_`.
const LESS_EXACT: [(&str, Unary); 12] = [
    ("cos", libm::cos),
    ("exp", libm::exp),
    ("exp2", libm::exp2),
    ("exp10", libm::exp10),
    ("log", libm::log),
    ("log2", libm::log2),
    ("log10", libm::log10),
    ("recip", |x| 1.0 / x),
    ("rsqrt", rsqrt),
    ("sin", libm::sin),
    ("sqrt", libm::sqrt),
    ("tan", libm::tan),
];

const LESS_EXACT_OF_TWO: [(&str, Binary); 2] = [("divide", |x, y| x / y), ("powr", powr)];

/// The error of functions whose name begins with `half_`.
const HALF: Bound = Bound::Ulps(8192.0);
/// The largest angle for `half_` functions.
const LARGEST_ANGLE: f64 = 65536.0;

pub fn functions() -> Vec<Function> {
    let unary = |&(name, ulps, of): &(&str, f64, Unary)| {
        one(name, Right::new(Bound::Ulps(ulps), of_one(of)))
    };
    let binary = |second: Type| {
        move |&(name, ulps, of): &(&str, f64, Binary)| {
            let right = Right::new(Bound::Ulps(ulps), of_two(name, of));
            Function::new(name, &[FLOAT, second], FLOAT, right)
        }
    };
    let functions = UNARY.iter().map(unary);
    let functions = functions.chain(BINARY.iter().map(binary(FLOAT)));
    let functions = functions.chain(WITH_A_WHOLE_NUMBER.iter().map(binary(INT)));
    functions
        .chain(less_exact())
        .chain(gammas())
        .chain(Space::ALL.map(sincos))
        .collect()
}

fn less_exact() -> impl Iterator<Item = Function> {
    let unary = LESS_EXACT.iter().flat_map(|&(name, of)| {
        let is_angle = ["cos", "sin", "tan"].contains(&name);
        let reference = of_one(of);
        let half = Right::new(HALF, move |x: &[Value]| {
            match is_angle && x[0].real().abs() > LARGEST_ANGLE {
                true => Expected::Open,
                false => reference(x),
            }
        });
        [
            one(&format!("half_{name}"), half),
            one(
                &format!("native_{name}"),
                Right::new(Bound::Open, of_one(of)),
            ),
        ]
    });
    let binary = LESS_EXACT_OF_TWO.iter().flat_map(|&(name, of)| {
        [("half", HALF), ("native", Bound::Open)].map(|(prefix, bound)| {
            let right = Right::new(bound, of_two(name, of));
            Function::new(&format!("{prefix}_{name}"), &[FLOAT, FLOAT], FLOAT, right)
        })
    });
    unary.chain(binary)
}

/// `lgamma` has no bound. The sign of the gamma function is exact, and 0 where the function has no sign.
fn gammas() -> impl Iterator<Item = Function> {
    let value = || Right::new(Bound::Open, of_one(libm::lgamma));
    let with_sign = Space::ALL.map(|space| {
        let sign = Right::exact(|x| sign_of_gamma(x[0].real()));
        one("lgamma_r", value()).through(INT, space, open_without_sign(sign))
    });
    [one("lgamma", value())].into_iter().chain(with_sign)
}

/// 0 where the gamma function has a pole.
pub(super) fn sign_of_gamma(x: f64) -> Value {
    let sign = match x <= 0.0 && x.floor() == x && x.is_finite() {
        true => 0,
        false => libm::lgamma_r(x).1,
    };
    Value::Whole(sign.into())
}

/// Leaves the sign of the gamma function open for infinities and NaNs.
pub(super) fn open_without_sign(sign: Right) -> Right {
    Right::new(Bound::Exact, move |x| match x[0].real().is_finite() {
        true => (sign.reference)(x),
        false => Expected::Open,
    })
}

fn sincos(space: Space) -> Function {
    let right = |of| Right::new(Bound::Ulps(4.0), of_one(of));
    one("sincos", right(libm::sin)).through(FLOAT, space, right(libm::cos))
}

fn one(name: &str, right: Right) -> Function {
    Function::new(name, &[FLOAT], FLOAT, right)
}

fn of_one(of: Unary) -> impl Fn(&[Value]) -> Expected {
    move |x| near(&[x[0].real()], of(x[0].real()))
}

/// The reference of a function of two arguments. A power of one is also prescribed exactly.
fn of_two(name: &str, of: Binary) -> impl Fn(&[Value]) -> Expected + use<> {
    let is_power = ["pow", "powr"].contains(&name);
    move |x| {
        let [x, y] = [x[0].real(), x[1].real()];
        match is_power && x == 1.0 && !y.is_nan() {
            true => Expected::Exactly(Value::Float(of(x, y) as f32)),
            false => near(&[x, y], of(x, y)),
        }
    }
}

/// A float near a real number. For zeros and infinities, where Annex F of C or section 7.5.1 prescribe a result, only that
/// result is permitted.
fn near(arguments: &[f64], value: f64) -> Expected {
    let is_special = |x: &f64| *x == 0.0 || x.is_infinite();
    let float = value as f32;
    match arguments.iter().any(is_special) && f64::from(float) == value {
        true => Expected::Exactly(Value::Float(float)),
        false => Expected::Near(value),
    }
}

/// `libm` returns numbers, not NaN, for some arguments below 1.
fn acosh(x: f64) -> f64 {
    if x < 1.0 { f64::NAN } else { libm::acosh(x) }
}

fn rsqrt(x: f64) -> f64 {
    1.0 / libm::sqrt(x)
}

/// Section 7.5.1: a power of non-negative numbers.
fn powr(x: f64, y: f64) -> f64 {
    let has_no_power_of_zero = x == 0.0 || x == f64::INFINITY;
    let is_open = (has_no_power_of_zero && y == 0.0) || (x == 1.0 && y.is_infinite());
    match is_open || x < 0.0 || x.is_nan() || y.is_nan() {
        true => f64::NAN,
        // A negative zero is a zero.
        false => libm::pow(x.abs(), y),
    }
}

/// Section 7.5.1: the n-th root. Odd roots of negative numbers and zeros keep the sign.
fn rootn(x: f64, n: f64) -> f64 {
    let is_odd = n % 2.0 != 0.0;
    match n == 0.0 || (x < 0.0 && !is_odd) {
        true => f64::NAN,
        false => {
            let root = libm::pow(x.abs(), 1.0 / n);
            if is_odd { root.copysign(x) } else { root }
        }
    }
}
