//! No reconvergence (fung2009, section 3.1): a warp that diverges splits, and its parts never join.

use super::replay::{Issue, Scheme, Threads};
use heddle_types::LaneMask;

/// See the [module](self).
pub(super) struct Nrec {
    /// First thread and lanes of each part.
    parts: Vec<(usize, LaneMask)>,
}

impl Nrec {
    /// Whole warps.
    pub fn new(warps: &[(usize, LaneMask)]) -> Nrec {
        Nrec {
            parts: warps.to_vec(),
        }
    }
}

impl Scheme for Nrec {
    fn parts(&self) -> usize {
        self.parts.len()
    }

    fn next(&self, part: usize, threads: &Threads) -> Option<Issue> {
        let (first, lanes) = self.parts[part];
        let lanes = threads.live(first, lanes);
        let word = threads.next(first + lanes.first()?)?;
        Some(Issue { first, lanes, word })
    }

    /// The lanes that go where the first one goes stay the part, others become new ones.
    fn done(&mut self, part: usize, issued: Issue, threads: &Threads) {
        let first = issued.first;
        let mut rest = threads.live(first, issued.lanes);
        let mut group = Some(part);
        while let Some(lane) = rest.first() {
            let next = threads.next(first + lane);
            let together = rest.filter(|lane| threads.next(first + lane) == next);
            match group.take() {
                Some(part) => self.parts[part].1 = together,
                None => self.parts.push((first, together)),
            }
            rest = rest.without(together);
        }
    }
}
