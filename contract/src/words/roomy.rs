//! Optional values with room for any value that they may have.

use super::{Put, Take, Words, field, numbers};
use std::collections::VecDeque;

/// What has optional parts whose values have words of different number, such as rows of lanes that enter and leave. For each part a
/// word says whether it is there, and as many words as it may have follow: its `room`. `#[words(room = ...)]` at a field asks for it.
pub trait Roomy: Sized {
    /// The number of words.
    fn count_in(&self, room: usize) -> usize;

    /// Writes the words.
    ///
    /// # Panics
    /// If a part has more words than its room.
    fn put_in(&self, room: usize, to: &mut Put<'_>);

    /// The value with these words.
    ///
    /// # Panics
    /// If they are not the words of a value.
    fn take_in(room: usize, from: &mut Take<'_>) -> Self;

    /// A name for each word. The words of a part have numbers.
    fn names_in(&self, room: usize, path: &str, to: &mut Vec<String>);
}

impl<T: Words> Roomy for Option<T> {
    #[inline]
    fn count_in(&self, room: usize) -> usize {
        1 + room
    }

    #[inline]
    fn put_in(&self, room: usize, to: &mut Put<'_>) {
        let start = to.position();
        self.put(to);
        to.fill(start, Some(1 + room));
    }

    #[inline]
    fn take_in(room: usize, from: &mut Take<'_>) -> Self {
        let start = from.position();
        let value = <Self as Words>::take(from);
        from.fill(start, Some(1 + room));
        value
    }

    fn names_in(&self, room: usize, path: &str, to: &mut Vec<String>) {
        to.push(field(path, "some"));
        numbers(path, room, to);
    }
}

impl<T: Roomy, const N: usize> Roomy for [T; N] {
    #[inline]
    fn count_in(&self, room: usize) -> usize {
        self.iter().map(|part| part.count_in(room)).sum()
    }

    #[inline]
    fn put_in(&self, room: usize, to: &mut Put<'_>) {
        for part in self {
            part.put_in(room, to);
        }
    }

    #[inline]
    fn take_in(room: usize, from: &mut Take<'_>) -> Self {
        std::array::from_fn(|_| T::take_in(room, from))
    }

    fn names_in(&self, room: usize, path: &str, to: &mut Vec<String>) {
        for (at, part) in self.iter().enumerate() {
            part.names_in(room, &format!("{path}[{at}]"), to);
        }
    }
}

/// The number of parts comes first; it must not change.
impl<T: Roomy> Roomy for VecDeque<T> {
    #[inline]
    fn count_in(&self, room: usize) -> usize {
        1 + self.iter().map(|part| part.count_in(room)).sum::<usize>()
    }

    #[inline]
    fn put_in(&self, room: usize, to: &mut Put<'_>) {
        to.word(self.len() as u64);
        for part in self {
            part.put_in(room, to);
        }
    }

    #[inline]
    fn take_in(room: usize, from: &mut Take<'_>) -> Self {
        let length = from.word() as usize;
        let mut parts = Self::with_capacity(length);
        for _ in 0..length {
            parts.push_back(T::take_in(room, from));
        }
        parts
    }

    fn names_in(&self, room: usize, path: &str, to: &mut Vec<String>) {
        to.push(field(path, "length"));
        for (at, part) in self.iter().enumerate() {
            part.names_in(room, &format!("{path}[{at}]"), to);
        }
    }
}
