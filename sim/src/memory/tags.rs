//! Tags of a set-associative cache with least-recently-used replacement.

/// What a look-up finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The line, there since or coming at this cycle.
    There {
        /// First cycle with the data.
        filled: u64,
    },
    /// Not this line.
    Absent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    line: Option<u32>,
    filled: u64,
    used: u64,
}

const EMPTY: Way = Way {
    line: None,
    filled: 0,
    used: 0,
};

/// The tags of one cache. The sets need not be a power of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tags {
    ways: usize,
    sets: usize,
    slots: Vec<Way>,
    /// Counts touches; what was touched last is replaced last.
    clock: u64,
}

impl Tags {
    /// An empty cache of `sets` times `ways` lines.
    ///
    /// # Panics
    /// If it has no line.
    pub fn new(sets: usize, ways: usize) -> Self {
        assert!(sets > 0 && ways > 0, "a cache has at least one line");
        Tags {
            ways,
            sets,
            slots: vec![EMPTY; sets * ways],
            clock: 0,
        }
    }

    fn set(&mut self, line: u32) -> &mut [Way] {
        let set = line as usize % self.sets;
        &mut self.slots[set * self.ways..(set + 1) * self.ways]
    }

    /// Looks for a line, and marks it as used if it is there.
    pub fn look(&mut self, line: u32) -> Look {
        self.clock += 1;
        let now = self.clock;
        match self.set(line).iter_mut().find(|w| w.line == Some(line)) {
            Some(way) => {
                way.used = now;
                Look::There { filled: way.filled }
            }
            None => Look::Absent,
        }
    }

    /// Takes a line in that will be there at cycle `filled`, in place of the least recently used.
    pub fn fill(&mut self, line: u32, filled: u64) {
        self.clock += 1;
        let used = self.clock;
        let oldest = self.set(line).iter_mut().min_by_key(|way| way.used);
        *oldest.expect("a set has a way") = Way {
            line: Some(line),
            filled,
            used,
        };
    }

    /// Drops a line if it is there.
    pub fn evict(&mut self, line: u32) {
        if let Some(way) = self.set(line).iter_mut().find(|w| w.line == Some(line)) {
            *way = EMPTY;
        }
    }

    /// Drops every line.
    pub fn clear(&mut self) {
        self.slots.fill(EMPTY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_way_is_replaced() {
        let mut tags = Tags::new(2, 2);
        tags.fill(0, 10);
        tags.fill(2, 20);
        tags.fill(1, 30);
        assert_eq!(tags.look(0), Look::There { filled: 10 });
        tags.fill(4, 40);
        assert_eq!(tags.look(2), Look::Absent);
        assert_eq!(tags.look(0), Look::There { filled: 10 });
        assert_eq!(tags.look(1), Look::There { filled: 30 });
        tags.evict(0);
        assert_eq!(tags.look(0), Look::Absent);
        assert_eq!(tags.look(4), Look::There { filled: 40 });
    }
}
