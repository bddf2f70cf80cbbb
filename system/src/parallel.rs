//! Independent work on several host threads.

use std::convert::Infallible;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does work for every item on all processors; the results are in the order of the items.
pub fn map<I: Sync, T: Send>(items: &[I], work: impl Fn(&I) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let Ok(results) = try_map(threads, items, |item| Ok::<T, Infallible>(work(item)));
    results
}

/// Does work for every item on up to `threads` host threads; the results are in the order of the items. Items are begun in their
/// order, and none is begun after one has failed.
///
/// # Errors
/// Of the items that failed, the first one's.
pub fn try_map<I: Sync, T: Send, E: Send>(
    threads: usize,
    items: &[I],
    work: impl Fn(&I) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut results = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else {
                return results;
            };
            let result = work(item);
            if result.is_err() {
                next.store(items.len(), Ordering::Relaxed);
            }
            results.push((at, result));
        }
    };
    let mut results: Vec<(usize, Result<T, E>)> = thread::scope(|scope| {
        let threads = threads.clamp(1, items.len().max(1));
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let results = workers.into_iter().map(|worker| worker.join());
        let results =
            results.map(|found| found.unwrap_or_else(|panic| panic::resume_unwind(panic)));
        results.flatten().collect()
    });
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Does work that calls itself deeply, on a stack of so many bytes, of which memory holds those that are used.
///
/// # Panics
/// If the work panics, or the host has no room for another thread.
pub fn on_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(bytes);
        let worker = worker.spawn_scoped(scope, work).expect("a thread");
        let result = worker.join();
        result.unwrap_or_else(|panic| panic::resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_calls_have_room() {
        fn deep(calls: u64) -> u64 {
            let below = if calls == 0 { 0 } else { deep(calls - 1) };
            std::hint::black_box([below; 64])[63] + 1
        }
        // 500 bytes and more for each call.
        assert_eq!(on_stack(1 << 28, || deep(100_000)), 100_001);
    }

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1000).collect();
        let doubled: Vec<usize> = items.iter().map(|item| 2 * item).collect();
        assert_eq!(map(&items, |item| 2 * item), doubled);
        assert!(map(&[], |item: &usize| 2 * item).is_empty());
        for threads in [0, 1, 7] {
            let results = try_map(threads, &items, |item| Ok::<usize, ()>(2 * item));
            assert_eq!(results.expect("none fails"), doubled);
        }
    }

    #[test]
    fn the_first_failure_in_order_is_returned_and_nothing_is_begun_after_it() {
        let items: Vec<usize> = (0..1000).collect();
        for threads in [1, 4] {
            let begun = AtomicUsize::new(0);
            let results = try_map(threads, &items, |&item| {
                begun.fetch_add(1, Ordering::Relaxed);
                // The failures come in another order than the items.
                thread::sleep(std::time::Duration::from_millis(if item == 3 {
                    30
                } else {
                    1
                }));
                if item < 3 { Ok(item) } else { Err(item) }
            });
            assert_eq!(results, Err(3));
            assert!(begun.into_inner() <= 3 + threads);
        }
    }
}
