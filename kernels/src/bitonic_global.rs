//! Batcher's bitonic sort in global memory, with one thread per key and one launch per step: fung2009's Bitonic. Half of the
//! threads have nothing to do.
//!
//! Table IV of fung2009 has one miss for 26 accesses under every mechanism. That is about the rate if every step loads all keys
//! into caches that start empty (one for 24): hence one launch per step, and no barriers in a block.
//!
//! Problem: the keys in ascending order. Equal keys are equal words, so the result is exact.
//!
//! KRN-5: a launch a step, because the miss rate of the paper is that of steps that stream.

use crate::input::{Random, address, input, output};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct BitonicGlobal;

/// A power of two.
fn count(size: Size) -> u32 {
    size.pick(32, 1 << 15)
}

/// Keys with a few duplicates.
fn keys(size: Size, seed: u64) -> Vec<u32> {
    let mut random = Random::new(seed);
    let count = count(size);
    (0..count).map(|_| random.below(4 * count)).collect()
}

/// Length of the runs and distance of the pairs in every step.
fn steps(count: u32) -> impl Iterator<Item = [u32; 2]> {
    let stages = 1..=count.ilog2();
    stages.flat_map(|stage| (0..stage).rev().map(move |step| [1 << stage, 1 << step]))
}

impl Workload for BitonicGlobal {
    fn name(&self) -> &'static str {
        "bitonic_global"
    }

    fn about(&self) -> &'static str {
        "bitonic sort in global memory through the cache, a launch a step (fung2009)"
    }

    fn source(&self) -> &'static str {
        "kernels/bitonic_global/bitonic_global.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../bitonic_global/bitonic_global.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        vec![output(input("keys", &keys(size, seed)))]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let launch = |[run, distance]: [u32; 2]| Launch {
            kernel: self.name().into(),
            grid: [count(size).div_ceil(room.threads), 1, 1],
            block: [room.threads, 1, 1],
            shared_bytes: 0,
            args: [address("keys")]
                .into_iter()
                .chain([count(size), run, distance].map(Arg::U32))
                .collect(),
        };
        steps(count(size)).map(launch).collect()
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let mut keys = keys(size, seed);
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
