//! Functions of multiples of pi. Arguments are reduced, which is exact, before they are multiplied.

use std::f64::consts::PI;

/// sin(pi x).
pub fn sinpi(x: f64) -> f64 {
    let whole = x.round_ties_even();
    let sine = libm::sin(PI * (x - whole));
    let is_odd = whole % 2.0 != 0.0;
    match (x == whole, is_odd) {
        // A zero has the sign of the argument.
        (true, _) if x.is_finite() => 0_f64.copysign(x),
        (_, true) => -sine,
        (_, false) => sine,
    }
}

/// cos(pi x), which is positive where it is zero.
pub fn cospi(x: f64) -> f64 {
    let x = x.abs() % 2.0;
    match x {
        0.5 | 1.5 => 0.0,
        x if (0.25..=0.75).contains(&x) => libm::sin(PI * (0.5 - x)),
        x if (1.25..=1.75).contains(&x) => libm::sin(PI * (x - 1.5)),
        x => libm::cos(PI * x),
    }
}

/// tan(pi x): a zero at whole numbers, an infinity halfway between two. The sign is that of sine over cosine; the zero of the
/// cosine counts as positive.
pub fn tanpi(x: f64) -> f64 {
    let whole = x.floor();
    let is_odd = whole % 2.0 != 0.0;
    match x - whole {
        0.0 => 0_f64.copysign(if is_odd { -x } else { x }),
        0.5 => f64::INFINITY.copysign(if is_odd { -1.0 } else { 1.0 }),
        _ => libm::tan(PI * (x - x.round_ties_even())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_and_infinities_are_those_of_the_standard() {
        let bits = |values: [f64; 4]| values.map(f64::to_bits);
        assert_eq!(
            bits([0.0, -0.0, 3.0, -2.0].map(sinpi)),
            bits([0.0, -0.0, 0.0, -0.0])
        );
        assert_eq!(
            bits([0.5, -0.5, 1.5, 7.5].map(cospi)),
            bits([0.0, 0.0, 0.0, 0.0])
        );
        assert_eq!(
            bits([2.0, -2.0, 1.0, -1.0].map(tanpi)),
            bits([0.0, -0.0, -0.0, 0.0])
        );
        let infinity = f64::INFINITY;
        assert_eq!(
            [0.5, 1.5, -0.5, -1.5].map(tanpi),
            [infinity, -infinity, -infinity, infinity]
        );
        let none = [sinpi, cospi, tanpi].map(|of: fn(f64) -> f64| of(infinity));
        assert!(none.into_iter().all(f64::is_nan));
    }
}
