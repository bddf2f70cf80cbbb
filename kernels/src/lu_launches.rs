//! The factorisation of [`lu`] without barriers: same matrices, blocks and owners of
//! tiles, but what lies between two barriers is a launch.
//!
//! Section 5 of fung2009 has parallel sections in turn, "After GPU simulation of the compute kernel
//! is completed, program control is returned to the out-of-order core", and no word of barriers
//! inside of one (section 3.3 has, of Bitonic). If its LU was launched this way, warps that split
//! under `nrec` were whole again with every launch; in `lu` they never join. In return caches begin
//! every launch empty, and every thread finds its tiles anew.

use crate::lu::{self, Lu};
use crate::{Expected, Room, Size, Workload};
use heddle_sim::launch::{Buffer, Launch};

/// See the [module](self).
pub struct LuLaunches;

impl Workload for LuLaunches {
    fn name(&self) -> &'static str {
        "lu_launches"
    }

    fn about(&self) -> &'static str {
        "`lu` without barriers: a launch for each half of a step"
    }

    fn elf(&self) -> &'static [u8] {
        Lu.elf()
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        Lu.buffers(size, seed)
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let phases = |step| {
            ["lu_perimeter", "lu_interior"].map(|kernel| lu::launch(kernel, size, room, Some(step)))
        };
        let start = lu::launch("lu_start", size, room, None);
        [start]
            .into_iter()
            .chain((0..lu::steps(size)).flat_map(phases))
            .collect()
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        Lu.expected(size, seed)
    }
}
