//! Large warps that are shown some cycles before they issue (RSZ-20).

use heddle_types::{WarpId, WarpMask};
use std::collections::VecDeque;

/// The large warps on their way to their answer, in step with the unit.
#[derive(Debug)]
pub(super) struct Shows {
    /// The next one to be answered first; an entry for each cycle of the latency.
    stages: VecDeque<Option<WarpId>>,
    in_flight: WarpMask,
    /// The one that was shown last.
    last: WarpId,
}

impl Shows {
    pub fn new(latency: u32) -> Self {
        Shows {
            stages: vec![None; latency as usize].into(),
            in_flight: WarpMask::NONE,
            last: WarpId::new(0),
        }
    }

    /// Cycles from a show to its answer.
    pub fn latency(&self) -> usize {
        self.stages.len()
    }

    /// The large warps that have been shown and not been taken yet: none of them is shown again.
    pub fn in_flight(&self) -> WarpMask {
        self.in_flight
    }

    pub fn is_empty(&self) -> bool {
        self.in_flight.is_empty()
    }

    pub fn last(&self) -> WarpId {
        self.last
    }

    /// The large warp that is answered in this cycle.
    pub fn answered(&self) -> Option<WarpId> {
        self.stages.front().copied().flatten()
    }

    /// The clock edge: all advance if the unit does, and the one that was shown follows.
    pub fn clock(&mut self, shown: Option<WarpId>, moves: bool) {
        if self.stages.is_empty() || !moves {
            return;
        }
        if let Some(answered) = self.stages.pop_front().flatten() {
            self.in_flight.remove(answered);
        }
        self.stages.push_back(shown);
        if let Some(shown) = shown {
            self.in_flight.insert(shown);
            self.last = shown;
        }
    }
}
