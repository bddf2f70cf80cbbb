//! Several observers of one run.

use heddle_sim::{Change, Issued, Observer, PortUse, StallRun};
use heddle_types::Cycle;
use std::ops::Range;

/// Observers that all see the same run.
#[derive(Default)]
pub struct Observers<'a>(pub Vec<&'a mut dyn Observer>);

impl Observer for Observers<'_> {
    fn issued(&mut self, event: &Issued) {
        self.0.iter_mut().for_each(|each| each.issued(event));
    }

    fn reads_threads(&self) -> bool {
        self.0.iter().any(|each| each.reads_threads())
    }

    fn reads_addresses(&self) -> bool {
        self.0.iter().any(|each| each.reads_addresses())
    }

    fn launched(&mut self, launch: usize) {
        self.0.iter_mut().for_each(|each| each.launched(launch));
    }

    fn reached(&mut self, cycle: Cycle) {
        self.0.iter_mut().for_each(|each| each.reached(cycle));
    }

    fn stalled(&mut self, core: usize, run: StallRun) {
        self.0.iter_mut().for_each(|each| each.stalled(core, run));
    }

    fn served(&mut self, core: usize, used: PortUse) {
        self.0.iter_mut().for_each(|each| each.served(core, used));
    }

    fn reads_tables(&self) -> Range<Cycle> {
        let all = self.0.iter().map(|each| each.reads_tables());
        let both = |one: Range<Cycle>, other: Range<Cycle>| {
            one.start.min(other.start)..one.end.max(other.end)
        };
        let read = all.filter(|range| !range.is_empty()).reduce(both);
        read.unwrap_or(Cycle::ZERO..Cycle::ZERO)
    }

    fn changed(&mut self, core: usize, change: Change) {
        self.0
            .iter_mut()
            .for_each(|each| each.changed(core, change));
    }

    fn held(&mut self, core: usize, until: Cycle) {
        self.0.iter_mut().for_each(|each| each.held(core, until));
    }
}
