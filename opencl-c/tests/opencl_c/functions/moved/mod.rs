//! Functions that move elements: vectors loaded and stored (OpenCL 1.2, 6.12.7), also as halves, and shuffled (6.12.12).

mod halves;
mod moves;
mod shuffles;
mod vectors;

use super::check::{Effort, Record};
use super::value::Kind;
use moves::{Moves, OWN};

/// Loads and stores of vectors of a type.
pub fn vectors(kind: Kind, effort: &Effort<'_>) -> Vec<Record> {
    vectors::moves(kind, effort.arguments).check(effort)
}

/// Loads and stores of `count` halves.
pub fn halves(count: usize) -> Vec<Moves> {
    let mut moves = halves::stores(count);
    moves.push(halves::loads(count));
    moves
}

/// Shuffles of a type.
pub fn shuffles(kind: Kind, effort: &Effort<'_>) -> Vec<Record> {
    shuffles::moves(kind, effort.arguments).check(effort)
}

/// Names of all of these functions.
pub fn names() -> impl Iterator<Item = String> {
    let others = [
        vectors::moves(Kind::Int, OWN),
        shuffles::moves(Kind::Int, OWN),
    ];
    let moves = halves(OWN).into_iter().chain(others);
    moves.flat_map(|moves| moves.functions.into_iter().map(|(name, _)| name))
}
