//! Cycles of a command where a level takes two.

use super::{Move, Step};
use crate::warp_groups::Link;

/// Where the command stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OneAtATime {
    phase: Phase,
    /// The list that grows.
    link: Option<Link>,
    /// What the root leaves behind in the look-up table.
    leaves: Option<Move>,
}

/// The cycles of the contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    Rest,
    /// Cycle 1: the entry is known.
    Begin,
    /// Cycle 2: it is compared.
    Decide,
    /// Cycle 3: what the comparison said is done.
    Write(Step),
}

impl OneAtATime {
    pub fn is_resting(self) -> bool {
        self.phase == Phase::Rest
    }

    /// A command comes in this cycle.
    pub fn begin(&mut self, link: Option<Link>, leaves: Option<Move>) {
        *self = Self {
            phase: Phase::Begin,
            link,
            leaves,
        };
    }

    pub fn link(self) -> Option<Link> {
        self.link.filter(|_| self.phase == Phase::Begin)
    }

    pub fn leaves(self) -> Option<Move> {
        self.leaves.filter(|_| self.phase == Phase::Begin)
    }

    /// What is done in this cycle.
    pub fn step(self) -> Option<Step> {
        match self.phase {
            Phase::Write(step) => Some(step),
            _ => None,
        }
    }

    /// The next cycle: whether an entry moves on, and what it would do.
    pub fn next(self, moves: bool, step: Step) -> Self {
        let phase = match self.phase {
            Phase::Decide => Phase::Write(step),
            _ if moves => Phase::Decide,
            _ => Phase::Rest,
        };
        Self { phase, ..self }
    }
}
