//! Reconvergence at the best points (fung2009, section 3.3): a warp issues the columns of its
//! alignment, one after the other.

use super::align::{Alignment, align};
use super::replay::{Issue, Scheme, Threads};
use super::trace::Traces;
use heddle_gpu_core::{Code, Kind};
use heddle_types::{LaneMask, WordPc};

/// A warp: the columns it issues, and how many of them are done.
struct Warp {
    first: usize,
    columns: Alignment,
    done: usize,
}

/// See the [module](self).
pub(super) struct Oracle {
    warps: Vec<Warp>,
}

impl Oracle {
    /// Aligns the traces of every warp.
    pub fn new(warps: &[(usize, LaneMask)], traces: &Traces, code: &Code) -> Oracle {
        let warp = |&(first, lanes): &(usize, LaneMask)| {
            let threads = &traces.words[first..first + lanes.count() as usize];
            Warp {
                first,
                columns: columns(threads, code),
                done: 0,
            }
        };
        Oracle {
            warps: warps.iter().map(warp).collect(),
        }
    }
}

/// The columns of a warp. No column spans a barrier, where all threads of the warp wait for each other (the paper's remark on
/// bitonic sort): the code between two barriers is aligned separately.
fn columns(traces: &[Vec<u32>], code: &Code) -> Alignment {
    let is_barrier = |word: &u32| {
        let step = code.step(code.pc(WordPc::new(*word)));
        step.is_some_and(|step| matches!(step.kind, Kind::Barrier | Kind::PartialBarrier))
    };
    let splits = traces.iter().map(|trace| trace.split_inclusive(is_barrier));
    let mut splits: Vec<_> = splits.collect();
    let mut columns = Vec::new();
    loop {
        let next: Vec<Option<&[u32]>> = splits.iter_mut().map(Iterator::next).collect();
        if next.iter().all(Option::is_none) {
            return columns;
        }
        let segment: Vec<&[u32]> = next.into_iter().map(Option::unwrap_or_default).collect();
        columns.append(&mut align(&segment));
    }
}

impl Scheme for Oracle {
    fn splits(&self) -> usize {
        self.warps.len()
    }

    fn next(&self, split: usize, _threads: &Threads) -> Option<Issue> {
        let warp = &self.warps[split];
        let column = warp.columns.get(warp.done)?;
        Some(Issue {
            first: warp.first,
            lanes: column.lanes,
            word: column.word,
        })
    }

    fn done(&mut self, split: usize, _issued: Issue, _threads: &Threads) {
        self.warps[split].done += 1;
    }
}
