//! Global alignment of two sequences, in tiles along anti-diagonals, one launch per anti-diagonal: Rodinia's Needleman-Wunsch,
//! where the number of lanes with a cell of their tile first grows and then shrinks.
//!
//! Problem: the score of the best alignment of every prefix of one sequence with every prefix of the other. A pair of elements
//! scores its similarity; leaving out an element costs a penalty. Scores are integers, so the result is exact.
//!
//! KRN-18: similarities are random, as far apart as those of BLOSUM62.

use crate::input::{Random, address, block_threads, input, output};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct NeedlemanWunsch;

/// Rows and columns of the kernel's tiles.
const TILE: u32 = 16;

/// The cost of leaving out an element, as in Rodinia.
const PENALTY: i32 = 10;

/// Letters of the alphabet: those of BLOSUM62, amino acids and letters that stand for several of them.
const LETTERS: u32 = 24;

/// Length of a sequence in tiles.
fn tiles(size: Size) -> u32 {
    size.pick(3, 64)
}

/// Two sequences, and the similarities of letters.
struct Problem {
    sequences: [Vec<usize>; 2],
    /// Similarities of a letter to the letters before it and to itself.
    similarity: Vec<Vec<i32>>,
}

impl Problem {
    /// Similarities in the range of BLOSUM62: -4 to 3, and 4 to 11 for a letter and itself.
    fn random(length: u32, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut similarity = |a, b| random.below(8) as i32 + if a == b { 4 } else { -4 };
        let similarity = (0..LETTERS)
            .map(|a| (0..=a).map(|b| similarity(a, b)).collect())
            .collect();
        let mut letter = |_| random.below(LETTERS) as usize;
        Problem {
            sequences: [(); 2].map(|()| (0..length).map(&mut letter).collect()),
            similarity,
        }
    }

    fn of(size: Size, seed: u64) -> Self {
        Problem::random(tiles(size) * TILE, seed)
    }

    /// Similarities of every element of the first sequence to those of the second one.
    fn similar(&self) -> Vec<Vec<i32>> {
        let [down, across] = &self.sequences;
        let row = |&a: &usize| {
            across
                .iter()
                .map(|&b| self.similarity[a.max(b)][a.min(b)])
                .collect()
        };
        down.iter().map(row).collect()
    }

    /// The best scores, row by row, starting with an empty prefix of the first sequence.
    fn scores(&self) -> Vec<Vec<i32>> {
        let mut rows = vec![left_out(self.sequences[1].len())];
        for similar in self.similar() {
            rows.push(next_row(&rows[rows.len() - 1], &similar));
        }
        rows
    }
}

/// Scores if only elements are left out, from none to `most`.
fn left_out(most: usize) -> Vec<i32> {
    (0..).map(|count| -PENALTY * count).take(most + 1).collect()
}

/// The row of scores for one more element of the first sequence; `similar` holds its similarities to the second sequence.
fn next_row(above: &[i32], similar: &[i32]) -> Vec<i32> {
    let mut row = vec![above[0] - PENALTY];
    for (pair, similar) in above.windows(2).zip(similar) {
        let left = row[row.len() - 1];
        row.push(
            (pair[0] + similar)
                .max(pair[1] - PENALTY)
                .max(left - PENALTY),
        );
    }
    row
}

/// The table with only its first row and column filled, all others zero.
fn borders(length: usize) -> Vec<i32> {
    let first = left_out(length);
    let others = first[1..].iter().map(|&left| {
        let mut row = vec![0; length + 1];
        row[0] = left;
        row
    });
    [first.clone()]
        .into_iter()
        .chain(others)
        .flatten()
        .collect()
}

fn words(numbers: Vec<i32>) -> Vec<u32> {
    numbers.into_iter().map(i32::cast_unsigned).collect()
}

/// For every anti-diagonal, the row and column of its lowest tile, and the number of its tiles.
fn diagonals(tiles: u32) -> impl Iterator<Item = (u32, u32, u32)> {
    let grow = (0..tiles).map(|row| (row, 0, row + 1));
    let shrink = (1..tiles).map(move |column| (tiles - 1, column, tiles - column));
    grow.chain(shrink)
}

impl Workload for NeedlemanWunsch {
    fn name(&self) -> &'static str {
        "needleman_wunsch"
    }

    fn about(&self) -> &'static str {
        "global alignment in tiles along anti-diagonals, a launch for each (Rodinia)"
    }

    fn source(&self) -> &'static str {
        "kernels/needleman_wunsch/needleman_wunsch.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../needleman_wunsch/needleman_wunsch.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let similar = Problem::of(size, seed).similar();
        vec![
            output(input("scores", &words(borders(similar.len())))),
            input("similar", &words(similar.concat())),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let tiles = tiles(size);
        let launch = |(row, column, count)| Launch {
            kernel: self.name().into(),
            grid: [count, 1, 1],
            block: [block_threads(room.threads.min(TILE)), 1, 1],
            shared_bytes: 0,
            args: vec![
                address("scores"),
                address("similar"),
                Arg::U32(tiles * TILE),
                Arg::U32(PENALTY.cast_unsigned()),
                Arg::U32(row),
                Arg::U32(column),
            ],
        };
        diagonals(tiles).map(launch).collect()
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let scores = Problem::of(size, seed).scores();
        vec![Expected {
            buffer: "scores",
            columns: Some(scores.len()),
            values: Values::U32(words(scores.concat())),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `ab` and `b`: a match of 30 is worth leaving out the `a`.
    #[test]
    fn scores_of_short_sequences() {
        let problem = Problem {
            sequences: [vec![0, 1], vec![1]],
            similarity: vec![vec![30], vec![-4, 30]],
        };
        assert_eq!(problem.scores(), [[0, -10], [-10, -4], [-20, 20]]);
    }

    #[test]
    fn a_sequence_aligns_with_itself() {
        let mut problem = Problem::random(40, 1);
        problem.sequences[1] = problem.sequences[0].clone();
        let scores = problem.scores();
        let own = problem.sequences[0]
            .iter()
            .map(|&a| problem.similarity[a][a]);
        assert_eq!(scores[40][40], own.sum::<i32>());
    }

    #[test]
    fn diagonals_cover_the_table() {
        let tiles =
            |(row, column, count): (u32, u32, u32)| (0..count).map(move |i| (row - i, column + i));
        let mut all: Vec<_> = diagonals(3).flat_map(tiles).collect();
        all.sort_unstable();
        let table = (0..3).flat_map(|row| (0..3).map(move |column| (row, column)));
        assert!(all.into_iter().eq(table));
    }
}
