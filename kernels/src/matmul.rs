//! Product of two square matrices of floats, in tiles through shared memory, with block barriers.
//!
//! Problem: `c[i][j]` is the sum of `a[i][k] * b[k][j]`, added in order of `k` from zero, every
//! operation rounded to single precision. The order is part of the problem, so results are exact.

use crate::input::{Random, address, bits, block_side, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Matmul;

/// Number of rows and columns of the matrices; a multiple of every block's side.
fn order(size: Size) -> u32 {
    size.pick(32, 192)
}

/// Both factors, row by row, elements in [-1, 1).
fn factors(size: Size, seed: u64) -> [Vec<f32>; 2] {
    let mut random = Random::new(seed);
    let elements = order(size) * order(size);
    [(); 2].map(|()| {
        (0..elements)
            .map(|_| 2.0 * random.fraction() - 1.0)
            .collect()
    })
}

/// The sum of the products, added in order from zero.
fn dot(row: &[f32], column: impl Iterator<Item = f32>) -> f32 {
    row.iter().zip(column).fold(0.0, |sum, (a, b)| sum + a * b)
}

impl Workload for Matmul {
    fn name(&self) -> &'static str {
        "matmul"
    }

    fn about(&self) -> &'static str {
        "product of matrices in tiles through shared memory, with block barriers"
    }

    fn source(&self) -> &'static str {
        "kernels/matmul/matmul.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../matmul/matmul.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let [a, b] = factors(size, seed).map(|factor| bits(&factor));
        let c = scratch("c", a.len() as u32);
        vec![input("a", &a), input("b", &b), output(c)]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let n = order(size);
        let side = block_side(room.threads);
        vec![Launch {
            kernel: self.name().into(),
            grid: [n / side, n / side, 1],
            block: [side, side, 1],
            shared_bytes: 0,
            args: vec![address("a"), address("b"), address("c"), Arg::U32(n)],
        }]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let n = order(size) as usize;
        let [a, b] = factors(size, seed);
        let column = |j: usize| b[j..].iter().step_by(n).copied();
        let product = a
            .chunks(n)
            .flat_map(|row| (0..n).map(move |j| dot(row, column(j))))
            .collect();
        vec![Expected {
            buffer: "c",
            columns: Some(n),
            values: Values::F32(product),
        }]
    }
}
