//! Eigenvalues of a symmetric tridiagonal matrix by bisection, after EigenValue of the AMD APP SDK, which vaidya2013 ran: one
//! thread per interval and two launches per round. Threads whose interval has one eigenvalue halve it, others split theirs or are
//! done, so they diverge; all of them divide.
//!
//! Problem: start from an interval with all eigenvalues. In every round, an interval with one eigenvalue is replaced by the half
//! that contains it, unless it is as narrow as the tolerance; an interval with `n > 1` eigenvalues by `n` equal parts; an
//! interval without eigenvalues by nothing. Rounds end when all intervals are narrow, after an even number of them. The number of
//! eigenvalues below `x` is that of the negative elements of Sturm's sequence `q[0] = a[0] - x`, `q[i] = (a[i] - x) - (b[i-1]
//! b[i-1]) / q[i-1]`. In floats, too, this number grows with `x` (Kahan, Accurate Eigenvalues of a Symmetric Tri-Diagonal Matrix,
//! 1966), so no eigenvalue is lost or in two intervals. Every operation is rounded to single precision, so results are exact.
//!
//! KRN-15: launches are fixed, so the reference says how many rounds are needed.

use crate::input::{Random, address, bits, block_threads, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Eigenvalue;

/// Intervals at most this wide are not divided further.
const TOLERANCE: f32 = 1.0 / 1024.0;

/// From `low` to `high`, `high` excluded.
type Interval = [f32; 2];

struct Matrix {
    diagonal: Vec<f32>,
    /// Elements beside the diagonal, one fewer than on it.
    beside: Vec<f32>,
}

impl Matrix {
    /// Elements in [-2, 2) on the diagonal, in [0.25, 0.75) beside it: eigenvalues lie in pairs and in groups of every width.
    fn random(size: Size, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let order = size.pick(18, 256);
        Matrix {
            diagonal: (0..order).map(|_| 4.0 * random.fraction() - 2.0).collect(),
            beside: (1..order).map(|_| 0.25 + 0.5 * random.fraction()).collect(),
        }
    }

    fn order(&self) -> usize {
        self.diagonal.len()
    }

    /// One interval for all eigenvalues: in no row do the elements beside the diagonal sum up to 2.
    fn bounds(&self) -> Interval {
        let least = self.diagonal.iter().copied().fold(f32::MAX, f32::min);
        let greatest = self.diagonal.iter().copied().fold(f32::MIN, f32::max);
        [least - 2.0, greatest + 2.0]
    }

    /// Number of eigenvalues below `x`.
    fn below(&self, x: f32) -> usize {
        let mut quotients = vec![self.diagonal[0] - x];
        for (a, b) in self.diagonal[1..].iter().zip(&self.beside) {
            quotients.push(a - x - b * b / quotients[quotients.len() - 1]);
        }
        quotients.iter().filter(|&&quotient| quotient < 0.0).count()
    }

    fn inside(&self, [low, high]: Interval) -> usize {
        self.below(high) - self.below(low)
    }

    /// The intervals that replace an interval in a round.
    fn split(&self, [low, high]: Interval) -> Vec<Interval> {
        let middle = (low + high) / 2.0;
        match self.inside([low, high]) {
            1 if is_narrow(&[low, high]) => vec![[low, high]],
            1 if self.inside([low, middle]) == 0 => vec![[middle, high]],
            1 => vec![[low, middle]],
            0 => Vec::new(),
            parts => {
                let width = (high - low) / parts as f32;
                let inner = (1..parts).map(|border| low + width * border as f32);
                let borders: Vec<f32> = [low].into_iter().chain(inner).chain([high]).collect();
                borders.array_windows().copied().collect()
            }
        }
    }

    /// The intervals before each round and after the last one.
    fn rounds(&self) -> Vec<Vec<Interval>> {
        let mut rounds = vec![vec![self.bounds()]];
        while rounds.len() % 2 == 0 || !rounds[rounds.len() - 1].iter().all(is_narrow) {
            let intervals = rounds[rounds.len() - 1].iter();
            rounds.push(intervals.flat_map(|&i| self.split(i)).collect());
        }
        rounds
    }
}

fn is_narrow([low, high]: &Interval) -> bool {
    high - low <= TOLERANCE
}

impl Workload for Eigenvalue {
    fn name(&self) -> &'static str {
        "eigenvalue"
    }

    fn about(&self) -> &'static str {
        "eigenvalues of a tridiagonal matrix by bisection, two launches a round (vaidya2013)"
    }

    fn source(&self) -> &'static str {
        "kernels/eigenvalue/eigenvalue.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../eigenvalue/eigenvalue.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let matrix = Matrix::random(size, seed);
        let order = matrix.order();
        let [low, high] = matrix.bounds();
        let mut first = vec![[high, high]; order]; // nothing in there
        first[0] = [low, high];
        vec![
            input("diagonal", &bits(&matrix.diagonal)),
            input("beside", &bits(&matrix.beside)),
            output(input("first", &bits(first.as_flattened()))),
            scratch("counts", order as u32),
            scratch("second", 2 * order as u32),
        ]
    }

    fn launches(&self, size: Size, seed: u64, room: Room) -> Vec<Launch> {
        let matrix = Matrix::random(size, seed);
        let order = matrix.order() as u32;
        let block = block_threads(room.threads);
        let launch = |kernel: &str, [from, to]: [&str; 2]| Launch {
            kernel: kernel.into(),
            grid: [order.div_ceil(block), 1, 1],
            block: [block, 1, 1],
            shared_bytes: 0,
            args: ["diagonal", "beside", from, "counts", to]
                .map(address)
                .into_iter()
                .chain([Arg::U32(order), Arg::F32(TOLERANCE)])
                .collect(),
        };
        let rounds = matrix.rounds().len() - 1;
        [["first", "second"], ["second", "first"]]
            .into_iter()
            .cycle()
            .take(rounds)
            .flat_map(|ways| ["eigenvalue_count", "eigenvalue_split"].map(|k| launch(k, ways)))
            .collect()
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let rounds = Matrix::random(size, seed).rounds();
        vec![Expected {
            buffer: "first",
            columns: Some(2),
            values: Values::F32(rounds[rounds.len() - 1].concat()),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    /// Twos on the diagonal and ones beside it: the eigenvalues are 2 - 2 cos(k pi / (n + 1)).
    #[test]
    fn a_matrix_with_known_eigenvalues() {
        let matrix = Matrix {
            diagonal: vec![2.0; 9],
            beside: vec![1.0; 8],
        };
        let rounds = matrix.rounds();
        let intervals = &rounds[rounds.len() - 1];
        assert_eq!((intervals.len(), rounds.len() % 2), (9, 1));
        for (&[low, high], k) in intervals.iter().zip(1..) {
            let eigenvalue = 2.0 - 2.0 * (f64::from(k) * PI / 10.0).cos();
            let within = f64::from(low) - 1e-6..f64::from(high) + 1e-6;
            assert!(within.contains(&eigenvalue), "{eigenvalue} in {within:?}");
            assert!(high - low <= TOLERANCE);
        }
    }

    /// No eigenvalue is lost, and in the end every interval has one.
    #[test]
    fn intervals_are_told_apart() {
        for (size, seed) in (0..20)
            .map(|seed| (Size::Small, seed))
            .chain([(Size::Full, 0)])
        {
            let matrix = Matrix::random(size, seed);
            for intervals in &matrix.rounds()[1..] {
                assert_eq!(intervals.len(), matrix.order());
                let inside: usize = intervals.iter().map(|&i| matrix.inside(i)).sum();
                assert_eq!(inside, matrix.order());
            }
        }
    }
}
