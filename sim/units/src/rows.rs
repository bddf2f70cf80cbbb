//! Rows of registers after the choice of lanes.

use heddle_contract::Words;
use heddle_contract::words::{Put, Sometimes, Take};
use std::collections::VecDeque;

/// The choices of the cycles in which the rows advanced, one entry for each row, the oldest first.
#[derive(Clone, Debug, PartialEq, Words)]
pub(super) struct Rows<T>(VecDeque<Option<T>>);

impl<T: Words> Sometimes for Rows<T> {
    type Part = T;

    fn count_like(&self, like: &T) -> usize {
        self.0.count_like(like)
    }

    fn put_like(&self, like: &T, to: &mut Put<'_>) {
        self.0.put_like(like, to);
    }

    fn take_like(like: &T, from: &mut Take<'_>) -> Self {
        Rows(Sometimes::take_like(like, from))
    }

    fn names_like(&self, like: &T, path: &str, to: &mut Vec<String>) {
        self.0.names_like(like, path, to);
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
