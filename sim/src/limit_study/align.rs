//! The alignment of the traces of a warp (fung2009, section 3.3; STA-4).
//!
//! A column of an alignment is an instruction that some lanes issue together, so it has one PC. The columns of an alignment are a
//! sequence that contains the trace of every lane as a subsequence; the minimum of columns is a shortest common supersequence.
//! Two alignments are merged into one along a longest common subsequence of their columns. "The optimal alignment is found by
//! exhaustively searching all possible pair-wise alignments between threads within a warp": all orders of merging the lanes two
//! by two are tried. For four lanes these are twelve of the form `(((a b) c) d)` and three of the form `((a b) (c d))`. The
//! result need not be the shortest alignment.
//!
//! Eight lanes have 135,135 orders. For warps wider than the paper's, the two alignments with most columns in common are merged
//! repeatedly until four are left, of which all orders are tried.

use super::lcs;
use heddle_types::LaneMask;
use std::collections::HashMap;

/// Up to this many alignments are merged in all orders.
const ALL_ORDERS: usize = 4;

/// An instruction of a warp: a word of the code and the lanes that issue it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub word: u32,
    pub lanes: LaneMask,
}

/// A sequence of columns.
pub(super) type Alignment = Vec<Column>;

/// The best alignment of the traces of a warp's lanes between two barriers; `traces[l]` belongs to lane `l`.
pub(super) fn align(traces: &[&[u32]]) -> Alignment {
    let mut parts = distinct(traces);
    let mut known = HashMap::new();
    while parts.len() > ALL_ORDERS {
        merge_closest(&mut parts, &mut known);
    }
    in_any_order(parts)
}

/// Merges the two alignments that have most columns in common. `known` caches the number of common columns by the lanes of both.
fn merge_closest(parts: &mut Vec<Alignment>, known: &mut HashMap<(LaneMask, LaneMask), usize>) {
    let mut common = |a: &Alignment, b: &Alignment| {
        let count = || lcs::length(&words(a), &words(b));
        *known.entry((lanes(a), lanes(b))).or_insert_with(count)
    };
    let pairs = (0..parts.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let closest = pairs.max_by_key(|&(a, b)| common(&parts[a], &parts[b]));
    let (a, b) = closest.expect("there are several");
    let last = parts.remove(b);
    parts[a] = merge(&parts[a], &last);
}

/// All lanes that occur in an alignment.
fn lanes(alignment: &[Column]) -> LaneMask {
    let columns = alignment.iter();
    columns.fold(LaneMask::NONE, |lanes, column| lanes | column.lanes)
}

/// The best result over all orders of merging a few alignments two by two.
fn in_any_order(parts: Vec<Alignment>) -> Alignment {
    let all = (1 << parts.len()) - 1;
    let mut found: Vec<Vec<Alignment>> = vec![vec![]; all + 1];
    for (index, one) in parts.into_iter().enumerate() {
        found[1 << index] = vec![one];
    }
    for set in 1..all {
        let merged: Vec<Alignment> = pairs(&found, set).map(|(a, b)| merge(a, b)).collect();
        found[set].extend(merged);
    }
    // Of the possible last merges, only the best is carried out.
    match pairs(&found, all).min_by_key(|(a, b)| merged_length(a, b)) {
        Some((a, b)) => merge(a, b),
        None => found
            .pop()
            .and_then(|mut last| last.pop())
            .unwrap_or_default(),
    }
}

/// Groups lanes with equal traces into one alignment: a supersequence of one is a supersequence of the others.
fn distinct(traces: &[&[u32]]) -> Vec<Alignment> {
    let mut found: Vec<(&[u32], LaneMask)> = Vec::new();
    for (lane, trace) in traces.iter().enumerate() {
        match found.iter_mut().find(|(other, _)| other == trace) {
            Some((_, lanes)) => lanes.insert(lane),
            None => found.push((trace, LaneMask::single(lane))),
        }
    }
    let columns = |(trace, lanes): &(&[u32], LaneMask)| {
        let column = |&word| Column {
            word,
            lanes: *lanes,
        };
        trace.iter().map(column).collect()
    };
    found.iter().map(columns).collect()
}

/// All pairs of alignments of two sets into which `set` can be split.
fn pairs(found: &[Vec<Alignment>], set: usize) -> impl Iterator<Item = (&[Column], &[Column])> {
    let lowest = set & set.wrapping_neg();
    let parts = (1..set).filter(move |part| part & !set == 0 && part & lowest != 0);
    parts.flat_map(move |part| {
        let others = &found[set & !part];
        let both = move |one| {
            others
                .iter()
                .map(move |other: &Alignment| (one, &other[..]))
        };
        found[part].iter().flat_map(move |one| both(&one[..]))
    })
}

fn words(alignment: &[Column]) -> Vec<u32> {
    alignment.iter().map(|column| column.word).collect()
}

fn merged_length(a: &[Column], b: &[Column]) -> usize {
    a.len() + b.len() - lcs::length(&words(a), &words(b))
}

/// Merges two alignments of different lanes. Between two common columns, the columns of `a` come first.
fn merge(a: &[Column], b: &[Column]) -> Alignment {
    let mut merged = Vec::with_capacity(a.len() + b.len());
    let (mut next_a, mut next_b) = (0, 0);
    for (in_a, in_b) in lcs::common(&words(a), &words(b)) {
        merged.extend_from_slice(&a[next_a..in_a]);
        merged.extend_from_slice(&b[next_b..in_b]);
        merged.push(Column {
            word: a[in_a].word,
            lanes: a[in_a].lanes | b[in_b].lanes,
        });
        (next_a, next_b) = (in_a + 1, in_b + 1);
    }
    merged.extend_from_slice(&a[next_a..]);
    merged.extend_from_slice(&b[next_b..]);
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_machines::cases;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// The minimum of columns, by dynamic programming over all lanes at once.
    fn fewest(traces: &[&[u32]], known: &mut HashMap<Vec<usize>, usize>) -> usize {
        let left: Vec<usize> = traces.iter().map(|trace| trace.len()).collect();
        if let Some(&fewest) = known.get(&left) {
            return fewest;
        }
        let heads = traces.iter().filter_map(|trace| trace.first());
        let step = |head: &u32| {
            let behind = |trace: &&'_ [u32]| usize::from(trace.first() == Some(head));
            let rest: Vec<&[u32]> = traces.iter().map(|trace| &trace[behind(trace)..]).collect();
            1 + fewest(&rest, known)
        };
        let found = heads.map(step).min().unwrap_or(0);
        known.insert(left, found);
        found
    }

    fn optimum(traces: &[&[u32]]) -> usize {
        fewest(traces, &mut HashMap::new())
    }

    /// Checks that the columns of each lane are its trace; returns the number of columns.
    fn check(traces: &[&[u32]]) -> usize {
        let aligned = align(traces);
        for (lane, trace) in traces.iter().enumerate() {
            let own = aligned.iter().filter(|column| column.lanes.contains(lane));
            assert_eq!(own.map(|column| column.word).collect::<Vec<_>>(), *trace);
        }
        assert!(aligned.iter().all(|column| !column.lanes.is_empty()));
        aligned.len()
    }

    #[test]
    fn equal_traces_are_one() {
        let aligned = align(&[&[1, 2], &[1, 2], &[1, 2]]);
        let lanes = LaneMask::all(3);
        let column = |word| Column { word, lanes };
        assert_eq!(aligned, [column(1), column(2)]);
    }

    #[test]
    fn nothing_aligns_to_nothing() {
        assert_eq!(align(&[]), []);
        assert_eq!(align(&[&[], &[]]), []);
    }

    #[test]
    fn sides_of_a_branch_stand_one_after_the_other() {
        let aligned = align(&[&[1, 2, 4], &[1, 3, 4]]);
        let lanes: Vec<u64> = aligned.iter().map(|column| column.lanes.bits()).collect();
        assert_eq!(lanes, [0b11, 0b01, 0b10, 0b11]);
    }

    /// Figure 6: a loop (1 and 3) whose body (2) is run by odd threads in the first iteration and by even ones in the second.
    /// With the even threads one iteration ahead, all threads run in step.
    #[test]
    fn the_loop_of_figure_6() {
        let odd = [1, 2, 3, 1, 3, 1, 2, 3, 1, 3, 1, 2, 3];
        let even = [1, 3, 1, 2, 3, 1, 3, 1, 2, 3, 1, 3, 1, 2, 3];
        let traces: [&[u32]; 4] = [&even, &odd, &even, &odd];
        assert_eq!(check(&traces), even.len());
        assert_eq!(optimum(&traces), even.len());
    }

    #[test]
    fn merging_two_by_two_finds_the_best_order() {
        let traces: [&[u32]; 4] = [&[1, 2, 3], &[4, 5, 6], &[1, 9, 3], &[4, 8, 6]];
        assert_eq!(check(&traces), 8);
    }

    proptest! {
        #![proptest_config(cases(64))]

        #[test]
        fn never_shorter_than_possible(
            traces in vec(vec(0..4u32, 0..8), 1..=4),
        ) {
            let traces: Vec<&[u32]> = traces.iter().map(|trace| &trace[..]).collect();
            let (found, best) = (check(&traces), optimum(&traces));
            prop_assert!(found >= best);
            if traces.len() <= 2 {
                prop_assert_eq!(found, best);
            }
        }

        #[test]
        fn wide_warps_align_too(traces in vec(vec(0..4u32, 0..20), 5..=16)) {
            let traces: Vec<&[u32]> = traces.iter().map(|trace| &trace[..]).collect();
            let longest = traces.iter().map(|trace| trace.len()).max();
            let all: usize = traces.iter().map(|trace| trace.len()).sum();
            prop_assert!((longest.unwrap()..=all).contains(&check(&traces)));
        }
    }
}
