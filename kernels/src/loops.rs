//! The shapes of loops and if-then-else in the notes, and the early exits they call unfavourable:
//! trip counts and conditions differ from thread to thread.
//!
//! Problem: the blocks of a shape have letters (those of the notes where they name them). A thread
//! runs every shape with a trip count and 32 conditions of its own; the result of a shape is the
//! 32-bit FNV-1a hash of the letters in the order in which the thread ran them.

use crate::input::{Random, address, block_threads, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Loops;

/// Trip counts are below this.
const TRIPS: u32 = 9;

fn threads(size: Size) -> u32 {
    size.pick(48, 1 << 15)
}

/// The inputs that control a thread.
#[derive(Clone, Copy)]
struct Thread {
    trips: u32,
    conditions: u32,
}

impl Thread {
    fn cond(self, number: u32) -> bool {
        self.conditions.rotate_right(number) & 1 == 1
    }

    /// One of two letters.
    fn pick(self, number: u32, letters: [char; 2]) -> char {
        letters[usize::from(!self.cond(number))]
    }
}

fn steering(size: Size, seed: u64) -> Vec<Thread> {
    let mut random = Random::new(seed);
    let mut thread = || Thread {
        trips: random.below(TRIPS),
        conditions: random.word(),
    };
    (0..threads(size)).map(|_| thread()).collect()
}

/// The letters of the blocks that a thread runs.
type Path = fn(Thread) -> String;

/// Every shape, in the order of the results.
const SHAPES: [Path; 14] = [
    if_else,
    nested_if_else,
    short_circuit,
    for_loop,
    for_if_else,
    for_body_if_else,
    for_break,
    for_continue,
    while_loop,
    do_while,
    nested_loops,
    nested_breaks,
    break_two,
    early_return,
];

/// `A; if (0) B; else C; X`
fn if_else(t: Thread) -> String {
    format!("A{}X", t.pick(0, ['B', 'C']))
}

/// `if (0) { A; if (1) B; else C; D } else { E; if (2) { F; if (3) G; H } } X`
fn nested_if_else(t: Thread) -> String {
    let inner = match (t.cond(2), t.cond(3)) {
        (false, _) => "",
        (true, false) => "FH",
        (true, true) => "FGH",
    };
    match t.cond(0) {
        true => format!("A{}DX", t.pick(1, ['B', 'C'])),
        false => format!("E{inner}X"),
    }
}

/// `if ((0 && 1) || 2) D; else E; X`, where testing 0, 1, 2 runs A, B, C.
fn short_circuit(t: Thread) -> String {
    let text = match [t.cond(0), t.cond(1), t.cond(2)] {
        [true, true, _] => "ABDX",
        [true, false, true] => "ABCDX",
        [true, false, false] => "ABCEX",
        [false, _, true] => "ACDX",
        [false, _, false] => "ACEX",
    };
    text.into()
}

/// `A; for (trips) D; X`
fn for_loop(t: Thread) -> String {
    format!("A{}X", "D".repeat(t.trips as usize))
}

/// `A; for (i < trips) { if (i) D; else E } X`
fn for_if_else(t: Thread) -> String {
    let body: String = (0..t.trips).map(|i| t.pick(i, ['D', 'E'])).collect();
    format!("A{body}X")
}

/// `A; for (i < trips) { D; if (i) E; else F } X`
fn for_body_if_else(t: Thread) -> String {
    let body = (0..t.trips).flat_map(|i| ['D', t.pick(i, ['E', 'F'])]);
    format!("A{}X", body.collect::<String>())
}

/// `A; for (i < trips) { D; if (i) E; else { F; if (i + 16) { G; break } } } X`
fn for_break(t: Thread) -> String {
    let leaves = |i: &u32| !t.cond(*i) && t.cond(*i + 16);
    let last = (0..t.trips).find(leaves);
    let body =
        (0..last.map_or(t.trips, |last| last + 1)).flat_map(|i| ['D', t.pick(i, ['E', 'F'])]);
    let end = if last.is_some() { "GX" } else { "X" };
    format!("A{}{end}", body.collect::<String>())
}

/// `A; for (i < trips) { D; if (i) continue; E } X`
fn for_continue(t: Thread) -> String {
    let body = (0..t.trips).map(|i| if t.cond(i) { "D" } else { "DE" });
    format!("A{}X", body.collect::<String>())
}

/// `A; while (the next two conditions are not both true) D; X`, with true behind the last one.
fn while_loop(t: Thread) -> String {
    let cond = |i| i > 31 || t.cond(i);
    let count = (0..).take_while(|&i| !(cond(i) && cond(i + 1))).count();
    format!("A{}X", "D".repeat(count))
}

/// `A; do D; while (as often as trips); X`
fn do_while(t: Thread) -> String {
    format!("A{}X", "D".repeat(t.trips.max(1) as usize))
}

/// `for (i < trips) { D; for (j < two bits at i) E; F } X`
fn nested_loops(t: Thread) -> String {
    let inner = |i| (t.conditions >> i & 3) as usize;
    let rounds = (0..t.trips).map(|i| format!("D{}F", "E".repeat(inner(i))));
    rounds.chain(["X".into()]).collect()
}

/// `for (i < trips) { D; for (j < trips) { E; if (i + j) { F; break } G }
/// if (i + 8 and i + 9) { H; break } I } X`
fn nested_breaks(t: Thread) -> String {
    let mut path = String::new();
    for i in 0..t.trips {
        path.push('D');
        match (0..t.trips).position(|j| t.cond(i + j)) {
            Some(turns) => path += &("EG".repeat(turns) + "EF"),
            None => path += &"EG".repeat(t.trips as usize),
        }
        if t.cond(i + 8) && t.cond(i + 9) {
            path.push('H');
            break;
        }
        path.push('I');
    }
    path + "X"
}

/// `for (i < trips) { D; for (j <= i) { if (i + 2j and i + j + 1) { F; leave both } E } } X`
fn break_two(t: Thread) -> String {
    let mut path = String::new();
    for i in 0..t.trips {
        path.push('D');
        let leaves = |j: &u32| t.cond(i + 2 * j) && t.cond(i + j + 1);
        let left = (0..=i).find(leaves);
        path += &"E".repeat(left.unwrap_or(i + 1) as usize);
        if left.is_some() {
            return path + "FX";
        }
    }
    path + "X"
}

/// `A; if (31) return; for (i < trips) { D; if (i and i + 1) { E; return } } X`
fn early_return(t: Thread) -> String {
    if t.cond(31) {
        return "A".into();
    }
    match (0..t.trips).find(|&i| t.cond(i) && t.cond(i + 1)) {
        Some(i) => format!("A{}E", "D".repeat(i as usize + 1)),
        None => format!("A{}X", "D".repeat(t.trips as usize)),
    }
}

/// Fowler, Noll and Vo's hash 1a of 32 bits.
fn fnv1a(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

impl Workload for Loops {
    fn name(&self) -> &'static str {
        "loops"
    }

    fn about(&self) -> &'static str {
        "shapes of loops and if-then-else, trip counts and conditions per thread (notes)"
    }

    fn source(&self) -> &'static str {
        "kernels/loops/loops.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../loops/loops.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let threads = steering(size, seed);
        let trips: Vec<u32> = threads.iter().map(|t| t.trips).collect();
        let conditions: Vec<u32> = threads.iter().map(|t| t.conditions).collect();
        vec![
            input("trips", &trips),
            input("conditions", &conditions),
            output(scratch("out", (SHAPES.len() * threads.len()) as u32)),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let threads = threads(size);
        let block = block_threads(room.threads);
        vec![Launch {
            kernel: self.name().into(),
            grid: [threads.div_ceil(block), 1, 1],
            block: [block, 1, 1],
            shared_bytes: 0,
            args: vec![
                address("trips"),
                address("conditions"),
                address("out"),
                Arg::U32(threads),
            ],
        }]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let threads = steering(size, seed);
        let results = SHAPES
            .iter()
            .flat_map(|path| threads.iter().map(|&thread| fnv1a(&path(thread))))
            .collect();
        vec![Expected {
            buffer: "out",
            columns: Some(threads.len()),
            values: Values::U32(results),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn hashes_are_those_of_the_authors() {
        assert_eq!(fnv1a(""), 0x811c_9dc5);
        assert_eq!(fnv1a("a"), 0xe40c_292c);
        assert_eq!(fnv1a("foobar"), 0xbf9c_f968);
    }

    #[test]
    fn paths_of_one_thread() {
        let thread = Thread {
            trips: 3,
            conditions: 0b0110,
        };
        let paths = SHAPES.map(|path| path(thread));
        let expected = [
            "ACX",
            "EFHX",
            "ACDX",
            "ADDDX",
            "AEDDX",
            "ADFDEDEX",
            "ADFDEDEX",
            "ADEDDX",
            "ADX",
            "ADDDX",
            "DEEFDEEEFDEFX",
            "DEGEFIDEFIDEFIX",
            "DEDFX",
            "ADDE",
        ];
        assert_eq!(paths, expected);
    }

    #[test]
    fn threads_take_many_paths_through_every_shape() {
        let threads = steering(Size::Small, 0);
        let different = SHAPES.map(|path| {
            let paths: BTreeSet<String> = threads.iter().map(|&thread| path(thread)).collect();
            paths.len()
        });
        assert!(different[0] == 2 && different[2] == 5, "{different:?}");
        assert!(
            different[3..].iter().all(|&count| count >= 5),
            "{different:?}"
        );
    }
}
