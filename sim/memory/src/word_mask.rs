//! Sets of words of one line.

/// A set of words of a line. A line has at most 256 words, so the low eight bits of a word's number tell the words of a
/// line apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordMask([u64; 4]);

impl WordMask {
    /// No words.
    pub const NONE: WordMask = WordMask([0; 4]);

    /// Adds the word at a physical byte address.
    #[inline]
    pub fn insert(&mut self, physical: u32) {
        let word = physical / 4 % 256;
        self.0[word as usize / 64] |= 1 << (word % 64);
    }

    /// Adds the words of another set.
    pub fn extend(&mut self, other: WordMask) {
        let both = self.0.iter_mut().zip(other.0);
        both.for_each(|(mine, theirs)| *mine |= theirs);
    }

    /// Whether all words of this set are in another one.
    pub fn is_within(self, other: WordMask) -> bool {
        let mut both = self.0.iter().zip(other.0);
        both.all(|(mine, theirs)| mine & !theirs == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(addresses: &[u32]) -> WordMask {
        let mut mask = WordMask::NONE;
        addresses.iter().for_each(|address| mask.insert(*address));
        mask
    }

    #[test]
    fn the_words_of_a_line_are_told_apart() {
        // The last line of 1024 bytes below 64 KiB: its first, 64th and last word.
        let line = [0xfc00, 0xfd00, 0xfffc];
        for (at, address) in line.iter().enumerate() {
            let others = [line[(at + 1) % 3], line[(at + 2) % 3]];
            assert!(!mask(&[*address]).is_within(mask(&others)));
            assert!(mask(&[*address]).is_within(mask(&line)));
        }
        assert_eq!(mask(&[0xfc00]), mask(&[0xfc03]));
        assert!(WordMask::NONE.is_within(WordMask::NONE));
    }

    #[test]
    fn a_union_holds_the_words_of_both() {
        let mut union = mask(&[0, 4]);
        union.extend(mask(&[4, 512]));
        assert_eq!(union, mask(&[0, 4, 512]));
    }
}
