//! Common functions (OpenCL 1.2, 6.12.4). The standard gives no error bounds for them. The bounds here are those of OpenCL C
//! 3.0 where they cover all arguments, and otherwise the sum of the rounding errors of the formula.

use super::call::Type;
use super::expected::Expected;
use super::function::{Bound, Function, Right, Widths};
use super::value::{Kind, Value};

const FLOAT: Type = Type::vector(Kind::Float);
const SCALAR: Type = Type::scalar(Kind::Float);

/// Half a unit in the last place, relative to the number.
const ROUNDING: f64 = f32::EPSILON as f64 / 2.0;

pub fn functions() -> Vec<Function> {
    let all = [
        Function::new("clamp", &[FLOAT; 3], FLOAT, clamp()),
        Function::new("degrees", &[FLOAT], FLOAT, near(f64::to_degrees)),
        Function::new("max", &[FLOAT; 2], FLOAT, extreme(f32::max)),
        Function::new("min", &[FLOAT; 2], FLOAT, extreme(f32::min)),
        Function::new("mix", &[FLOAT; 3], FLOAT, mix()),
        Function::new("radians", &[FLOAT], FLOAT, near(f64::to_radians)),
        Function::new("sign", &[FLOAT], FLOAT, sign()),
        Function::new("smoothstep", &[FLOAT; 3], FLOAT, smoothstep()),
        Function::new("step", &[FLOAT; 2], FLOAT, step()),
    ];
    let with_scalars = [
        Function::new("clamp", &[FLOAT, SCALAR, SCALAR], FLOAT, clamp()),
        Function::new("max", &[FLOAT, SCALAR], FLOAT, extreme(f32::max)),
        Function::new("min", &[FLOAT, SCALAR], FLOAT, extreme(f32::min)),
        Function::new("mix", &[FLOAT, FLOAT, SCALAR], FLOAT, mix()),
        Function::new("smoothstep", &[SCALAR, SCALAR, FLOAT], FLOAT, smoothstep()),
        Function::new("step", &[SCALAR, FLOAT], FLOAT, step()),
    ];
    let with_scalars = with_scalars.map(|function| function.of(Widths::Vectors));
    all.into_iter().chain(with_scalars).collect()
}

/// The arguments, if none of them is NaN; the standard does not specify results for NaNs.
fn numbers(values: &[Value]) -> Option<Vec<f32>> {
    let numbers: Vec<f32> = values.iter().map(|value| value.float()).collect();
    numbers.iter().all(|x| !x.is_nan()).then_some(numbers)
}

/// The expected result of a function that chooses a value. If it is a zero, its sign is open.
fn chosen(value: f32) -> Expected {
    match value {
        0.0 => Expected::Zero,
        value => Expected::Exactly(Value::Float(value)),
    }
}

fn clamp() -> Right {
    Right::new(Bound::Exact, |values| match numbers(values).as_deref() {
        Some(&[x, low, high]) if low <= high => chosen(x.clamp(low, high)),
        _ => Expected::Open,
    })
}

fn extreme(of: fn(f32, f32) -> f32) -> Right {
    Right::new(Bound::Exact, move |values| {
        match numbers(values).as_deref() {
            Some(&[x, y]) => chosen(of(x, y)),
            _ => Expected::Open,
        }
    })
}

fn near(of: fn(f64) -> f64) -> Right {
    Right::new(Bound::Ulps(2.0), move |x| Expected::Near(of(x[0].real())))
}

/// `x + (y - x) * a` for an `a` from 0 to 1: a difference, a product and a sum are rounded.
fn mix() -> Right {
    Right::new(Bound::Tolerance, |values| {
        let [x, y, a] = [0, 1, 2].map(|at| values[at].real());
        let difference = y - x;
        let value = x + difference * a;
        let tolerance =
            ROUNDING * (2.1 * (difference * a).abs() + value.abs()) + f64::from(f32::from_bits(2));
        let is_open = !(0.0..=1.0).contains(&a) || difference.abs() >= f64::from(f32::MAX);
        match is_open || !x.is_finite() || !y.is_finite() {
            true => Expected::Open,
            false => Expected::Within { value, tolerance },
        }
    })
}

fn sign() -> Right {
    Right::exact(|x| {
        let x = x[0].float();
        Value::Float(match x {
            x if x.is_nan() => 0.0,
            x if x == 0.0 => x,
            x => x.signum(),
        })
    })
}

/// OpenCL C 3.0 allows an absolute error of 1e-5.
fn smoothstep() -> Right {
    const TOLERANCE: f64 = 1e-5;
    Right::new(Bound::Tolerance, |values| {
        let [low, high, x] = [0, 1, 2].map(|at| values[at].real());
        let are_numbers = values.iter().all(|value| value.float().is_finite());
        let fits = f64::from(f32::MAX) > (high - low).max((x - low).abs());
        let part = ((x - low) / (high - low)).clamp(0.0, 1.0);
        match are_numbers && fits && low < high {
            true => Expected::Within {
                value: part * part * (3.0 - 2.0 * part),
                tolerance: TOLERANCE,
            },
            false => Expected::Open,
        }
    })
}

fn step() -> Right {
    Right::exact(|values| {
        let [edge, x] = [values[0].float(), values[1].float()];
        Value::Float(if x < edge { 0.0 } else { 1.0 })
    })
}
