//! The walker that clears a memory after reset.

use heddle_contract::Words;

/// Number of rows that have not been cleared yet; the unit is initialised when it is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(super) struct Walk {
    left: usize,
}

impl Walk {
    /// A walk over `rows` rows, one a cycle.
    pub fn new(rows: usize) -> Self {
        Self { left: rows }
    }

    /// Whether all rows have been cleared.
    pub fn is_done(self) -> bool {
        self.left == 0
    }

    /// The clock edge.
    pub fn step(&mut self) {
        self.left = self.left.saturating_sub(1);
    }
}
