//! Functions of `double` with an error. The bounds are those of functions of `float`, but for the square root, which is rounded
//! correctly. References are computed with 113 bits.

use super::approximate::{BINARY, UNARY, WITH_A_WHOLE_NUMBER, open_without_sign, sign_of_gamma};
use crate::functions::call::{Space, Type};
use crate::functions::expected::Expected;
use crate::functions::function::{Bound, Function, Right};
use crate::functions::quad::exact;
use crate::functions::value::{Kind, Value};

const DOUBLE: Type = Type::vector(Kind::Double);
const INT: Type = Type::vector(Kind::Int);

pub fn functions() -> Vec<Function> {
    let unary = UNARY.iter().filter(|(name, ..)| *name != "sqrt");
    let unary = unary.map(|&(name, ulps, _)| one(name, Bound::Ulps(ulps)));
    let two = |second: Type| {
        move |&(name, ulps, _): &(&'static str, f64, _)| {
            Function::new(
                name,
                &[DOUBLE, second],
                DOUBLE,
                right(name, Bound::Ulps(ulps)),
            )
        }
    };
    let binary = BINARY.iter().map(two(DOUBLE));
    let with_a_whole_number = WITH_A_WHOLE_NUMBER.iter().map(two(INT));
    let gammas = Space::ALL.map(|space| {
        let sign = open_without_sign(Right::exact(|x| sign_of_gamma(x[0].double())));
        let value = Function::new("lgamma_r", &[DOUBLE], DOUBLE, right("lgamma", Bound::Open));
        value.through(INT, space, sign)
    });
    let bound = Bound::Ulps(4.0);
    let sincos = Space::ALL.map(|space| {
        let sine = Function::new("sincos", &[DOUBLE], DOUBLE, right("sin", bound));
        sine.through(DOUBLE, space, right("cos", bound))
    });
    unary
        .chain(binary)
        .chain(with_a_whole_number)
        .chain([one("lgamma", Bound::Open)])
        .chain(gammas)
        .chain(sincos)
        .collect()
}

fn one(name: &'static str, bound: Bound) -> Function {
    Function::new(name, &[DOUBLE], DOUBLE, right(name, bound))
}

/// Near the exact result, by the name of its reference. Powers of one are prescribed exactly, and results for zeros and infinities
/// that are doubles.
fn right(name: &'static str, bound: Bound) -> Right {
    let is_power = ["pow", "powr"].contains(&name);
    Right::new(bound, move |values: &[Value]| {
        let x = values[0].real();
        let y = values.get(1).map_or(0.0, |y| y.real());
        let value = exact(name, [x, y]);
        let is_special = |x: f64| x == 0.0 || x.is_infinite();
        let has_special = is_special(x) || (values.len() > 1 && is_special(y));
        let is_one = is_power && x == 1.0 && !y.is_nan();
        match (has_special && value.above == 0.0) || is_one {
            true => Expected::Exactly(Value::Double(value.nearest)),
            false => Expected::NearExact(value),
        }
    })
}
