//! Gaussian elimination without pivoting, with two launches per step: Rodinia's gaussian, whose steps leave ever fewer threads
//! with an element; lashgar2012 (table 1) ran it in launches of 3 x 3 blocks of 16 x 16 threads.
//!
//! Problem: from each row of a system of equations, a multiple of each row above it is subtracted, one after the other, such that
//! the row's element in that column becomes zero; in the matrix and on the right-hand side. Every operation is rounded to single
//! precision, so results are exact.
//!
//! KRN-28: two launches a step, so that multipliers are ready before a row is subtracted.

use crate::input::{Random, address, bits, block_side, block_threads, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Gaussian;

/// Number of rows and columns.
fn order(size: Size) -> u32 {
    size.pick(6, 48)
}

/// Equations: each has a row of the matrix and its right-hand side.
type Equations = Vec<(Vec<f32>, f32)>;

/// Elements in [0, 1), with diagonal elements so large that no pivoting is needed.
fn equations(size: Size, seed: u64) -> Equations {
    let (n, mut random) = (order(size) as usize, Random::new(seed));
    let mut equation = |row: usize| {
        let mut elements: Vec<f32> = (0..n).map(|_| random.fraction()).collect();
        elements[row] += n as f32;
        (elements, random.fraction())
    };
    (0..n).map(&mut equation).collect()
}

/// An equation after elimination with the equations above it.
fn reduced((mut row, mut right): (Vec<f32>, f32), above: &Equations) -> (Vec<f32>, f32) {
    for (step, (pivot, pivot_right)) in above.iter().enumerate() {
        let multiplier = row[step] / pivot[step];
        let elements = row.iter_mut().zip(pivot).skip(step);
        elements.for_each(|(element, pivot)| *element -= multiplier * pivot);
        right -= multiplier * pivot_right;
    }
    (row, right)
}

/// All equations, each after elimination with the reduced ones above it.
fn eliminated(equations: Equations) -> Equations {
    let mut done = Equations::new();
    for equation in equations {
        done.push(reduced(equation, &done));
    }
    done
}

/// The matrix row by row, and the right-hand side.
fn numbers(equations: Equations) -> [Vec<f32>; 2] {
    let (rows, right): (Vec<_>, Vec<_>) = equations.into_iter().unzip();
    [rows.concat(), right]
}

impl Workload for Gaussian {
    fn name(&self) -> &'static str {
        "gaussian"
    }

    fn about(&self) -> &'static str {
        "Gaussian elimination, two launches a step (Rodinia)"
    }

    fn source(&self) -> &'static str {
        "kernels/gaussian/gaussian.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../gaussian/gaussian.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let [matrix, right] = numbers(equations(size, seed));
        let multipliers = scratch("multipliers", matrix.len() as u32);
        vec![
            output(input("matrix", &bits(&matrix))),
            output(input("right", &bits(&right))),
            multipliers,
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let n = order(size);
        let (row, side) = (block_threads(room.threads), block_side(room.threads));
        let launch = |kernel: &str, step, grid, block| Launch {
            kernel: kernel.into(),
            grid,
            block,
            shared_bytes: 0,
            args: ["matrix", "right", "multipliers"]
                .map(address)
                .into_iter()
                .chain([n, step].map(Arg::U32))
                .collect(),
        };
        let both = |step| {
            let (rows, blocks) = (n.div_ceil(row), n.div_ceil(side));
            [
                launch("gaussian_multipliers", step, [rows, 1, 1], [row, 1, 1]),
                launch(
                    "gaussian_eliminate",
                    step,
                    [blocks, blocks, 1],
                    [side, side, 1],
                ),
            ]
        };
        (0..n - 1).flat_map(both).collect()
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let [matrix, right] = numbers(eliminated(equations(size, seed)));
        let columns = Some(order(size) as usize);
        let expected = |buffer, columns, values| Expected {
            buffer,
            columns,
            values: Values::F32(values),
        };
        vec![
            expected("matrix", columns, matrix),
            expected("right", None, right),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_system() {
        let system = vec![
            (vec![2.0, 1.0, 4.0], 3.0),
            (vec![4.0, 3.0, 11.0], 8.0),
            (vec![6.0, 8.0, 36.0], 1.0),
        ];
        let triangle = vec![
            (vec![2.0, 1.0, 4.0], 3.0),
            (vec![0.0, 1.0, 3.0], 2.0),
            (vec![0.0, 0.0, 9.0], -18.0),
        ];
        assert_eq!(eliminated(system), triangle);
    }

    /// Solving the reduced system from the last equation up also solves the original system.
    #[test]
    fn what_is_left_has_the_same_solution() {
        let system = equations(Size::Full, 5);
        let mut unknowns = vec![0.0; system.len()];
        for (at, (row, right)) in eliminated(system.clone()).iter().enumerate().rev() {
            let known: f32 = (at + 1..row.len()).map(|j| row[j] * unknowns[j]).sum();
            unknowns[at] = (right - known) / row[at];
        }
        for (row, right) in system {
            let left: f32 = row.iter().zip(&unknowns).map(|(a, x)| a * x).sum();
            assert!((left - right).abs() < 1e-5, "{left}, {right}");
        }
    }
}
