//! Functions of a whole vector, whose result is a number or depends on all elements: geometric functions (OpenCL 1.2, 6.12.5),
//! `any` and `all`. The bounds of geometric functions are those of OpenCL C 3.0; OpenCL 1.2 gives none.

use super::arguments::arguments;
use super::call::{Call, Type, stride};
use super::check::{Effort, Record, described};
use super::expected::Expected;
use super::function::Bound;
use super::run::{Kernel, Runner};
use super::value::{Kind, Value};

/// The expected results for whole vectors: one for each element, or one for a result that is a single number.
type Reference = Box<dyn Fn(&[Vec<Value>]) -> Vec<Expected> + Send + Sync>;

/// A function of whole vectors of one width.
pub struct Gathered {
    pub call: Call,
    width: usize,
    bound: Bound,
    reference: Reference,
}

const VECTOR: Type = Type::vector(Kind::Float);
const NUMBER: Type = Type::scalar(Kind::Float);
const EPSILON: f64 = f32::EPSILON as f64;
/// The error in ulp of the square roots that `fast_` functions may use.
const FAST: f64 = 8192.0;

/// Geometric functions of vectors of some width.
pub fn geometric(width: usize) -> Vec<Gathered> {
    let n = width as f64;
    let ulps = Bound::Ulps;
    let mut functions = vec![
        dot(width),
        number("distance", 2, width, ulps(2.5 + 2.0 * n), |v| {
            norm(&difference(v))
        }),
        number("fast_distance", 2, width, ulps(FAST + 2.0 * n), |v| {
            norm(&difference(v))
        })
        .where_squares_fit(),
        number("length", 1, width, ulps(2.75 + 0.5 * n), |v| norm(&v[0])),
        number("fast_length", 1, width, ulps(FAST + n), |v| norm(&v[0])).where_squares_fit(),
        normal("normalize", width, ulps(2.0 + n)),
        normal("fast_normalize", width, ulps(FAST + n)).where_squares_fit(),
    ];
    if [3, 4].contains(&width) {
        functions.push(cross(width));
    }
    functions
}

/// `any` and `all` test the most significant bit of every element.
pub fn truths(width: usize) -> Vec<Gathered> {
    type Of = fn(&[bool]) -> bool;
    let functions: [(&str, Of); 2] = [
        ("any", |bits| bits.contains(&true)),
        ("all", |bits| !bits.contains(&false)),
    ];
    let of_kind = |(name, of): (&str, Of), kind| {
        let reference = move |vectors: &[Vec<Value>]| {
            let bits: Vec<bool> = vectors[0].iter().map(|x| x.whole() < 0).collect();
            let truth = of(&bits);
            vec![Expected::Exactly(Value::Whole(truth.into()))]
        };
        Gathered {
            call: Call::new(name, &[Type::vector(kind)], Type::scalar(Kind::Int)),
            width,
            bound: Bound::Exact,
            reference: Box::new(reference),
        }
    };
    let all = functions.into_iter();
    all.flat_map(|function| Kind::SIGNED.map(|kind| of_kind(function, kind)))
        .collect()
}

fn number(
    name: &str,
    parameters: usize,
    width: usize,
    bound: Bound,
    of: fn(&[Vec<f64>]) -> f64,
) -> Gathered {
    let reference = move |vectors: &[Vec<Value>]| vec![Expected::Near(of(&real(vectors)))];
    Gathered {
        call: Call::new(name, &vec![VECTOR; parameters], NUMBER),
        width,
        bound,
        reference: Box::new(reference),
    }
}

fn dot(width: usize) -> Gathered {
    let reference = move |vectors: &[Vec<Value>]| {
        let vectors = real(vectors);
        let products = vectors[0].iter().zip(&vectors[1]).map(|(x, y)| x * y);
        vec![sum(products.collect(), &vectors)]
    };
    Gathered {
        call: Call::new("dot", &[VECTOR; 2], NUMBER),
        width,
        bound: Bound::Tolerance,
        reference: Box::new(reference),
    }
}

/// The fourth element of a cross product is 0.
fn cross(width: usize) -> Gathered {
    let reference = move |vectors: &[Vec<Value>]| {
        let vectors = real(vectors);
        let [x, y] = [0, 1].map(|at| &vectors[at][..3]);
        let of_three = [[x.to_vec(), y.to_vec()].concat()];
        let element = |at: usize| {
            let (next, last) = ((at + 1) % 3, (at + 2) % 3);
            sum(vec![x[next] * y[last], -x[last] * y[next]], &of_three)
        };
        let fourth = Expected::Zero;
        (0..3).map(element).chain([fourth]).take(width).collect()
    };
    Gathered {
        call: Call::new("cross", &[VECTOR; 2], VECTOR),
        width,
        bound: Bound::Tolerance,
        reference: Box::new(reference),
    }
}

/// A sum of `n` products, with the error of `2 n - 1` roundings of the largest one. If an intermediate result may overflow, the
/// result is open.
fn sum(products: Vec<f64>, vectors: &[Vec<f64>]) -> Expected {
    let largest = vectors
        .iter()
        .flatten()
        .fold(0_f64, |most, x| most.max(x.abs()));
    let count = products.len() as f64;
    let value: f64 = products.iter().sum();
    let finite = products.iter().filter(|product| product.is_finite());
    let size: f64 = finite.map(|product| product.abs()).sum();
    let underflow = count * f64::from(f32::from_bits(1));
    match size >= f32::MAX.into() {
        true => Expected::Open,
        false => Expected::Within {
            value,
            tolerance: largest * largest * (2.0 * count - 1.0) * EPSILON + underflow,
        },
    }
}

/// Section 7.5.1: a vector of zeros is unchanged; infinite elements count as ones, and the other elements then as zeros.
fn normal(name: &str, width: usize, bound: Bound) -> Gathered {
    let reference = |vectors: &[Vec<Value>]| {
        let vector = &real(vectors)[0];
        let has_infinity = vector.iter().any(|x| x.is_infinite());
        let counted = vector
            .iter()
            .map(|&x| match (has_infinity, x.is_infinite()) {
                (true, true) => 1_f64.copysign(x),
                (true, false) => 0.0 * x,
                (false, _) => x,
            });
        let counted: Vec<f64> = counted.collect();
        let length = norm(&counted);
        let element = |&x: &f64| match length {
            0.0 => Expected::Exactly(Value::Float(x as f32)),
            length => Expected::Near(x / length),
        };
        counted.iter().map(element).collect()
    };
    Gathered {
        call: Call::new(name, &[VECTOR], VECTOR),
        width,
        bound,
        reference: Box::new(reference),
    }
}

fn real(vectors: &[Vec<Value>]) -> Vec<Vec<f64>> {
    let real = |vector: &Vec<Value>| vector.iter().map(|x| x.real()).collect();
    vectors.iter().map(real).collect()
}

fn difference(vectors: &[Vec<f64>]) -> Vec<f64> {
    let pairs = vectors[0].iter().zip(&vectors[1]);
    pairs.map(|(x, y)| x - y).collect()
}

/// Squares of floats neither overflow nor underflow in `f64`.
fn norm(vector: &[f64]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Tests functions of whole vectors.
pub fn check(functions: &[Gathered], effort: &Effort<'_>) -> Vec<Record> {
    let kernels: Vec<Kernel> = functions.iter().enumerate().map(kernel).collect();
    let mut runner = Runner::new(effort.prelude, kernels.iter());
    let tried = functions.iter().zip(&kernels);
    tried
        .map(|(function, kernel)| function.run(&mut runner, kernel, effort))
        .collect()
}

fn kernel((at, function): (usize, &Gathered)) -> Kernel {
    let name = format!("of_{at}");
    Kernel {
        source: function.call.kernel(&name, function.width),
        name,
        width: function.width,
        results: function.call.results(),
    }
}

impl Gathered {
    /// Leaves the result open where the sum of squares overflows or underflows, as `fast_` functions may.
    fn where_squares_fit(mut self) -> Self {
        let reference = self.reference;
        let fits = |vectors: &[Vec<Value>]| {
            let vectors = real(vectors);
            let vector = match vectors.as_slice() {
                [vector] => vector.clone(),
                vectors => difference(vectors),
            };
            let squares = norm(&vector).powi(2);
            squares < f32::MAX.into() && squares > f32::MIN_POSITIVE.into()
        };
        self.reference = Box::new(move |vectors| {
            let mut expected = reference(vectors);
            if !fits(vectors) {
                expected.fill(Expected::Open);
            }
            expected
        });
        self
    }

    fn run(&self, runner: &mut Runner, kernel: &Kernel, effort: &Effort<'_>) -> Record {
        let parameters = &self.call.parameters;
        let arguments = arguments(parameters, effort.arguments);
        let found = &runner.run(kernel, parameters, &arguments)[0];
        let of = parameters[0].name(self.width);
        let name = format!("{}({of})", self.call.name);
        let mut record = Record::new(&name, self.bound, found.len());
        for start in (0..effort.arguments).step_by(stride(self.width)) {
            let elements = start..start + self.width;
            let vectors = arguments
                .iter()
                .map(|values| values[elements.clone()].to_vec());
            let vectors: Vec<Vec<Value>> = vectors.collect();
            let expected = (self.reference)(&vectors);
            for (&found, expected) in found[start..].iter().zip(expected) {
                record.add(expected.error(found), || {
                    described(&vectors.concat(), found, expected)
                });
            }
        }
        record
    }
}
