//! Operations that are rounded correctly, bit by bit as the host computes them.

use super::numbers::Numbers;
use crate::support::Session;
use heddle_machines::{seed_of_night, shipped, thorough};

/// Numbers of triples that are tried: each night, and otherwise.
const MANY: usize = 10_000_000;
const FEW: usize = 20_000;
/// Triples of a launch.
const LAUNCH: usize = 1 << 14;
const BLOCK: usize = 64;

/// Results of a triple: numbers, and integers.
const NUMBERS: usize = 13;
const INTEGERS: usize = 5;

const SOURCE: &str = "
    __kernel void k(__global const double *in, __global double *numbers, __global long *integers) {
        const size_t i = get_global_id(0);
        const double a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
        __global double *n = numbers + 13 * i;
        n[0] = a + b; n[1] = a - b; n[2] = a * b; n[3] = a / b; n[4] = sqrt(fabs(a)); n[5] = fma(a, b, c);
        n[6] = (float)a; n[7] = as_float((int)as_long(a));
        n[8] = as_long(a); n[9] = as_ulong(a); n[10] = (int)as_long(a); n[11] = (uint)as_long(a);
        n[12] = rint(a);
        __global long *o = integers + 5 * i;
        o[0] = convert_long_sat(a); o[1] = convert_ulong_sat(a); o[2] = convert_int_sat(a); o[3] = convert_uint_sat(a);
        o[4] = (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | (a >= b) << 4 | (a > b) << 5;
    }";

fn numbers([a, b, c]: [f64; 3]) -> [f64; NUMBERS] {
    let bits = a.to_bits();
    [
        a + b,
        a - b,
        a * b,
        a / b,
        a.abs().sqrt(),
        a.mul_add(b, c),
        (a as f32).into(),
        f32::from_bits(bits as u32).into(),
        bits as i64 as f64,
        bits as f64,
        (bits as i32).into(),
        (bits as u32).into(),
        a.round_ties_even(),
    ]
}

fn integers([a, b, _]: [f64; 3]) -> [i64; INTEGERS] {
    let truths = [a < b, a <= b, a == b, a != b, a >= b, a > b];
    let truths = truths.iter().enumerate();
    [
        a as i64,
        a as u64 as i64,
        (a as i32).into(),
        (a as u32).into(),
        truths.map(|(bit, &truth)| i64::from(truth) << bit).sum(),
    ]
}

/// Whether both are the same number, or both are NaN.
fn is(found: f64, expected: f64) -> bool {
    found.to_bits() == expected.to_bits() || (found.is_nan() && expected.is_nan())
}

#[test]
fn operations_are_those_of_the_host() {
    let mut session = Session::of(SOURCE).on(&shipped("collange2011"));
    let mut random = Numbers::new(seed_of_night());
    let triples = if thorough() { MANY } else { FEW };
    for _ in 0..triples.div_ceil(LAUNCH) {
        let input: Vec<[f64; 3]> = (0..LAUNCH).map(|_| random.three()).collect();
        let args = [
            session.buffer(&input.concat()),
            session.buffer(&vec![0.0_f64; NUMBERS * LAUNCH]),
            session.buffer(&vec![0_i64; INTEGERS * LAUNCH]),
        ];
        session.run("k", (LAUNCH / BLOCK) as u32, BLOCK as u32, &args);
        let found: Vec<f64> = session.read(&args[1], NUMBERS * LAUNCH);
        let whole: Vec<i64> = session.read(&args[2], INTEGERS * LAUNCH);
        let found = found.chunks(NUMBERS).zip(whole.chunks(INTEGERS));
        for (&three, (found, whole)) in input.iter().zip(found) {
            let expected = numbers(three);
            let same = found.iter().zip(expected).all(|(&found, e)| is(found, e));
            assert!(same, "{three:?}: {found:?}, not {expected:?}");
            assert_eq!(whole, integers(three), "{three:?}");
        }
        args.iter().for_each(|buffer| session.free(buffer));
    }
}
