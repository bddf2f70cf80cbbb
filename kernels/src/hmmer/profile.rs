//! The profile HMM, and the score of a sequence by Viterbi's algorithm.

use crate::input::Random;

/// The logarithm of zero, HMMER's `-INFTY`.
const NEVER: i32 = -987_654_321;

/// Letters of the alphabet: amino acids.
pub(super) const LETTERS: u32 = 20;

/// Log-odds of a node: transitions to the next node (`*_match`, `*_delete`) or to its own insertion, from B to its match, and
/// from its match to E. The order is the kernel's.
#[derive(Clone, Copy)]
#[repr(usize)]
enum Log {
    MatchMatch,
    InsertMatch,
    DeleteMatch,
    MatchDelete,
    DeleteDelete,
    MatchInsert,
    InsertInsert,
    Begin,
    End,
}

const LOGS: usize = Log::End as usize + 1;

/// Log-odds of the states around the profile, in the kernel's order: stay in N, go from N to B; go from E to J, from E to C; stay
/// in J, go from J to B; stay in C, end in C.
pub(super) const AROUND: [i32; 8] = [-60, -4600, -1000, -1000, -60, -4600, -60, -4600];

/// A profile HMM.
pub(super) struct Profile {
    /// For nodes 0 to `nodes`; B takes the place of the states of node 0.
    pub(super) nodes: Vec<[i32; LOGS]>,
    /// By letter and node.
    pub(super) match_scores: Vec<Vec<i32>>,
    pub(super) insert_scores: Vec<Vec<i32>>,
}

impl Profile {
    /// Log-odds in 1/1000 bits, so close to each other that the best path is hard to predict.
    pub(super) fn random(nodes: usize, random: &mut Random) -> Self {
        let mut between = |low: i32, high: i32| low + random.below((high - low) as u32) as i32;
        let node = |_| [(); LOGS].map(|()| between(-2500, -100));
        let nodes: Vec<_> = (0..=nodes).map(node).collect();
        let mut table = |low, high| -> Vec<Vec<i32>> {
            let row = |_| (0..nodes.len()).map(|_| between(low, high)).collect();
            (0..LETTERS).map(row).collect()
        };
        Profile {
            match_scores: table(-2000, 3000),
            insert_scores: table(-1000, 1000),
            nodes,
        }
    }

    /// The score of the best path, by the recurrences of Viterbi's algorithm.
    pub(super) fn score(&self, sequence: &[u8]) -> i32 {
        let [n_n, n_b, e_j, e_c, j_j, j_b, c_c, c_end] = AROUND;
        let mut row = vec![[NEVER; 3]; self.nodes.len()];
        let (mut n, mut j, mut c, mut b) = (0, NEVER, NEVER, n_b);
        for &letter in sequence {
            row = self.next_row(&row, b, usize::from(letter));
            let ends = row.iter().zip(&self.nodes).skip(1);
            let ends = ends.map(|([m, ..], node)| m + node[Log::End as usize]);
            let e = ends.fold(NEVER, i32::max);
            n += n_n;
            j = (j + j_j).max(e + e_j);
            b = (n + n_b).max(j + j_b);
            c = (c + c_c).max(e + e_c);
        }
        c + c_end
    }

    /// Best scores of M, I and D of every node after a letter, from the scores before it.
    fn next_row(&self, row: &[[i32; 3]], b: i32, letter: usize) -> Vec<[i32; 3]> {
        let last = self.nodes.len() - 1;
        let mut next = vec![[NEVER; 3]; self.nodes.len()];
        for k in 1..=last {
            let of = |node: usize, log: Log| self.nodes[node][log as usize];
            let [m, i, d] = row[k - 1];
            let [m_here, _, d_here] = next[k - 1];
            let to_match = [
                m + of(k - 1, Log::MatchMatch),
                i + of(k - 1, Log::InsertMatch),
                d + of(k - 1, Log::DeleteMatch),
                b + of(k, Log::Begin),
            ];
            let to_delete = [
                m_here + of(k - 1, Log::MatchDelete),
                d_here + of(k - 1, Log::DeleteDelete),
            ];
            let to_insert = [
                row[k][0] + of(k, Log::MatchInsert),
                row[k][1] + of(k, Log::InsertInsert),
            ];
            let best = |scores: &[i32], emitted: i32| {
                scores.iter().map(|s| s + emitted).fold(NEVER, i32::max)
            };
            let insert = best(&to_insert, self.insert_scores[letter][k]);
            next[k] = [
                best(&to_match, self.match_scores[letter][k]),
                if k < last { insert } else { NEVER }, // the last node has none
                best(&to_delete, 0),
            ];
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two nodes, one letter: 1000 for a match, -100 for every transition.
    #[test]
    fn scores_of_short_sequences() {
        let profile = Profile {
            nodes: vec![[-100; LOGS]; 3],
            match_scores: vec![vec![1000; 3]],
            insert_scores: vec![vec![0; 3]],
        };
        let score = |letters: usize| profile.score(&vec![0; letters]);
        let outside = -4600 - 1000 - 4600; // N to B, E to C, C to the end
        assert_eq!(score(1), outside - 100 + 1000 - 100);
        assert_eq!(score(2), outside - 100 + 1000 - 100 + 1000 - 100);
        assert_eq!(score(3), score(2) - 60); // N or C emits the third, cheaper than an insertion
    }
}
