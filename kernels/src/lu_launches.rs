//! The factorisation of [`lu`] without barriers: the same matrices, blocks and owners of tiles, but the code between two barriers
//! is a launch of its own.
//!
//! Section 5 of fung2009 describes parallel sections that run in turn, "After GPU simulation of the compute kernel is completed,
//! program control is returned to the out-of-order core", and mentions no barriers inside a section (section 3.3 does, for
//! Bitonic). If its LU was launched this way, warps that split under `nrec` were whole again with every launch; in `lu` they
//! never join. On the other hand, caches are empty at the start of every launch, and every thread has to locate its tiles again.

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

    fn source(&self) -> &'static str {
        "kernels/lu/lu.c"
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
