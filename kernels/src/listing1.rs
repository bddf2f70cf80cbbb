//! A divergent call of a function that lies after its call site (collange2011, listing 1).
//!
//! Problem: a thread starts from its number plus one. If `c` is true, the number is advanced by eight steps of Marsaglia's 32-bit
//! xorshift generator (13, 17, 5). The result is the number times 2654435761 modulo 2^32.
//!
//! `small` is one block of four threads, `c` true for threads 0 and 1.
//!
//! KRN-2: SP moves at the entry of the function, so the key `sp` cannot see the call; `listing1_sp` pushes at the call.

use crate::if_else::{buffers, conditions, launch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Buffer, Launch};

pub(crate) const FULL_THREADS: u32 = 1 << 19;

/// See the [module](self).
pub struct Listing1;

/// Reference of this workload and of [`crate::listing1_sp`].
pub(crate) fn expected(size: Size, seed: u64) -> Vec<Expected> {
    let conditions = conditions(size, seed, FULL_THREADS);
    let result = |(c, start): (&u32, u32)| {
        let moved = if *c == 1 { xorshift(start, 8) } else { start };
        moved.wrapping_mul(2_654_435_761)
    };
    vec![Expected {
        buffer: "out",
        columns: None,
        values: Values::U32(conditions.iter().zip(1..).map(result).collect()),
    }]
}

/// The state of the generator some steps after `start`.
fn xorshift(start: u32, steps: usize) -> u32 {
    let next = |x: &u32| {
        let x = x ^ (x << 13);
        let x = x ^ (x >> 17);
        Some(x ^ (x << 5))
    };
    std::iter::successors(Some(start), next)
        .nth(steps)
        .expect("the sequence is endless")
}

impl Workload for Listing1 {
    fn name(&self) -> &'static str {
        "listing1"
    }

    fn about(&self) -> &'static str {
        "divergent call of a function behind its call site, compiled C (collange2011, listing 1)"
    }

    fn source(&self) -> &'static str {
        "kernels/listing1/listing1.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../listing1/listing1.elf")
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

#[cfg(test)]
mod tests {
    use super::xorshift;

    #[test]
    fn first_steps_are_those_of_the_paper() {
        // Marsaglia, Xorshift RNGs (2003), section 3: the first value after y = 2463534242.
        assert_eq!(xorshift(2_463_534_242, 1), 723_471_715);
    }
}
