//! Finds short sequences in a long one: MUMmerGPU, in which each thread follows a query down the suffix tree of the reference, as
//! lashgar2012 (table 1) ran it in 196 blocks of 256 threads.
//!
//! Problem: for every query and every position in it that is followed by enough letters, the longest prefix of the rest of the
//! query that occurs in the reference, and its first position there; shorter matches are not reported.
//!
//! KRN-25: the tree is in global memory; the lengths are ours.

use crate::input::{Random, address, block_threads, byte_input, input, output, scratch};
use crate::suffix_tree::{LETTERS, Node, suffix_tree};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Mummer;

/// The letters behind each query and behind the reference: they are not in the alphabet, and differ from each other.
const QUERY_END: u8 = LETTERS as u8;
const REFERENCE_END: u8 = QUERY_END + 1;

/// One letter of a query in this many is drawn again.
const READ_ERRORS: u32 = 32;

/// Lengths in letters.
struct Extent {
    reference: u32,
    queries: u32,
    /// Length of a query.
    length: u32,
    /// Length of the shortest match that counts.
    shortest: u32,
}

impl Extent {
    /// The full size has queries for 196 blocks.
    fn new(size: Size) -> Self {
        let (reference, queries, length, shortest) =
            size.pick((200, 48, 12, 8), (20_000, 50_000, 25, 20));
        Extent {
            reference,
            queries,
            length,
            shortest,
        }
    }

    /// How many letters of a query may begin a match.
    fn starts(&self) -> u32 {
        self.length - self.shortest + 1
    }
}

fn letter(random: &mut Random) -> u8 {
    random.below(LETTERS as u32) as u8
}

/// A letter as read, possibly with an error.
fn read(random: &mut Random, letter_there: u8) -> u8 {
    match random.below(READ_ERRORS) {
        0 => letter(random),
        _ => letter_there,
    }
}

/// The reference, and queries that were read from it.
struct Problem {
    extent: Extent,
    reference: Vec<u8>,
    queries: Vec<u8>,
}

impl Problem {
    fn random(size: Size, seed: u64) -> Self {
        let extent = Extent::new(size);
        let mut random = Random::new(seed);
        let letters = 0..extent.reference;
        let reference: Vec<u8> = letters.map(|_| letter(&mut random)).collect();
        let mut queries = Vec::new();
        for _ in 0..extent.queries {
            let start = random.below(extent.reference - extent.length + 1) as usize;
            let part = &reference[start..start + extent.length as usize];
            queries.extend(part.iter().map(|&letter| read(&mut random, letter)));
        }
        Problem {
            extent,
            reference,
            queries,
        }
    }

    /// Position and length of the match of every query at each position where one may begin.
    fn matches(&self) -> Vec<[u32; 2]> {
        let suffixes = Suffixes::new(&self.reference);
        let Extent {
            length, shortest, ..
        } = self.extent;
        let queries = self.queries.chunks(length as usize);
        let starts = 0..self.extent.starts() as usize;
        queries
            .flat_map(|query| starts.clone().map(|start| &query[start..]))
            .map(|rest| suffixes.longest(rest, shortest as usize).unwrap_or([0, 0]))
            .collect()
    }
}

/// The suffixes of a text, sorted.
struct Suffixes<'a>(Vec<&'a [u8]>);

fn common(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

impl<'a> Suffixes<'a> {
    fn new(text: &'a [u8]) -> Self {
        let mut suffixes: Vec<&[u8]> = (0..text.len()).map(|start| &text[start..]).collect();
        suffixes.sort_unstable();
        Suffixes(suffixes)
    }

    /// First position and length of the longest prefix of `query` in the text, if it has at least `shortest` letters. In the
    /// order of suffixes, the neighbours of the query have the longest common prefix with it.
    fn longest(&self, query: &[u8], shortest: usize) -> Option<[u32; 2]> {
        let Suffixes(suffixes) = self;
        let at = suffixes.partition_point(|suffix| *suffix < query);
        let neighbours = &suffixes[at.saturating_sub(1)..suffixes.len().min(at + 1)];
        let length = neighbours.iter().map(|suffix| common(suffix, query)).max();
        let length = length.filter(|&length| length >= shortest)?;
        let from = suffixes.partition_point(|suffix| *suffix < &query[..length]);
        let same = suffixes[from..].iter();
        let same = same.take_while(|suffix| suffix.starts_with(&query[..length]));
        let longest = same.map(|suffix| suffix.len()).max()?;
        Some([suffixes.len() - longest, length].map(|number| number as u32))
    }
}

impl Workload for Mummer {
    fn name(&self) -> &'static str {
        "mummer"
    }

    fn about(&self) -> &'static str {
        "queries matched down a suffix tree in global memory (MUMmerGPU)"
    }

    fn source(&self) -> &'static str {
        "kernels/mummer/mummer.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../mummer/mummer.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let problem = Problem::random(size, seed);
        let tree = suffix_tree(&problem.reference);
        let nodes: Vec<u32> = tree.iter().flat_map(Node::words).collect();
        let queries = problem.queries.chunks(problem.extent.length as usize);
        let queries = queries.flat_map(|query| [query, &[QUERY_END]].concat());
        let queries = queries.collect();
        let matches = problem.extent.queries * problem.extent.starts();
        vec![
            input("tree", &nodes),
            byte_input(
                "reference",
                [problem.reference, vec![REFERENCE_END]].concat(),
            ),
            byte_input("queries", queries),
            output(scratch("matches", 2 * matches)),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let extent = Extent::new(size);
        let block = block_threads(room.threads);
        let numbers = [
            extent.queries,
            extent.length,
            extent.starts(),
            extent.shortest,
        ];
        vec![Launch {
            kernel: self.name().into(),
            grid: [extent.queries.div_ceil(block), 1, 1],
            block: [block, 1, 1],
            shared_bytes: 0,
            args: ["tree", "reference", "queries", "matches"]
                .map(address)
                .into_iter()
                .chain(numbers.map(Arg::U32))
                .collect(),
        }]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let problem = Problem::random(size, seed);
        vec![Expected {
            buffer: "matches",
            columns: Some(2 * problem.extent.starts() as usize),
            values: Values::U32(problem.matches().concat()),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_the_longest_and_the_first() {
        let text = [0, 1, 2, 0, 1, 2, 3];
        let suffixes = Suffixes::new(&text);
        assert_eq!(suffixes.longest(&[0, 1, 2, 2], 2), Some([0, 3]));
        assert_eq!(suffixes.longest(&[1, 2, 3, 3], 2), Some([4, 3]));
        assert_eq!(suffixes.longest(&[1, 2], 2), Some([1, 2]));
        assert_eq!(suffixes.longest(&[3, 0, 1], 2), None);
    }

    #[test]
    fn some_queries_match_and_some_do_not() {
        for seed in 0..8 {
            let matches = Problem::random(Size::Small, seed).matches();
            let lengths = |length| matches.iter().filter(|m| m[1] == length).count();
            assert!(lengths(0) > 10 && lengths(8) > 10 && lengths(12) > 10);
        }
    }
}
