//! Rows of registers behind what is chosen.

use std::collections::VecDeque;

/// What was chosen in the cycles in which the rows moved on, the oldest first; a place for each row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rows<T>(VecDeque<Option<T>>);

impl<T> Rows<T> {
    /// Empty rows, or none.
    pub fn new(rows: u32) -> Self {
        Rows((0..rows).map(|_| None).collect())
    }

    /// Whether there are none.
    pub fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// What the last row shows.
    pub fn last(&self) -> Option<&T> {
        self.0.front().and_then(Option::as_ref)
    }

    /// The clock edge: the first row loads what is chosen.
    pub fn move_on(&mut self, chosen: Option<T>) {
        self.0.pop_front();
        self.0.push_back(chosen);
    }
}
