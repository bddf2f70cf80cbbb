//! Functions that use more of the language and of its library.

use crate::compare::{Function, compare_functions};

const FUNCTIONS: &[Function] = &[
    (
        "wide",
        r"let a = i[0] as u128 * i[1] as u128; let b = (i[2] as i128 - 300) * i[3] as i128;
            [(a >> 40) as u64, a as u64, (b >> 3) as u64, u64::from(a.leading_zeros()) + (b.rem_euclid(97)) as u64]",
        [64, 12, 10, 10, 0, 0, 0, 0],
    ),
    (
        "tables",
        r#"const T: [&str; 6] = ["zero", "one", "two", "three", "four", "five"];
            static S: [[u16; 4]; 5] = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [3, 3, 3, 0], [7, 0, 7, 0]];
            let t = T[(i[0] % 6) as usize];
            [t.len() as u64, u64::from(t.as_bytes()[(i[1] & 1) as usize]), u64::from(S[(i[2] % 5) as usize][(i[3] & 3) as usize]), u64::from(t == "three")]"#,
        [4, 4, 4, 4, 0, 0, 0, 0],
    ),
    (
        "names",
        r#"let s = match i[0] { 0 => "aa", 1 => "b", 2 => "ccc", 3 => "dddd", 4 => "e", 7 => "fffff", _ => "" };
            [s.len() as u64, s.bytes().map(u64::from).sum(), u64::from(s.starts_with('a')), s.chars().filter(|c| *c > 'b').count() as u64]"#,
        [4, 0, 0, 0, 0, 0, 0, 0],
    ),
    (
        "sorted",
        r"let mut a = [i[0] as u8, i[1] as u8, i[2] as u8, i[3] as u8]; a.sort_unstable();
            let mut b = [i[4] as i32 - 9, i[5] as i32, -3]; b.sort_by_key(|x| x.abs());
            [u64::from(a[0]) << 8 | u64::from(a[2]), b[0] as u64, b[2] as u64, u64::from(a.binary_search(&(i[6] as u8)).is_ok())]",
        [4, 4, 4, 4, 5, 5, 4, 0],
    ),
    (
        "dynamic",
        r"trait Shape { fn area(&self) -> u64; } struct Q(u64); struct R(u64, u64);
            impl Shape for Q { fn area(&self) -> u64 { self.0 * self.0 } } impl Shape for R { fn area(&self) -> u64 { self.0 * self.1 + 1 } } let all: [Box<dyn Shape>; 3] = [Box::new(Q(i[0])), Box::new(R(i[1], i[2])), Box::new(Q(3))];
            [all.iter().map(|s| s.area()).sum(), all[1].area(), 0, 0]",
        [6, 6, 6, 0, 0, 0, 0, 0],
    ),
    (
        "cells",
        r"use std::cell::{Cell, RefCell}; use std::rc::Rc; let c = Rc::new(RefCell::new([0u64; 4]));
            let d = c.clone(); let n = Cell::new(0);
            for k in 0..4 { if i[k] & 1 == 1 { d.borrow_mut()[(i[4] & 3) as usize] += i[k]; n.set(n.get() + 1); } } let t = *c.borrow();
            [t[0], t[(i[5] & 3) as usize], n.get(), Rc::strong_count(&c) as u64]",
        [5, 5, 5, 5, 2, 2, 0, 0],
    ),
    (
        "nested",
        r"let mut v: Vec<Vec<u64>> = (0..3).map(|_| Vec::with_capacity(4)).collect();
            for k in 0..6 { let w = &mut v[(i[k] % 3) as usize]; if w.len() < 4 { w.push(i[k] + k as u64); } } let l: Vec<u64> = v.iter().map(|w| w.len() as u64).collect();
            [l[0] << 4 | l[1], v[2].iter().sum(), v[(i[6] % 3) as usize].last().copied().unwrap_or(99), v.iter().flatten().rev().take(2).sum()]",
        [4, 4, 4, 4, 4, 4, 4, 0],
    ),
    (
        "patterns",
        r"let a = [i[0], i[1], i[2], i[3]];
            let n = match a { [0, .., x] if x > 2 => x, [x, 1, ..] => x + 10, [_, y, z, 3] => y * z, _ => 77 };
            let s = &a[(i[4] as usize).min(4)..];
            let m = match s { [] => 0, [x] => *x + 1, [x, y] => x * y, [x, rest @ ..] => x + rest.len() as u64 };
            let (p, q) = a.split_at((i[5] & 3) as usize);
            [n, m, p.iter().sum::<u64>() << 8 | q.len() as u64, a.chunks(3).map(|c| c.iter().product::<u64>()).sum()]",
        [2, 2, 2, 3, 3, 2, 0, 0],
    ),
    (
        "results",
        r"fn half(x: u64) -> Result<u64, String> { if x % 2 == 0 { Ok(x / 2) } else { Err(String::new()) } } fn both(a: u64, b: u64) -> Result<u64, u8> { let x = half(a).map_err(|_| 1u8)?; let y = half(b).map_err(|_| 2u8)?; if x == y { return Err(3); } Ok(x * 10 + y) } [both(i[0], i[1]).unwrap_or_else(|e| 1000 + u64::from(e)), both(i[1], 4).ok().unwrap_or(5), u64::from(both(i[2], i[0]).is_ok_and(|x| x > 20)), 0]",
        [5, 5, 5, 0, 0, 0, 0, 0],
    ),
    (
        "sets",
        r"use std::collections::BTreeMap; let mut m = BTreeMap::new();
            for k in 0..3 { m.insert(i[k], k as u64); } [m.len() as u64, m.values().sum(), m.keys().next().copied().unwrap_or(0), m.get(&i[3]).copied().unwrap_or(9)]",
        [2, 2, 2, 2, 0, 0, 0, 0],
    ),
    (
        "heap",
        r"use std::collections::BinaryHeap; let mut h = BinaryHeap::with_capacity(5);
            for k in 0..5 { h.push(i[k]); } let a = h.pop().unwrap(); let b = h.pop().unwrap();
            [a, b, h.len() as u64, *h.peek().unwrap()]",
        [4, 4, 4, 4, 4, 0, 0, 0],
    ),
    (
        "generic",
        r"#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)] struct P { a: u8, b: i16, c: bool } let mut v = [P::default(); 5];
            for k in 0..5 { v[k] = P { a: i[k] as u8, b: i[k] as i16 - 4, c: i[k] & 1 == 0 }; } let m = v.iter().max().unwrap();
            let n = v.iter().min_by_key(|p| (p.c, p.b)).unwrap();
            [u64::from(m.a), n.b as u64, u64::from(v[0] < v[1]), v.iter().position(|p| p == m).unwrap() as u64]",
        [3, 3, 3, 3, 3, 0, 0, 0],
    ),
    (
        "bits_of_bytes",
        r"let mut a = [0u8; 9]; a[..8].copy_from_slice(&i[0].to_be_bytes()); let n = (i[1] % 6) as usize;
            let w = u32::from_be_bytes(a[n..n + 4].try_into().unwrap()); let h = u16::from_le_bytes([a[n], a[n + 1]]);
            a[n + 1..n + 3].copy_from_slice(&h.to_be_bytes());
            [u64::from(w), u64::from(h), u64::from_le_bytes(a[1..].try_into().unwrap()), u64::from(a.iter().rposition(|x| *x == 0).unwrap_or(20) as u32)]",
        [64, 3, 0, 0, 0, 0, 0, 0],
    ),
    (
        "moved",
        r"let mut v: Vec<(u8, [u16; 3])> = (0..5).map(|k| (k, [u16::from(k) * 3; 3])).collect();
            v.remove((i[0] % 5) as usize); v.insert((i[1] & 3) as usize, (9, [1, 2, i[2] as u16]));
            v.swap(0, (i[3] & 3) as usize); let w = v.split_off(3); v.drain(..(i[4] & 1) as usize);
            [v.iter().fold(0, |h, x| h * 7 + u64::from(x.0) + u64::from(x.1[2])), w.iter().fold(0, |h, x| h * 7 + u64::from(x.0) + u64::from(x.1[1])), v.len() as u64, w.len() as u64]",
        [4, 2, 5, 2, 1, 0, 0, 0],
    ),
    (
        "wrapped",
        r"let mut q: VecDeque<u32> = VecDeque::with_capacity(5);
            for k in 0..5 { q.push_back(k); } for k in 0..4 { if i[k] & 1 == 1 { let x = q.pop_front().unwrap(); if i[k] & 2 == 2 { q.push_back(x + 7); } } } q.rotate_left((i[4] as usize & 3).min(q.len()));
            if let Some(x) = q.get_mut((i[5] & 3) as usize) { *x += 50; } q.make_contiguous();
            [q.iter().fold(0, |h, x| h * 9 + u64::from(*x)), q.as_slices().0.len() as u64, q.contains(&52) as u64, q.iter().rev().nth((i[6] & 3) as usize).copied().unwrap_or(3) as u64]",
        [2, 2, 2, 2, 2, 2, 2, 0],
    ),
];

#[test]
fn functions_of_the_library_are_what_they_compute() {
    compare_functions(FUNCTIONS);
}
