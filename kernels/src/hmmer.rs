//! Viterbi scores of sequences against a profile HMM, one thread per sequence: where SPEC's 456.hmmer spends its time, and
//! fung2009's program with the most PCs in flight. Every maximum is decided by a branch, lengths differ, and the rows of a core's
//! threads put pressure on its cache.
//!
//! Problem: the best path of a sequence through HMMER 2's Plan7 model, as a sum of log-odds. Every node has a match (M), an
//! insertion (I) and a deletion (D) state; N, J and C emit the letters before, between and after passes through the profile; B
//! and E begin and end a pass. Scores of M, I, D and E do not fall below HMMER's `-INFTY`. Scores are integers, so the result is
//! exact.
//!
//! KRN-10: the full size of `hmmer` has the miss rates of table III, and was chosen for nothing else. KRN-37: it is one input of
//! many, and none is *the* input; `spec.rs` has ten with the lengths of SPEC's command lines.

mod profile;
mod sequences;
mod spec;

pub use spec::{
    HMMER_50, HMMER_50_WHOLE, HMMER_100, HMMER_100_WHOLE, HMMER_125, HMMER_125_WHOLE,
    HMMER_BOMBESIN, HMMER_BOMBESIN_WHOLE, HMMER_NPH3, HMMER_NPH3_WHOLE,
};

use crate::input::{Random, address, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};
use profile::{AROUND, Profile};
use sequences::{Lengths, longest, packed, sequence, starts};

/// See the [module](self).
pub struct Hmmer {
    name: &'static str,
    about: &'static str,
    /// The shape of the small size.
    small: Shape,
    /// The shape of the full size.
    full: Shape,
    layout: Layout,
}

/// The amount of work.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// Number of nodes of the profile.
    nodes: usize,
    /// Number of sequences.
    sequences: u32,
    lengths: Lengths,
}

/// Which rows of its matrix a thread has in memory.
#[derive(Clone, Copy, Debug)]
enum Layout {
    /// Two of each state, which take turns.
    Rolling,
    /// All of each state: one for each letter of the longest sequence, and one before the first letter.
    Whole,
}

impl Layout {
    fn kernel(self) -> &'static str {
        match self {
            Layout::Rolling => "hmmer",
            Layout::Whole => "hmmer_whole",
        }
    }

    /// Rows of a state.
    fn rows(self, longest: u32) -> u32 {
        match self {
            Layout::Rolling => 2,
            Layout::Whole => longest + 1,
        }
    }
}

/// The small size of `hmmer` and `hmmer_fits`.
const SMALL: Shape = Shape {
    nodes: 4,
    sequences: 20,
    lengths: Lengths::UpTo(6),
};

/// As many threads as the cores of fung2009 have: one block per core.
const THREADS: u32 = 16 * 768;

/// The rows of a core's threads take 1.7 MiB and compete for the sets of its cache, which has 0.5 MiB. The lengths of profile and
/// sequences are chosen so that accesses miss as often under `pdom` as table III of fung2009 says, and for nothing else: sequences
/// of one or two letters have no lengths worth the name.
pub const HMMER: Hmmer = Hmmer {
    name: "hmmer",
    about: "Viterbi scores of sequences against a profile HMM; a branch for every maximum (fung2009)",
    small: SMALL,
    full: Shape {
        nodes: 95,
        sequences: THREADS,
        lengths: Lengths::UpTo(2),
    },
    layout: Layout::Rolling,
};

/// With a shorter profile, whose rows almost fit in the cache, and longer sequences.
pub const HMMER_FITS: Hmmer = Hmmer {
    name: "hmmer_fits",
    about: "`hmmer` with rows that hardly press on the caches of fung2009",
    small: SMALL,
    full: Shape {
        nodes: 32,
        sequences: THREADS,
        lengths: Lengths::UpTo(10),
    },
    layout: Layout::Rolling,
};

impl Hmmer {
    fn shape(&self, size: Size) -> Shape {
        size.pick(self.small, self.full)
    }

    /// The profile and the sequences.
    fn problem(&self, size: Size, seed: u64) -> (Profile, Vec<Vec<u8>>) {
        let shape = self.shape(size);
        let mut random = Random::new(seed);
        let profile = Profile::random(shape.nodes, &mut random);
        let sequences = (0..shape.sequences).map(|_| sequence(shape.lengths, &mut random));
        (profile, sequences.collect())
    }

    /// The numbers among the kernel's arguments.
    fn numbers(&self, size: Size, seed: u64) -> Vec<u32> {
        let shape = self.shape(size);
        let mut numbers = vec![shape.nodes as u32, shape.sequences];
        if let Layout::Whole = self.layout {
            numbers.push(longest(&self.problem(size, seed).1));
        }
        numbers
    }
}

/// Words that hold signed numbers.
fn words(numbers: impl IntoIterator<Item = i32>) -> Vec<u32> {
    numbers.into_iter().map(i32::cast_unsigned).collect()
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
        let rows = 3 * self.layout.rows(longest(&sequences)) * count;
        vec![
            input("nodes", &words(profile.nodes.concat())),
            input("around", &words(AROUND)),
            input("match", &words(profile.match_scores.concat())),
            input("insert", &words(profile.insert_scores.concat())),
            input("residues", &packed(&sequences.concat())),
            input("start", &starts(&sequences)),
            scratch("rows", rows * width),
            output(scratch("scores", count)),
        ]
    }

    fn launches(&self, size: Size, seed: u64, room: Room) -> Vec<Launch> {
        let buffers = [
            "nodes", "around", "match", "insert", "residues", "start", "rows", "scores",
        ];
        let numbers = self.numbers(size, seed).into_iter().map(Arg::U32);
        vec![Launch {
            kernel: self.layout.kernel().into(),
            grid: [self.shape(size).sequences.div_ceil(room.threads), 1, 1],
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
    use heddle_sim::launch::Init;
    use sha2::{Digest, Sha256};

    /// The first bytes of the digest of all inputs.
    fn digest(of: &Hmmer) -> [u8; 4] {
        let mut digest = Sha256::new();
        for buffer in of.buffers(Size::Full, 0) {
            if let Init::Bytes(bytes) = buffer.init {
                digest.update(bytes);
            }
        }
        let digest = digest.finalize();
        [0, 1, 2, 3].map(|at| digest[at])
    }

    /// Measurements of `hmmer` and `hmmer_fits` can be compared with earlier ones.
    #[test]
    fn inputs_stay() {
        assert_eq!(digest(&HMMER), [0x51, 0xef, 0xb4, 0x74]);
        assert_eq!(digest(&HMMER_FITS), [0xd0, 0x32, 0x69, 0xee]);
    }
}
