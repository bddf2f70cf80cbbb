//! Positions that may depend on loops: `2 * i + 1`.

use super::graph::ScopeId;
use std::ops::{Add, Mul, Range, Sub};

/// The most loops inside one another, including a fold.
pub(crate) const DEPTH: usize = 4;

/// One loop's share of an [`Index`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) scope: ScopeId,
    pub(crate) factor: i64,
}

/// A position known when the hardware is generated: a number, or an affine function of the
/// indices of the loops around it.
///
/// The loops of [`ModuleBuilder::each`](super::ModuleBuilder::each) provide plain indices; sums
/// with numbers and other indices, and products with numbers, are indices too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// Terms by depth of their loop.
    terms: [Option<Term>; DEPTH],
    offset: i64,
    /// A term of a second loop at the same depth: one of the two loops is not open, which the checks report.
    stray: Option<Term>,
}

impl Index {
    /// The index of a loop at a depth.
    pub(crate) fn of_loop(scope: ScopeId, depth: usize) -> Self {
        let mut terms = [None; DEPTH];
        terms[depth] = Some(Term { scope, factor: 1 });
        Self {
            terms,
            ..Self::from(0usize)
        }
    }

    /// The value in one iteration, given the loops' values by depth.
    pub(crate) fn at(&self, iteration: &[i64; DEPTH]) -> i64 {
        let of = |(term, value): (&Option<Term>, &i64)| term.map_or(0, |t| t.factor * value);
        self.offset + self.terms.iter().zip(iteration).map(of).sum::<i64>()
    }

    /// The value, if it depends on no loop.
    pub(crate) fn constant(&self) -> Option<i64> {
        self.terms
            .iter()
            .all(Option::is_none)
            .then_some(self.offset)
    }

    /// The loops that the index depends on, outermost first.
    pub(crate) fn loops(&self) -> impl Iterator<Item = Term> + '_ {
        self.terms.iter().chain([&self.stray]).flatten().copied()
    }

    /// The constant part, which is added to the terms of the loops.
    pub(crate) fn offset(&self) -> i64 {
        self.offset
    }

    fn scaled(mut self, by: i64) -> Self {
        self.offset *= by;
        for term in self.terms.iter_mut().flatten() {
            term.factor *= by;
        }
        self.without_zeros()
    }

    fn without_zeros(mut self) -> Self {
        for term in &mut self.terms {
            *term = term.filter(|t| t.factor != 0);
        }
        self
    }
}

impl From<usize> for Index {
    fn from(value: usize) -> Self {
        let offset = i64::try_from(value).expect("an index below 2^63");
        Self {
            terms: [None; DEPTH],
            offset,
            stray: None,
        }
    }
}

/// Allows plain numbers as indices; a negative number is out of range wherever it is used.
impl From<i32> for Index {
    fn from(value: i32) -> Self {
        Self {
            offset: value.into(),
            ..Self::from(0usize)
        }
    }
}

impl From<u32> for Index {
    fn from(value: u32) -> Self {
        Index::from(value as usize)
    }
}

/// The sum of two terms at the same depth, or the second term as an error if they belong to different loops.
fn sum(left: Option<Term>, right: Option<Term>) -> Result<Option<Term>, Term> {
    match (left, right) {
        (Some(l), Some(r)) if l.scope != r.scope => Err(r),
        (Some(l), Some(r)) => {
            let factor = l.factor + r.factor;
            Ok(Some(Term { factor, ..l }))
        }
        (term, None) | (None, term) => Ok(term),
    }
}

impl Add for Index {
    type Output = Index;

    fn add(mut self, other: Index) -> Index {
        for (term, added) in self.terms.iter_mut().zip(other.terms) {
            match sum(*term, added) {
                Ok(sum) => *term = sum,
                Err(foreign) => self.stray = Some(foreign),
            }
        }
        self.offset += other.offset;
        self.stray = self.stray.or(other.stray);
        self.without_zeros()
    }
}

impl Sub for Index {
    type Output = Index;

    fn sub(self, other: Index) -> Index {
        self + other.scaled(-1)
    }
}

impl Add<usize> for Index {
    type Output = Index;

    fn add(self, other: usize) -> Index {
        self + Index::from(other)
    }
}

impl Sub<usize> for Index {
    type Output = Index;

    fn sub(self, other: usize) -> Index {
        self - Index::from(other)
    }
}

impl Add<Index> for usize {
    type Output = Index;

    fn add(self, index: Index) -> Index {
        index + self
    }
}

impl Sub<Index> for usize {
    type Output = Index;

    fn sub(self, index: Index) -> Index {
        Index::from(self) - index
    }
}

impl Mul<usize> for Index {
    type Output = Index;

    fn mul(self, by: usize) -> Index {
        self.scaled(by as i64)
    }
}

impl Mul<Index> for usize {
    type Output = Index;

    fn mul(self, index: Index) -> Index {
        index * self
    }
}

/// The range of a loop: `0..n` for a number `n`, a range of numbers, or `0..i` for the index
/// `i` of an outer loop (the lower triangle of a matrix).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub(crate) start: Index,
    pub(crate) end: Index,
}

impl From<usize> for Span {
    fn from(end: usize) -> Self {
        Span::from(0..end)
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        let (start, end) = (range.start.into(), range.end.into());
        Self { start, end }
    }
}

impl From<Index> for Span {
    fn from(end: Index) -> Self {
        let start = 0usize.into();
        Self { start, end }
    }
}
