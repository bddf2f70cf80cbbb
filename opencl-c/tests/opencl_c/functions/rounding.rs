//! Directed rounding, computed from the neighbours on both sides.

use std::cmp::Ordering;

/// A step to a neighbour.
enum Step {
    None,
    Up,
    Down,
}

/// The direction in which a number between two neighbours is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    Nearest,
    Zero,
    Up,
    Down,
}

impl Rounding {
    /// Rounds to a whole number.
    pub fn to_integral(self, x: f64) -> f64 {
        match self {
            Self::Nearest => x.round_ties_even(),
            Self::Zero => x.trunc(),
            Self::Up => x.ceil(),
            Self::Down => x.floor(),
        }
    }

    /// Rounds an integer of 64 bits to a float.
    pub fn of_integer(self, x: i128) -> f32 {
        let nearest = x as f32;
        match self.step((nearest as i128).cmp(&x), x < 0) {
            Step::Up => nearest.next_up(),
            Step::Down => nearest.next_down(),
            Step::None => nearest,
        }
    }

    /// Rounds an integer of 64 bits to a double.
    pub fn double_of_integer(self, x: i128) -> f64 {
        let nearest = x as f64;
        match self.step((nearest as i128).cmp(&x), x < 0) {
            Step::Up => nearest.next_up(),
            Step::Down => nearest.next_down(),
            Step::None => nearest,
        }
    }

    /// Rounds a double to a float.
    pub fn of_double(self, x: f64) -> f32 {
        let nearest = x as f32;
        let Some(order) = f64::from(nearest).partial_cmp(&x) else {
            return nearest;
        };
        match self.step(order, x < 0.0) {
            Step::Up => nearest.next_up(),
            Step::Down => nearest.next_down(),
            Step::None => nearest,
        }
    }

    /// The step from the nearest number, by its order relative to a number.
    fn step(self, nearest: Ordering, is_negative: bool) -> Step {
        let direction = match (self, is_negative) {
            (Self::Zero, false) => Self::Down,
            (Self::Zero, true) => Self::Up,
            (other, _) => other,
        };
        match (direction, nearest) {
            (Self::Up, Ordering::Less) => Step::Up,
            (Self::Down, Ordering::Greater) => Step::Down,
            _ => Step::None,
        }
    }

    /// The bits of the `half` to which a float is rounded.
    pub fn of_float(self, x: f32) -> u16 {
        let sign = u16::from(x.is_sign_negative()) << 15;
        let size = f64::from(x.abs());
        if !size.is_finite() {
            return sign | HALF_INFINITY | u16::from(size.is_nan());
        }
        let below = largest_half_up_to(size);
        let [low, high] = [below, below + 1].map(half);
        let middle = (low + high) / 2.0;
        let goes_up = match self {
            Self::Nearest => size > middle || (size == middle && below % 2 == 1),
            Self::Zero => false,
            Self::Up => size > low && sign == 0,
            Self::Down => size > low && sign != 0,
        };
        sign | (below + u16::from(goes_up))
    }
}

/// The bits of an infinite `half`.
const HALF_INFINITY: u16 = 0x7c00;

/// The value of the bits of a `half`. Infinity has the value that would follow the largest number.
pub fn half(bits: u16) -> f64 {
    let fraction = f64::from(bits & 0x3ff);
    let size = match bits >> 10 & 31 {
        0 => fraction * 2_f64.powi(-24),
        exponent => (1024.0 + fraction) * 2_f64.powi(i32::from(exponent) - 25),
    };
    if bits >> 15 == 0 { size } else { -size }
}

/// Finds the largest half that is not above `size`, by bisection: positive halves are in the order of their bits.
fn largest_half_up_to(size: f64) -> u16 {
    let (mut below, mut above) = (0, HALF_INFINITY);
    while above - below > 1 {
        let middle = u16::midpoint(below, above);
        if half(middle) <= size {
            below = middle;
        } else {
            above = middle;
        }
    }
    below
}

#[cfg(test)]
mod tests {
    use super::Rounding::{Down, Nearest, Up, Zero};
    use super::*;

    const ALL: [Rounding; 4] = [Nearest, Zero, Up, Down];

    #[test]
    fn halves_stay_and_what_lies_between_goes_where_it_should() {
        for bits in (0..HALF_INFINITY).chain(0x8000..0x8000 | HALF_INFINITY) {
            assert_eq!(ALL.map(|to| to.of_float(half(bits) as f32)), [bits; 4]);
        }
        let of = |x: f32| ALL.map(|to| to.of_float(x));
        let (one, step) = (0x3c00, 2_f32.powi(-10));
        assert_eq!(of(1.0 + step / 2.0), [one, one, one + 1, one]);
        assert_eq!(of(-1.0 - 1.5 * step), [0xbc02, 0xbc01, 0xbc01, 0xbc02]);
        assert_eq!(of(1e9), [HALF_INFINITY, 0x7bff, HALF_INFINITY, 0x7bff]);
        assert_eq!(of(65519.0)[0], 0x7bff);
        assert_eq!(of(65520.0)[0], HALF_INFINITY);
        assert_eq!(of(1e-30), [0, 0, 1, 0]);
    }

    #[test]
    fn integers_go_to_the_floats_around_them() {
        let of = |x: i128| ALL.map(|to| to.of_integer(x) as i128);
        let power = 1_i128 << 40;
        let step = power >> 23;
        assert_eq!(of(power + 1), [power, power, power + step, power]);
        assert_eq!(of(-power - 1), [-power, -power, -power, -power - step]);
        assert_eq!(of(power + step), [power + step; 4]);
    }
}
