//! Relational functions (OpenCL 1.2, 6.12.6). A true result is 1 for scalars and -1 for vectors.

use super::call::Type;
use super::function::{Function, Right, Widths};
use super::value::{Kind, Value};

/// Numbers and the truths of their vectors, which are of the same size.
const NUMBERS: [(Kind, Kind); 2] = [(Kind::Float, Kind::Int), (Kind::Double, Kind::Long)];

type Unary = fn(Value) -> bool;
type Binary = fn(f64, f64) -> bool;

const UNARY: [(&str, Unary); 5] = [
    ("isfinite", |x| x.real().is_finite()),
    ("isinf", |x| x.real().is_infinite()),
    ("isnan", |x| x.real().is_nan()),
    ("isnormal", is_normal),
    ("signbit", |x| x.real().is_sign_negative()),
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
    let mut functions: Vec<Function> = NUMBERS
        .into_iter()
        .flat_map(|(numbers, truths)| of_numbers(numbers, truths))
        .collect();
    functions.extend(Kind::ALL.map(bitselect));
    functions.extend(Kind::ALL.into_iter().flat_map(select));
    functions
}

fn of_numbers(numbers: Kind, truths: Kind) -> impl Iterator<Item = Function> {
    let [numbers, truths] = [numbers, truths].map(Type::vector);
    let unary = UNARY.map(|(name, of)| {
        let right = Right::exact(move |x| Value::Whole(of(x[0]).into()));
        Function::new(name, &[numbers], truths, right).of(Widths::Truths)
    });
    let binary = BINARY.map(|(name, of)| {
        let right = Right::exact(move |x| Value::Whole(of(x[0].real(), x[1].real()).into()));
        Function::new(name, &[numbers; 2], truths, right).of(Widths::Truths)
    });
    unary.into_iter().chain(binary)
}

fn is_normal(x: Value) -> bool {
    match x {
        Value::Float(x) => x.is_normal(),
        x => x.real().is_normal(),
    }
}

/// The bits of a value.
fn bits(value: Value) -> i128 {
    match value {
        Value::Float(float) => float.to_bits().into(),
        Value::Double(double) => double.to_bits().into(),
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
            Kind::Double => Value::Double(f64::from_bits(bits as u64)),
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
