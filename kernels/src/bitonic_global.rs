//! Batcher's bitonic sort in global memory, with one thread per key and one launch per step: fung2009's Bitonic. Half of the
//! threads have nothing to do.
//!
//! Table IV of fung2009 has one miss for 26 accesses under every mechanism. That is about the rate if every step loads all keys
//! into caches that start empty (one for 24): hence one launch per step, and no barriers in a block.
//!
//! Problem: the keys in ascending order. Equal keys are equal words, so the result is exact.
//!
//! KRN-5: a launch a step, because the miss rate of the paper is that of steps that stream; four times the keys, because the share
//! of the bandwidth is then near the paper's.

use crate::input::{Random, address, input, output};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct BitonicGlobal {
    name: &'static str,
    about: &'static str,
    /// Number of keys of the full size, a power of two.
    full: u32,
}

/// Every core of fung2009 has 2,048 keys.
pub const BITONIC_GLOBAL: BitonicGlobal = BitonicGlobal {
    name: "bitonic_global",
    about: "bitonic sort in global memory through the cache, a launch a step (fung2009)",
    full: 1 << 15,
};

/// With 8,192 keys for each core: `pdom` uses about as much of the bandwidth as table II of fung2009 says.
pub const BITONIC_GLOBAL_4X: BitonicGlobal = BitonicGlobal {
    name: "bitonic_global_4x",
    about: "`bitonic_global` with four times the keys, for the bandwidth of fung2009's table II",
    full: 1 << 17,
};

impl BitonicGlobal {
    fn count(&self, size: Size) -> u32 {
        size.pick(32, self.full)
    }

    /// Keys with a few duplicates.
    fn keys(&self, size: Size, seed: u64) -> Vec<u32> {
        let mut random = Random::new(seed);
        let count = self.count(size);
        (0..count).map(|_| random.below(4 * count)).collect()
    }
}

/// Length of the runs and distance of the pairs in every step.
fn steps(count: u32) -> impl Iterator<Item = [u32; 2]> {
    let stages = 1..=count.ilog2();
    stages.flat_map(|stage| (0..stage).rev().map(move |step| [1 << stage, 1 << step]))
}

impl Workload for BitonicGlobal {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn source(&self) -> &'static str {
        "kernels/bitonic_global/bitonic_global.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../bitonic_global/bitonic_global.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        vec![output(input("keys", &self.keys(size, seed)))]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let count = self.count(size);
        let launch = |[run, distance]: [u32; 2]| Launch {
            kernel: BITONIC_GLOBAL.name.into(),
            grid: [count.div_ceil(room.threads), 1, 1],
            block: [room.threads, 1, 1],
            shared_bytes: 0,
            args: [address("keys")]
                .into_iter()
                .chain([count, run, distance].map(Arg::U32))
                .collect(),
        };
        steps(count).map(launch).collect()
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let mut keys = self.keys(size, seed);
        keys.sort_unstable();
        vec![Expected {
            buffer: "keys",
            columns: None,
            values: Values::U32(keys),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_merge_ever_longer_runs() {
        let expected = [[2, 1], [4, 2], [4, 1], [8, 4], [8, 2], [8, 1]];
        assert_eq!(steps(8).collect::<Vec<_>>(), expected);
    }
}
