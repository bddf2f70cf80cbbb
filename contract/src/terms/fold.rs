//! Constant folding: a term that the configuration already decides becomes a constant, and is not evaluated each cycle.

use super::node::{Node, Op, Ref};
use internment::Intern;

/// The node of an operation, or a simpler one of the same value and width.
pub(super) fn node(width: u32, op: Op) -> Ref {
    match &op {
        Op::Not(a) => inverted(*a, width),
        Op::And(a, b) => either(*a, *b, width, |value, other| match value {
            0 => Some(number(width, 0)),
            value => (value == ones(width)).then_some(other),
        }),
        Op::Or(a, b) => either(*a, *b, width, |value, other| match value {
            0 => Some(other),
            value => (value == ones(width)).then(|| number(width, value)),
        }),
        Op::Lt(a, b) => less(*a, *b).map(|less| number(1, less.into())),
        _ => None,
    }
    .unwrap_or_else(|| Intern::new(Node { width, op }))
}

/// The inverse of a constant, or the operand of an inversion that is inverted again: Verilog has no `~~`.
fn inverted(a: Ref, width: u32) -> Option<Ref> {
    match a.op {
        Op::Constant(value) => Some(number(width, !value & ones(width))),
        Op::Not(before) => Some(before),
        _ => None,
    }
}

fn number(width: u32, value: u64) -> Ref {
    let op = Op::Constant(value);
    Intern::new(Node { width, op })
}

fn constant(node: Ref) -> Option<u64> {
    match node.op {
        Op::Constant(value) => Some(value),
        _ => None,
    }
}

fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// Simplifies an operation of two operands if one of them is a constant and the other is as wide as the result.
fn either(a: Ref, b: Ref, width: u32, of: impl Fn(u64, Ref) -> Option<Ref>) -> Option<Ref> {
    let with = |value: Ref, other: Ref| match other.width == width {
        true => of(constant(value)?, other),
        false => None,
    };
    with(a, b).or_else(|| with(b, a))
}

/// Whether one word is less than another, if the answer is the same for all their values.
fn less(a: Ref, b: Ref) -> Option<bool> {
    match (constant(a), constant(b)) {
        (Some(a), Some(b)) => Some(a < b),
        (Some(a), None) if a >= ones(b.width) => Some(false),
        (None, Some(0)) => Some(false),
        (None, Some(b)) if b > ones(a.width) => Some(true),
        _ => None,
    }
}
