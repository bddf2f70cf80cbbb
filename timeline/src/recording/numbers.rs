//! Unsigned numbers of any size, in groups of seven bits: LEB128, as in DWARF.

/// Appends a number.
pub(super) fn put(number: u64, to: &mut Vec<u8>) {
    let mut left = number;
    while left >= 0x80 {
        to.push(left as u8 | 0x80);
        left >>= 7;
    }
    to.push(left as u8);
}

/// Appends numbers that only grow, each as its distance from the one before; the first as it is.
pub(super) fn put_growing(numbers: impl Iterator<Item = u64>, to: &mut Vec<u8>) {
    let mut before = 0;
    for number in numbers {
        put(number - before, to);
        before = number;
    }
}

/// Reads numbers.
pub(super) struct Numbers<'a>(pub &'a [u8]);

impl Numbers<'_> {
    /// The next number; `None` if there is none, or one of more than 64 bits.
    pub fn next(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            let bits = u64::from(byte & 0x7f);
            number |= bits.checked_shl(shift).filter(|all| all >> shift == bits)?;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// A column of this many numbers.
    pub fn column(&mut self, count: usize) -> Option<Vec<u64>> {
        // A number takes a byte at least: no memory is taken for numbers that cannot be there.
        (count <= self.0.len()).then_some(())?;
        (0..count).map(|_| self.next()).collect()
    }

    /// A column of numbers that were written as distances.
    pub fn growing(&mut self, count: usize) -> Option<Vec<u64>> {
        let mut sum = 0_u64;
        let mut numbers = self.column(count)?;
        for number in &mut numbers {
            sum = sum.checked_add(*number)?;
            *number = sum;
        }
        Some(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_read() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        let mut bytes = Vec::new();
        numbers
            .into_iter()
            .for_each(|number| put(number, &mut bytes));
        put_growing(numbers.into_iter(), &mut bytes);
        let mut read = Numbers(&bytes);
        assert_eq!(read.column(numbers.len()), Some(numbers.to_vec()));
        assert_eq!(read.growing(numbers.len()), Some(numbers.to_vec()));
        assert_eq!(read.next(), None);
    }

    #[test]
    fn damaged_numbers_are_none() {
        assert_eq!(Numbers(&[0x80]).next(), None);
        assert_eq!(Numbers(&[0xff; 11]).next(), None);
        let mut too_large = vec![0x80; 9];
        too_large.push(2);
        assert_eq!(Numbers(&too_large).next(), None);
        assert_eq!(Numbers(&[1, 1]).column(3), None);
    }
}
