//! Conversions (OpenCL 1.2, 6.2.3): from every type to every type, with every rounding, saturated and not.

use super::call::Type;
use super::expected::Expected;
use super::function::{Bound, Function, Right};
use super::rounding::Rounding;
use super::value::{Kind, Value};

/// The suffixes of names and their roundings.
const ROUNDINGS: [(&str, Option<Rounding>); 5] = [
    ("", None),
    ("_rte", Some(Rounding::Nearest)),
    ("_rtz", Some(Rounding::Zero)),
    ("_rtp", Some(Rounding::Up)),
    ("_rtn", Some(Rounding::Down)),
];

/// Conversions of one type to all types.
pub fn from(kind: Kind) -> Vec<Function> {
    Kind::ALL
        .into_iter()
        .flat_map(|to| conversions(kind, to))
        .collect()
}

fn conversions(from: Kind, to: Kind) -> Vec<Function> {
    // Only integers are saturated.
    let saturations = if to.is_floating() {
        &[false][..]
    } else {
        &[false, true]
    };
    let names = saturations
        .iter()
        .flat_map(|&saturates| ROUNDINGS.map(|(name, rounding)| (saturates, name, rounding)));
    let function = |(saturates, name, rounding): (bool, &str, Option<Rounding>)| {
        let saturation = if saturates { "_sat" } else { "" };
        let right = Right::new(Bound::Exact, move |x| match to {
            Kind::Float => Expected::Exactly(to_float(x[0], rounding)),
            Kind::Double => Expected::Exactly(to_double(x[0], rounding)),
            to => to_integer(x[0], to, rounding, saturates),
        });
        let name = format!("convert_{}#{saturation}{name}", to.name());
        Function::new(&name, &[Type::vector(from)], Type::vector(to), right)
    };
    names.map(function).collect()
}

fn to_float(x: Value, rounding: Option<Rounding>) -> Value {
    let rounding = rounding.unwrap_or(Rounding::Nearest);
    match x {
        Value::Float(_) => x,
        Value::Double(x) => Value::Float(rounding.of_double(x)),
        Value::Whole(x) => Value::Float(rounding.of_integer(x)),
    }
}

fn to_double(x: Value, rounding: Option<Rounding>) -> Value {
    match x {
        Value::Whole(x) => {
            Value::Double(rounding.unwrap_or(Rounding::Nearest).double_of_integer(x))
        }
        x => Value::Double(x.real()),
    }
}

/// The expected integer. Integers that do not fit are reduced modulo the size of the new type; for numbers that do not fit, the
/// standard does not specify the result.
fn to_integer(x: Value, to: Kind, rounding: Option<Rounding>, saturates: bool) -> Expected {
    let whole = match x {
        Value::Whole(x) => x,
        x => {
            let x = rounding.unwrap_or(Rounding::Zero).to_integral(x.real());
            // The cast saturates far beyond all integers, and gives 0 for a NaN.
            let whole = x as i128;
            let fits = !x.is_nan() && (to.min()..=to.max()).contains(&whole);
            if !saturates && !fits {
                return Expected::Open;
            }
            whole
        }
    };
    Expected::Exactly(match saturates {
        true => to.saturate(whole),
        false => to.wrap(whole),
    })
}
