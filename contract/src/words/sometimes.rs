//! Optional values whose words have different numbers, each like a value that says which words it may have.

use super::{Put, Take, Words, field};
use std::collections::VecDeque;

/// What has optional parts whose values have words of different number, such as rows of lanes that enter and leave. For each part a
/// word says whether it is there, and as many words follow as a value has that it is `like`: those of that value, where the part has
/// none. So lengths of rows in it never change. `#[words(like = ...)]` at a field asks for it.
pub trait Sometimes: Sized {
    /// The value of a part.
    type Part: Words;

    /// The number of words.
    fn count_like(&self, like: &Self::Part) -> usize;

    /// Writes the words.
    ///
    /// # Panics
    /// If a part has more words than the value that it is like.
    fn put_like(&self, like: &Self::Part, to: &mut Put<'_>);

    /// The value with these words.
    ///
    /// # Panics
    /// If they are not the words of a value.
    fn take_like(like: &Self::Part, from: &mut Take<'_>) -> Self;

    /// A name for each word.
    fn names_like(&self, like: &Self::Part, path: &str, to: &mut Vec<String>);
}

impl<T: Words> Sometimes for Option<T> {
    type Part = T;

    #[inline]
    fn count_like(&self, like: &T) -> usize {
        1 + like.count()
    }

    #[inline]
    fn put_like(&self, like: &T, to: &mut Put<'_>) {
        to.word(self.is_some().into());
        let start = to.position();
        like.put(to);
        if let Some(value) = self {
            to.over(start, |to| value.put(to));
        }
    }

    #[inline]
    fn take_like(like: &T, from: &mut Take<'_>) -> Self {
        let is_some = bool::take(from);
        let start = from.position();
        let value = is_some.then(|| T::take(from));
        from.fill(start, Some(like.count()));
        value
    }

    fn names_like(&self, like: &T, path: &str, to: &mut Vec<String>) {
        to.push(field(path, "some"));
        like.names(path, to);
    }
}

impl<T: Sometimes, const N: usize> Sometimes for [T; N] {
    type Part = T::Part;

    #[inline]
    fn count_like(&self, like: &T::Part) -> usize {
        self.iter().map(|part| part.count_like(like)).sum()
    }

    #[inline]
    fn put_like(&self, like: &T::Part, to: &mut Put<'_>) {
        for part in self {
            part.put_like(like, to);
        }
    }

    #[inline]
    fn take_like(like: &T::Part, from: &mut Take<'_>) -> Self {
        std::array::from_fn(|_| T::take_like(like, from))
    }

    fn names_like(&self, like: &T::Part, path: &str, to: &mut Vec<String>) {
        for (at, part) in self.iter().enumerate() {
            part.names_like(like, &format!("{path}[{at}]"), to);
        }
    }
}

/// The number of parts comes first; it must not change.
impl<T: Sometimes> Sometimes for VecDeque<T> {
    type Part = T::Part;

    #[inline]
    fn count_like(&self, like: &T::Part) -> usize {
        1 + self.iter().map(|part| part.count_like(like)).sum::<usize>()
    }

    #[inline]
    fn put_like(&self, like: &T::Part, to: &mut Put<'_>) {
        to.word(self.len() as u64);
        for part in self {
            part.put_like(like, to);
        }
    }

    #[inline]
    fn take_like(like: &T::Part, from: &mut Take<'_>) -> Self {
        let length = from.word() as usize;
        let mut parts = Self::with_capacity(length);
        for _ in 0..length {
            parts.push_back(T::take_like(like, from));
        }
        parts
    }

    fn names_like(&self, like: &T::Part, path: &str, to: &mut Vec<String>) {
        to.push(field(path, "length"));
        for (at, part) in self.iter().enumerate() {
            part.names_like(like, &format!("{path}[{at}]"), to);
        }
    }
}
