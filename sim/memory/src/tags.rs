//! Tags of a set-associative cache with least-recently-used replacement.

use crate::modulus::Modulus;
use heddle_types::LaneMask;
use std::ops::Range;

/// The state of a line that a cache holds or expects.
pub trait Whereabouts: Copy {
    /// Whether another line can replace the line.
    fn can_leave(self) -> bool;
}

/// Whether a line of a data cache is present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The line is in flight; the number is its miss register.
    Coming(u16),
    /// The line is present.
    There,
    /// The line was allocated without a fetch: the words that were written are present.
    Written,
}

impl Whereabouts for State {
    fn can_leave(self) -> bool {
        !matches!(self, State::Coming(_))
    }
}

/// A line that the cache holds or expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held<S = State> {
    /// Line number.
    pub line: u32,
    /// The state of the line.
    pub state: S,
    /// Whether the line was written to, or will be.
    pub dirty: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way<S> {
    held: Option<Held<S>>,
    /// The number of the last touch.
    used: u32,
}

impl<S> Way<S> {
    const EMPTY: Self = Way {
        held: None,
        used: 0,
    };
}

/// In place of a line number where no line is held; no line number is this high.
const NONE: u32 = u32::MAX;

/// The tags of one cache. The number of sets need not be a power of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tags<S = State> {
    ways: usize,
    sets: Modulus,
    /// The line number in each way; the ways of a set are adjacent, because every access scans them.
    lines: Vec<u32>,
    slots: Vec<Way<S>>,
    /// Number of touches so far; the line with the latest touch is replaced last.
    clock: u32,
    /// Bit `i % 64` of word `i / 64`: way `i` has taken a line since the last clearing.
    taken: Vec<u64>,
    /// Number of ways that clearings have emptied.
    cleared: u64,
}

impl<S: Whereabouts> Tags<S> {
    /// An empty cache of `sets` times `ways` lines.
    ///
    /// # Panics
    /// If the cache has no line.
    pub fn new(sets: usize, ways: usize) -> Self {
        assert!(sets > 0 && ways > 0, "a cache has at least one line");
        Tags {
            ways,
            sets: Modulus::new(sets as u32),
            lines: vec![NONE; sets * ways],
            slots: vec![Way::EMPTY; sets * ways],
            clock: 0,
            taken: vec![0; (sets * ways).div_ceil(64)],
            cleared: 0,
        }
    }

    /// The indices of the ways that can hold a line.
    #[inline]
    fn set(&self, line: u32) -> Range<usize> {
        let first = self.sets.rest(line) as usize * self.ways;
        first..first + self.ways
    }

    /// The way that holds or expects a line, counted over all sets.
    #[inline]
    pub fn find(&self, line: u32) -> Option<usize> {
        let set = self.set(line);
        let way = position(&self.lines[set.clone()], line);
        way.map(|way| set.start + way)
    }

    /// Returns the number of a new touch.
    #[inline]
    fn touch(&mut self) -> u32 {
        if self.clock == u32::MAX {
            self.renumber();
        }
        self.clock += 1;
        self.clock
    }

    /// Renumbers the last touches of each set from 1 on, in the same order.
    #[cold]
    fn renumber(&mut self) {
        for set in self.slots.chunks_mut(self.ways) {
            let mut ways: Vec<&mut Way<S>> =
                set.iter_mut().filter(|way| way.held.is_some()).collect();
            ways.sort_by_key(|way| way.used);
            (1..).zip(ways).for_each(|(used, way)| way.used = used);
        }
        self.clock = self.ways as u32;
    }

    /// Looks up a line, and marks it as used if the cache holds or expects it.
    #[inline]
    pub fn look(&mut self, line: u32) -> Option<&mut Held<S>> {
        let now = self.touch();
        let at = self.find(line)?;
        let way = &mut self.slots[at];
        way.used = now;
        way.held.as_mut()
    }

    /// The line that a new line would replace: `Ok(None)` if a way is free.
    ///
    /// # Errors
    /// If no line of the set can leave.
    pub fn victim(&mut self, line: u32) -> Result<Option<Held<S>>, Full> {
        let way = self.replaced(line).ok_or(Full)?;
        Ok(self.slots[way].held)
    }

    fn replaced(&self, line: u32) -> Option<usize> {
        let can_leave = |way: &Way<S>| way.held.is_none_or(|held| held.state.can_leave());
        let ways = self.set(line).filter(|way| can_leave(&self.slots[*way]));
        ways.min_by_key(|way| self.slots[*way].used)
    }

    /// Inserts a line in place of the least recently used one that can leave; returns its way, counted over all sets.
    ///
    /// # Panics
    /// If the set has no victim.
    pub fn take(&mut self, held: Held<S>) -> usize {
        let used = self.touch();
        let way = self.replaced(held.line);
        let way = way.expect("the caller looked for a victim");
        self.taken[way / 64] |= 1 << (way % 64);
        self.lines[way] = held.line;
        self.slots[way] = Way {
            held: Some(held),
            used,
        };
        way
    }

    /// Drops a line that the cache holds or expects; returns its entry.
    pub fn drop(&mut self, line: u32) -> Option<Held<S>> {
        let way = self.find(line)?;
        self.lines[way] = NONE;
        std::mem::replace(&mut self.slots[way], Way::EMPTY).held
    }

    /// Drops every line, as if no line had ever been looked up, and passes the dirty lines to `written` in order of their
    /// ways. The caches of a launch are large and most launches small: only the ways that have taken a line are visited.
    pub fn clear(&mut self, mut written: impl FnMut(u32)) {
        self.clock = 0;
        for (start, word) in (0..).step_by(64).zip(&mut self.taken) {
            for way in LaneMask::new(std::mem::take(word)) {
                self.cleared += 1;
                self.lines[start + way] = NONE;
                let held = std::mem::replace(&mut self.slots[start + way], Way::EMPTY).held;
                if let Some(held) = held.filter(|held| held.dirty) {
                    written(held.line);
                }
            }
        }
    }

    /// Number of ways that clearings have visited so far.
    pub fn cleared(&self) -> u64 {
        self.cleared
    }
}

/// The way that holds a line, of the ways of its set. Eight ways are compared at once.
#[inline]
fn position(ways: &[u32], line: u32) -> Option<usize> {
    let (eights, rest) = ways.as_chunks::<8>();
    for (at, eight) in eights.iter().enumerate() {
        if let Some(way) = LaneMask::where_row(eight, |held| held == line).first() {
            return Some(8 * at + way);
        }
    }
    let way = rest.iter().position(|held| *held == line);
    way.map(|way| 8 * eights.len() + way)
}

/// No line of the set can leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

#[cfg(test)]
mod tests {
    use super::*;

    fn there(line: u32, dirty: bool) -> Held {
        let state = State::There;
        Held { line, state, dirty }
    }

    #[test]
    fn the_least_recently_used_way_is_replaced() {
        let mut tags = Tags::new(2, 2);
        for line in [0, 2, 1] {
            tags.take(there(line, false));
        }
        assert!(tags.look(0).is_some());
        assert_eq!(tags.victim(4), Ok(Some(there(2, false))));
        assert_eq!(tags.victim(3), Ok(None));
        tags.take(there(4, true));
        assert!(tags.look(2).is_none());
        assert!(tags.look(0).is_some() && tags.look(1).is_some());
        assert_eq!(tags.drop(0), Some(there(0, false)));
        assert!(tags.look(0).is_none());
        assert_eq!(cleared(&mut tags), [4]);
        assert!(tags.look(4).is_none());
    }

    fn cleared(tags: &mut Tags) -> Vec<u32> {
        let mut dirty = Vec::new();
        tags.clear(|line| dirty.push(line));
        dirty
    }

    #[test]
    fn only_ways_that_took_a_line_are_cleared() {
        let mut tags = Tags::new(1024, 8);
        for line in [1023, 5, 5 + 1024, 5 + 2048] {
            tags.take(there(line, true));
        }
        tags.drop(5);
        assert_eq!(cleared(&mut tags), [5 + 1024, 5 + 2048, 1023]);
        assert_eq!(tags.cleared(), 4);
        let (lines, slots, clock) = (&tags.lines, &tags.slots, tags.clock);
        let new = Tags::<State>::new(1024, 8);
        assert_eq!((lines, slots, clock), (&new.lines, &new.slots, new.clock));
        assert!(cleared(&mut tags).is_empty());
        assert_eq!(tags.cleared(), 4);
    }

    #[test]
    fn the_order_of_touches_outlives_their_numbers() {
        let mut tags = Tags::new(1, 3);
        tags.clock = u32::MAX - 5;
        for line in [7, 8, 9] {
            tags.take(there(line, false));
        }
        for line in [9, 8, 7, 7] {
            assert!(tags.look(line).is_some());
        }
        assert!(tags.clock < 10, "{}", tags.clock);
        assert_eq!(tags.victim(1), Ok(Some(there(9, false))));
        tags.take(there(1, false));
        assert_eq!(tags.victim(2), Ok(Some(there(8, false))));
    }

    #[test]
    fn a_way_that_waits_is_no_victim() {
        let mut tags = Tags::new(1, 2);
        for line in 0..2 {
            let state = State::Coming(line as u16);
            let dirty = false;
            tags.take(Held { line, state, dirty });
        }
        assert_eq!(tags.victim(7), Err(Full));
        tags.look(1).expect("it is expected").state = State::There;
        assert_eq!(tags.victim(7), Ok(Some(there(1, false))));
    }
}
