//! The contrived loop of fung2009, figure 6, for its limit study of reconvergence points (3.3).
//!
//! Problem: `for (i = thread % 2; i < 128; ++i) if (i % 2) data[thread]++`, from zero.
//!
//! STA-6: `contrived_8` and `contrived_32` have that many increments in the body: the gain that the limit study finds depends
//! on the length of the body, and the paper's 92 % need the longest.
//!
//! KRN-4: figure 6 is a picture, so the loop follows what section 3.3 says of it.

use crate::input::{address, block_threads, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Contrived {
    name: &'static str,
    about: &'static str,
    /// Increments in the body of the loop.
    increments: u32,
}

/// The loop as shown in the figure.
pub const CONTRIVED: Contrived = Contrived {
    name: "contrived",
    about: "even and odd threads take turns in a loop: limit study of reconvergence (fung2009, figure 6)",
    increments: 1,
};

/// With a longer body.
pub const CONTRIVED_8: Contrived = Contrived {
    name: "contrived_8",
    about: "`contrived` with 8 increments in the body of its loop",
    increments: 8,
};

/// With the longest body.
pub const CONTRIVED_32: Contrived = Contrived {
    name: "contrived_32",
    about: "`contrived` with 32 increments in the body of its loop",
    increments: 32,
};

/// End of the loop.
const END: u32 = 128;

/// The study looked at 128 threads.
fn threads(size: Size) -> u32 {
    size.pick(128, 1 << 16)
}

impl Workload for Contrived {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn source(&self) -> &'static str {
        "kernels/contrived/contrived.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../contrived/contrived.elf")
    }

    fn buffers(&self, size: Size, _seed: u64) -> Vec<Buffer> {
        vec![output(scratch("data", threads(size)))]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let threads = threads(size);
        let block = block_threads(room.threads.min(threads));
        vec![Launch {
            kernel: self.name().into(),
            grid: [threads / block, 1, 1],
            block: [block, 1, 1],
            shared_bytes: 0,
            args: vec![address("data"), Arg::U32(END)],
        }]
    }

    fn expected(&self, size: Size, _seed: u64) -> Vec<Expected> {
        // Half of the numbers from 0 or 1 to 127 are odd, and 0 is not.
        vec![Expected {
            buffer: "data",
            columns: None,
            values: Values::U32(vec![END / 2 * self.increments; threads(size) as usize]),
        }]
    }
}
