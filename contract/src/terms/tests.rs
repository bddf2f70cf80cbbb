//! Terms are evaluated as their descriptions say, for every value of small words.

use super::program::Program;
use super::{Is, Leaf, Op, Word, all, any, count, mask, node, state};
use crate::Direction;

/// The word of a port with this width.
fn port(width: u32, word: usize) -> Word {
    let leaf = Leaf {
        direction: Direction::In,
        name: "port",
        element: None,
        word,
    };
    Word(node(width, Op::Port(leaf)))
}

/// Evaluates a term of two words, four and three bits wide, for all their values.
fn check(term: Word, expected: impl Fn(u64, u64) -> u64) {
    let mut program = Program::default();
    let slot = program.add(term.node());
    for a in 0..16 {
        for b in 0..8 {
            program.cycle(&[a, b], &[]);
            assert_eq!(program.value(slot), expected(a, b), "{a}, {b}");
        }
    }
}

fn check_bit(term: Is, expected: impl Fn(u64, u64) -> bool) {
    check(term.word(), |a, b| expected(a, b).into());
}

#[test]
fn words_are_as_wide_as_they_need_be() {
    let (a, b) = (port(4, 0), port(3, 1));
    let widths = [a & b, a + b, !b, b.ones(), a.decode(10), a.part(1, 2)].map(Word::width);
    assert_eq!(widths, [4, 5, 3, 2, 10, 2]);
    assert_eq!([0, 1, 5, 8].map(|n| Word::from(n).width()), [1, 1, 3, 4]);
}

#[test]
fn operators_of_words() {
    let (a, b) = (port(4, 0), port(3, 1));
    check(a & b, |a, b| a & b);
    check(a | b, |a, b| a | b);
    check(a ^ 5, |a, _| a ^ 5);
    check(!b, |_, b| 7 - b);
    check(a + b, |a, b| a + b);
    check(a + 1, |a, _| a + 1);
    check(a.ones(), |a, _| a.count_ones().into());
    check(a.part(1, 2), |a, _| a >> 1 & 3);
    check(b.decode(5), |_, b| if b < 5 { 1 << b } else { 0 });
    check(a.masked(b.bit(1)), |a, b| if b & 2 != 0 { a } else { 0 });
}

#[test]
fn comparisons() {
    let (a, b) = (port(4, 0), port(3, 1));
    check_bit(a.eq(b), |a, b| a == b);
    check_bit(a.ne(b), |a, b| a != b);
    check_bit(a.lt(b), |a, b| a < b);
    check_bit(a.gt(b), |a, b| a > b);
    check_bit(a.le(9), |a, _| a <= 9);
    check_bit(a.ge(9), |a, _| a >= 9);
    check_bit(a.any(), |a, _| a != 0);
    check_bit(a.none(), |a, _| a == 0);
    check_bit(a.bit(2), |a, _| a & 4 != 0);
    check_bit(a.bit(4), |_, _| false);
    check_bit(a.has(b), |a, b| b < 4 && a >> b & 1 == 1);
}

#[test]
fn truth_values() {
    let (a, b) = (port(4, 0).bit(0), port(3, 1).bit(0));
    let is = |word: u64| word & 1 == 1;
    check_bit(a & b | !a & !b, |a, b| is(a) == is(b));
    check_bit(a ^ b, |a, b| is(a) != is(b));
    check_bit(a.implies(b), |a, b| !is(a) || is(b));
    check_bit(true & a, |a, _| is(a));
    check_bit(a | true, |_, _| true);
    check(a.mux(3, 12), |a, _| if is(a) { 3 } else { 12 });
}

#[test]
fn many_at_once() {
    let bits: Vec<Is> = (0..4).map(|at| port(4, 0).bit(at)).collect();
    check_bit(all(bits.clone()), |a, _| a == 15);
    check_bit(any(bits.clone()), |a, _| a != 0);
    check_bit(all([]), |_, _| true);
    check_bit(any([]), |_, _| false);
    check(mask(bits.clone()), |a, _| a);
    check(count(bits), |a, _| a.count_ones().into());
}

#[test]
fn the_past_begins_with_zero() {
    let mut program = Program::default();
    let slot = program.add(port(4, 0).past().node());
    let seen = [3, 5, 9].map(|word| {
        program.cycle(&[word], &[]);
        program.value(slot)
    });
    assert_eq!(seen, [0, 3, 5]);
}

#[test]
fn what_is_said_twice_is_one_node() {
    let twice = || port(4, 0).eq(3) & port(3, 1).any();
    assert_eq!(twice(), twice());
    assert_ne!(twice(), !twice());
}

#[test]
fn what_a_configuration_decides_is_a_constant() {
    let (a, b) = (port(4, 0), port(3, 1));
    assert_eq!((true | a.any()).constant(), Some(true));
    assert_eq!((a.any() & false).constant(), Some(false));
    assert_eq!((false | a.any()) & true, a.any());
    assert_eq!(!Is::from(true), Is::from(false));
    assert_eq!(!!a.any(), a.any());
    let compared = [
        b.lt(8),
        b.lt(7),
        b.gt(7),
        b.gt(6),
        b.lt(0),
        Word::from(3).lt(4),
    ];
    let expected = [Some(true), None, Some(false), None, Some(false), Some(true)];
    assert_eq!(compared.map(Is::constant), expected);
}

#[test]
fn a_state_goes_on_from_what_it_holds() {
    let sum = state("sum", 8, |held| (held + port(4, 0)).part(0, 8));
    let mut program = Program::default();
    let slot = program.add(sum.node());
    let seen = [3, 5, 9, 0].map(|word| {
        program.cycle(&[word], &[]);
        program.value(slot)
    });
    assert_eq!(seen, [0, 3, 8, 17]);
}
