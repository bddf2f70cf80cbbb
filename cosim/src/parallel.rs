//! Independent work on all processors.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Runs `work` for every item on all processors; the results are in the order of the items.
pub(crate) fn map<I: Sync, T: Send>(items: &[I], work: impl Fn(&I) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let take = || {
        items
            .iter()
            .enumerate()
            .nth(next.fetch_add(1, Ordering::Relaxed))
    };
    let worker = || {
        let taken = std::iter::from_fn(take);
        taken.map(|(at, item)| (at, work(item))).collect::<Vec<_>>()
    };
    let mut results: Vec<(usize, T)> = thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let results = workers
            .into_iter()
            .map(|worker| worker.join().expect("it does not panic"));
        results.flatten().collect()
    });
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1000).collect();
        let doubled: Vec<usize> = items.iter().map(|item| 2 * item).collect();
        assert_eq!(map(&items, |item| 2 * item), doubled);
    }
}
