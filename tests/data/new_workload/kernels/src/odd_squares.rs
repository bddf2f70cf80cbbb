//! Squares of odd numbers, and even numbers as they are.
//!
//! Problem: of the numbers from zero on, each odd one times itself. Threads write words of their own, so there are no races.

use crate::input::{address, block_threads, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Buffer, Launch};

/// See the [module](self).
pub struct OddSquares;

/// How many numbers.
fn count(size: Size) -> u32 {
    size.pick(64, 4096)
}

impl Workload for OddSquares {
    fn name(&self) -> &'static str {
        "odd_squares"
    }

    fn about(&self) -> &'static str {
        "squares of odd numbers: an example"
    }

    fn source(&self) -> &'static str {
        "kernels/odd_squares/odd_squares.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../odd_squares/odd_squares.elf")
    }

    fn buffers(&self, size: Size, _seed: u64) -> Vec<Buffer> {
        vec![output(scratch("out", count(size)))]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let block = block_threads(room.threads.min(64));
        vec![Launch {
            kernel: self.name().into(),
            grid: [count(size) / block, 1, 1],
            block: [block, 1, 1],
            shared_bytes: 0,
            args: vec![address("out")],
        }]
    }

    fn expected(&self, size: Size, _seed: u64) -> Vec<Expected> {
        let pairs = (0..count(size)).step_by(2);
        let numbers = pairs.flat_map(|even| [even, (even + 1) * (even + 1)]);
        vec![Expected {
            buffer: "out",
            columns: None,
            values: Values::U32(numbers.collect()),
        }]
    }
}
