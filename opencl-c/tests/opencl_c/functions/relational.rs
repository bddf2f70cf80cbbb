//! Relational functions (OpenCL 1.2, 6.12.6). A true result is 1 for scalars and -1 for vectors.

use super::call::Type;
use super::function::{Function, Right, Widths};
use super::value::{Kind, Value};

const FLOAT: Type = Type::vector(Kind::Float);
const INT: Type = Type::vector(Kind::Int);

type Unary = fn(f32) -> bool;
type Binary = fn(f32, f32) -> bool;

const UNARY: [(&str, Unary); 5] = [
    ("isfinite", f32::is_finite),
    ("isinf", f32::is_infinite),
    ("isnan", f32::is_nan),
    ("isnormal", f32::is_normal),
    ("signbit", f32::is_sign_negative),
];

const BINARY: [(&str, Binary); 9] = [
    ("isequal", |x, y| x == y),
    ("isgreater", |x, y| x > y),
    ("isgreaterequal", |x, y| x >= y),
    ("isless", |x, y| x < y),
    ("islessequal", |x, y| x <= y),
    ("islessgreater", |x, y| x != y && !x.is_nan() && !y.is_nan()),
    ("isnotequal", |x, y| x != y),
    ("isordered", |x, y| !x.is_nan() && !y.is_nan()),
    ("isunordered", |x, y| x.is_nan() || y.is_nan()),
];

pub fn functions() -> Vec<Function> {
    let unary = UNARY.map(|(name, of)| {
        let right = Right::exact(move |x| Value::Whole(of(x[0].float()).into()));
        Function::new(name, &[FLOAT], INT, right).of(Widths::Truths)
    });
    let binary = BINARY.map(|(name, of)| {
        let right = Right::exact(move |x| Value::Whole(of(x[0].float(), x[1].float()).into()));
        Function::new(name, &[FLOAT; 2], INT, right).of(Widths::Truths)
    });
    let mut functions: Vec<Function> = unary.into_iter().chain(binary).collect();
    functions.extend(Kind::ALL.map(bitselect));
    functions.extend(Kind::ALL.into_iter().flat_map(select));
    functions
}

/// The bits of a value.
fn bits(value: Value) -> i128 {
    match value {
        Value::Float(float) => float.to_bits().into(),
        Value::Whole(whole) => whole,
    }
}

fn bitselect(kind: Kind) -> Function {
    let of = Type::vector(kind);
    let right = Right::exact(move |values| {
        let [x, y, chosen] = [0, 1, 2].map(|at| bits(values[at]));
        let bits = (x & !chosen) | (y & chosen);
        match kind {
            Kind::Float => Value::Float(f32::from_bits(bits as u32)),
            kind => kind.wrap(bits),
        }
    });
    Function::new("bitselect", &[of; 3], of, right)
}

/// A nonzero number selects the second scalar; for vectors, the most significant bit of each element selects.
fn select(kind: Kind) -> Vec<Function> {
    let function = |signed, widths, is_second: fn(Kind, i128) -> bool| {
        let chooses = Kind::of_size(kind.bytes(), signed);
        let right = Right::exact(move |values| {
            let is_second = is_second(chooses, values[2].whole());
            values[usize::from(is_second)]
        });
        let of = Type::vector(kind);
        Function::new("select", &[of, of, Type::vector(chooses)], of, right).of(widths)
    };
    let of_scalars = |signed| function(signed, Widths::Scalar, |_, x| x != 0);
    let of_vectors = |signed| {
        function(signed, Widths::Vectors, |kind, x| {
            x >> (kind.bits() - 1) & 1 != 0
        })
    };
    [true, false]
        .into_iter()
        .flat_map(|signed| [of_scalars(signed), of_vectors(signed)])
        .collect()
}
