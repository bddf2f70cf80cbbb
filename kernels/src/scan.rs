//! Prefix sums in shared memory, with a tree whose upper levels keep few threads busy: the work-efficient scan of the CUDA SDK,
//! which lashgar2012 (table 1) ran in 64 blocks of 256 threads.
//!
//! Problem: for every number of a matrix, the sum of the numbers to its left in its row, modulo 2^32; the order of additions does
//! not matter.
//!
//! KRN-22, KRN-23: the grid of table 1; no padding against bank conflicts.

use crate::input::{Random, address, block_threads, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Scan;

/// Number of rows, and of columns: a power of two, up to 512, two for every thread of a full block.
fn extent(size: Size) -> [u32; 2] {
    size.pick([4, 64], [64, 512])
}

fn numbers(size: Size, seed: u64) -> Vec<u32> {
    let [rows, columns] = extent(size);
    let mut random = Random::new(seed);
    (0..rows * columns).map(|_| random.word()).collect()
}

/// For each number, the sum of the numbers before it.
fn before(row: &[u32]) -> impl Iterator<Item = u32> {
    row.iter().scan(0, |sum: &mut u32, &number| {
        let before = *sum;
        *sum = sum.wrapping_add(number);
        Some(before)
    })
}

impl Workload for Scan {
    fn name(&self) -> &'static str {
        "scan"
    }

    fn about(&self) -> &'static str {
        "prefix sums by a work-efficient tree in shared memory (CUDA SDK)"
    }

    fn source(&self) -> &'static str {
        "kernels/scan/scan.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../scan/scan.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let numbers = numbers(size, seed);
        let before = scratch("before", numbers.len() as u32);
        vec![input("numbers", &numbers), output(before)]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let [rows, columns] = extent(size);
        vec![Launch {
            kernel: self.name().into(),
            grid: [rows, 1, 1],
            block: [block_threads(room.threads.min(columns / 2)), 1, 1],
            shared_bytes: 0,
            args: vec![address("numbers"), address("before"), Arg::U32(columns)],
        }]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let columns = extent(size)[1] as usize;
        let numbers = numbers(size, seed);
        vec![Expected {
            buffer: "before",
            columns: Some(columns),
            values: Values::U32(numbers.chunks(columns).flat_map(before).collect()),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_not_part_of_its_own_sum() {
        let row = [3, 1, u32::MAX, 4];
        assert!(before(&row).eq([0, 3, 4, 3]));
    }
}
