//! How much of its work a test does: a representative part in every run; at night all of it, or a share that a seed draws.

use crate::asked;
use std::env;

const VARIABLE: &str = "HEDDLE_THOROUGH";

/// Whether tests do more than the part of every run: `HEDDLE_THOROUGH` is set, which `scripts/nightly` does. With `1` they do
/// all of their work, with `SHARE,SEED`, as in `4,7`, one item in `SHARE` of each list, drawn by the seed.
pub fn thorough() -> bool {
    share().is_some()
}

/// The share and the seed, if there are any.
fn share() -> Option<(usize, u64)> {
    let asked = env::var_os(VARIABLE).filter(|value| !value.is_empty())?;
    match asked.to_string_lossy().as_ref() {
        "1" => Some((1, 0)),
        _ => Some(asked::count_and_seed(VARIABLE, (1, 0))),
    }
}

/// The items of one of several turns: turn 0 takes every `turns`th item from the first on, turn 1 from the second on, and so on,
/// so that all turns together take all items. Returns every item, or those that the seed draws, if tests are [`thorough`].
///
/// # Panics
/// If there is no such turn.
pub fn part<T>(items: impl IntoIterator<Item = T>, turn: usize, turns: usize) -> Vec<T> {
    assert!(turn < turns, "turn {turn} of {turns}");
    match share() {
        None => every(items, turn, turns),
        Some((share, seed)) => draw(items.into_iter().collect(), turn, share, seed),
    }
}

/// All items, or those that the seed draws if tests are [`thorough`] in a share of their work.
pub fn drawn<T>(items: Vec<T>, turn: usize) -> Vec<T> {
    let (share, seed) = share().unwrap_or((1, 0));
    draw(items, turn, share, seed)
}

/// The tests' share of an amount of work, such as a number of mutants.
pub fn share_of(amount: usize) -> usize {
    let (share, _) = share().unwrap_or((1, 0));
    amount.div_ceil(share)
}

/// The seed of what tests draw at random: the night's if there is one, otherwise always the same.
pub fn seed_of_night() -> u64 {
    share().map_or(1, |(_, seed)| seed)
}

/// Every `step`th item, from the one at `first` on.
fn every<T>(items: impl IntoIterator<Item = T>, first: usize, step: usize) -> Vec<T> {
    items.into_iter().skip(first).step_by(step).collect()
}

/// One item in `share`, but at least one. As many seeds, one after the other, draw all items.
fn draw<T>(items: Vec<T>, turn: usize, share: usize, seed: u64) -> Vec<T> {
    let step = share.min(items.len()).max(1);
    // Tests that share a list take different items of it.
    let first = (seed.wrapping_add(turn as u64) % step as u64) as usize;
    every(items, first, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_turns_together_take_all() {
        let turns = (0..3).map(|turn| every(0..8, turn, 3));
        let turns: Vec<_> = turns.collect();
        assert_eq!(turns, [vec![0, 3, 6], vec![1, 4, 7], vec![2, 5]]);
    }

    #[test]
    fn seeds_draw_all_and_each_some() {
        let all: Vec<u32> = (0..8).collect();
        assert_eq!(draw(all.clone(), 5, 1, 9), all);
        let mut seen: Vec<u32> = (40..43)
            .flat_map(|seed| draw(all.clone(), 1, 3, seed))
            .collect();
        seen.sort();
        assert_eq!(seen, all);
        assert_eq!(draw(vec![1, 2], 0, 10, 7), [2]);
        assert!(draw(Vec::<u32>::new(), 0, 10, 7).is_empty());
    }
}
