//! A set of small numbers with a fair way to walk it.

/// Numbers below a fixed limit.
#[derive(Clone, Debug)]
pub(crate) struct ReadySet {
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

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn insert(&mut self, id: usize) {
        let word = &mut self.words[id / 64];
        self.count += usize::from(*word >> (id % 64) & 1 == 0);
        *word |= 1 << (id % 64);
    }

    /// Takes out the first number from `start` on, going round.
    pub fn take_from(&mut self, start: usize) -> Option<usize> {
        if self.count == 0 {
            return None;
        }
        let words = self.words.len();
        let (word, bit) = (start / 64 % words, start % 64);
        let here = self.words[word] & !0 << bit;
        let found = match here {
            0 => {
                let later = (1..=words).map(|step| (word + step) % words);
                let word = later.into_iter().find(|&word| self.words[word] != 0)?;
                64 * word + self.words[word].trailing_zeros() as usize
            }
            _ => 64 * word + here.trailing_zeros() as usize,
        };
        self.words[found / 64] &= !(1 << (found % 64));
        self.count -= 1;
        Some(found)
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
    fn finds_what_lies_before_the_start_in_its_word() {
        let mut set = ReadySet::new(64);
        set.insert(2);
        assert_eq!(set.take_from(5), Some(2));
    }
}
