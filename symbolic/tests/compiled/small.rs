//! Small functions that each use something else.

use crate::compare::{Function, compare_functions};

const FUNCTIONS: &[Function] = &[
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
    // A function that calls itself: only the solver knows where it ends.
    (
        "recursive",
        "fn walk(n: u8, x: u64) -> u64 { let n = n & 3; if n == 0 || x == 9 { return x; } walk(n - 1, x ^ 5).rotate_left(1) ^ x }
         fn tree(n: u64) -> u64 { if n < 2 { n } else { tree(n - 1) + tree(n - 2) } }
         [walk(i[0] as u8, i[1]), walk(i[2] as u8, i[0]), tree(i[3]), 0]",
        [8, 4, 2, 3, 0, 0, 0, 0],
    ),
    // On a path that cannot be taken the end of the elements has been passed, and the loop over them has constant conditions.
    (
        "passed_end",
        "let mut v: Vec<u8> = Vec::with_capacity(2); v.push(6); if i[0] <= i[1] { v.push(i[2] as u8); }
         let at = (i[3] & 1) as usize; if v.len() > at { v.remove(at); }
         [v.iter().enumerate().fold(0, |a, (n, x)| a * 8 + n as u64 + u64::from(*x)), v.len() as u64, 0, 0]",
        [4, 4, 8, 3, 0, 0, 0, 0],
    ),
    (
        "saturating",
        "let (a, b) = (i[0] as i32, i[1] as i32); let (c, d) = (i[2] as i64, i[3] as i64);
         [a.saturating_add(b) as u64, a.saturating_sub(b) as u64, c.saturating_sub(d) as u64, (a as u8).saturating_add(b as u8) as u64]",
        [32, 32, 64, 64, 0, 0, 0, 0],
    ),
    // What is moved ends where the object does, or begins in one of two.
    (
        "moves",
        "let mut a: [u8; 13] = std::array::from_fn(|n| n as u8 * 7); let b = [i[3] as u8; 11]; let n = (i[0] as usize).min(12);
         a.copy_within(n.., 0); let m = (i[1] as usize).min(5);
         let from = if i[2] == 1 { &b[m..] } else { &a[m..11] }; let mut c = [9u8; 13]; c[2..][..from.len()].copy_from_slice(from);
         let sum = |x: &[u8]| x.iter().fold(0u64, |h, x| h.rotate_left(5) ^ u64::from(*x));
         [sum(&a), sum(&c), u64::from(a[..7] < c[..7]), u64::from(from == &b[m..])]",
        [4, 3, 1, 8, 0, 0, 0, 0],
    ),
    // Values of three, five and seven bytes.
    (
        "odd_bytes",
        "let mut v = [[[0u8; 3]; 3]; 2]; let w = [i[0] as u8, i[1] as u8, 7]; v[(i[2] & 1) as usize][(i[3] % 3) as usize] = w;
         let mut s = [[1u8; 7]; 3]; s[(i[4] % 3) as usize] = [i[0] as u8, 2, 3, i[1] as u8, 5, 6, i[5] as u8]; let t = s[(i[5] % 3) as usize];
         let o: Option<[u8; 5]> = (i[6] > 1).then_some([i[5] as u8; 5]); let p = o.unwrap_or([3; 5]);
         [v.iter().flatten().flatten().fold(0, |h: u64, x| h.rotate_left(5) ^ u64::from(*x)), u64::from(t[6]) << 8 | u64::from(t[0]), u64::from(p[4]), u64::from(v[1][2][0])]",
        [8, 8, 1, 2, 2, 8, 2, 0],
    ),
    // Rows that are longer than a page; an index whose start lies far before the elements.
    (
        "long_rows",
        "let mut a = [[0u64; 64]; 40]; for k in 0..4 { let (x, y) = ((i[k] % 40) as usize, (i[4] & 63) as usize); a[x][y] += i[5] + k as u64; }
         let b: [u16; 20] = std::array::from_fn(|n| n as u16 * 9); let n = (i[6] + 1000).clamp(1000, 1019) as usize;
         [a[(i[7] % 40) as usize][(i[4] & 63) as usize], a[39][(i[5] % 64) as usize], u64::from(b[n - 1000]), u64::from(b[1019 - n])]",
        [6, 6, 6, 6, 6, 8, 5, 6],
    ),
    // The number of the lowest bit of a byte without bits is 8.
    (
        "lowest",
        "let (a, b) = ((i[0] as u8).trailing_zeros(), (i[1] as u16).trailing_zeros()); let t: [u32; 17] = std::array::from_fn(|n| (n * n) as u32 ^ i[2] as u32);
         let mut u = t; u[a as usize] = 9; let mut sum = 0; let mut mask = i[0] as u8; while mask != 0 { sum = sum * 3 + t[mask.trailing_zeros() as usize]; mask &= mask - 1; }
         [1u64 << a, u64::from(t[b as usize]), u.iter().map(|x| u64::from(*x)).sum(), u64::from(sum) << 8 | (1u64 << b) % 251]",
        [8, 16, 5, 0, 0, 0, 0, 0],
    ),
    (
        "far_index",
        "let b: [u16; 20] = std::array::from_fn(|n| (n as u16 * 9) ^ i[1] as u16); let n = i[0] as usize;
         let mut sum = 0; for k in 0..4 { if n + k >= 40_000 && n + k < 40_020 { sum += u64::from(b[n + k - 40_000]) << (4 * k); } }
         [sum, 0, 0, 0]",
        [16, 8, 0, 0, 0, 0, 0, 0],
    ),
];

#[test]
fn small_functions_are_what_they_compute() {
    compare_functions(FUNCTIONS);
}
