//! Discrete Fourier transform of complex floats, one launch per step: after SPLASH-2's FFT, which fung2009 ran; limited by
//! bandwidth and hardly divergent.
//!
//! Problem: `X[k]` is the sum of `x[j] * w^(j * k)`, `w = exp(-2 pi i / n)`, computed by its definition
//! from the transforms `E` of the even and `O` of the odd samples: `X[k]` and `X[k + n / 2]` are `E[k]`
//! plus and minus `O[k]` times the root `w^k`. The roots are given, every operation is rounded to
//! single precision, a product's real part is `ac - bd` and its imaginary part `ad + bc`; so results
//! are exact.
//!
//! KRN-12: roots of unity from square roots, so that every host gets the same.

use crate::input::{Random, address, bits, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};
use std::iter::successors;

/// See the [module](self).
pub struct Fft;

/// Real and imaginary part.
type Complex<T = f32> = [T; 2];

/// Number of steps; there are two to this power samples. Odd, so that the last step writes to the second buffer.
fn steps(size: Size) -> u32 {
    size.pick(5, 17)
}

/// Samples with real and imaginary parts in [-1, 1).
fn samples(size: Size, seed: u64) -> Vec<Complex> {
    let mut random = Random::new(seed);
    (0..1 << steps(size))
        .map(|_| [(); 2].map(|()| 2.0 * random.fraction() - 1.0))
        .collect()
}

fn times([a, b]: Complex<f64>, [c, d]: Complex<f64>) -> Complex<f64> {
    [a * c - b * d, a * d + b * c]
}

/// `exp(-2 pi i j / n)` for `j` below `n / 2`; `n` is a power of two, at least 4. Computed with square roots in double precision,
/// so that they have the same bits on every host, regardless of its sine function.
fn roots(n: u32) -> Vec<Complex> {
    // A quarter of a turn, an eighth, and so on down to an n-th.
    let half = |&[cos, sin]: &Complex<f64>| {
        let cos = ((1.0 + cos) / 2.0).sqrt();
        Some([cos, sin / (2.0 * cos)])
    };
    let turns: Vec<_> = successors(Some([0.0, -1.0]), half)
        .take(n.ilog2() as usize - 1)
        .collect();
    let root = |j: u32| {
        let bits = turns
            .iter()
            .rev()
            .zip(0..)
            .filter(|(_, bit)| j >> bit & 1 == 1);
        bits.fold([1.0, 0.0], |root, (turn, _)| times(root, *turn))
    };
    (0..n / 2)
        .map(|j| root(j).map(|part| part as f32))
        .collect()
}

/// The transform by its definition; `roots` are those of a multiple of its length.
fn transform(samples: &[Complex], roots: &[Complex]) -> Vec<Complex> {
    if samples.len() == 1 {
        return samples.to_vec();
    }
    let half =
        |from: usize| -> Vec<Complex> { samples.iter().copied().skip(from).step_by(2).collect() };
    let [even, odd] = [0, 1].map(|from| transform(&half(from), roots));
    let roots = roots.iter().step_by(2 * roots.len() / samples.len());
    let turned = odd
        .iter()
        .zip(roots)
        .map(|([a, b], [c, d])| [a * c - b * d, a * d + b * c]);
    let pairs = even.into_iter().zip(turned);
    let (low, high): (Vec<_>, Vec<_>) = pairs
        .map(|([a, b], [c, d])| ([a + c, b + d], [a - c, b - d]))
        .unzip();
    [low, high].concat()
}

impl Workload for Fft {
    fn name(&self) -> &'static str {
        "fft"
    }

    fn about(&self) -> &'static str {
        "Fourier transform in global memory, a launch a step, bound by bandwidth (fung2009)"
    }

    fn source(&self) -> &'static str {
        "kernels/fft/fft.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../fft/fft.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let samples = samples(size, seed);
        let count = samples.len() as u32;
        let words = |numbers: &[Complex]| bits(numbers.as_flattened());
        vec![
            input("first", &words(&samples)),
            output(scratch("second", 2 * count)),
            input("roots", &words(&roots(count))),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let pairs = 1 << (steps(size) - 1);
        let launch = |step| {
            let [from, to] = if step % 2 == 0 {
                ["first", "second"]
            } else {
                ["second", "first"]
            };
            let numbers = [pairs, pairs >> step].map(Arg::U32);
            Launch {
                kernel: self.name().into(),
                grid: [pairs.div_ceil(room.threads), 1, 1],
                block: [room.threads, 1, 1],
                shared_bytes: 0,
                args: [from, to, "roots"]
                    .map(address)
                    .into_iter()
                    .chain(numbers)
                    .collect(),
            }
        };
        (0..steps(size)).map(launch).collect()
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let samples = samples(size, seed);
        let spectrum = transform(&samples, &roots(samples.len() as u32));
        vec![Expected {
            buffer: "second",
            columns: Some(2),
            values: Values::F32(spectrum.concat()),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    fn root(j: u64, n: u64) -> Complex<f64> {
        let angle = -TAU * (j % n) as f64 / n as f64;
        [angle.cos(), angle.sin()]
    }

    #[test]
    fn roots_are_those_of_one() {
        for (j, found) in roots(1 << 12).into_iter().enumerate() {
            let exact = root(j as u64, 1 << 12);
            for (found, exact) in found.into_iter().zip(exact) {
                assert!((f64::from(found) - exact).abs() < 1e-7, "{j}");
            }
        }
    }

    #[test]
    fn transforms_are_sums_of_turned_samples() {
        let samples = samples(Size::Small, 1);
        let n = samples.len() as u64;
        for (k, found) in (0..).zip(transform(&samples, &roots(n as u32))) {
            let turned = (0..)
                .zip(&samples)
                .map(|(j, sample)| times(sample.map(f64::from), root(j * k, n)));
            let exact = turned.fold([0.0; 2], |[a, b], [c, d]| [a + c, b + d]);
            for (found, exact) in found.into_iter().zip(exact) {
                assert!((f64::from(found) - exact).abs() < 1e-5, "{k}");
            }
        }
    }
}
