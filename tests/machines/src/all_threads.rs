//! Distributing work over all host threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Lets each host thread take items until none is left; returns the results of all items, in no particular order.
///
/// # Panics
/// If the work on an item does.
pub fn on_all_threads<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> Vec<R> + Sync) -> Vec<R> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let take = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = work(item);
            results.lock().expect("no thread panics").extend(result);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        (0..threads).for_each(|_| {
            scope.spawn(take);
        });
    });
    results.into_inner().expect("no thread panics")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_taken_once() {
        let items: Vec<u32> = (0..100).collect();
        let mut found = on_all_threads(&items, |item| vec![*item; 2]);
        found.sort_unstable();
        assert_eq!(found.len(), 200);
        assert!(
            found
                .chunks(2)
                .enumerate()
                .all(|(at, pair)| pair == [at as u32; 2])
        );
    }
}
