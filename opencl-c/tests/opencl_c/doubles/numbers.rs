//! Random numbers of 64 bits: of all sizes, and where operations round, cancel or leave the range.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const EDGES: [u64; 20] = [
    0,
    1,
    0x000f_ffff_ffff_ffff,
    0x0010_0000_0000_0000,
    0x0010_0000_0000_0001,
    0x3fdf_ffff_ffff_ffff,
    0x3fe0_0000_0000_0000,
    0x3fef_ffff_ffff_ffff,
    0x3ff0_0000_0000_0000,
    0x3ff0_0000_0000_0001,
    0x3690_0000_0000_0000,
    0x380f_ffff_ffff_ffff,
    0x41df_ffff_ffc0_0000,
    0x41ef_ffff_ffe0_0000,
    0x43e0_0000_0000_0000,
    0x47ef_ffff_efff_ffff,
    0x47ef_ffff_f000_0000,
    0x7fef_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000,
    0x7ff8_0000_0000_0000,
];

const SIGN: u64 = 1 << 63;
const FRACTION: u64 = (1 << 52) - 1;

pub struct Numbers(Xoshiro256PlusPlus);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn below(&mut self, end: u64) -> u64 {
        self.bits() % end
    }

    /// A number that may be close to another, or close to its size.
    pub fn beside(&mut self, other: f64) -> f64 {
        let bits = self.bits();
        let exponent = |exponent: u64| (bits & (SIGN | FRACTION)) | exponent << 52;
        f64::from_bits(match self.below(8) {
            0 => EDGES[self.below(EDGES.len() as u64) as usize] | (bits & SIGN),
            // Subnormal.
            1 => exponent(0),
            2 => exponent(983 + self.below(80)),
            // Few ones, or few zeros.
            3 => bits & (self.bits() & self.bits() | !FRACTION),
            4 => bits | (self.bits() | self.bits()) & FRACTION,
            5 => other.to_bits().wrapping_add(bits % 64).wrapping_sub(32),
            6 => {
                let near = (other.to_bits() >> 52 & 0x7ff) + self.below(130);
                exponent(near.saturating_sub(65).min(0x7fe))
            }
            _ => bits,
        })
    }

    /// Three numbers; the third may cancel the product of the others.
    pub fn three(&mut self) -> [f64; 3] {
        let a = self.beside(1.0);
        let b = self.beside(a);
        let c = match self.bits() % 2 {
            0 => self.beside(b),
            _ => self.beside(-(a * b)),
        };
        [a, b, c]
    }
}
