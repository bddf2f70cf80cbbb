//! The micro-benchmarks of vaidya2013, section 5.2, one launch each: a balanced if-else whose sides are taken by given masks of
//! 16 lanes (figure 8), and branches nested one to four deep (table 2).
//!
//! Problem: a thread's value starts as its number. A turn applies a step of Marsaglia's xorshift32 (13, 17, 5) and then adds the
//! number of the thread's path modulo 2^32. The number of a path is 1 in binary followed by its decisions: for figure 8, whether
//! the thread's lane is in the mask; for table 2, the bits of the lane number from the lowest one.
//!
//! KRN-6: the paper gives masks and no code.

use crate::input::{address, block_threads, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct MaskPatterns;

/// How lanes diverge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Lanes in this mask, of 16 lanes, against the others: figure 8.
    Balanced(u32),
    /// By this many of the lowest bits of the lane number, in nested branches: table 2.
    Nested(u32),
}

/// The masks of figure 8 and the levels of table 2, in the order of the launches.
pub const PATTERNS: [Pattern; 9] = [
    Pattern::Balanced(0xffff),
    Pattern::Balanced(0x00ff),
    Pattern::Balanced(0xff0f),
    Pattern::Balanced(0xf0f0),
    Pattern::Balanced(0xaaaa),
    Pattern::Nested(1),
    Pattern::Nested(2),
    Pattern::Nested(3),
    Pattern::Nested(4),
];

/// Number of threads, and of turns of each path's loop.
fn extent(size: Size) -> (u32, u32) {
    size.pick((32, 8), (1 << 14, 24))
}

impl Pattern {
    fn kernel(self) -> String {
        match self {
            Pattern::Balanced(_) => "mask_balanced".into(),
            Pattern::Nested(levels) => format!("mask_nested_{levels}"),
        }
    }

    /// The number of a thread's path.
    fn path(self, thread: u32) -> u32 {
        match self {
            Pattern::Balanced(mask) => 2 + (mask >> (thread % 16) & 1),
            Pattern::Nested(levels) => {
                (0..levels).fold(1, |path, bit| 2 * path + (thread >> bit & 1))
            }
        }
    }

    /// A thread's value after this many turns.
    fn value(self, thread: u32, turns: u32) -> u32 {
        (0..turns).fold(thread, |value, _| {
            xorshift(value).wrapping_add(self.path(thread))
        })
    }
}

/// G. Marsaglia, Xorshift RNGs, 2003.
fn xorshift(value: u32) -> u32 {
    let value = value ^ value << 13;
    let value = value ^ value >> 17;
    value ^ value << 5
}

/// The launch of the pattern at this position in [`PATTERNS`] with `turns` turns, at least 1.
pub fn launch(place: usize, turns: u32, size: Size, room: Room) -> Launch {
    let (threads, _) = extent(size);
    let block = block_threads(room.threads.min(threads));
    let mask = match PATTERNS[place] {
        Pattern::Balanced(mask) => Some(mask),
        Pattern::Nested(_) => None,
    };
    let numbers = [threads, place as u32, turns].into_iter().chain(mask);
    Launch {
        kernel: PATTERNS[place].kernel(),
        grid: [threads / block, 1, 1],
        block: [block, 1, 1],
        shared_bytes: 0,
        args: [address("out")]
            .into_iter()
            .chain(numbers.map(Arg::U32))
            .collect(),
    }
}

impl Workload for MaskPatterns {
    fn name(&self) -> &'static str {
        "mask_patterns"
    }

    fn about(&self) -> &'static str {
        "branches that part lanes by given masks (vaidya2013, figure 8 and table 2)"
    }

    fn source(&self) -> &'static str {
        "kernels/mask_patterns/mask_patterns.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../mask_patterns/mask_patterns.elf")
    }

    fn buffers(&self, size: Size, _seed: u64) -> Vec<Buffer> {
        let (threads, _) = extent(size);
        vec![output(scratch("out", PATTERNS.len() as u32 * threads))]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let (_, turns) = extent(size);
        (0..PATTERNS.len())
            .map(|place| launch(place, turns, size, room))
            .collect()
    }

    fn expected(&self, size: Size, _seed: u64) -> Vec<Expected> {
        let (threads, turns) = extent(size);
        let row = |pattern: &Pattern| -> Vec<u32> {
            (0..threads)
                .map(|thread| pattern.value(thread, turns))
                .collect()
        };
        vec![Expected {
            buffer: "out",
            columns: Some(threads as usize),
            values: Values::U32(PATTERNS.iter().flat_map(row).collect()),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lanes of each path, as masks.
    fn masks(pattern: Pattern) -> Vec<u32> {
        let mask = |path| {
            let on_path = (0..16).filter(|&lane| pattern.path(lane) == path);
            on_path.map(|lane| 1 << lane).sum()
        };
        (1..32).map(mask).filter(|&mask| mask != 0).collect()
    }

    #[test]
    fn paths_have_the_masks_of_table_2() {
        assert_eq!(masks(Pattern::Nested(1)), [0x5555, 0xaaaa]);
        assert_eq!(masks(Pattern::Nested(2)), [0x1111, 0x4444, 0x2222, 0x8888]);
        let three = [
            0x0101, 0x1010, 0x0404, 0x4040, 0x0202, 0x2020, 0x0808, 0x8080,
        ];
        assert_eq!(masks(Pattern::Nested(3)), three);
        assert!(
            masks(Pattern::Nested(4))
                .iter()
                .all(|mask| mask.count_ones() == 1)
        );
        assert_eq!(masks(Pattern::Nested(4)).len(), 16);
    }

    #[test]
    fn sides_have_the_masks_of_figure_8() {
        assert_eq!(masks(Pattern::Balanced(0xffff)), [0xffff]);
        assert_eq!(masks(Pattern::Balanced(0xff0f)), [0x00f0, 0xff0f]);
    }

    #[test]
    fn a_known_step() {
        // Marsaglia's first number from 2463534242.
        assert_eq!(xorshift(2_463_534_242), 723_471_715);
    }
}
