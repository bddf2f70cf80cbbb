//! Viterbi scores of sequences against a profile HMM, one thread per sequence: where SPEC's 456.hmmer spends its time, and
//! fung2009's program with the most PCs in flight. Every maximum is decided by a branch, lengths differ, and the rows of a core's
//! threads put pressure on its cache.
//!
//! Problem: the best path of a sequence through HMMER 2's Plan7 model, as a sum of log-odds. Every node has a match (M), an
//! insertion (I) and a deletion (D) state; N, J and C emit the letters before, between and after passes through the profile; B
//! and E begin and end a pass. Scores of M, I, D and E do not fall below HMMER's `-INFTY`. Scores are integers, so the result is
//! exact.
//!
//! KRN-10: the full size has the miss rates of table III, and was chosen for nothing else.

use crate::input::{Random, address, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Hmmer {
    name: &'static str,
    about: &'static str,
    /// The shape of the full size.
    shape: Shape,
}

/// The amount of work.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// Number of nodes of the profile.
    nodes: usize,
    /// Number of sequences.
    sequences: u32,
    /// Letters of the longest sequence.
    longest: usize,
}

/// The small size of both workloads.
const SMALL: Shape = Shape {
    nodes: 4,
    sequences: 20,
    longest: 6,
};

/// As many threads as the cores of fung2009 have: one block per core.
const THREADS: u32 = 16 * 768;

/// The rows of a core's threads take 1.7 MiB and compete for the sets of its cache, which has 0.5 MiB. The lengths of profile and
/// sequences are chosen so that accesses miss as often under `pdom` as table III of fung2009 says. Real sequences have hundreds
/// of letters, but every letter visits all rows of a thread, so a few letters show the behaviour of many.
pub const HMMER: Hmmer = Hmmer {
    name: "hmmer",
    about: "Viterbi scores of sequences against a profile HMM; a branch for every maximum (fung2009)",
    shape: Shape {
        nodes: 95,
        sequences: THREADS,
        longest: 2,
    },
};

/// With a shorter profile, whose rows almost fit in the cache, and longer sequences.
pub const HMMER_FITS: Hmmer = Hmmer {
    name: "hmmer_fits",
    about: "`hmmer` with rows that hardly press on the caches of fung2009",
    shape: Shape {
        nodes: 32,
        sequences: THREADS,
        longest: 10,
    },
};

/// The logarithm of zero, HMMER's `-INFTY`.
const NEVER: i32 = -987_654_321;

/// Letters of the alphabet: amino acids.
const LETTERS: u32 = 20;

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
const AROUND: [i32; 8] = [-60, -4600, -1000, -1000, -60, -4600, -60, -4600];

struct Profile {
    /// For nodes 0 to `nodes`; B takes the place of the states of node 0.
    nodes: Vec<[i32; LOGS]>,
    /// By letter and node.
    match_scores: Vec<Vec<i32>>,
    insert_scores: Vec<Vec<i32>>,
}

impl Profile {
    /// Log-odds in 1/1000 bits, so close to each other that the best path is hard to predict.
    fn random(nodes: usize, random: &mut Random) -> Self {
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
    fn score(&self, sequence: &[u8]) -> i32 {
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

/// Random letters. Short sequences are frequent and long ones rare, as in nature: another letter follows with probability 2/3.
fn sequence(longest: usize, random: &mut Random) -> Vec<u8> {
    let mut letters = Vec::new();
    while letters.is_empty() || letters.len() < longest && random.below(3) != 0 {
        letters.push(random.below(LETTERS) as u8);
    }
    letters
}

impl Hmmer {
    fn shape(&self, size: Size) -> Shape {
        size.pick(SMALL, self.shape)
    }

    /// The profile and the sequences.
    fn problem(&self, size: Size, seed: u64) -> (Profile, Vec<Vec<u8>>) {
        let shape = self.shape(size);
        let mut random = Random::new(seed);
        let profile = Profile::random(shape.nodes, &mut random);
        let sequences = (0..shape.sequences).map(|_| sequence(shape.longest, &mut random));
        (profile, sequences.collect())
    }
}

/// Words that hold signed numbers.
fn words(numbers: impl IntoIterator<Item = i32>) -> Vec<u32> {
    numbers.into_iter().map(i32::cast_unsigned).collect()
}

/// Words that hold bytes, padded with zeros.
fn packed(bytes: &[u8]) -> Vec<u32> {
    let word = |chunk: &[u8]| {
        let byte = |at| u32::from(chunk.get(at).copied().unwrap_or(0)) << (8 * at);
        (0..4).map(byte).sum()
    };
    bytes.chunks(4).map(word).collect()
}

/// Start of each sequence when all are concatenated, and the end of the last one.
fn starts(sequences: &[Vec<u8>]) -> Vec<u32> {
    let mut at = 0;
    let ends = sequences.iter().map(|sequence| {
        at += sequence.len() as u32;
        at
    });
    [0].into_iter().chain(ends).collect()
}

impl Workload for Hmmer {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn source(&self) -> &'static str {
        "kernels/hmmer/hmmer.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../hmmer/hmmer.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let (profile, sequences) = self.problem(size, seed);
        let width = profile.nodes.len() as u32;
        let count = sequences.len() as u32;
        vec![
            input("nodes", &words(profile.nodes.concat())),
            input("around", &words(AROUND)),
            input("match", &words(profile.match_scores.concat())),
            input("insert", &words(profile.insert_scores.concat())),
            input("residues", &packed(&sequences.concat())),
            input("start", &starts(&sequences)),
            scratch("rows", 6 * width * count),
            output(scratch("scores", count)),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let buffers = [
            "nodes", "around", "match", "insert", "residues", "start", "rows", "scores",
        ];
        let shape = self.shape(size);
        let numbers = [shape.nodes as u32, shape.sequences].map(Arg::U32);
        vec![Launch {
            kernel: HMMER.name.into(),
            grid: [shape.sequences.div_ceil(room.threads), 1, 1],
            block: [room.threads, 1, 1],
            shared_bytes: 0,
            args: buffers.map(address).into_iter().chain(numbers).collect(),
        }]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let (profile, sequences) = self.problem(size, seed);
        let scores = sequences.iter().map(|sequence| profile.score(sequence));
        vec![Expected {
            buffer: "scores",
            columns: None,
            values: Values::U32(words(scores)),
        }]
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

    #[test]
    fn lengths_differ() {
        let mut random = Random::new(1);
        let lengths = [(); 1000].map(|()| sequence(10, &mut random).len());
        let of = |length| lengths.iter().filter(|&&l| l == length).count();
        assert!((250..420).contains(&of(1)) && (10..50).contains(&of(10)));
        assert_eq!(of(0) + of(11), 0);
    }

    #[test]
    fn bytes_are_packed_in_memory_order() {
        assert_eq!(packed(&[1, 2, 3, 4, 5]), [0x0403_0201, 5]);
    }
}
