//! Tags of a set-associative cache with least-recently-used replacement.

/// What is known of where a line is that a cache has, or expects.
pub trait Whereabouts: Copy {
    /// Whether another line can take its place.
    fn can_leave(self) -> bool;
}

/// Whether a line of a data cache is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is on its way, in this miss register.
    Coming(u16),
    /// It is there.
    There,
}

impl Whereabouts for State {
    fn can_leave(self) -> bool {
        self == State::There
    }
}

/// A line that the cache has, or expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held<S = State> {
    /// Line number.
    pub line: u32,
    /// Where it is.
    pub state: S,
    /// Whether it was written to, or will be.
    pub dirty: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way<S> {
    held: Option<Held<S>>,
    used: u64,
}

impl<S> Way<S> {
    const EMPTY: Self = Way {
        held: None,
        used: 0,
    };
}

/// The tags of one cache. The sets need not be a power of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tags<S = State> {
    ways: usize,
    sets: usize,
    slots: Vec<Way<S>>,
    /// Counts touches; what was touched last is replaced last.
    clock: u64,
}

impl<S: Whereabouts> Tags<S> {
    /// An empty cache of `sets` times `ways` lines.
    ///
    /// # Panics
    /// If it has no line.
    pub fn new(sets: usize, ways: usize) -> Self {
        assert!(sets > 0 && ways > 0, "a cache has at least one line");
        Tags {
            ways,
            sets,
            slots: vec![Way::EMPTY; sets * ways],
            clock: 0,
        }
    }

    fn set(&mut self, line: u32) -> &mut [Way<S>] {
        let set = line as usize % self.sets;
        &mut self.slots[set * self.ways..(set + 1) * self.ways]
    }

    fn find(&mut self, line: u32) -> Option<&mut Way<S>> {
        let mut ways = self.set(line).iter_mut();
        ways.find(|way| way.held.is_some_and(|held| held.line == line))
    }

    /// Looks for a line, and marks it as used if it is there.
    pub fn look(&mut self, line: u32) -> Option<&mut Held<S>> {
        self.clock += 1;
        let now = self.clock;
        let way = self.find(line)?;
        way.used = now;
        way.held.as_mut()
    }

    /// What a new line would take the place of: `Ok(None)` if a way is free.
    ///
    /// # Errors
    /// If no line of the set can leave.
    pub fn victim(&mut self, line: u32) -> Result<Option<Held<S>>, Full> {
        self.replaced(line).map(|way| way.held).ok_or(Full)
    }

    fn replaced(&mut self, line: u32) -> Option<&mut Way<S>> {
        let can_leave = |way: &&mut Way<S>| way.held.is_none_or(|held| held.state.can_leave());
        let ways = self.set(line).iter_mut().filter(can_leave);
        ways.min_by_key(|way| way.used)
    }

    /// Takes a line in, in place of the least recently used that can leave.
    ///
    /// # Panics
    /// If there is no victim.
    pub fn take(&mut self, held: Held<S>) {
        self.clock += 1;
        let used = self.clock;
        let way = self.replaced(held.line);
        *way.expect("the caller looked for a victim") = Way {
            held: Some(held),
            used,
        };
    }

    /// Drops a line that is there, or does not expect it any more; what was known of it.
    pub fn drop(&mut self, line: u32) -> Option<Held<S>> {
        let way = self.find(line)?;
        std::mem::replace(way, Way::EMPTY).held
    }

    /// Drops every line; those that were written to, in order of their place.
    pub fn clear(&mut self) -> impl Iterator<Item = u32> + '_ {
        self.clock = 0;
        self.slots.iter_mut().filter_map(|way| {
            let held = std::mem::replace(way, Way::EMPTY).held?;
            held.dirty.then_some(held.line)
        })
    }
}

/// No line of a set can leave.
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
        [0, 2, 1]
            .into_iter()
            .for_each(|line| tags.take(there(line, false)));
        assert!(tags.look(0).is_some());
        assert_eq!(tags.victim(4), Ok(Some(there(2, false))));
        assert_eq!(tags.victim(3), Ok(None));
        tags.take(there(4, true));
        assert!(tags.look(2).is_none());
        assert!(tags.look(0).is_some() && tags.look(1).is_some());
        assert_eq!(tags.drop(0), Some(there(0, false)));
        assert!(tags.look(0).is_none());
        assert_eq!(tags.clear().collect::<Vec<_>>(), [4]);
        assert!(tags.look(4).is_none());
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
