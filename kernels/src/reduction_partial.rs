//! [`crate::reduction`] with a partial barrier, among the threads of the original warp, after each of the last steps: the same
//! problem, correct under every mechanism (fung2009, section 8).

use crate::reduction::{buffers, expected, launches};
use crate::{Expected, Room, Size, Workload};
use heddle_sim::launch::{Buffer, Launch};

/// See the [module](self).
pub struct ReductionPartial;

impl Workload for ReductionPartial {
    fn name(&self) -> &'static str {
        "reduction_partial"
    }

    fn about(&self) -> &'static str {
        "sums by a tree with barriers of the warp in its last steps (fung2009, section 8)"
    }

    fn source(&self) -> &'static str {
        "kernels/reduction_partial/reduction_partial.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../reduction_partial/reduction_partial.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        buffers(size, seed)
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        launches(self.name(), size, room)
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        expected(size, seed)
    }
}
