//! Integer functions (OpenCL 1.2, 6.12.3), of all eight types. References compute with 128 bits.

use super::call::Type;
use super::expected::Expected;
use super::function::{Bound, Function, Right, Widths};
use super::value::{Kind, Value};

/// The result of a function for integers of some type, before its conversion to the result type.
type Of<const COUNT: usize> = fn(Kind, [i128; COUNT]) -> i128;

const UNARY: [(&str, Of<1>); 2] = [
    ("clz", |kind, [x]| leading_zeros(kind, x)),
    ("popcount", |kind, [x]| bits(kind, x).count_ones().into()),
];

/// Functions whose arguments and result have the same type.
const BINARY: [(&str, Of<2>); 8] = [
    ("add_sat", |kind, [x, y]| kind.saturate(x + y).whole()),
    ("hadd", |_, [x, y]| (x + y) >> 1),
    ("max", |_, [x, y]| x.max(y)),
    ("min", |_, [x, y]| x.min(y)),
    ("mul_hi", upper),
    ("rhadd", |_, [x, y]| (x + y + 1) >> 1),
    ("rotate", rotated),
    ("sub_sat", |kind, [x, y]| kind.saturate(x - y).whole()),
];

const TERNARY: [(&str, Of<3>); 2] = [
    ("mad_hi", |kind, [x, y, z]| upper(kind, [x, y]) + z),
    ("mad_sat", product_and_sum),
];

pub fn functions() -> Vec<Function> {
    let of_every_kind = Kind::integers().flat_map(of_kind);
    let mut functions: Vec<Function> = of_every_kind.collect();
    functions.extend([Kind::Int, Kind::Uint].into_iter().flat_map(of_24_bits));
    functions.extend(Kind::integers().filter_map(upsample));
    functions
}

fn of_kind(kind: Kind) -> Vec<Function> {
    let unsigned = Kind::of_size(kind.bytes(), false);
    let mut functions = vec![
        exact("abs", kind, unsigned, |_, [x]| x.abs()),
        exact("abs_diff", kind, unsigned, |_, [x, y]| (x - y).abs()),
        clamp(kind, true),
        clamp(kind, false).of(Widths::Vectors),
    ];
    functions.extend(UNARY.map(|(name, of)| exact(name, kind, kind, of)));
    functions.extend(BINARY.map(|(name, of)| exact(name, kind, kind, of)));
    functions.extend(TERNARY.map(|(name, of)| exact(name, kind, kind, of)));
    functions.extend([
        with_a_number(kind, "max", i128::max),
        with_a_number(kind, "min", i128::min),
    ]);
    functions
}

fn exact<const COUNT: usize>(name: &str, kind: Kind, result: Kind, of: Of<COUNT>) -> Function {
    let right = Right::exact(move |values| {
        let values = std::array::from_fn(|at| values[at].whole());
        result.wrap(of(kind, values))
    });
    Function::new(
        name,
        &[Type::vector(kind); COUNT],
        Type::vector(result),
        right,
    )
}

/// The result for bounds in the wrong order is open in the standard.
fn clamp(kind: Kind, has_vectors: bool) -> Function {
    let right = Right::new(Bound::Exact, |values| {
        let [x, low, high] = [0, 1, 2].map(|at| values[at].whole());
        match low <= high {
            true => Expected::Exactly(Value::Whole(x.clamp(low, high))),
            false => Expected::Open,
        }
    });
    let of = Type::vector(kind);
    let is_vector = has_vectors;
    let bound = Type { kind, is_vector };
    Function::new("clamp", &[of, bound, bound], of, right)
}

fn with_a_number(kind: Kind, name: &str, of: fn(i128, i128) -> i128) -> Function {
    let right = Right::exact(move |x| Value::Whole(of(x[0].whole(), x[1].whole())));
    let (vector, number) = (Type::vector(kind), Type::scalar(kind));
    Function::new(name, &[vector, number], vector, right).of(Widths::Vectors)
}

/// The product is specified only for numbers of 24 bits.
fn of_24_bits(kind: Kind) -> [Function; 2] {
    let product = move |values: &[Value], sum: i128| {
        let [x, y] = [values[0].whole(), values[1].whole()];
        let (least, largest) = (kind.min() >> 8, kind.max() >> 8);
        match [x, y].iter().all(|x| (least..=largest).contains(x)) {
            true => Expected::Exactly(kind.wrap(x * y + sum)),
            false => Expected::Open,
        }
    };
    let of = Type::vector(kind);
    let mul24 = Right::new(Bound::Exact, move |values| product(values, 0));
    let mad24 = Right::new(Bound::Exact, move |values| {
        product(values, values[2].whole())
    });
    [
        Function::new("mul24", &[of; 2], of, mul24),
        Function::new("mad24", &[of; 3], of, mad24),
    ]
}

/// Joins a number of this type with an unsigned one; not available for 64 bits.
fn upsample(kind: Kind) -> Option<Function> {
    let size = kind.bytes();
    let wide = (size < 8).then(|| Kind::of_size(2 * size, kind.is_signed()))?;
    let unsigned = Kind::of_size(size, false);
    let right = Right::exact(move |values| {
        wide.wrap((values[0].whole() << kind.bits()) + values[1].whole())
    });
    let parameters = [Type::vector(kind), Type::vector(unsigned)];
    Some(Function::new(
        "upsample",
        &parameters,
        Type::vector(wide),
        right,
    ))
}

/// The bits of a number of some type.
fn bits(kind: Kind, x: i128) -> u128 {
    x as u128 & ((1 << kind.bits()) - 1)
}

fn leading_zeros(kind: Kind, x: i128) -> i128 {
    i128::from(bits(kind, x).leading_zeros()) - i128::from(128 - kind.bits())
}

fn rotated(kind: Kind, [x, by]: [i128; 2]) -> i128 {
    let by = by.rem_euclid(kind.bits().into());
    let twice = (bits(kind, x) << kind.bits()) | bits(kind, x);
    (twice << by >> kind.bits()) as i128
}

/// The upper half of a product. A product of unsigned 64-bit numbers takes all 128 bits.
fn upper(kind: Kind, [x, y]: [i128; 2]) -> i128 {
    match kind.is_signed() {
        true => (x * y) >> kind.bits(),
        false => ((x as u128 * y as u128) >> kind.bits()) as i128,
    }
}

fn product_and_sum(kind: Kind, [x, y, z]: [i128; 3]) -> i128 {
    match kind.is_signed() {
        true => kind.saturate(x * y + z).whole(),
        false => (x as u128 * y as u128 + z as u128).min(kind.max() as u128) as i128,
    }
}
