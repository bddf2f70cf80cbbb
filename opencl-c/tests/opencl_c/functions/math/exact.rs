//! Functions that are exact or rounded correctly. References use one `f32` operation, or `f64` operations without rounding.

use crate::functions::call::{Space, Type};
use crate::functions::expected::Expected;
use crate::functions::function::{Bound, Function, Right, Widths};
use crate::functions::value::{Kind, Value};

const FLOAT: Type = Type::vector(Kind::Float);
const SCALAR: Type = Type::scalar(Kind::Float);
const INT: Type = Type::vector(Kind::Int);
const ONE_INT: Type = Type::scalar(Kind::Int);

type Unary = fn(f32) -> f32;
type Binary = fn(f32, f32) -> f32;
type Ternary = fn(f32, f32, f32) -> f32;

const UNARY: [(&str, Unary); 7] = [
    ("ceil", f32::ceil),
    ("fabs", f32::abs),
    ("floor", f32::floor),
    ("logb", logb),
    ("rint", f32::round_ties_even),
    ("round", f32::round),
    ("trunc", f32::trunc),
];

const BINARY: [(&str, Binary); 5] = [
    ("copysign", f32::copysign),
    ("fdim", fdim),
    ("fmod", |x, y| x % y),
    ("nextafter", libm::nextafterf),
    ("remainder", |x, y| {
        libm::remainder(x.into(), y.into()) as f32
    }),
];

/// Functions that choose one argument. The sign of the result is open if all candidates are zeros.
const EXTREME: [(&str, Binary); 4] = [
    ("fmax", f32::max),
    ("fmin", f32::min),
    ("maxmag", maxmag),
    ("minmag", minmag),
];

/// The standard allows any value for `mad`; here `mad` equals `fma`.
const TERNARY: [(&str, Ternary); 2] = [("fma", libm::fmaf), ("mad", libm::fmaf)];

pub fn functions() -> Vec<Function> {
    let unary = UNARY.map(|(name, of)| of_floats::<1>(name, move |[x]| of(x)));
    let binary = BINARY.map(|(name, of)| of_floats::<2>(name, move |[x, y]| of(x, y)));
    let ternary = TERNARY.map(|(name, of)| of_floats::<3>(name, move |[x, y, z]| of(x, y, z)));
    let extreme = EXTREME.map(|(name, of)| Function::new(name, &[FLOAT; 2], FLOAT, extreme(of)));
    let mut functions: Vec<Function> = unary.into_iter().chain(binary).chain(ternary).collect();
    functions.extend(extreme);
    functions.extend(with_scalars());
    functions.extend([ilogb(), ldexp(INT), nan()]);
    functions.extend(Space::ALL.into_iter().flat_map(with_second));
    functions
}

fn of_floats<const COUNT: usize>(
    name: &str,
    of: impl Fn([f32; COUNT]) -> f32 + Send + Sync + 'static,
) -> Function {
    let right = Right::exact(move |x| Value::Float(of(floats(x))));
    Function::new(name, &[FLOAT; COUNT], FLOAT, right)
}

fn floats<const COUNT: usize>(values: &[Value]) -> [f32; COUNT] {
    std::array::from_fn(|at| values[at].float())
}

fn extreme(of: Binary) -> Right {
    Right::new(Bound::Exact, move |values| {
        let [x, y] = floats(values);
        match x == 0.0 && y == 0.0 {
            true => Expected::Zero,
            false => Expected::Exactly(Value::Float(of(x, y))),
        }
    })
}

/// Functions of a vector and a number.
fn with_scalars() -> impl Iterator<Item = Function> {
    let extremes = EXTREME
        .into_iter()
        .filter(|(name, _)| name.starts_with('f'));
    let extremes =
        extremes.map(|(name, of)| Function::new(name, &[FLOAT, SCALAR], FLOAT, extreme(of)));
    let functions = extremes.chain([ldexp(ONE_INT)]);
    functions.map(|function| function.of(Widths::Vectors))
}

/// Zeros and infinities have no exponent; their results are the constants of clang's header.
fn ilogb() -> Function {
    let right = Right::exact(|x| {
        let x = x[0].float();
        Value::Whole(match x {
            0.0 => i32::MIN.into(),
            x if !x.is_finite() => i32::MAX.into(),
            x => exponent(x).into(),
        })
    });
    Function::new("ilogb", &[FLOAT], INT, right)
}

fn ldexp(power: Type) -> Function {
    let right = Right::exact(|values| {
        // With powers beyond these, every result is a zero or an infinity.
        let power = values[1].whole().clamp(-400, 400) as i32;
        Value::Float(libm::ldexp(values[0].real(), power) as f32)
    });
    Function::new("ldexp", &[FLOAT, power], FLOAT, right)
}

fn nan() -> Function {
    let uint = Type::vector(Kind::Uint);
    Function::new(
        "nan",
        &[uint],
        FLOAT,
        Right::exact(|_| Value::Float(f32::NAN)),
    )
}

/// Functions with a second result.
fn with_second(space: Space) -> [Function; 4] {
    let one = |name, first: Unary, second: Unary| {
        let right = |of: Unary| Right::exact(move |x| Value::Float(of(x[0].float())));
        Function::new(name, &[FLOAT], FLOAT, right(first)).through(FLOAT, space, right(second))
    };
    [
        one("fract", fract, f32::floor),
        one("modf", fraction, f32::trunc),
        frexp(space),
        remquo(space),
    ]
}

fn frexp(space: Space) -> Function {
    let significand = Right::exact(|x| {
        let x = x[0].float();
        Value::Float(match has_exponent(x) {
            true => libm::ldexp(x.into(), -exponent(x) - 1) as f32,
            false => x,
        })
    });
    let power = Right::exact(|x| {
        let x = x[0].float();
        let power = if has_exponent(x) { exponent(x) + 1 } else { 0 };
        Value::Whole(power.into())
    });
    Function::new("frexp", &[FLOAT], FLOAT, significand).through(INT, space, power)
}

/// The second result is the lower seven bits of the quotient, with its sign.
fn remquo(space: Space) -> Function {
    let both = |values: &[Value]| libm::remquo(values[0].real(), values[1].real());
    let remainder = Right::exact(move |values| Value::Float(both(values).0 as f32));
    let quotient = Right::exact(move |values| {
        let (remainder, quotient) = both(values);
        let bits = match remainder.is_nan() {
            true => 0,
            false => (quotient.abs() & 0x7f) * quotient.signum(),
        };
        Value::Whole(bits.into())
    });
    Function::new("remquo", &[FLOAT, FLOAT], FLOAT, remainder).through(INT, space, quotient)
}

fn has_exponent(x: f32) -> bool {
    x.is_finite() && x != 0.0
}

/// The exponent of a number that has one.
fn exponent(x: f32) -> i32 {
    // A subnormal `f32` is a normal `f64`.
    (f64::from(x).abs().to_bits() >> 52) as i32 - 1023
}

fn logb(x: f32) -> f32 {
    match x {
        0.0 => f32::NEG_INFINITY,
        x if !x.is_finite() => x.abs(),
        x => exponent(x) as f32,
    }
}

/// The difference of equal infinities is NaN, but their positive difference is 0.
fn fdim(x: f32, y: f32) -> f32 {
    match x.partial_cmp(&y) {
        None => f32::NAN,
        Some(std::cmp::Ordering::Greater) => x - y,
        Some(_) => 0.0,
    }
}

fn maxmag(x: f32, y: f32) -> f32 {
    match x.abs().partial_cmp(&y.abs()) {
        Some(std::cmp::Ordering::Greater) => x,
        Some(std::cmp::Ordering::Less) => y,
        _ => x.max(y),
    }
}

fn minmag(x: f32, y: f32) -> f32 {
    match x.abs().partial_cmp(&y.abs()) {
        Some(std::cmp::Ordering::Greater) => y,
        Some(std::cmp::Ordering::Less) => x,
        _ => x.min(y),
    }
}

/// The fraction: less than 1, and with the sign of the argument if it is zero.
fn fract(x: f32) -> f32 {
    match x {
        x if x.is_infinite() || x == 0.0 => 0_f32.copysign(x),
        x if x.is_nan() => x,
        x => (x - x.floor()).min(1.0_f32.next_down()),
    }
}

/// Section 7.5.2: the part after the point, with the sign of the argument.
fn fraction(x: f32) -> f32 {
    let fraction = if x.is_infinite() { 0.0 } else { x - x.trunc() };
    fraction.copysign(x)
}
