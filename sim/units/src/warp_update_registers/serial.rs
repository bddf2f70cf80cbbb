//! A commit whose PCs are handed over one by one.

use super::{Commit, Half, lowest};
use heddle_contract::{Words, bits};

/// The commit that is held.
#[derive(Clone, Debug, PartialEq, Words)]
pub(super) struct Held {
    /// The lanes of the commit that have not been taken yet.
    left: u64,
    pcs: Vec<u64>,
    /// The PC at the outputs, if one is chosen.
    chosen: Option<u64>,
}

impl Held {
    /// No commit.
    pub fn new(lanes: usize) -> Self {
        Held {
            left: 0,
            pcs: vec![0; lanes],
            chosen: None,
        }
    }

    /// Whether no lanes are left.
    pub fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// The lanes that are left.
    pub fn lanes(&self) -> u64 {
        self.left
    }

    /// The chosen PC and its lanes.
    pub fn shown(&self) -> Half {
        let Some(pc) = self.chosen else {
            return Half::default();
        };
        let of_pc = bits(self.left).filter(|lane| self.pcs[*lane] == pc);
        Half {
            pc,
            lanes: of_pc.fold(0, |mask, lane| mask | 1 << lane),
        }
    }

    /// The clock edge. Returns whether a commit is taken.
    pub fn clock(&mut self, commit: Option<Commit>, take: bool) -> bool {
        if self.left == 0 {
            if let Some(commit) = commit {
                self.left = commit.lanes;
                self.pcs.copy_from_slice(commit.pc);
                self.chosen = (self.left != 0).then(|| lowest(self.left, &self.pcs).pc);
            }
            return commit.is_some();
        }
        match self.chosen {
            None => self.chosen = Some(lowest(self.left, &self.pcs).pc),
            Some(_) if take => {
                self.left &= !self.shown().lanes;
                self.chosen = None;
            }
            Some(_) => {}
        }
        false
    }
}
