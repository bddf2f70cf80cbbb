//! The state of golden units as words.
//!
//! Whoever executes a unit outside of Rust needs its state as plain numbers: where each of them is must not depend on what the unit
//! has done. So what may be absent takes its place all the same, and so does each element for which a queue has room. Equal values
//! have equal words.

mod containers;
mod cursor;
mod numbers;
mod scratch;
mod sometimes;

pub use cursor::{Put, Take};
pub use heddle_contract_derive::Words;
pub(crate) use scratch::blank;
pub use scratch::put_zero;
pub use sometimes::Sometimes;

/// Plain data as words of 64 bits. How many words there are, and which word is what, does not depend on the values that the cycles
/// of a unit change.
///
/// * A number, and a truth value, is one word. Reading a number leaves out the bits that its type does not have.
/// * A struct is its fields, an array its elements, in order.
/// * An enum is the number of its variant, then as many words as its largest variant has; the last ones are 0 for the others.
/// * An optional value is a word that is 1 if it is there, then its words, 0 if it is not.
/// * A vector is its capacity, its length, its elements, and 0 for all elements for which there is room. A ring is the same, from
///   its front on.
/// * Where values of one type have words of different number (`COUNT` is `None`, as that of a vector), an optional value, a variant
///   and an element have only the words that they need, and a vector of such elements has no capacity. A unit must not change
///   which of them are there; [`Sometimes`] is for rows that come and go.
pub trait Words: Sized {
    /// The number of words, if all values of the type have the same.
    const COUNT: Option<usize>;

    /// The number of words of this value.
    fn count(&self) -> usize;

    /// Writes the words.
    fn put(&self, to: &mut Put<'_>);

    /// The value with these words.
    ///
    /// # Panics
    /// If they are not the words of a value.
    fn take(from: &mut Take<'_>) -> Self;

    /// A name for each word, in order: fields behind dots, elements in brackets. `path` is the name of the value.
    fn names(&self, path: &str, to: &mut Vec<String>);

    /// All words.
    fn to_words(&self) -> Vec<u64> {
        let mut words = vec![0; self.count()];
        let mut to = Put::new(&mut words);
        self.put(&mut to);
        to.end();
        words
    }

    /// The value of which these are all words.
    ///
    /// # Panics
    /// If they are not the words of a value, or more.
    fn from_words(words: &[u64]) -> Self {
        let mut from = Take::new(words);
        let value = Self::take(&mut from);
        from.end();
        value
    }

    /// A name for each of all words: `held.mask`, `pcs[3]`, `queue.length`.
    fn word_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        self.names("", &mut names);
        names
    }
}

/// The number of words of several values together.
pub const fn sum(counts: &[Option<usize>]) -> Option<usize> {
    let (mut sum, mut at) = (0, 0);
    while at < counts.len() {
        let Some(count) = counts[at] else {
            return None;
        };
        sum += count;
        at += 1;
    }
    Some(sum)
}

/// The number of words of an enum, from those of its variants.
pub const fn variants(counts: &[Option<usize>]) -> Option<usize> {
    let (mut most, mut at) = (0, 0);
    while at < counts.len() {
        let Some(count) = counts[at] else {
            return None;
        };
        if count > most {
            most = count;
        }
        at += 1;
    }
    Some(1 + most)
}

/// The name of a field.
pub fn field(path: &str, name: &str) -> String {
    match path {
        "" => name.into(),
        _ => format!("{path}.{name}"),
    }
}

/// Names for words that have only numbers.
pub fn numbers(path: &str, count: usize, to: &mut Vec<String>) {
    to.extend((0..count).map(|at| format!("{path}[{at}]")));
}

/// Reports a variant that an enum does not have.
///
/// # Panics
/// Always.
#[cold]
pub fn unknown(name: &str, number: u64) -> ! {
    panic!("{name} has no variant {number}")
}

#[cfg(test)]
mod tests;
