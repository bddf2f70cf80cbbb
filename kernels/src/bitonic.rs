//! Batcher's bitonic sort, one thread per key: shared memory, a barrier after every step, and half of the threads idle in each
//! step (the even and odd dependence of fung2009, 3.3 and 4.2).
//!
//! Problem: the keys in ascending order. Equal keys are equal words, so the result is exact.

use crate::input::{Random, address, block_threads, input, output};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Bitonic;

/// A power of two, at least as large as a block.
fn count(size: Size) -> u32 {
    size.pick(256, 1 << 15)
}

/// Keys with a few duplicates.
fn keys(size: Size, seed: u64) -> Vec<u32> {
    let mut random = Random::new(seed);
    let count = count(size);
    (0..count).map(|_| random.below(4 * count)).collect()
}

/// Powers of two above `low` up to `high`, ascending.
fn powers(low: u32, high: u32) -> impl DoubleEndedIterator<Item = u32> {
    (low.ilog2() + 1..=high.ilog2()).map(|exponent| 1 << exponent)
}

impl Workload for Bitonic {
    fn name(&self) -> &'static str {
        "bitonic"
    }

    fn about(&self) -> &'static str {
        "bitonic sort in shared memory with block barriers, merged by further launches"
    }

    fn source(&self) -> &'static str {
        "kernels/bitonic/bitonic.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../bitonic/bitonic.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        vec![output(input("keys", &keys(size, seed)))]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let block = block_threads(room.threads);
        let launch = |kernel: &str, numbers: &[u32]| Launch {
            kernel: kernel.into(),
            grid: [count(size) / block, 1, 1],
            block: [block, 1, 1],
            shared_bytes: 0,
            args: [address("keys")]
                .into_iter()
                .chain(numbers.iter().map(|&number| Arg::U32(number)))
                .collect(),
        };
        let mut launches = vec![launch("bitonic_sort", &[])];
        for run in powers(block, count(size)) {
            let across = powers(block, run).rev().map(|length| [run, length / 2]);
            launches.extend(across.map(|numbers| launch("bitonic_exchange", &numbers)));
            launches.push(launch("bitonic_finish", &[run]));
        }
        launches
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
    fn launches_reach_across_blocks_first() {
        let launches = Bitonic.launches(
            Size::Small,
            0,
            Room {
                threads: 64,
                warp: 32,
            },
        );
        let steps: Vec<_> = launches
            .iter()
            .map(|launch| (launch.kernel.as_str(), &launch.args[1..]))
            .collect();
        let expected: [(&str, &[Arg]); 6] = [
            ("bitonic_sort", &[]),
            ("bitonic_exchange", &[Arg::U32(128), Arg::U32(64)]),
            ("bitonic_finish", &[Arg::U32(128)]),
            ("bitonic_exchange", &[Arg::U32(256), Arg::U32(128)]),
            ("bitonic_exchange", &[Arg::U32(256), Arg::U32(64)]),
            ("bitonic_finish", &[Arg::U32(256)]),
        ];
        assert_eq!(steps, expected);
    }
}
