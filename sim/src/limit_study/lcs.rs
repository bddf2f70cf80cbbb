//! Longest common subsequences: Needleman and Wunsch with a match worth one, gaps worth nothing, and no column with two different
//! PCs.
//!
//! Exact at any length, in linear space: Hirschberg's division, with the rows of the table held as one bit per entry (Crochemore
//! and others 2001, Hyyrö 2004), so that 20,000 by 20,000 entries take 6 million word operations. Common beginnings and ends are
//! matched at once, which loses nothing.

use std::collections::HashMap;

/// Tables of at most this many entries are filled in directly.
const SMALL: usize = 1 << 14;

/// A longest common subsequence of `a` and `b`, as pairs of positions in both, ascending.
pub(super) fn common(a: &[u32], b: &[u32]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    divide(a, b, (0, 0), &mut pairs);
    pairs
}

/// The length of a longest common subsequence of `a` and `b`.
pub(super) fn length(a: &[u32], b: &[u32]) -> usize {
    let (prefix, suffix) = ends(a, b);
    let (a, b) = (&a[prefix..a.len() - suffix], &b[prefix..b.len() - suffix]);
    prefix + suffix + row(a.iter(), b.iter())[a.len()] as usize
}

/// The lengths of the common beginning and of the common end behind it.
fn ends(a: &[u32], b: &[u32]) -> (usize, usize) {
    let prefix = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let rest = a[prefix..].iter().rev().zip(b[prefix..].iter().rev());
    (prefix, rest.take_while(|(x, y)| x == y).count())
}

/// Adds the pairs of `a` and `b`, which begin at the positions `at`.
fn divide(a: &[u32], b: &[u32], at: (usize, usize), pairs: &mut Vec<(usize, usize)>) {
    let (prefix, suffix) = ends(a, b);
    pairs.extend((0..prefix).map(|k| (at.0 + k, at.1 + k)));
    let (end_a, end_b) = (a.len() - suffix, b.len() - suffix);
    let inner = (at.0 + prefix, at.1 + prefix);
    let (inner_a, inner_b) = (&a[prefix..end_a], &b[prefix..end_b]);
    if inner_a.len() * inner_b.len() <= SMALL || inner_b.len() < 2 {
        table(inner_a, inner_b, inner, pairs);
    } else {
        let half = inner_b.len() / 2;
        let cut = cut(inner_a, inner_b, half);
        divide(&inner_a[..cut], &inner_b[..half], inner, pairs);
        let behind = (inner.0 + cut, inner.1 + half);
        divide(&inner_a[cut..], &inner_b[half..], behind, pairs);
    }
    pairs.extend((0..suffix).map(|k| (at.0 + end_a + k, at.1 + end_b + k)));
}

/// The best position to cut `a` if `b` is cut at `half`.
fn cut(a: &[u32], b: &[u32], half: usize) -> usize {
    let before = row(a.iter(), b[..half].iter());
    let behind = row(a.iter().rev(), b[half..].iter().rev());
    let best = (0..=a.len()).max_by_key(|&cut| before[cut] + behind[a.len() - cut]);
    best.expect("there is at least one place")
}

/// For every prefix of `a`, the shortest first, the length of its longest common subsequence with all of `b`.
fn row<'a>(
    a: impl ExactSizeIterator<Item = &'a u32>,
    b: impl Iterator<Item = &'a u32>,
) -> Vec<u32> {
    let count = a.len();
    let words = count.div_ceil(64);
    let mut lines = HashMap::new();
    let mut places: Vec<u64> = Vec::new();
    for (place, symbol) in a.enumerate() {
        let line = *lines.entry(symbol).or_insert_with(|| {
            places.resize(places.len() + words, 0);
            places.len() - words
        });
        places[line + place / 64] |= 1 << (place % 64);
    }
    // A bit is zero where the row of the table grows by one.
    let mut level = vec![u64::MAX; words];
    for line in b.filter_map(|symbol| lines.get(symbol)) {
        add(&mut level, &places[*line..][..words]);
    }
    let grows = |place: usize| u32::from(level[place / 64] >> (place % 64) & 1 == 0);
    let mut sum = 0;
    let sums = (0..count).map(|place| {
        sum += grows(place);
        sum
    });
    std::iter::once(0).chain(sums).collect()
}

/// Computes the next row of the table, for a symbol that occurs at these places.
fn add(level: &mut [u64], places: &[u64]) {
    let mut carry = false;
    for (level, places) in level.iter_mut().zip(places) {
        let here = *level & places;
        let (sum, first) = level.overflowing_add(here);
        let (sum, second) = sum.overflowing_add(carry.into());
        carry = first | second;
        *level = sum | (*level & !here);
    }
}

/// Adds the pairs of two short sequences by filling in the table.
fn table(a: &[u32], b: &[u32], at: (usize, usize), pairs: &mut Vec<(usize, usize)>) {
    let width = b.len() + 1;
    // Filled from the end, so that the path can be followed from the beginning.
    let mut best = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            best[i * width + j] = match a[i] == b[j] {
                true => best[(i + 1) * width + j + 1] + 1,
                false => best[(i + 1) * width + j].max(best[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            pairs.push((at.0 + i, at.1 + j));
            (i, j) = (i + 1, j + 1);
        } else if best[(i + 1) * width + j] >= best[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_machines::cases;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// The textbook table.
    fn naive(a: &[u32], b: &[u32]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut corner = 0;
            for (j, y) in b.iter().enumerate() {
                let above = row[j + 1];
                row[j + 1] = if x == y {
                    corner + 1
                } else {
                    above.max(row[j])
                };
                corner = above;
            }
        }
        row[b.len()]
    }

    fn check(a: &[u32], b: &[u32]) {
        let pairs = common(a, b);
        assert!(pairs.iter().all(|&(i, j)| a[i] == b[j]));
        assert!(pairs.is_sorted_by(|x, y| x.0 < y.0 && x.1 < y.1));
        assert_eq!(pairs.len(), naive(a, b));
        assert_eq!(length(a, b), naive(a, b));
    }

    #[test]
    fn by_hand() {
        assert_eq!(common(&[1, 2, 3, 4], &[2, 9, 4]), [(1, 0), (3, 2)]);
        assert_eq!(common(&[], &[1]), []);
        check(&[7], &[1, 2, 7, 3]);
    }

    #[test]
    fn long_sequences_without_common_ends() {
        let sequence = |length: u32, step: u32| -> Vec<u32> {
            (0..length).map(|k| k * k * step % 31).collect()
        };
        check(&sequence(700, 3), &sequence(900, 5));
        check(&[vec![40], sequence(3000, 3)].concat(), &[41]);
    }

    proptest! {
        #![proptest_config(cases(256))]

        #[test]
        fn as_long_as_the_textbooks(
            a in vec(0..6u32, 0..300),
            b in vec(0..6u32, 0..300),
        ) {
            check(&a, &b);
        }
    }
}
