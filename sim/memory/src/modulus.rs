//! Remainders of divisions by a number that does not change.

/// A number by which other numbers are divided. Powers of two, the usual numbers of sets and banks, need no division.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Modulus {
    number: u32,
    is_power_of_two: bool,
}

impl Modulus {
    /// The number, which must not be 0.
    pub fn new(number: u32) -> Self {
        Modulus {
            number,
            is_power_of_two: number.is_power_of_two(),
        }
    }

    /// The remainder of a division by the number.
    #[inline(always)]
    pub fn rest(self, of: u32) -> u32 {
        match self.is_power_of_two {
            true => of & (self.number - 1),
            false => of % self.number,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rests_are_those_of_a_division() {
        for number in 1..=20 {
            let modulus = Modulus::new(number);
            for of in (0..50).chain([u32::MAX]) {
                assert_eq!(modulus.rest(of), of % number);
            }
        }
    }
}
