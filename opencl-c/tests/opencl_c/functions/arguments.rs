//! Arguments of tests: first edge values, in all combinations if they fit, then random values.

use super::call::{LARGEST, Type};
use super::value::{Kind, Value};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::f64::consts::PI;

/// The seed of all arguments.
const SEED: u64 = 1;

/// Arguments of a function: for each parameter `count` values.
pub fn arguments(parameters: &[Type], count: usize) -> Vec<Vec<Value>> {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(SEED));
    let edges: Vec<Vec<Value>> = parameters.iter().map(|of| edges(of.kind)).collect();
    let mut arguments = vec![Vec::with_capacity(count); parameters.len()];
    for element in 0..count {
        let values = random.values(parameters, &edges, element, count);
        for (arguments, (of, value)) in arguments.iter_mut().zip(parameters.iter().zip(values)) {
            // A scalar parameter beside vectors takes the value of the first element.
            let first = arguments.get(element / LARGEST * LARGEST);
            let first = first.filter(|_| !of.is_vector).copied();
            arguments.push(first.unwrap_or(value));
        }
    }
    arguments
}

fn edges(kind: Kind) -> Vec<Value> {
    match kind {
        Kind::Float => floats().into_iter().map(Value::Float).collect(),
        Kind::Double => doubles().into_iter().map(Value::Double).collect(),
        kind => integers(kind),
    }
}

/// Values at which functions begin, end, have zeros or poles, or change their method of computation.
fn floats() -> Vec<f32> {
    let least = f32::from_bits(1);
    let exact = [
        0.0,
        least,
        2.0 * least,
        1e-40,
        f32::MIN_POSITIVE.next_down(),
        f32::MIN_POSITIVE,
        f32::MIN_POSITIVE.next_up(),
        1e-30,
        1e-10,
        1e-5,
        0.25,
        0.5_f32.next_down(),
        0.5,
        0.5_f32.next_up(),
        0.75,
        1.0_f32.next_down(),
        1.0,
        1.0_f32.next_up(),
        1.5,
        2.0,
        2.5,
        3.0,
        3.5,
        4.0,
        5.0,
        10.0,
        16.5,
        33.0,
        127.0,
        128.0,
        149.0,
        150.0,
        8_388_607.5,
        8_388_608.0,
        16_777_215.0,
        16_777_216.0,
        2_147_483_648.0,
        1e10,
        1e20,
        1e30,
        f32::MAX.next_down(),
        f32::MAX,
        f32::INFINITY,
    ];
    // Multiples of pi / 2, zeros of the logarithm of the gamma function, and ends of the range of exponential functions.
    let real = [
        PI / 4.0,
        PI / 2.0,
        PI,
        1.5 * PI,
        2.0 * PI,
        100.0 * PI,
        10_000.5 * PI,
        2.457_024_738_220_800_6,
        2.747_682_646_727_415,
        35.040_1,
        38.531_84,
        44.853_3,
        87.336_544,
        88.722_839,
        103.972_084,
    ];
    let around = real.map(|x| x as f32).into_iter();
    let around = around.flat_map(|x| [x.next_down(), x, x.next_up()]);
    let positive = exact.into_iter().chain(around);
    let both = positive.flat_map(|x| [x, -x]);
    both.chain([f32::NAN]).collect()
}

/// As [`floats`].
fn doubles() -> Vec<f64> {
    let least = f64::from_bits(1);
    let exact = [
        0.0,
        least,
        2.0 * least,
        1e-310,
        f64::MIN_POSITIVE.next_down(),
        f64::MIN_POSITIVE,
        f64::MIN_POSITIVE.next_up(),
        1e-300,
        1e-45,
        1e-30,
        1e-8,
        0.25,
        0.5_f64.next_down(),
        0.5,
        0.5_f64.next_up(),
        0.75,
        1.0_f64.next_down(),
        1.0,
        1.0_f64.next_up(),
        1.5,
        2.0,
        2.5,
        3.0,
        3.5,
        4.0,
        5.0,
        16.0,
        36.5,
        171.5,
        184.5,
        1023.0,
        1024.0,
        1074.0,
        1075.0,
        65_504.0,
        65_520.0,
        2_147_483_647.5,
        4_294_967_295.5,
        4_503_599_627_370_495.5,
        9_007_199_254_740_991.0,
        9_223_372_036_854_775_808.0,
        18_446_744_073_709_551_616.0,
        1e22,
        f32::MAX.into(),
        340_282_356_779_733_661_637_539_395_458_142_568_448.0,
        1e300,
        f64::MAX.next_down(),
        f64::MAX,
        f64::INFINITY,
    ];
    let real = [
        PI / 4.0,
        PI / 2.0,
        PI,
        1.5 * PI,
        2.0 * PI,
        100.0 * PI,
        10_000.5 * PI,
        2.457_024_738_220_800_6,
        171.624_376_956_302_7,
        307.652_655_568_588_8,
        708.396_418_532_264_1,
        709.782_712_893_384,
        710.475_860_073_943_9,
        745.133_219_101_941_1,
    ];
    let around = real
        .into_iter()
        .flat_map(|x| [x.next_down(), x, x.next_up()]);
    let both = exact.into_iter().chain(around).flat_map(|x| [x, -x]);
    both.chain([f64::NAN]).collect()
}

fn integers(kind: Kind) -> Vec<Value> {
    let (min, max) = (kind.min(), kind.max());
    let small = [
        0, 1, 2, 3, 7, 8, 24, 31, 32, 63, 64, 100, 127, 128, 149, 150, 151, 278,
    ];
    let around = [
        min,
        min + 1,
        (min + max) / 2,
        (min + max) / 2 + 1,
        max - 1,
        max,
    ];
    let all = small.into_iter().flat_map(|x| [x, -x]).chain(around);
    let mut all: Vec<i128> = all.filter(|x| (min..=max).contains(x)).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(Value::Whole).collect()
}

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    /// A number from 0 to below 1.
    fn part(&mut self) -> f64 {
        self.0.next_u64() as f64 / 2_f64.powi(64)
    }

    /// The arguments of an element. Edge values take at most half of the elements: all combinations of them if they fit.
    fn values(
        &mut self,
        parameters: &[Type],
        edges: &[Vec<Value>],
        element: usize,
        count: usize,
    ) -> Vec<Value> {
        let combinations: usize = edges.iter().map(Vec::len).product();
        let all_fit = combinations <= count / 2;
        let (mut combination, mut previous) = (element, None);
        let values = parameters.iter().zip(edges).map(|(of, edges)| {
            let edge = combination % edges.len();
            combination /= edges.len();
            let value = match all_fit {
                true if element < combinations => edges[edge],
                false if element < count / 2 => edges[self.below(edges.len())],
                _ => self.value(of.kind, previous),
            };
            previous = Some(value);
            value
        });
        values.collect()
    }

    /// A random value; sometimes one that is related to the previous argument.
    fn value(&mut self, kind: Kind, previous: Option<Value>) -> Value {
        match kind {
            Kind::Float => Value::Float(self.float(previous)),
            Kind::Double => Value::Double(self.double(previous)),
            kind => self.integer(kind),
        }
    }

    fn float(&mut self, previous: Option<Value>) -> f32 {
        let sign = if self.below(2) == 0 { 1.0 } else { -1.0 };
        let choices = if previous.is_some() { 8 } else { 7 };
        let size = match self.below(choices) {
            0 => return f32::from_bits(self.0.next_u32()),
            1 => 8.0 * self.part(),
            2 => 128.0 * self.part(),
            3 => (self.part() * 60.0 - 30.0).exp2(),
            4 => 1.0 + (self.part() - 0.5) / (self.part() * 20.0).exp2(),
            5 => self.below(200) as f64 / 2.0,
            6 => (self.part() * 2.0 - 1.0).abs(),
            _ => {
                let near = 1.0 + (self.part() - 0.5) / (self.part() * 24.0).exp2();
                previous.map_or(1.0, Value::real).abs() * near
            }
        };
        (sign * size) as f32
    }

    fn double(&mut self, previous: Option<Value>) -> f64 {
        let sign = if self.below(2) == 0 { 1.0 } else { -1.0 };
        let choices = if previous.is_some() { 9 } else { 8 };
        let size = match self.below(choices) {
            0 => return f64::from_bits(self.0.next_u64()),
            1 => 8.0 * self.part(),
            2 => 750.0 * self.part(),
            3 => (self.part() * 60.0 - 30.0).exp2(),
            4 => 1.0 + (self.part() - 0.5) / (self.part() * 50.0).exp2(),
            5 => self.below(400) as f64 / 2.0,
            6 => (self.part() * 2.0 - 1.0).abs(),
            7 => f64::from_bits(self.0.next_u64() >> 12),
            _ => {
                let near = 1.0 + (self.part() - 0.5) / (self.part() * 53.0).exp2();
                previous.map_or(1.0, Value::real).abs() * near
            }
        };
        sign * size
    }

    /// A random integer: small, or of any size.
    fn integer(&mut self, kind: Kind) -> Value {
        let bits = i128::from(self.0.next_u64());
        match self.below(3) {
            0 => kind.wrap(bits % 64 - 32),
            1 => kind.wrap(bits >> self.below(64)),
            _ => kind.wrap(bits),
        }
    }
}
