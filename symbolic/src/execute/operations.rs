//! Operations on words.

use super::Execution;
use crate::aig::{Aig, Lit};
use crate::module::{Binary, Comparison};
use crate::word::Word;

impl Execution<'_> {
    pub(super) fn binary(&mut self, operation: Binary, a: &Word, b: &Word) -> Word {
        if operation == Binary::Shl
            && a.number() == Some(1)
            && let Some(hot) = self.lowest.get(b)
        {
            return hot.resized(a.width());
        }
        let sum = match operation {
            Binary::Add | Binary::Sub => self.sum_and_number(operation, a, b),
            _ => None,
        };
        let aig = &mut self.aig;
        let result = match operation {
            Binary::Add => aig.add(a, b),
            Binary::Sub => aig.sub(a, b),
            Binary::Mul => aig.mul(a, b),
            Binary::Udiv => aig.divide(a, b).0,
            Binary::Urem => aig.divide(a, b).1,
            Binary::Sdiv => signed_division(aig, a, b).0,
            Binary::Srem => signed_division(aig, a, b).1,
            Binary::Shl => aig.shift_left(a, b, Lit::FALSE),
            Binary::Lshr => aig.shift_right(a, b, Lit::FALSE),
            Binary::Ashr => aig.shift_right(a, b, a[a.width() - 1]),
            Binary::And => aig.zip(a, b, Aig::and),
            Binary::Or => aig.zip(a, b, Aig::or),
            Binary::Xor => aig.zip(a, b, Aig::xor),
        };
        if let Some(sum) = sum {
            self.sums.insert(&result, sum);
        }
        result
    }

    /// The sum that an address is after a constant is added to it or taken from it.
    fn sum_and_number(&self, operation: Binary, a: &Word, b: &Word) -> Option<super::places::Sum> {
        let number = b.number()? as u64;
        let mut sum = self.sums.of(a).filter(|sum| !sum.terms.is_empty())?;
        sum.start = match operation {
            Binary::Add => sum.start.wrapping_add(number),
            _ => sum.start.wrapping_sub(number),
        };
        Some(sum)
    }

    pub(super) fn compare(&mut self, kind: Comparison, a: &Word, b: &Word) -> Lit {
        let aig = &mut self.aig;
        match kind {
            Comparison::Eq => aig.equal(a, b),
            Comparison::Ne => !aig.equal(a, b),
            Comparison::Ult => aig.less(a, b),
            Comparison::Ule => !aig.less(b, a),
            Comparison::Ugt => aig.less(b, a),
            Comparison::Uge => !aig.less(a, b),
            Comparison::Slt => aig.less_signed(a, b),
            Comparison::Sle => !aig.less_signed(b, a),
            Comparison::Sgt => aig.less_signed(b, a),
            Comparison::Sge => !aig.less_signed(a, b),
        }
    }
}

/// The word, or its complement of two where the condition is high.
pub(super) fn negated(aig: &mut Aig, condition: Lit, word: &Word) -> Word {
    let zero = Word::constant(0, word.width());
    let negative = aig.sub(&zero, word);
    aig.mux_word(condition, &negative, word)
}

/// Quotient, rounded towards zero, and remainder, with the sign of the dividend.
fn signed_division(aig: &mut Aig, a: &Word, b: &Word) -> (Word, Word) {
    let [a_sign, b_sign] = [a, b].map(|word| word[word.width() - 1]);
    let [a, b] = [(a_sign, a), (b_sign, b)].map(|(sign, word)| negated(aig, sign, word));
    let (quotient, rest) = aig.divide(&a, &b);
    let sign = aig.xor(a_sign, b_sign);
    (negated(aig, sign, &quotient), negated(aig, a_sign, &rest))
}
