//! The if-then-else of collange2011, figure 1 and table 2: `A; if (!c) br; B; br; C; D`.
//!
//! Problem: each block adds one to its own octal digit of the thread's result (A to the lowest), so a thread with `c` ends with
//! 0o1011 and one without with 0o1101.
//!
//! `small` is the paper's case: one block of four threads, `c` true for threads 0 and 1.
//!
//! KRN-1: a digit for each block tells how often a thread ran it.

use crate::input::{Random, address, block_threads, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Buffer, Launch};

const FULL_THREADS: u32 = 3 << 19;

/// See the [module](self).
pub struct IfElse;

/// The condition of every thread, 0 or 1: the paper's for `small`, random for `full`.
pub(crate) fn conditions(size: Size, seed: u64, full_threads: u32) -> Vec<u32> {
    match size {
        Size::Small => vec![1, 1, 0, 0],
        Size::Full => {
            let mut random = Random::new(seed);
            (0..full_threads).map(|_| random.below(2)).collect()
        }
    }
}

/// Buffers of a kernel from conditions `c` to results `out`.
pub(crate) fn buffers(conditions: &[u32]) -> Vec<Buffer> {
    let out = scratch("out", conditions.len() as u32);
    vec![input("c", conditions), output(out)]
}

/// The launch of a kernel with these buffers: one block of four threads for `small`, as in the paper.
pub(crate) fn launch(kernel: &str, size: Size, full_threads: u32, room: Room) -> Launch {
    let threads = size.pick(4, full_threads);
    let block = block_threads(room.threads.min(threads));
    Launch {
        kernel: kernel.into(),
        grid: [threads / block, 1, 1],
        block: [block, 1, 1],
        shared_bytes: 0,
        args: vec![address("c"), address("out")],
    }
}

impl Workload for IfElse {
    fn name(&self) -> &'static str {
        "if_else"
    }

    fn about(&self) -> &'static str {
        "if-then-else, one instruction per block (collange2011, table 2)"
    }

    fn source(&self) -> &'static str {
        "kernels/if_else/if_else.S"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../if_else/if_else.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        buffers(&conditions(size, seed, FULL_THREADS))
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        vec![launch(self.name(), size, FULL_THREADS, room)]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let path = |c: u32| if c == 1 { 0o1011 } else { 0o1101 };
        let conditions = conditions(size, seed, FULL_THREADS);
        vec![Expected {
            buffer: "out",
            columns: None,
            values: Values::U32(conditions.into_iter().map(path).collect()),
        }]
    }
}
