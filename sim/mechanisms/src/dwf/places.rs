//! The check that every live thread is in exactly one place.

use super::{Dwf, Formation};
use heddle_core::ShaderCore;

impl<const W: usize, F: Formation<W>> Dwf<W, F> {
    /// Looks for threads that are lost, doubled, or where they should not be.
    ///
    /// # Panics
    /// If there are any. A scheduler that cannot be looked into is taken at its word.
    pub(super) fn check_places(&self, core: &ShaderCore) {
        let mut places = vec![0u8; self.inside.len()];
        let shown = self.formation.show(|thread| {
            assert!(
                self.inside[thread.index()],
                "thread {thread} came from nowhere"
            );
            places[thread.index()] += 1;
        });
        for (id, flight) in self.flights.iter().enumerate() {
            // Of the threads that are offered, some may have been taken.
            let offered = self.offered.is_some_and(|comer| comer.flight == id);
            for (_, thread) in super::members(flight.lanes, &flight.threads) {
                places[thread.index()] += u8::from(!offered || places[thread.index()] == 0);
                assert_eq!(
                    self.inside[thread.index()],
                    offered,
                    "thread {thread} is in two places"
                );
            }
        }
        for (warp, state) in core.threads.by_warp() {
            for lane in state.live {
                let thread = core.threads.first(warp) + lane;
                let known = shown || !self.inside[thread.index()];
                let found = places[thread.index()];
                assert!(found == 1 || !known, "thread {thread} is in {found} places");
                places[thread.index()] = 0;
            }
        }
        assert!(
            places.iter().all(|&place| place == 0),
            "a thread that ended is still there"
        );
    }
}
