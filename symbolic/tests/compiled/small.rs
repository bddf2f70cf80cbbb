//! Small functions that each use something else.

use crate::rust::{GIVES, Source, TAKES, gates, ir, native};
use heddle_symbolic::Module;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Names, bodies, and widths of inputs.
const FUNCTIONS: &[(&str, &str, [usize; TAKES])] = &[
    (
        "arithmetic",
        "[i[0].wrapping_add(i[1]), i[0].wrapping_mul(i[1]), i[2] / (i[3] | 1), i[0] % (i[3] | 1)]",
        [64, 64, 64, 20, 0, 0, 0, 0],
    ),
    (
        "bits",
        "[i[0].count_ones() as u64, i[0].trailing_zeros() as u64, i[1].leading_zeros() as u64, i[0].rotate_left(i[2] as u32)]",
        [64, 64, 8, 0, 0, 0, 0, 0],
    ),
    (
        "options",
        "let o = (i[0] > 5).then(|| i[1]); let p = o.filter(|x| x % 3 == 0).or((i[2] == 1).then_some(7));
         [p.unwrap_or(9), o.map_or(1, |x| x ^ 5), u64::from(p.is_some()), p.and_then(|x| x.checked_sub(i[3])).unwrap_or(2)]",
        [5, 10, 2, 10, 0, 0, 0, 0],
    ),
    (
        "bounded_loop",
        "let mut sum = 0; let mut mask = i[0]; while mask != 0 { sum += mask.trailing_zeros() as u64; mask &= mask - 1; }
         let mut n = 0; for k in 0..i[1] { n += k * i[2]; if n > 100 { break; } }
         [sum, n, 0, 0]",
        [10, 4, 5, 0, 0, 0, 0, 0],
    ),
    (
        "vectors",
        "let mut v: Vec<u64> = Vec::with_capacity(6); for k in 0..6 { if i[0] >> k & 1 == 1 { v.push(i[k + 1]); } }
         let best = v.iter().copied().max().unwrap_or(0);
         let at = (i[7] as usize) % 6;
         [v.len() as u64, best, v.get(at).copied().unwrap_or(77), v.iter().sum()]",
        [6, 8, 8, 8, 8, 8, 8, 3],
    ),
    (
        "rings",
        "let mut q: VecDeque<u64> = VecDeque::with_capacity(4);
         for k in 0..6 { if i[0] >> k & 1 == 1 { if q.len() < 4 { q.push_back(i[k + 1]); } } else { q.pop_front(); } }
         [q.len() as u64, q.front().copied().unwrap_or(1), q.back().copied().unwrap_or(2), q.iter().fold(0, |a, b| a * 3 + b)]",
        [6, 8, 8, 8, 8, 8, 8, 3],
    ),
    (
        "stores",
        "let mut a = [[0u64; 3]; 4]; for k in 0..4 { a[k][(i[k] % 3) as usize] = i[4] + k as u64; }
         let (x, y) = ((i[5] & 3) as usize, i[6] as usize);
         a[x][y] += 5; a[y][x % 3] ^= 3;
         [a[0][0], a[x][2], a[3][y], a.iter().flatten().sum()]",
        [2, 2, 2, 2, 8, 2, 2, 0],
    ),
    (
        "structs",
        "#[derive(Clone, Copy, PartialEq)] enum E { A, B(u64), C { x: u8, y: bool } }
         let mut v = vec![(E::A, 3u32); 4];
         for k in 0..4 { v[k] = match i[k] % 3 { 0 => (E::A, k as u32), 1 => (E::B(i[4]), 9), _ => (E::C { x: i[5] as u8, y: i[6] == 2 }, 1) }; }
         let e = v[(i[7] & 3) as usize];
         let n = match e.0 { E::A => 1, E::B(b) => b + 2, E::C { x, y } => u64::from(x) * 2 + u64::from(y) };
         [n, e.1 as u64, v.iter().filter(|o| o.0 == e.0).count() as u64, 0]",
        [3, 3, 3, 3, 9, 8, 2, 2],
    ),
    (
        "signed",
        "let (a, b) = (i[0] as i64 - 500, i[1] as i64 - 500); let b = if b == 0 { 1 } else { b };
         [(a / b) as u64, (a % b) as u64, (a >> (i[2] & 7)) as u64, u64::from(a < b) + a.abs() as u64]",
        [10, 10, 3, 0, 0, 0, 0, 0],
    ),
    (
        "bytes",
        "let mut b = [0u8; 13]; for k in 0..8 { b[(i[k] % 13) as usize] = k as u8 * 3 + 1; }
         let s: u64 = b.iter().map(|x| u64::from(*x)).sum();
         [s, u64::from(b[(i[0] ^ i[1]) as usize % 13]), u64::from(u32::from_le_bytes([b[1], b[3], b[5], b[7]])), 0]",
        [4, 4, 4, 4, 4, 4, 4, 4],
    ),
    (
        "early",
        "for k in 0..7 { if i[k] == i[7] { return [k as u64, 1, 2, 3]; } if i[k] == 0 { return [i[k + 1], 0, 0, 0]; } }
         [99, 0, 0, i[7]]",
        [2, 2, 2, 2, 2, 2, 2, 2],
    ),
];

fn inputs(widths: [usize; TAKES], count: usize, seed: u64) -> Vec<[u64; TAKES]> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut word = |width: usize| match width {
        0 => 0,
        width => random.next_u64() >> (64 - width),
    };
    (0..count).map(|_| widths.map(&mut word)).collect()
}

#[test]
fn small_functions_are_what_they_compute() {
    let sources: Vec<Source> = FUNCTIONS
        .iter()
        .map(|(name, text, _)| Source {
            name: (*name).into(),
            text: (*text).into(),
        })
        .collect();
    let text = ir(&sources);
    std::fs::write("/tmp/small.ll", &text).unwrap();
    let module = Module::parse(&text)
        .unwrap_or_else(|e| panic!("{e}\n{}", text.lines().nth(e.line - 1).unwrap_or("")));
    let mut calls = Vec::new();
    for (seed, (name, _, widths)) in FUNCTIONS.iter().enumerate() {
        calls.extend(
            inputs(*widths, 1024, seed as u64)
                .into_iter()
                .map(|words| ((*name).to_owned(), words)),
        );
    }
    let expected = native(&sources, &calls);
    assert_eq!(expected.len(), calls.len());
    for ((name, _, widths), (calls, expected)) in FUNCTIONS
        .iter()
        .zip(calls.chunks(1024).zip(expected.chunks(1024)))
    {
        let start = std::time::Instant::now();
        let gates = gates(&module, name, *widths)
            .unwrap_or_else(|e| panic!("{e}\n{}", text.lines().nth(e.line - 1).unwrap_or("")));
        println!("{name}: {} nodes, {:?}", gates.size(), start.elapsed());
        for (calls, expected) in calls.chunks(64).zip(expected.chunks(64)) {
            let inputs: Vec<[u64; TAKES]> = calls.iter().map(|(_, words)| *words).collect();
            let given: Vec<Option<[u64; GIVES]>> = gates.give(&inputs, *widths);
            for ((input, given), expected) in inputs.iter().zip(given).zip(expected) {
                assert_eq!(given, *expected, "{name} {input:?}");
            }
        }
    }
}
