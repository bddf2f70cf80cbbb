//! Seeded random operands, biased towards the corner cases of the arithmetic.

// Each test binary uses its part of this module.
#![allow(dead_code)]

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Single-precision numbers at which behaviour changes, without their signs.
const SPECIAL_FLOATS: [u32; 23] = [
    0x0000_0000, // 0
    0x0000_0001, // smallest subnormal
    0x0000_0002,
    0x003f_ffff,
    0x0040_0000,
    0x007f_ffff, // largest subnormal
    0x0080_0000, // smallest normal
    0x0080_0001,
    0x00ff_ffff,
    0x3380_0000, // 2^-24
    0x3f00_0000, // 0.5
    0x3f7f_ffff,
    0x3f80_0000, // 1
    0x3f80_0001,
    0x3fc0_0000, // 1.5
    0x4b80_0000, // 2^24
    0x4eff_ffff, // below 2^31
    0x4f00_0000, // 2^31
    0x4f80_0000, // 2^32
    0x7f7f_ffff, // largest finite
    0x7f80_0000, // infinity
    0x7fc0_0000, // quiet NaN
    0x7f80_0001, // signaling NaN
];

const SPECIAL_INTEGERS: [u32; 10] = [
    0,
    1,
    2,
    3,
    31,
    32,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_fffe,
    0xffff_ffff,
];

/// A seeded source of operands.
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The same seed gives the same operands.
    pub fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Any word.
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// Any 64 bits.
    pub fn word64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.word()) * u64::from(bound)) >> 32) as u32
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// One of a list.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }

    /// An integer, often at a border.
    pub fn integer(&mut self) -> u32 {
        match self.below(4) {
            0 => self.pick(&SPECIAL_INTEGERS),
            1 => 1 << self.below(32),
            2 => (self.word() as i32 >> self.below(32)) as u32,
            _ => self.word(),
        }
    }

    /// The bits of a float, often near a border.
    pub fn float(&mut self) -> u32 {
        match self.below(8) {
            0 => self.special(),
            1 => (self.pick(&SPECIAL_FLOATS) ^ self.sign())
                .wrapping_add(self.below(7))
                .wrapping_sub(3),
            2 => self.word(),
            3 => (self.integer() as f32).to_bits(),
            4 | 5 => self.patterned(0, 256),
            _ => self.patterned(110, 34),
        }
    }

    /// Three floats, often related: nearly equal, nearly cancelling, a product near the third.
    pub fn floats(&mut self) -> [u32; 3] {
        let [a, mut b, mut c] = [self.float(), self.float(), self.float()];
        match self.below(8) {
            0 => b = self.near(a),
            1 => c = self.near((f32::from_bits(a) * f32::from_bits(b)).to_bits()),
            2 => b = self.near((f32::from_bits(c) / f32::from_bits(a)).to_bits()),
            3 => return [0; 3].map(|_| self.special()),
            _ => {}
        }
        [a, b, c]
    }

    fn special(&mut self) -> u32 {
        self.pick(&SPECIAL_FLOATS) ^ self.sign()
    }

    fn sign(&mut self) -> u32 {
        self.word() & 0x8000_0000
    }

    /// Another sign, a few units in the last place or a few binades away.
    fn near(&mut self, value: u32) -> u32 {
        let moved = value.wrapping_add(self.below(5)).wrapping_sub(2) ^ self.sign();
        match self.below(3) {
            0 => moved
                .wrapping_add(self.below(54) << 23)
                .wrapping_sub(27 << 23),
            _ => moved,
        }
    }

    /// An exponent field from a range, and a fraction with few ones or few zeros.
    fn patterned(&mut self, exponent: u32, count: u32) -> u32 {
        let bits =
            1 << self.below(23) | self.word() & self.word() & self.word() & 0xff << self.below(16);
        let fraction = match self.below(5) {
            0 => 0,
            1 => bits,
            2 => !bits,
            3 => self.word() & 0x00ff_f000,
            _ => self.word(),
        };
        self.sign() | (exponent + self.below(count)) << 23 | fraction & 0x007f_ffff
    }
}
