//! Product of two matrices of floats through the cache, one thread per element: fung2009's Matrix, which hardly diverges and uses
//! most of the memory bandwidth.
//!
//! Problem: `c[i][j]` is the sum of `a[i][k] * b[k][j]`, added in order of `k` from zero, every
//! operation rounded to single precision. The order is part of the problem, so results are exact.
//!
//! KRN-11: a strip of rows for each block; square tiles would not be bound by bandwidth.

use crate::input::{Random, address, bits, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Matrix;

/// Rows of `a`, columns of `a`, columns of `b`.
///
/// A block computes consecutive elements of a row, so it reads a strip of `b` from top to bottom, each element once: in the full
/// size 768 KiB, more than a cache of fung2009, and again for every row. Square matrices with as much data would need many times
/// as many operations.
fn shape(size: Size) -> [u32; 3] {
    size.pick([3, 32, 24], [16, 256, 1536])
}

/// Elements in [-1, 1).
fn elements(count: u32, random: &mut Random) -> Vec<f32> {
    (0..count).map(|_| 2.0 * random.fraction() - 1.0).collect()
}

/// Both factors, row by row.
fn factors(size: Size, seed: u64) -> [Vec<f32>; 2] {
    let mut random = Random::new(seed);
    let [rows, depth, columns] = shape(size);
    [rows * depth, depth * columns].map(|count| elements(count, &mut random))
}

/// The product row by row: each row of `b`, times its element of a row of `a`, is added to a row of the product.
fn product(a: &[f32], b: &[f32], depth: usize, columns: usize) -> Vec<f32> {
    let row = |a: &[f32]| {
        let zero = vec![0.0; columns];
        a.iter().zip(b.chunks(columns)).fold(zero, |sums, (a, b)| {
            sums.iter().zip(b).map(|(sum, b)| sum + a * b).collect()
        })
    };
    a.chunks(depth).flat_map(row).collect()
}

impl Workload for Matrix {
    fn name(&self) -> &'static str {
        "matrix"
    }

    fn about(&self) -> &'static str {
        "product of matrices through the cache, bound by bandwidth (fung2009)"
    }

    fn source(&self) -> &'static str {
        "kernels/matrix/matrix.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../matrix/matrix.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let [rows, _, columns] = shape(size);
        let [a, b] = factors(size, seed).map(|factor| bits(&factor));
        let c = scratch("c", rows * columns);
        vec![input("a", &a), input("b", &b), output(c)]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let [rows, depth, columns] = shape(size);
        let numbers = [depth, columns, rows * columns].map(Arg::U32);
        vec![Launch {
            kernel: self.name().into(),
            grid: [(rows * columns).div_ceil(room.threads), 1, 1],
            block: [room.threads, 1, 1],
            shared_bytes: 0,
            args: ["a", "b", "c"]
                .map(address)
                .into_iter()
                .chain(numbers)
                .collect(),
        }]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let [_, depth, columns] = shape(size).map(|n| n as usize);
        let [a, b] = factors(size, seed);
        vec![Expected {
            buffer: "c",
            columns: Some(columns),
            values: Values::F32(product(&a, &b, depth, columns)),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn product_of_small_matrices() {
        let a = [1.0, 2.0, 3.0, 4.0];
        let b = [1.0, 0.0, 2.0, 0.0, 1.0, 3.0];
        assert_eq!(product(&a, &b, 2, 3), [1.0, 2.0, 8.0, 3.0, 4.0, 18.0]);
    }
}
