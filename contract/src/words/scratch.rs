//! Memory that is kept only so that no cycle allocates it. What it holds between cycles is no state: it is written as zeros.

use super::{Put, Take, Words};
use crate::{Bundle, Values, Visit};
use std::cell::RefCell;

struct Blank<'a, 'b>(&'a mut Put<'b>);

impl Visit<Values> for Blank<'_, '_> {
    #[inline]
    fn bit(&mut self, _: &bool) {
        self.0.word(0);
    }

    #[inline]
    fn bits(&mut self, _: &u64) {
        self.0.word(0);
    }

    #[inline]
    fn array(&mut self, signal: &Vec<u64>) {
        blank(signal, self.0);
    }
}

/// Writes the words of a bundle whose ports all are 0.
#[inline]
pub fn put_zero<B: Bundle<Values>>(bundle: &B, to: &mut Put<'_>) {
    bundle.visit(&mut Blank(to));
}

/// Writes the words of as many zeros.
#[inline]
pub(crate) fn blank(words: &Vec<u64>, to: &mut Put<'_>) {
    to.word(words.capacity() as u64);
    to.word(words.len() as u64);
    to.zeros(words.capacity());
}

/// The words of what is inside.
impl<T: Words> Words for RefCell<T> {
    const COUNT: Option<usize> = T::COUNT;

    #[inline]
    fn count(&self) -> usize {
        self.borrow().count()
    }

    #[inline]
    fn put(&self, to: &mut Put<'_>) {
        self.borrow().put(to);
    }

    #[inline]
    fn take(from: &mut Take<'_>) -> Self {
        RefCell::new(T::take(from))
    }

    fn names(&self, path: &str, to: &mut Vec<String>) {
        self.borrow().names(path, to);
    }
}
