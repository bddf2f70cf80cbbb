//! How much of its work a test does: a representative part in every run, all of it at night.

/// Whether tests do all of their work: `HEDDLE_THOROUGH` is set, which `scripts/nightly` does.
pub fn thorough() -> bool {
    std::env::var_os("HEDDLE_THOROUGH").is_some_and(|value| !value.is_empty())
}

/// The items of one of several turns: turn 0 takes every `turns`th item from the first on, turn 1 from the second on, and so on,
/// so that all turns together take all items. Returns every item if tests are [`thorough`].
///
/// # Panics
/// If there is no such turn.
pub fn part<T>(items: impl IntoIterator<Item = T>, turn: usize, turns: usize) -> Vec<T> {
    choose(items, turn, turns, thorough())
}

fn choose<T>(items: impl IntoIterator<Item = T>, turn: usize, turns: usize, all: bool) -> Vec<T> {
    assert!(turn < turns, "turn {turn} of {turns}");
    let items = items.into_iter().enumerate();
    let taken = items.filter(|(at, _)| all || at % turns == turn);
    taken.map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_turns_together_take_all() {
        let turns = (0..3).map(|turn| choose(0..8, turn, 3, false));
        let turns: Vec<_> = turns.collect();
        assert_eq!(turns, [vec![0, 3, 6], vec![1, 4, 7], vec![2, 5]]);
        assert_eq!(choose(0..8, 2, 3, true), (0..8).collect::<Vec<_>>());
    }
}
