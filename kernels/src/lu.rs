//! LU factorisation of dense matrices without pivoting, one block per matrix, with all data in the cache: SPLASH-2's LU as
//! fung2009 ran it, where threads diverge because the rest of the matrix shrinks.
//!
//! Problem: `a[i][j]` is the sum of `l[i][k] * u[k][j]` with ones on the diagonal of the lower triangle `l`; both triangles
//! replace `a`. Products are subtracted in order of `k`, and every operation is rounded to single precision. The order is part of
//! the problem, so results are exact.
//!
//! KRN-9: tiles in threads, because single elements leave warps too full to regroup anything.

use crate::input::{Random, address, bits, input, output};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Lu;

/// Rows and columns of the kernel's tiles.
const SIDE: usize = 3;

/// Rows and columns of a matrix, a multiple of [`SIDE`]. In the full size there are
/// 27 x 27 tiles, about as many as a core of fung2009 has threads; 27 is no divisor of 32, so that a
/// column of tiles does not lie in one lane of all warps.
fn order(size: Size) -> usize {
    size.pick(9, 81)
}

/// Number of matrices and of blocks: two for each core of fung2009.
fn matrices(size: Size) -> u32 {
    size.pick(3, 32)
}

/// Steps that have tiles off the diagonal.
pub(crate) fn steps(size: Size) -> u32 {
    (order(size) / SIDE - 1) as u32
}

/// A launch of one of the kernels on all matrices, with an optional additional argument.
pub(crate) fn launch(kernel: &str, size: Size, room: Room, more: Option<u32>) -> Launch {
    let numbers = [order(size) as u32].into_iter().chain(more);
    Launch {
        kernel: kernel.into(),
        grid: [matrices(size), 1, 1],
        block: [room.threads, 1, 1],
        shared_bytes: 0,
        args: [address("matrices")]
            .into_iter()
            .chain(numbers.map(Arg::U32))
            .collect(),
    }
}

/// A matrix row by row: elements in [0, 1), with diagonal elements so large that no pivoting is needed.
fn matrix(n: usize, random: &mut Random) -> Vec<f32> {
    let mut elements: Vec<f32> = (0..n * n).map(|_| random.fraction()).collect();
    elements
        .iter_mut()
        .step_by(n + 1)
        .for_each(|diagonal| *diagonal += n as f32);
    elements
}

fn inputs(size: Size, seed: u64) -> Vec<Vec<f32>> {
    let mut random = Random::new(seed);
    (0..matrices(size))
        .map(|_| matrix(order(size), &mut random))
        .collect()
}

/// Both triangles, element by element from their definition. On and above the diagonal, the element in row `i` and column `j` is
/// `a[i][j]` minus the products of the earlier elements; below the diagonal, it is divided by the diagonal element.
fn factors(n: usize, a: &[f32]) -> Vec<f32> {
    let mut lu = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..n {
            let products = (0..i.min(j)).map(|k| lu[i * n + k] * lu[k * n + j]);
            let left = products.fold(a[i * n + j], |left, product| left - product);
            lu[i * n + j] = if i <= j { left } else { left / lu[j * n + j] };
        }
    }
    lu
}

impl Workload for Lu {
    fn name(&self) -> &'static str {
        "lu"
    }

    fn about(&self) -> &'static str {
        "LU factorisation in the cache, a matrix a block, with block barriers (fung2009)"
    }

    fn source(&self) -> &'static str {
        "kernels/lu/lu.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../lu/lu.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let elements = inputs(size, seed).concat();
        vec![output(input("matrices", &bits(&elements)))]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        vec![launch(self.name(), size, room, None)]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let n = order(size);
        let factored = inputs(size, seed).into_iter().map(|a| factors(n, &a));
        vec![Expected {
            buffer: "matrices",
            columns: Some(n),
            values: Values::F32(factored.collect::<Vec<_>>().concat()),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_of_a_small_matrix() {
        let a = [2.0, 1.0, 4.0, 4.0, 3.0, 11.0, 6.0, 8.0, 36.0];
        let lu = [2.0, 1.0, 4.0, 2.0, 1.0, 3.0, 3.0, 5.0, 9.0];
        assert_eq!(factors(3, &a), lu);
    }

    #[test]
    fn factors_multiply_to_the_matrix() {
        let n = 48;
        let a = matrix(n, &mut Random::new(5));
        let lu = factors(n, &a);
        let lower = |i: usize, k: usize| if k == i { 1.0 } else { lu[i * n + k] };
        for (at, &element) in a.iter().enumerate() {
            let (i, j) = (at / n, at % n);
            let product: f32 = (0..=i.min(j)).map(|k| lower(i, k) * lu[k * n + j]).sum();
            assert!((product - element).abs() < 1e-4, "{i}, {j}");
        }
    }
}
