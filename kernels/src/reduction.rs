//! Sums by a tree whose last steps rely on a warp running in lock-step (fung2009, section 8 and figure 22).
//!
//! Problem: the sum of every row of a matrix, modulo 2^32; the order of additions does not matter.
//!
//! The last steps have no barriers, so by the rules of the kernel ABI this program is full of races, and its result is guaranteed
//! only where the threads of a warp run in lock-step (`Mechanism::keeps_step`). [`crate::reduction_partial`] is the same program
//! with barriers.
//!
//! KRN-7: relies on warps that keep step, so its result is checked where they do.

use crate::input::{Random, address, block_threads, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Reduction;

/// Number of rows and columns.
fn extent(size: Size) -> (u32, u32) {
    size.pick((8, 150), (1 << 10, 3000))
}

fn numbers(size: Size, seed: u64) -> Vec<u32> {
    let (rows, columns) = extent(size);
    let mut random = Random::new(seed);
    (0..rows * columns).map(|_| random.word()).collect()
}

pub(crate) fn buffers(size: Size, seed: u64) -> Vec<Buffer> {
    vec![
        input("numbers", &numbers(size, seed)),
        output(scratch("out", extent(size).0)),
    ]
}

pub(crate) fn launches(kernel: &str, size: Size, room: Room) -> Vec<Launch> {
    let (rows, columns) = extent(size);
    let block = block_threads(room.threads);
    vec![Launch {
        kernel: kernel.into(),
        grid: [rows, 1, 1],
        block: [block, 1, 1],
        shared_bytes: 0,
        args: vec![
            address("numbers"),
            address("out"),
            Arg::U32(columns),
            Arg::U32(room.warp.min(block)),
        ],
    }]
}

pub(crate) fn expected(size: Size, seed: u64) -> Vec<Expected> {
    let numbers = numbers(size, seed);
    let rows = numbers.chunks(extent(size).1 as usize);
    let sum = |row: &[u32]| {
        row.iter()
            .fold(0u32, |sum, &number| sum.wrapping_add(number))
    };
    vec![Expected {
        buffer: "out",
        columns: None,
        values: Values::U32(rows.map(sum).collect()),
    }]
}

impl Workload for Reduction {
    fn name(&self) -> &'static str {
        "reduction"
    }

    fn about(&self) -> &'static str {
        "sums by a tree that relies on lock-step: races, on purpose (fung2009, figure 22)"
    }

    fn source(&self) -> &'static str {
        "kernels/reduction/reduction.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../reduction/reduction.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        buffers(size, seed)
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        launches(self.name(), size, room)
    }

    fn is_race_free(&self) -> bool {
        false
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        expected(size, seed)
    }
}
