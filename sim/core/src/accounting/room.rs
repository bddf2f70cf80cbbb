//! What a mechanism needs room for: the most that it holds at once, and how often it finds no room.
//!
//! Counts are of one core, or of several: a peak is that of the core with the most, shortages add up. A count is `null` where
//! the mechanism has no such structure. A structure that no port of a unit shows has no counts either where an external unit
//! stands in the place of the golden one.

use serde::Serialize;

/// A count that not every run has.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Count(Option<u64>);

impl Count {
    /// The count, if the run has it.
    pub fn number(self) -> Option<u64> {
        self.0
    }

    /// The larger of two peaks.
    fn peak(self, other: Count) -> Count {
        Count(self.0.max(other.0))
    }

    /// The sum of two counts.
    fn sum(self, other: Count) -> Count {
        match (self.0, other.0) {
            (Some(one), Some(more)) => Count(Some(one + more)),
            (one, more) => Count(one.or(more)),
        }
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        Count(Some(number))
    }
}

impl From<Option<u64>> for Count {
    fn from(number: Option<u64>) -> Self {
        Count(number)
    }
}

/// STA-7: a run with an external unit equals one with the golden unit although it does not see what is inside of it.
impl PartialEq for Count {
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Some(one), Some(another)) => one == another,
            _ => true,
        }
    }
}

/// Declares a struct of counts; `$merge` combines those of two cores or launches.
macro_rules! counts {
    ($(#[$about:meta])* $name:ident by $merge:ident { $($(#[doc = $doc:literal])+ $field:ident,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
        pub struct $name {
            $($(#[doc = $doc])+ pub $field: Count,)+
        }

        impl $name {
            /// Adds the counts of another core, or of another launch.
            pub fn merge(&mut self, other: &$name) {
                $(self.$field = self.$field.$merge(other.$field);)+
            }

            /// The counts by their keys in a report.
            pub fn by_key(&self) -> impl Iterator<Item = (&'static str, Count)> {
                [$((stringify!($field), self.$field)),+].into_iter()
            }
        }
    };
}

counts! {
    /// The most that was held at once.
    Peaks by peak {
        /// Entries of a stack, of the warp or sub-warp with the most: with those that an update pushes and pops at once, since
        /// they need room, too (STA-8). Under `pdom`, `stack`, `dwr` and `implicit`.
        stack_depth,
        /// Sets of threads of one warp that are scheduled apart: under `stackless`, the different PCs among which the arbiter
        /// chose (STA-9); under `implicit`, paths; under `nrec` and `mimd`, warp splits.
        splits,
        /// Warps that wait in the pool of a core under `dwf`, warp splits of a core under `nrec` and `mimd`.
        warps,
        /// Groups of warps with one PC in a core, the chosen one included, under `dwf`; under its policy `timestamp`, warps.
        groups,
        /// Updates that wait for the heap of a core under `dwf`.
        queue,
        /// Warps in the spill queue of a core under `dwf`.
        spilled,
        /// Entries in use of the PC-warp LUT of a core under `dwf`.
        lut,
        /// Entries in use of the heap's look-up table of a core under `dwf`.
        heap_lut,
        /// Large warps with a sub-warp that waits for its partners: entries in use of the partner-synch table (PST) of a core
        /// under `dwr`.
        partner_sync,
        /// PCs on the ignore list (ILT) of a core under `dwr`.
        ignore_list,
    }
}

counts! {
    /// How often there was no room. STA-10 says which of these delay threads.
    Shortages by sum {
        /// Under `dwf`, halves of commits that went to the spill queue because the pool, or the heap, had no room.
        pool,
        /// Under `dwf`, cycles in which threads waited for two free places of the update queue.
        queue,
        /// Under `dwf`, warps that lost their entry of the PC-warp LUT to another PC.
        lut,
        /// Under `dwf`, groups that lost their entry of the heap's look-up table to another PC.
        heap_lut,
        /// Under `dwr`, PCs that lost their place on the ignore list to another PC.
        ignore_list,
    }
}

/// Both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Room {
    /// The most that was held at once.
    pub peaks: Peaks,
    /// How often there was no room.
    pub shortages: Shortages,
}

impl Room {
    /// Adds the counts of another core, or of another launch.
    pub fn merge(&mut self, other: &Room) {
        let Room { peaks, shortages } = other;
        self.peaks.merge(peaks);
        self.shortages.merge(shortages);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peaks_are_of_the_core_with_the_most_and_shortages_add_up() {
        let core = |most: u64| Room {
            peaks: Peaks {
                warps: most.into(),
                ..Peaks::default()
            },
            shortages: Shortages {
                pool: most.into(),
                ..Shortages::default()
            },
        };
        let mut all = Room::default();
        [3, 5, 4].map(core).iter().for_each(|room| all.merge(room));
        assert_eq!(all.peaks.warps.number(), Some(5));
        assert_eq!(all.shortages.pool.number(), Some(12));
        assert_eq!(all.peaks.lut.number(), None);
    }

    #[test]
    fn counts_that_a_run_does_not_see_equal_all_others() {
        let [three, four, unseen] = [Count::from(3), Count::from(4), Count::default()];
        assert!(three != four && three == three && three == unseen && unseen == four);
    }
}
