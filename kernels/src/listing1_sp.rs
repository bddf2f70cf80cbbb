//! [`crate::listing1`] in assembly whose call moves `sp` down, as the machine of collange2011 does:
//! the same problem, inputs and results.

use crate::if_else::{buffers, conditions, launch};
use crate::listing1::{FULL_THREADS, expected};
use crate::{Expected, Room, Size, Workload};
use heddle_sim::launch::{Buffer, Launch};

/// See the [module](self).
pub struct Listing1Sp;

impl Workload for Listing1Sp {
    fn name(&self) -> &'static str {
        "listing1_sp"
    }

    fn about(&self) -> &'static str {
        "divergent call that pushes the return address, assembly (collange2011, listing 1)"
    }

    fn source(&self) -> &'static str {
        "kernels/listing1_sp/listing1_sp.S"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../listing1_sp/listing1_sp.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        buffers(&conditions(size, seed, FULL_THREADS))
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        vec![launch(self.name(), size, FULL_THREADS, room)]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        expected(size, seed)
    }
}
