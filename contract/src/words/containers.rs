//! What holds several values, or perhaps one.

use super::{Put, Take, Words, field};
use std::collections::VecDeque;

impl<T: Words, const N: usize> Words for [T; N] {
    const COUNT: Option<usize> = match T::COUNT {
        Some(count) => Some(N * count),
        None => None,
    };

    #[inline]
    fn count(&self) -> usize {
        match Self::COUNT {
            Some(count) => count,
            None => self.iter().map(T::count).sum(),
        }
    }

    #[inline]
    fn put(&self, to: &mut Put<'_>) {
        for element in self {
            element.put(to);
        }
    }

    #[inline]
    fn take(from: &mut Take<'_>) -> Self {
        std::array::from_fn(|_| T::take(from))
    }

    fn names(&self, path: &str, to: &mut Vec<String>) {
        elements(self, path, to);
    }
}

impl<T: Words> Words for Option<T> {
    const COUNT: Option<usize> = match T::COUNT {
        Some(count) => Some(1 + count),
        None => None,
    };

    #[inline]
    fn count(&self) -> usize {
        match Self::COUNT {
            Some(count) => count,
            None => 1 + self.as_ref().map_or(0, T::count),
        }
    }

    #[inline]
    fn put(&self, to: &mut Put<'_>) {
        let start = to.position();
        match self {
            Some(value) => {
                to.word(1);
                value.put(to);
            }
            None => to.word(0),
        }
        to.fill(start, Self::COUNT);
    }

    #[inline]
    fn take(from: &mut Take<'_>) -> Self {
        let start = from.position();
        let value = match bool::take(from) {
            true => Some(T::take(from)),
            false => None,
        };
        from.fill(start, Self::COUNT);
        value
    }

    fn names(&self, path: &str, to: &mut Vec<String>) {
        to.push(field(path, "some"));
        match (self, T::COUNT) {
            (Some(value), _) => value.names(path, to),
            (None, Some(count)) => of_absent::<T>(count, path, to),
            (None, None) => {}
        }
    }
}

/// The implementation for what grows: its elements are in order, and `take` begins with an empty one.
macro_rules! grows {
    ($($container:ident $push:ident,)+) => { $(
        impl<T: Words> Words for $container<T> {
            const COUNT: Option<usize> = None;

            #[inline]
            fn count(&self) -> usize {
                match T::COUNT {
                    Some(count) => 2 + self.capacity() * count,
                    None => 1 + self.iter().map(T::count).sum::<usize>(),
                }
            }

            #[inline]
            fn put(&self, to: &mut Put<'_>) {
                if T::COUNT.is_some() {
                    to.word(self.capacity() as u64);
                }
                to.word(self.len() as u64);
                // A loop over all that there is room for: which word is next does not depend on the length.
                let room = T::COUNT.map_or(self.len(), |_| self.capacity());
                for at in 0..room {
                    match at < self.len() {
                        true => self[at].put(to),
                        false => to.zeros(T::COUNT.unwrap_or(0)),
                    }
                }
            }

            #[inline]
            fn take(from: &mut Take<'_>) -> Self {
                let capacity = T::COUNT.map(|_| from.word() as usize);
                let length = from.word() as usize;
                let capacity = capacity.unwrap_or(length);
                assert!(length <= capacity, "more elements than their room");
                let mut elements = Self::with_capacity(capacity);
                // Also what is behind the last element, where zeros are read: the place of an element then does not depend on the
                // length.
                for _ in 0..capacity {
                    elements.$push(T::take(from));
                }
                elements.truncate(length);
                elements
            }

            fn names(&self, path: &str, to: &mut Vec<String>) {
                if T::COUNT.is_some() {
                    to.push(field(path, "capacity"));
                }
                to.push(field(path, "length"));
                elements(self, path, to);
                if let Some(count) = T::COUNT {
                    for at in self.len()..self.capacity() {
                        of_absent::<T>(count, &format!("{path}[{at}]"), to);
                    }
                }
            }
        }
    )+ };
}
grows!(Vec push, VecDeque push_back,);

fn elements<'a, T: Words + 'a>(
    elements: impl IntoIterator<Item = &'a T>,
    path: &str,
    to: &mut Vec<String>,
) {
    for (at, element) in elements.into_iter().enumerate() {
        element.names(&format!("{path}[{at}]"), to);
    }
}

/// The names of the words that stand for a value that is not there. Zeros are a value of every type with a fixed number of words.
fn of_absent<T: Words>(count: usize, path: &str, to: &mut Vec<String>) {
    T::from_words(&vec![0; count]).names(path, to);
}
