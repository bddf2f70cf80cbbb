//! Functions that are exact or rounded correctly, of `float` and `double`. References use one operation on numbers of the type, or
//! operations on `f64` without rounding: what is rounded twice then, to 64 and to 32 bits, is rounded as once.

use crate::functions::call::{Space, Type};
use crate::functions::expected::Expected;
use crate::functions::function::{Bound, Function, Right, Widths};
use crate::functions::value::{Kind, Value};

const INT: Type = Type::vector(Kind::Int);
const ONE_INT: Type = Type::scalar(Kind::Int);

type Unary = fn(f64) -> f64;
type Binary = fn(f64, f64) -> f64;

const UNARY: [(&str, Unary); 7] = [
    ("ceil", f64::ceil),
    ("fabs", f64::abs),
    ("floor", f64::floor),
    ("logb", logb),
    ("rint", f64::round_ties_even),
    ("round", f64::round),
    ("trunc", f64::trunc),
];

const BINARY: [(&str, Binary); 4] = [
    ("copysign", f64::copysign),
    ("fdim", fdim),
    ("fmod", |x, y| x % y),
    ("remainder", libm::remainder),
];

/// Functions that choose one argument. The sign of the result is open if all candidates are zeros.
const EXTREME: [(&str, Binary); 4] = [
    ("fmax", f64::max),
    ("fmin", f64::min),
    ("maxmag", maxmag),
    ("minmag", minmag),
];

pub fn functions() -> Vec<Function> {
    let of_kinds = [Kind::Float, Kind::Double].into_iter().map(Numbers);
    of_kinds.flat_map(Numbers::functions).collect()
}

/// The functions of a floating type.
#[derive(Clone, Copy)]
struct Numbers(Kind);

impl Numbers {
    fn functions(self) -> Vec<Function> {
        let unary = UNARY.map(|(name, of)| self.function(name, move |[x]| of(x)));
        let binary = BINARY.map(|(name, of)| self.function(name, move |[x, y]| of(x, y)));
        let extreme = EXTREME.map(|(name, of)| {
            Function::new(name, &[self.vector(); 2], self.vector(), self.extreme(of))
        });
        let mut functions: Vec<Function> = unary.into_iter().chain(binary).collect();
        functions.extend([self.nextafter(), self.fma(), self.mad()]);
        functions.extend(extreme);
        functions.extend(self.with_scalars());
        functions.extend([self.ilogb(), self.ldexp(INT), self.nan()]);
        functions.extend(self.square_root());
        functions.extend(
            Space::ALL
                .into_iter()
                .flat_map(|space| self.with_second(space)),
        );
        functions
    }

    fn vector(self) -> Type {
        Type::vector(self.0)
    }

    /// A function of numbers, by its reference.
    fn function<const COUNT: usize>(
        self,
        name: &str,
        of: impl Fn([f64; COUNT]) -> f64 + Send + Sync + 'static,
    ) -> Function {
        let right = Right::exact(move |x| self.0.number(of(numbers(x))));
        Function::new(name, &[self.vector(); COUNT], self.vector(), right)
    }

    fn nextafter(self) -> Function {
        self.function("nextafter", move |[x, y]| match self.0 {
            Kind::Float => libm::nextafterf(x as f32, y as f32).into(),
            _ => libm::nextafter(x, y),
        })
    }

    fn fma(self) -> Function {
        self.function("fma", move |[x, y, z]| self.fused(x, y, z))
    }

    /// The standard allows any value for `mad`. Here it is what is faster: `fma` of floats, a product and a sum of doubles.
    fn mad(self) -> Function {
        self.function("mad", move |[x, y, z]| match self.0 {
            Kind::Float => self.fused(x, y, z),
            _ => x * y + z,
        })
    }

    fn fused(self, x: f64, y: f64, z: f64) -> f64 {
        match self.0 {
            Kind::Float => libm::fmaf(x as f32, y as f32, z as f32).into(),
            _ => libm::fma(x, y, z),
        }
    }

    /// The root of doubles is rounded correctly, by the standard.
    fn square_root(self) -> Option<Function> {
        let root = self.function("sqrt", |[x]| x.sqrt());
        (self.0 == Kind::Double).then_some(root)
    }

    fn extreme(self, of: Binary) -> Right {
        Right::new(Bound::Exact, move |values| {
            let [x, y] = numbers(values);
            match x == 0.0 && y == 0.0 {
                true => Expected::Zero,
                false => Expected::Exactly(self.0.number(of(x, y))),
            }
        })
    }

    /// Functions of a vector and a number.
    fn with_scalars(self) -> impl Iterator<Item = Function> {
        let parameters = [self.vector(), Type::scalar(self.0)];
        let extremes = EXTREME
            .into_iter()
            .filter(|(name, _)| name.starts_with('f'));
        let extremes = extremes.map(move |(name, of)| {
            Function::new(name, &parameters, self.vector(), self.extreme(of))
        });
        let functions = extremes.chain([self.ldexp(ONE_INT)]);
        functions.map(|function| function.of(Widths::Vectors))
    }

    /// Zeros and infinities have no exponent; their results are the constants of clang's header.
    fn ilogb(self) -> Function {
        let right = Right::exact(|x| {
            let x = x[0].real();
            Value::Whole(match x {
                0.0 => i32::MIN.into(),
                x if !x.is_finite() => i32::MAX.into(),
                x => libm::ilogb(x).into(),
            })
        });
        Function::new("ilogb", &[self.vector()], INT, right)
    }

    fn ldexp(self, power: Type) -> Function {
        let right = Right::exact(move |values| {
            // With powers beyond these, every result is a zero or an infinity.
            let power = values[1].whole().clamp(-3000, 3000) as i32;
            self.0.number(libm::ldexp(values[0].real(), power))
        });
        Function::new("ldexp", &[self.vector(), power], self.vector(), right)
    }

    fn nan(self) -> Function {
        let bits = Type::vector(Kind::of_size(self.0.bytes(), false));
        let right = Right::exact(move |_| self.0.number(f64::NAN));
        Function::new("nan", &[bits], self.vector(), right)
    }

    /// Functions with a second result.
    fn with_second(self, space: Space) -> [Function; 4] {
        let first = self.function("modf", |[x]| fraction(x));
        let modf = first.through(self.vector(), space, self.right(f64::trunc));
        let first = self.function("fract", move |[x]| self.fract(x));
        let fract = first.through(self.vector(), space, self.right(f64::floor));
        [fract, modf, self.frexp(space), self.remquo(space)]
    }

    fn right(self, of: Unary) -> Right {
        Right::exact(move |x| self.0.number(of(x[0].real())))
    }

    /// The fraction: less than 1, and with the sign of the argument if it is zero.
    fn fract(self, x: f64) -> f64 {
        let below_one = match self.0 {
            Kind::Float => 1.0_f32.next_down().into(),
            _ => 1.0_f64.next_down(),
        };
        match x {
            x if x.is_infinite() || x == 0.0 => 0_f64.copysign(x),
            x if x.is_nan() => x,
            x => (x - x.floor()).min(below_one),
        }
    }

    fn frexp(self, space: Space) -> Function {
        let parts = |x: f64| match has_exponent(x) {
            true => libm::frexp(x),
            false => (x, 0),
        };
        let significand = self.function("frexp", move |[x]| parts(x).0);
        let power = Right::exact(move |x| Value::Whole(parts(x[0].real()).1.into()));
        significand.through(INT, space, power)
    }

    /// The second result is the lower seven bits of the quotient, with its sign.
    fn remquo(self, space: Space) -> Function {
        let remainder = self.function("remquo", |[x, y]| libm::remquo(x, y).0);
        let quotient = Right::exact(move |values| {
            let [x, y] = numbers(values);
            let (remainder, quotient) = libm::remquo(x, y);
            let bits = match remainder.is_nan() {
                true => 0,
                false => (quotient.abs() & 0x7f) * quotient.signum(),
            };
            Value::Whole(bits.into())
        });
        remainder.through(INT, space, quotient)
    }
}

fn numbers<const COUNT: usize>(values: &[Value]) -> [f64; COUNT] {
    std::array::from_fn(|at| values[at].real())
}

fn has_exponent(x: f64) -> bool {
    x.is_finite() && x != 0.0
}

fn logb(x: f64) -> f64 {
    match x {
        0.0 => f64::NEG_INFINITY,
        x if !x.is_finite() => x.abs(),
        x => libm::ilogb(x).into(),
    }
}

/// The difference of equal infinities is NaN, but their positive difference is 0.
fn fdim(x: f64, y: f64) -> f64 {
    match x.partial_cmp(&y) {
        None => f64::NAN,
        Some(std::cmp::Ordering::Greater) => x - y,
        Some(_) => 0.0,
    }
}

fn maxmag(x: f64, y: f64) -> f64 {
    match x.abs().partial_cmp(&y.abs()) {
        Some(std::cmp::Ordering::Greater) => x,
        Some(std::cmp::Ordering::Less) => y,
        _ => x.max(y),
    }
}

fn minmag(x: f64, y: f64) -> f64 {
    match x.abs().partial_cmp(&y.abs()) {
        Some(std::cmp::Ordering::Greater) => y,
        Some(std::cmp::Ordering::Less) => x,
        _ => x.min(y),
    }
}

/// Section 7.5.2: the part after the point, with the sign of the argument.
fn fraction(x: f64) -> f64 {
    let fraction = if x.is_infinite() { 0.0 } else { x - x.trunc() };
    fraction.copysign(x)
}
