//! Floating point: single results that the manual or IEEE 754 spells out, as bits.

use heddle_isa::float::{self, CANONICAL_NAN, Flags, Rounding};

const ZERO: u32 = 0;
const NEGATIVE_ZERO: u32 = 0x8000_0000;
const ONE: u32 = 0x3f80_0000;
const INFINITY: u32 = 0x7f80_0000;
const MAX: u32 = 0x7f7f_ffff;
const MIN_NORMAL: u32 = 0x0080_0000;
const MAX_SUBNORMAL: u32 = 0x007f_ffff;
const QUIET: u32 = 0x7fc0_1234;
const SIGNALING: u32 = 0x7f80_0001;

const NV: u8 = 16;
const DZ: u8 = 8;
const OF: u8 = 4;
const UF: u8 = 2;
const NX: u8 = 1;

fn bits(value: f32) -> u32 {
    value.to_bits()
}

/// A result, and the bits of the flags it raised.
fn run(operation: impl Fn(&mut Flags) -> u32) -> (u32, u8) {
    let mut flags = Flags::NONE;
    (operation(&mut flags), flags.bits())
}

#[test]
fn infinity_times_zero_is_invalid_even_with_a_quiet_nan() {
    // Chapter 11.6, on fused multiply-add.
    let fma = |a, b, c| run(|f| float::fused_multiply_add(a, b, c, Rounding::NearestEven, f));
    assert_eq!(fma(INFINITY, ZERO, QUIET), (CANONICAL_NAN, NV));
    assert_eq!(fma(NEGATIVE_ZERO, INFINITY, ONE), (CANONICAL_NAN, NV));
    assert_eq!(fma(ONE, ONE, QUIET), (CANONICAL_NAN, 0));
    assert_eq!(fma(ONE, ONE, SIGNALING), (CANONICAL_NAN, NV));
}

#[test]
fn overflow_goes_where_the_mode_says() {
    let doubled = |a, mode| run(|f| float::add(a, a, mode, f));
    let negative = |value| value | NEGATIVE_ZERO;
    let expected = [INFINITY, MAX, MAX, INFINITY, INFINITY];
    let mirrored = [INFINITY, MAX, INFINITY, MAX, INFINITY].map(negative);
    for ((mode, up), down) in Rounding::ALL.into_iter().zip(expected).zip(mirrored) {
        assert_eq!(doubled(MAX, mode), (up, OF | NX), "{mode:?}");
        assert_eq!(doubled(negative(MAX), mode), (down, OF | NX), "{mode:?}");
    }
}

#[test]
fn tininess_is_detected_after_rounding() {
    let mul = |a, b, mode| run(|f| float::mul(a, b, mode, f));
    // (1 - 2^-24) * 2^-126 rounds to the smallest normal number; with an unbounded exponent it
    // is representable and so still tiny.
    let below_one = 0x3f7f_ffff;
    let nearest = Rounding::NearestEven;
    assert_eq!(mul(below_one, MIN_NORMAL, nearest), (MIN_NORMAL, UF | NX));
    // (1 + 2^-23)(1 - 2^-23) * 2^-126 = (1 - 2^-46) * 2^-126 rounds to 2^-126 in 24 bits: not tiny.
    assert_eq!(mul(0x0080_0001, 0x3f7f_fffe, nearest), (MIN_NORMAL, NX));
    assert_eq!(
        mul(0x0080_0001, 0x3f7f_fffe, Rounding::TowardsZero),
        (MAX_SUBNORMAL, UF | NX)
    );
    // Exact subnormal results do not underflow.
    assert_eq!(mul(MIN_NORMAL, bits(0.5), nearest), (0x0040_0000, 0));
}

#[test]
fn exact_zero_sums_take_their_sign_from_the_mode() {
    for mode in Rounding::ALL {
        let zero = if mode == Rounding::Down {
            NEGATIVE_ZERO
        } else {
            ZERO
        };
        assert_eq!(run(|f| float::sub(ONE, ONE, mode, f)), (zero, 0));
        assert_eq!(run(|f| float::add(ZERO, NEGATIVE_ZERO, mode, f)), (zero, 0));
        let negative = run(|f| float::add(NEGATIVE_ZERO, NEGATIVE_ZERO, mode, f));
        assert_eq!(negative, (NEGATIVE_ZERO, 0));
    }
}

#[test]
fn division_by_zero_and_invalid_division_differ() {
    let div = |a, b| run(|f| float::div(a, b, Rounding::NearestEven, f));
    assert_eq!(div(ONE, NEGATIVE_ZERO), (INFINITY | NEGATIVE_ZERO, DZ));
    assert_eq!(div(ZERO, ZERO), (CANONICAL_NAN, NV));
    assert_eq!(div(INFINITY, INFINITY), (CANONICAL_NAN, NV));
    assert_eq!(div(INFINITY, ZERO), (INFINITY, 0));
    let sqrt = |a| run(|f| float::sqrt(a, Rounding::NearestEven, f));
    assert_eq!(sqrt(NEGATIVE_ZERO), (NEGATIVE_ZERO, 0));
    assert_eq!(sqrt(bits(-4.0)), (CANONICAL_NAN, NV));
    assert_eq!(sqrt(bits(4.0)), (bits(2.0), 0));
}

#[test]
fn minimum_and_maximum_prefer_numbers_and_order_zeros() {
    // Chapter 11.6, on FMIN and FMAX.
    let (min, max) = (
        |a, b| run(|f| float::minimum(a, b, f)),
        |a, b| run(|f| float::maximum(a, b, f)),
    );
    assert_eq!((min(QUIET, ONE), max(ONE, QUIET)), ((ONE, 0), (ONE, 0)));
    assert_eq!(
        (min(SIGNALING, ONE), max(SIGNALING, QUIET)),
        ((ONE, NV), (CANONICAL_NAN, NV))
    );
    assert_eq!(
        (min(ZERO, NEGATIVE_ZERO), max(NEGATIVE_ZERO, ZERO)),
        ((NEGATIVE_ZERO, 0), (ZERO, 0))
    );
}

#[test]
fn comparisons_signal_as_the_manual_says() {
    // Chapter 11.8: FLT and FLE are signaling, FEQ is quiet.
    assert_eq!(run(|f| float::equal(QUIET, ONE, f).into()), (0, 0));
    assert_eq!(run(|f| float::equal(SIGNALING, ONE, f).into()), (0, NV));
    assert_eq!(run(|f| float::less(ONE, QUIET, f).into()), (0, NV));
    assert_eq!(
        run(|f| float::less_or_equal(QUIET, QUIET, f).into()),
        (0, NV)
    );
    assert_eq!(run(|f| float::less(NEGATIVE_ZERO, ZERO, f).into()), (0, 0));
    assert_eq!(
        run(|f| float::less_or_equal(ZERO, NEGATIVE_ZERO, f).into()),
        (1, 0)
    );
}

#[test]
fn conversions_saturate_as_in_table_11_4() {
    let signed = |a| run(|f| float::to_i32(a, Rounding::TowardsZero, f));
    let unsigned = |a| run(|f| float::to_u32(a, Rounding::TowardsZero, f));
    let (largest, smallest) = (i32::MAX as u32, i32::MIN as u32);
    for nan in [QUIET, SIGNALING, QUIET | NEGATIVE_ZERO, INFINITY] {
        assert_eq!(
            (signed(nan), unsigned(nan)),
            ((largest, NV), (u32::MAX, NV))
        );
    }
    assert_eq!(
        (signed(bits(-3e9)), unsigned(bits(-3e9))),
        ((smallest, NV), (0, NV))
    );
    assert_eq!(
        (signed(bits(3e9)), unsigned(bits(3e9))),
        ((largest, NV), (3_000_000_000, 0))
    );
    // Between -1 and 0 the unsigned result is 0, and only inexact.
    assert_eq!(
        (unsigned(bits(-0.75)), unsigned(bits(-1.0))),
        ((0, NX), (0, NV))
    );
    let up = |a| run(|f| float::to_i32(a, Rounding::Up, f));
    assert_eq!(
        (up(bits(2.25)), up(bits(-2.25))),
        ((3, NX), (-2i32 as u32, NX))
    );
}

#[test]
fn every_class_has_its_bit() {
    let negative = |value: u32| value | NEGATIVE_ZERO;
    let classes = [
        negative(INFINITY),
        negative(ONE),
        negative(1),
        NEGATIVE_ZERO,
        ZERO,
        MAX_SUBNORMAL,
        MIN_NORMAL,
        INFINITY,
        SIGNALING,
        QUIET,
    ];
    let found = classes.map(float::classify);
    assert_eq!(found, std::array::from_fn(|bit| 1 << bit));
}
