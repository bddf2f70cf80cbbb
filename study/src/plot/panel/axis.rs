//! Axes: round numbers, and places of values.

use super::{LETTER, number};
use std::ops::Range;

/// An axis with round numbers.
pub(in crate::plot) struct Round {
    /// The least number.
    pub start: f64,
    /// The greatest number.
    pub end: f64,
    /// The numbers in increasing order.
    pub ticks: Vec<f64>,
}

impl Round {
    /// An axis from 0 with about four numbers that reaches a value.
    pub fn up_to(greatest: f64) -> Round {
        let greatest = if greatest > 0.0 { greatest } else { 1.0 };
        Round::over(0.0..greatest)
    }

    /// An axis with about four numbers that reaches the ends of a range.
    pub fn over(range: Range<f64>) -> Round {
        let span = range.end - range.start;
        let span = if span > 0.0 { span } else { 1.0 };
        let power = 10f64.powf((span / 4.0).log10().floor());
        let steps = [1.0, 2.0, 2.5, 5.0, 10.0].map(|step| step * power);
        let step = steps
            .into_iter()
            .find(|step| step * 4.0 >= span * (1.0 - 1e-9));
        let step = step.unwrap_or(10.0 * power);
        // Rounding must not add a step.
        let first = (range.start / step + 1e-9).floor() as i64;
        let last = (range.end / step - 1e-9).ceil() as i64;
        let last = last.max(first + 1);
        Round {
            start: first as f64 * step,
            end: last as f64 * step,
            ticks: (first..=last).map(|tick| tick as f64 * step).collect(),
        }
    }
}

/// An axis over given values, between two places.
pub(super) struct Along {
    from: f64,
    to: f64,
    first: f64,
    last: f64,
    is_logarithmic: bool,
}

/// From this quotient of the greatest and the least value on, an axis is logarithmic.
const WIDE: f64 = 8.0;

impl Along {
    /// An axis over increasing values, logarithmic if they lie far apart.
    pub fn new(values: &[f64], from: f64, to: f64) -> Along {
        let first = values.first().copied().unwrap_or(0.0);
        let last = values.last().copied().unwrap_or(1.0);
        let is_logarithmic = first > 0.0 && last / first >= WIDE;
        Along {
            from,
            to,
            first,
            last,
            is_logarithmic,
        }
    }

    /// The place of a value; the middle if there is only one.
    pub fn place(&self, value: f64) -> f64 {
        let scale = |value: f64| {
            if self.is_logarithmic {
                value.ln()
            } else {
                value
            }
        };
        let span = scale(self.last) - scale(self.first);
        let part = if span > 0.0 {
            (scale(value) - scale(self.first)) / span
        } else {
            0.5
        };
        self.from + part * (self.to - self.from)
    }

    /// The values whose numbers can be written below the axis side by side.
    pub fn written(&self, values: &[f64]) -> Vec<f64> {
        let mut written = Vec::new();
        let mut free = f64::NEG_INFINITY;
        for &value in values {
            let half = LETTER * number(value).chars().count() as f64 / 2.0;
            if self.place(value) - half >= free {
                free = self.place(value) + half + 4.0;
                written.push(value);
            }
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers() {
        assert_eq!(Round::up_to(3.2).ticks, [0.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(Round::up_to(8.0).ticks, [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(Round::up_to(0.0).end, 1.0);
        for greatest in [0.013, 0.5, 1.0, 7.77, 123.0, 9999.0] {
            let axis = Round::up_to(greatest);
            assert!(axis.end >= greatest && axis.ticks.len() <= 6, "{greatest}");
        }
    }

    #[test]
    fn axes_reach_below_zero() {
        let axis = Round::over(-12.0..60.0);
        assert_eq!(axis.ticks, [-20.0, 0.0, 20.0, 40.0, 60.0]);
        assert_eq!((axis.start, axis.end), (-20.0, 60.0));
    }

    #[test]
    fn powers_lie_side_by_side() {
        let powers = [4.0, 8.0, 16.0, 32.0, 64.0];
        let axis = Along::new(&powers, 0.0, 400.0);
        assert!((axis.place(16.0) - 200.0).abs() < 1e-9);
        let near = Along::new(&[4.0, 8.0, 12.0], 0.0, 400.0);
        assert!((near.place(6.0) - 100.0).abs() < 1e-9);
    }

    #[test]
    fn numbers_that_would_overlap_are_left_out() {
        let values: Vec<f64> = (1000..1100).map(f64::from).collect();
        let axis = Along::new(&values, 0.0, 280.0);
        let written = axis.written(&values);
        assert!(written.len() > 3 && written.len() < 12, "{written:?}");
    }
}
