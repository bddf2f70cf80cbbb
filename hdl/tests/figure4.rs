//! The reconvergence stack goes through the states of fung2009, figure 4 (c, d, e).

mod common;

use common::clocked::clocked;
use heddle_contract::config::First;
use heddle_contract::units::reconvergence_stack::Params;
use heddle_hdl::units;

const A: u64 = 1;
const B: u64 = 2;
const C: u64 = 3;
const D: u64 = 4;
const E: u64 = 5;
const F: u64 = 6;
const G: u64 = 7;

/// The top entry: PC, lanes, where it reconverges, and how many entries the stack has.
type Top = (u64, u64, Option<u64>, u64);

/// A branch of warp 0.
fn branch(taken: u64, target: u64, next: u64, reconverge: u64) -> Vec<u64> {
    vec![
        0, 0, 0, 0, 1, 0, 0, taken, target, next, 1, reconverge, 1, 0,
    ]
}

fn goes_on(next: u64) -> Vec<u64> {
    vec![0, 0, 0, 0, 1, 0, 0, 0, 0, next, 0, 0, 1, 0]
}

/// The program of figure 4a in warp 0, from A on: the last row only looks.
fn program() -> Vec<Vec<u64>> {
    let start = vec![1, 0, A, 0b1111, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let look = vec![0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0];
    let [to_b, to_c] = [branch(0b1110, B, F, G), branch(0b1000, C, D, E)];
    let rest = [goes_on(E), goes_on(E), goes_on(G), goes_on(G)];
    [vec![start, to_b, to_c], rest.to_vec(), vec![look]].concat()
}

/// The top entry in every cycle but the first, in which the warp starts.
fn tops(first: First, rows: &[Vec<u64>]) -> Vec<Top> {
    let params = Params::new(2, 4, 16, 7, 1, first).expect("parameters within their limits");
    let design = units::reconvergence_stack(&params).expect("a clean description");
    let found = clocked(&design, rows);
    let top = |row: &Vec<Option<u64>>| {
        let [pc, lanes, entries, waits] = [4, 5, 6, 7].map(|at| row[at].expect("it is known"));
        let reconverge = (waits == 1).then(|| row[8].expect("it is known"));
        (pc, lanes, reconverge, entries)
    };
    found[1..].iter().map(top).collect()
}

#[test]
fn the_taken_side_first_as_in_the_paper() {
    let expected = [
        (A, 0b1111, None, 1),
        (B, 0b1110, Some(G), 3), // figure 4c
        (C, 0b1000, Some(E), 5), // figure 4d: (iii), (ii), and (i) follow
        (D, 0b0110, Some(E), 4),
        (E, 0b1110, Some(G), 3), // figure 4e
        (F, 0b0001, Some(G), 2),
        (G, 0b1111, None, 1),
    ];
    assert_eq!(tops(First::Taken, &program()), expected);
}

#[test]
fn the_fall_through_first_as_in_the_notes() {
    let start = program().remove(0);
    let look = program().pop().expect("the last row");
    let [to_f, to_d] = [branch(0b1110, B, F, G), branch(0b1000, C, D, E)];
    let rest = [goes_on(E), goes_on(E), goes_on(G)];
    let rows = [
        vec![start, to_f, goes_on(G), to_d],
        rest.to_vec(),
        vec![look],
    ]
    .concat();
    let expected = [
        (A, 0b1111, None, 1),
        (F, 0b0001, Some(G), 3),
        (B, 0b1110, Some(G), 2),
        (D, 0b0110, Some(E), 4),
        (C, 0b1000, Some(E), 3),
        (E, 0b1110, Some(G), 2),
        (G, 0b1111, None, 1),
    ];
    assert_eq!(tops(First::FallThrough, &rows), expected);
}
