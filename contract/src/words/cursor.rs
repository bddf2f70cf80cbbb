//! Places in rows of words.

/// Words that are being written, one after the other.
#[derive(Debug)]
pub struct Put<'a> {
    words: &'a mut [u64],
    at: usize,
}

impl<'a> Put<'a> {
    /// Begins with the first word.
    pub fn new(words: &'a mut [u64]) -> Self {
        Put { words, at: 0 }
    }

    /// The number of words that are written.
    #[inline]
    pub fn position(&self) -> usize {
        self.at
    }

    /// Writes a word.
    ///
    /// # Panics
    /// If there is no place for it.
    #[inline]
    pub fn word(&mut self, word: u64) {
        self.words[self.at] = word;
        self.at += 1;
    }

    /// Writes this many zeros.
    ///
    /// # Panics
    /// If there is no place for them.
    #[inline]
    pub fn zeros(&mut self, count: usize) {
        for _ in 0..count {
            self.word(0);
        }
    }

    /// Writes zeros until there are `count` words from `start` on; nothing without a count.
    ///
    /// # Panics
    /// If there are more words already, or no place for them.
    #[inline]
    pub fn fill(&mut self, start: usize, count: Option<usize>) {
        if let Some(count) = count {
            assert!(
                self.at <= start + count,
                "a value has more words than its room"
            );
            self.zeros(start + count - self.at);
        }
    }

    /// Writes once more from `start` on, not farther than before. What is not written again stays.
    ///
    /// # Panics
    /// If more is written.
    #[inline]
    pub fn over(&mut self, start: usize, write: impl FnOnce(&mut Self)) {
        let end = std::mem::replace(&mut self.at, start);
        write(self);
        assert!(self.at <= end, "a value has more words than its room");
        self.at = end;
    }

    /// All words are written.
    ///
    /// # Panics
    /// If there is place for more.
    pub fn end(self) {
        assert_eq!(self.at, self.words.len(), "words are left");
    }
}

/// Words that are being read, one after the other.
#[derive(Debug)]
pub struct Take<'a> {
    words: &'a [u64],
    at: usize,
}

impl<'a> Take<'a> {
    /// Begins with the first word.
    pub fn new(words: &'a [u64]) -> Self {
        Take { words, at: 0 }
    }

    /// The number of words that have been read.
    #[inline]
    pub fn position(&self) -> usize {
        self.at
    }

    /// Reads a word.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn word(&mut self) -> u64 {
        let word = self.words[self.at];
        self.at += 1;
        word
    }

    /// Leaves out this many words.
    #[inline]
    pub fn skip(&mut self, count: usize) {
        self.at += count;
    }

    /// Leaves out words until `count` are read from `start` on; nothing without a count.
    ///
    /// # Panics
    /// If more have been read already.
    #[inline]
    pub fn fill(&mut self, start: usize, count: Option<usize>) {
        if let Some(count) = count {
            assert!(
                self.at <= start + count,
                "a value has more words than its room"
            );
            self.at = start + count;
        }
    }

    /// All words have been read.
    ///
    /// # Panics
    /// If there are more, or fewer.
    pub fn end(self) {
        assert_eq!(self.at, self.words.len(), "words are left");
    }
}
