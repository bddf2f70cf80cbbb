//! The cycles of a command in a heap whose levels take two cycles.

use crate::warp_groups::Link;
use heddle_contract::Words;

/// The state of a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub(super) struct OneAtATime {
    pub phase: Phase,
    /// The list that grows, in the cycle after the command.
    pub link: Option<Link>,
}

/// The cycles as the contract numbers them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub(super) enum Phase {
    #[default]
    Rest,
    /// Cycle 1: the moving entry is written and compared.
    Compare,
    /// Cycle 2: the entry at this index moves to the hole.
    Exchange(usize),
}

impl OneAtATime {
    pub fn is_resting(self) -> bool {
        self.phase == Phase::Rest
    }

    /// An entry has started to move in this cycle.
    pub fn begin(&mut self, link: Option<Link>) {
        let phase = Phase::Compare;
        *self = Self { phase, link };
    }

    /// Enters the phase after this cycle.
    pub fn goes_on(&mut self, phase: Phase) {
        *self = Self { phase, link: None };
    }
}
