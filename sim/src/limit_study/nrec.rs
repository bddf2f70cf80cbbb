//! No reconvergence (fung2009, section 3.1): a warp that diverges is split, and its warp splits never join.

use super::replay::{Issue, Scheme, Threads};
use heddle_types::LaneMask;

/// See the [module](self).
pub(super) struct Nrec {
    /// First thread and lanes of each split.
    splits: Vec<(usize, LaneMask)>,
}

impl Nrec {
    /// Starts with whole warps.
    pub fn new(warps: &[(usize, LaneMask)]) -> Nrec {
        Nrec {
            splits: warps.to_vec(),
        }
    }
}

impl Scheme for Nrec {
    fn splits(&self) -> usize {
        self.splits.len()
    }

    fn next(&self, split: usize, threads: &Threads) -> Option<Issue> {
        let (first, lanes) = self.splits[split];
        let lanes = threads.live(first, lanes);
        let word = threads.next(first + lanes.first()?)?;
        Some(Issue { first, lanes, word })
    }

    /// The lanes that continue with the first lane stay in the split; the others form new splits.
    fn done(&mut self, split: usize, issued: Issue, threads: &Threads) {
        let first = issued.first;
        let mut rest = threads.live(first, issued.lanes);
        let mut group = Some(split);
        while let Some(lane) = rest.first() {
            let next = threads.next(first + lane);
            let together = rest.filter(|lane| threads.next(first + lane) == next);
            match group.take() {
                Some(split) => self.splits[split].1 = together,
                None => self.splits.push((first, together)),
            }
            rest = rest.without(together);
        }
    }
}
