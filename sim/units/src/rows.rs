//! Rows of registers after the choice of lanes.

use heddle_contract::Words;
use heddle_contract::words::{Put, Roomy, Take};
use std::collections::VecDeque;

/// The choices of the cycles in which the rows advanced, one entry for each row, the oldest first.
#[derive(Clone, Debug, PartialEq, Words)]
pub(super) struct Rows<T>(VecDeque<Option<T>>);

impl<T: Words> Roomy for Rows<T> {
    fn count_in(&self, room: usize) -> usize {
        self.0.count_in(room)
    }

    fn put_in(&self, room: usize, to: &mut Put<'_>) {
        self.0.put_in(room, to);
    }

    fn take_in(room: usize, from: &mut Take<'_>) -> Self {
        Rows(Roomy::take_in(room, from))
    }

    fn names_in(&self, room: usize, path: &str, to: &mut Vec<String>) {
        self.0.names_in(room, path, to);
    }
}

impl<T> Rows<T> {
    /// Empty rows; there may be none.
    pub fn new(rows: u32) -> Self {
        Rows((0..rows).map(|_| None).collect())
    }

    /// Whether the number of rows is 0.
    pub fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// The choice in the last row.
    pub fn last(&self) -> Option<&T> {
        self.0.front().and_then(Option::as_ref)
    }

    /// The clock edge: the rows advance, and the first row loads a new choice.
    pub fn move_on(&mut self, chosen: Option<T>) {
        self.0.pop_front();
        self.0.push_back(chosen);
    }
}
