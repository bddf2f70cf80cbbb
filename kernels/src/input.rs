//! Inputs from a seed, and shorthands for buffers, arguments and blocks.

use heddle_sim::launch::{Arg, Buffer, Init};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The generator from which every workload draws its inputs.
pub(crate) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub(crate) fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A multiple of 2^-24 in [0, 1).
    pub(crate) fn fraction(&mut self) -> f32 {
        (self.word() >> 8) as f32 / (1 << 24) as f32
    }

    /// Uniform in [0, `limit`), up to 2^-32 of bias for each value.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        ((u64::from(self.word()) * u64::from(limit)) >> 32) as u32
    }
}

/// A buffer that the kernel reads.
pub(crate) fn input(name: &str, values: &[u32]) -> Buffer {
    byte_input(name, values.iter().flat_map(|v| v.to_le_bytes()).collect())
}

/// A buffer of bytes that the kernel reads.
pub(crate) fn byte_input(name: &str, bytes: Vec<u8>) -> Buffer {
    Buffer {
        name: name.into(),
        bytes: bytes.len() as u32,
        init: Init::Bytes(bytes),
        out: false,
        address: None,
        part: None,
    }
}

/// The words that hold floats.
pub(crate) fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// A buffer of `count` words that the kernel reads and writes, initially zero.
pub(crate) fn scratch(name: &str, count: u32) -> Buffer {
    Buffer {
        name: name.into(),
        bytes: 4 * count,
        init: Init::Zero,
        out: false,
        address: None,
        part: None,
    }
}

/// The same buffer as an output.
pub(crate) fn output(buffer: Buffer) -> Buffer {
    Buffer {
        out: true,
        ..buffer
    }
}

/// The address of a buffer.
pub(crate) fn address(name: &str) -> Arg {
    Arg::Buffer(name.into())
}

/// Threads of a one-dimensional block: the largest power of two within the limit, at most 256 (KRN-34).
pub(crate) fn block_threads(limit: u32) -> u32 {
    1 << limit.clamp(1, 256).ilog2()
}

/// Side of a square block: the largest power of two whose square is within the limit, at most 16.
pub(crate) fn block_side(limit: u32) -> u32 {
    1 << (limit.clamp(1, 256).ilog2() / 2)
}

/// A two-dimensional block: `wide` x `high` threads if they are within the limit, otherwise fewer rows, otherwise one shorter
/// row; all powers of two.
pub(crate) fn block_rows(limit: u32, [wide, high]: [u32; 2]) -> [u32; 3] {
    let threads = block_threads(limit.min(wide * high));
    let columns = threads.min(wide);
    [columns, threads / columns, 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_fit_the_limit() {
        for limit in 1..2000 {
            assert!(block_threads(limit) <= limit && block_threads(limit) * 2 > limit.min(256));
            let side = block_side(limit);
            assert!(side * side <= limit && 4 * side * side > limit.min(256));
            let [columns, rows, _] = block_rows(limit, [16, 8]);
            assert_eq!(columns * rows, block_threads(limit.min(128)));
            assert!(columns == 16 || rows == 1);
        }
    }

    #[test]
    fn numbers_stay_in_their_ranges() {
        let mut random = Random::new(7);
        let mut seen = [false; 3];
        for _ in 0..1000 {
            assert!((0.0..1.0).contains(&random.fraction()));
            seen[random.below(3) as usize] = true;
        }
        assert_eq!(seen, [true; 3]);
    }
}
