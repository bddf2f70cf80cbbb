//! Checks that every live thread is in exactly one place.

use super::{Dwf, Formation};
use heddle_gpu_core::ShaderCore;

impl<const W: usize, F: Formation<W>> Dwf<W, F> {
    /// Looks for threads that are lost, duplicated, or where they should not be.
    ///
    /// # Panics
    /// If it finds one. A scheduler that cannot show its threads is trusted.
    pub(super) fn check_places(&self, core: &ShaderCore) {
        let mut places = vec![0u8; self.inside.len() * W];
        let mut taken = 0;
        let shown = self.formation.show(|thread| {
            assert!(self.is_inside(thread), "thread {thread} came from nowhere");
            places[thread.index()] += 1;
            taken += 1;
        });
        for (id, in_flight_warp) in self.in_flight.iter().enumerate() {
            // Some of the threads that are offered may already have been taken.
            let offered = self.offered.is_some_and(|arrival| arrival.id == id);
            for (_, thread) in super::members(in_flight_warp.lanes, &in_flight_warp.threads) {
                let adds = !offered || places[thread.index()] == 0;
                places[thread.index()] += u8::from(adds);
                taken += usize::from(adds);
                assert_eq!(
                    self.is_inside(thread),
                    offered,
                    "thread {thread} is in two places"
                );
            }
        }
        for (warp, state) in core.threads.by_warp() {
            for lane in state.live {
                let thread = core.threads.first(warp) + lane;
                let known = shown || !self.is_inside(thread);
                let found = places[thread.index()];
                assert!(found == 1 || !known, "thread {thread} is in {found} places");
                taken -= usize::from(found);
            }
        }
        assert_eq!(taken, 0, "a thread that ended is still there");
    }
}
