//! The walker that clears a memory after reset.

/// Rows that are still to be cleared; its unit is initialised when there are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    left: usize,
}

impl Walk {
    /// A walk over so many rows, one a cycle.
    pub fn new(rows: usize) -> Self {
        Self { left: rows }
    }

    /// Whether it has come to its end.
    pub fn is_done(self) -> bool {
        self.left == 0
    }

    /// The clock edge.
    pub fn step(&mut self) {
        self.left = self.left.saturating_sub(1);
    }
}
