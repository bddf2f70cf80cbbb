//! The accesses to a byte that are remembered: enough to find a race with a later access.

use heddle_gpu_core::AccessKind;
use heddle_types::Pc;

/// The thread and instruction of an access, and its time relative to barriers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    /// Linear number in the launch.
    pub thread: u32,
    /// How many barriers of the block had opened.
    pub pc: Pc,
    /// How many partial barriers of the warp had opened.
    pub block_epoch: u32,
    /// Partial barriers of the warp that had opened.
    pub warp_epoch: u32,
    /// The value that a store wrote.
    pub value: u32,
}

/// How the threads of a launch form warps and blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub block_threads: u32,
    pub warp_size: u32,
}

/// The smallest group that contains two threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Distance {
    Thread,
    Warp,
    Block,
    Grid,
}

impl Shape {
    fn distance(self, a: u32, b: u32) -> Distance {
        let block = |thread| thread / self.block_threads;
        let warp = |thread| thread % self.block_threads / self.warp_size;
        match () {
            () if a == b => Distance::Thread,
            () if block(a) != block(b) => Distance::Grid,
            () if warp(a) != warp(b) => Distance::Block,
            () => Distance::Warp,
        }
    }

    /// Whether an access is ordered with one that came later in the run.
    fn ordered(self, earlier: &Stamp, later: &Stamp) -> bool {
        let block_opened = earlier.block_epoch != later.block_epoch;
        let warp_opened = earlier.warp_epoch != later.warp_epoch;
        match self.distance(earlier.thread, later.thread) {
            Distance::Thread => true,
            Distance::Warp => block_opened || warp_opened,
            Distance::Block => block_opened,
            Distance::Grid => false,
        }
    }
}

/// Two unordered accesses of one kind, whose threads are as far apart as possible.
///
/// Two are enough: a later access is ordered with both only if it is ordered with all earlier ones. An access that is ordered
/// before one of the pair adds nothing to the pair. A later access that is ordered with both is ordered by a barrier of a warp or
/// block, and all threads whose accesses were left out belong to this warp or block.
#[derive(Clone, Copy, Debug, Default)]
struct Pair([Option<Stamp>; 2]);

impl Pair {
    fn add(&mut self, stamp: Stamp, shape: Shape) {
        for slot in &mut self.0 {
            slot.take_if(|earlier| shape.ordered(earlier, &stamp));
        }
        match &mut self.0 {
            [slot @ None, _] | [_, slot @ None] => *slot = Some(stamp),
            [Some(first), Some(second)] => {
                let apart = |stamp: &Stamp| shape.distance(first.thread, stamp.thread);
                if apart(&stamp) > apart(second) {
                    *second = stamp;
                }
            }
        }
    }

    /// An access of the pair that fulfils a condition.
    fn find(&self, holds: impl Fn(&Stamp) -> bool) -> Option<Stamp> {
        self.0.iter().flatten().copied().find(|stamp| holds(stamp))
    }
}

/// The accesses to a byte, or to a word that was only accessed whole.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct History {
    loads: Pair,
    stores: Pair,
    atomics: Pair,
}

impl History {
    fn of(&mut self, kind: AccessKind) -> &mut Pair {
        match kind {
            AccessKind::Load => &mut self.loads,
            AccessKind::Store => &mut self.stores,
            AccessKind::Atomic => &mut self.atomics,
        }
    }

    /// Adds an access; returns an earlier access that it races with, if any.
    pub fn add(
        &mut self,
        kind: AccessKind,
        stamp: Stamp,
        shape: Shape,
    ) -> Option<(AccessKind, Stamp)> {
        let harmless = |earlier: AccessKind, other: &Stamp| {
            let stores = earlier == AccessKind::Store && kind == AccessKind::Store;
            shape.ordered(other, &stamp) || stores && other.value == stamp.value
        };
        let conflicting: &[AccessKind] = match kind {
            AccessKind::Load => &[AccessKind::Store, AccessKind::Atomic],
            AccessKind::Store => &[AccessKind::Store, AccessKind::Atomic, AccessKind::Load],
            AccessKind::Atomic => &[AccessKind::Store, AccessKind::Load],
        };
        let found = conflicting.iter().find_map(|&earlier| {
            let other = self.of(earlier).find(|other| !harmless(earlier, other))?;
            Some((earlier, other))
        });
        self.of(kind).add(stamp, shape);
        found
    }

    /// The history of one byte of a word that was only accessed whole.
    fn byte(mut self, byte: u32) -> Self {
        for stamp in self.stores.0.iter_mut().flatten() {
            stamp.value = byte_of(stamp.value, byte);
        }
        self
    }
}

/// A byte of a word; byte 0 is the lowest.
fn byte_of(word: u32, byte: u32) -> u32 {
    word >> (8 * byte) & 0xff
}

/// The accesses to a word: one history as long as it is only accessed whole, afterwards one for each byte.
#[derive(Clone, Debug)]
pub(crate) enum Word {
    Whole(History),
    Bytes(Box<[History; 4]>),
}

impl Word {
    /// The histories of its bytes.
    pub fn bytes(&mut self) -> &mut [History; 4] {
        if let Word::Whole(history) = *self {
            let byte = |byte| history.byte(byte as u32);
            *self = Word::Bytes(Box::new(std::array::from_fn(byte)));
        }
        match self {
            Word::Bytes(bytes) => bytes,
            Word::Whole(_) => unreachable!("it has just been taken apart"),
        }
    }

    /// Adds an access to the whole word; returns the first byte at which it races, and the earlier access.
    pub fn add(
        &mut self,
        kind: AccessKind,
        stamp: Stamp,
        shape: Shape,
    ) -> Option<(u32, AccessKind, Stamp)> {
        let bytes = match self {
            Word::Whole(history) => {
                let found = history.add(kind, stamp, shape);
                return found.map(|(kind, other)| (0, kind, other));
            }
            Word::Bytes(bytes) => bytes,
        };
        let mut found = None;
        for (byte, history) in (0..).zip(bytes.iter_mut()) {
            let value = byte_of(stamp.value, byte);
            let raced = history.add(kind, Stamp { value, ..stamp }, shape);
            found = found.or(raced.map(|(kind, other)| (byte, kind, other)));
        }
        found
    }
}

impl Default for Word {
    fn default() -> Self {
        Word::Whole(History::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use AccessKind::{Atomic, Load, Store};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    /// Three blocks of two warps of three threads.
    const SHAPE: Shape = Shape {
        block_threads: 6,
        warp_size: 3,
    };

    fn stamp(thread: u32) -> Stamp {
        Stamp {
            thread,
            pc: Pc::default(),
            block_epoch: 0,
            warp_epoch: 0,
            value: 0,
        }
    }

    /// Whether the last access races with any earlier one, by comparing it with all of them.
    fn naive(accesses: &[(AccessKind, Stamp)]) -> bool {
        let ((kind, later), before) = accesses.split_last().unwrap();
        let overwritten = |at: usize| {
            let mut after = before[at + 1..].iter();
            after.any(|(kind, stamp)| *kind == Store && SHAPE.ordered(&before[at].1, stamp))
        };
        before.iter().enumerate().any(|(at, (earlier, other))| {
            let harmless = match (earlier, kind) {
                (Load, Load) | (Atomic, Atomic) => true,
                (Store, Store) => other.value == later.value || overwritten(at),
                _ => false,
            };
            !harmless && !SHAPE.ordered(other, later)
        })
    }

    /// Adds accesses to one byte until the first race, with occasional barriers.
    fn compare_until_a_race(random: &mut Xoshiro256PlusPlus) -> usize {
        let mut below = |limit: u32| random.next_u32() % limit;
        let (mut blocks, mut warps) = ([0; 3], [0; 6]);
        let (mut history, mut accesses) = (History::default(), Vec::new());
        let spread = 1 + below(18);
        loop {
            match below(8) {
                0 => blocks[below(3) as usize] += 1,
                1 | 2 => warps[below(6) as usize] += 1,
                _ => {}
            }
            let thread = below(spread);
            let kind = [Load, Load, Load, Store, Atomic][below(5) as usize];
            let stamp = Stamp {
                block_epoch: blocks[thread as usize / 6],
                warp_epoch: warps[thread as usize / 3],
                value: below(8) / 7,
                ..stamp(thread)
            };
            accesses.push((kind, stamp));
            let found = history.add(kind, stamp, SHAPE).is_some();
            assert_eq!(found, naive(&accesses), "{accesses:?}");
            if found || accesses.len() == 40 {
                return accesses.len();
            }
        }
    }

    #[test]
    fn two_of_each_kind_are_enough_to_find_the_first_race() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let longest = (0..100_000)
            .map(|_| compare_until_a_race(&mut random))
            .max();
        assert!(longest > Some(20), "{longest:?}");
    }

    #[test]
    fn words_and_their_bytes_meet() {
        let mut word = Word::default();
        let store = Stamp {
            value: 0x0403_0201,
            ..stamp(0)
        };
        assert_eq!(word.add(Store, store, SHAPE), None);
        // The same byte again, then another byte, by another thread.
        let of_byte = |value| Stamp { value, ..stamp(1) };
        assert_eq!(word.bytes()[2].add(Store, of_byte(3), SHAPE), None);
        let found = word.bytes()[1].add(Store, of_byte(3), SHAPE);
        assert_eq!(
            found.map(|(kind, other)| (kind, other.thread)),
            Some((Store, 0))
        );
        // A word against single bytes: the lowest byte that races is reported.
        let mut word = Word::default();
        assert_eq!(word.bytes()[3].add(Load, stamp(0), SHAPE), None);
        let found = word.add(Store, stamp(1), SHAPE);
        assert_eq!(found.map(|(byte, kind, _)| (byte, kind)), Some((3, Load)));
    }
}
