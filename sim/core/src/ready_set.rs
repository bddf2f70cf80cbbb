//! A set of small numbers that can be walked fairly.

/// A set of numbers below a fixed limit.
#[derive(Clone, Debug)]
pub struct ReadySet {
    words: Vec<u64>,
    count: usize,
}

impl ReadySet {
    /// An empty set of numbers below `limit`.
    pub fn new(limit: usize) -> Self {
        ReadySet {
            words: vec![0; limit.div_ceil(64)],
            count: 0,
        }
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds a number.
    pub fn insert(&mut self, id: usize) {
        let word = &mut self.words[id / 64];
        self.count += usize::from(*word >> (id % 64) & 1 == 0);
        *word |= 1 << (id % 64);
    }

    /// The first number in the set from `start` on, wrapping round.
    #[inline]
    pub fn next_from(&self, start: usize) -> Option<usize> {
        if self.count == 0 {
            return None;
        }
        let words = self.words.len();
        let (word, bit) = (start / 64 % words, start % 64);
        let here = self.words[word] & !0 << bit;
        if here != 0 {
            return Some(64 * word + here.trailing_zeros() as usize);
        }
        let mut later = (1..=words).map(|step| (word + step) % words);
        let word = later.find(|&word| self.words[word] != 0)?;
        Some(64 * word + self.words[word].trailing_zeros() as usize)
    }

    /// Whether a number is in the set.
    pub fn contains(&self, id: usize) -> bool {
        self.words[id / 64] >> (id % 64) & 1 == 1
    }

    /// Removes a number that is in the set.
    pub fn remove(&mut self, id: usize) {
        self.words[id / 64] &= !(1 << (id % 64));
        self.count -= 1;
    }

    /// Removes and returns the first number from `start` on, wrapping round.
    pub fn take_from(&mut self, start: usize) -> Option<usize> {
        let id = self.next_from(start)?;
        self.remove(id);
        Some(id)
    }

    /// [`ReadySet::take_from`], restricted to the numbers that are `wanted`.
    pub fn take_from_where(
        &mut self,
        start: usize,
        wanted: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let mut from = start;
        for _ in 0..self.count {
            let id = self.next_from(from)?;
            if wanted(id) {
                self.remove(id);
                return Some(id);
            }
            from = id + 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_round() {
        let mut set = ReadySet::new(200);
        [3, 70, 199].into_iter().for_each(|id| set.insert(id));
        set.insert(70);
        let taken: Vec<_> = [71, 0, 0, 0].map(|start| set.take_from(start)).to_vec();
        assert_eq!(taken, [Some(199), Some(3), Some(70), None]);
        assert!(set.is_empty());
    }

    #[test]
    fn passes_over_what_is_not_wanted() {
        let mut set = ReadySet::new(130);
        [3, 70, 129].into_iter().for_each(|id| set.insert(id));
        assert_eq!(set.take_from_where(70, |id| id < 70), Some(3));
        assert_eq!(set.take_from_where(71, |id| id != 129), Some(70));
        assert_eq!(set.take_from_where(0, |id| id != 129), None);
        assert_eq!(set.take_from(0), Some(129));
    }

    #[test]
    fn finds_what_lies_before_the_start_in_its_word() {
        let mut set = ReadySet::new(64);
        set.insert(2);
        assert_eq!(set.take_from(5), Some(2));
    }
}
