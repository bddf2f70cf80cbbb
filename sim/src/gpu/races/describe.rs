//! Races and barrier divergence as shown in reports.

use super::barriers::BarrierCheck;
use super::{Example, Found, Parted, RaceCheck, RaceWatch, Side};
use crate::barrier_divergence::{self, BarrierDivergence, OtherThread, PartedThreads};
use crate::fault::{ProgramLocation, SourcePlace};
use crate::gpu::task::Task;
use crate::launch::layout::Layout;
use crate::race::{Race, RaceAccess, Races, Region, SHOWN};

impl Task<'_> {
    /// A race check, if the run is to have one.
    pub(in crate::gpu) fn race_check(self) -> Option<RaceWatch> {
        let check = || RaceWatch::new(RaceCheck::new(self.config.core.warp_size));
        self.check_races.then(check)
    }

    /// The races found, the first of them with all the details a reader needs.
    pub(in crate::gpu) fn races(self, layout: &Layout, found: &[Found]) -> Races {
        let first = found.iter().take(SHOWN);
        Races {
            accesses: found.iter().map(|race| race.accesses).sum(),
            pairs: found.len(),
            first: first.map(|race| self.race(layout, race)).collect(),
        }
    }

    /// The barrier divergence found, the first cases with all the details a reader needs.
    pub(in crate::gpu) fn barrier_divergence(self, check: &BarrierCheck) -> BarrierDivergence {
        let first = check.found.iter().take(barrier_divergence::SHOWN);
        BarrierDivergence {
            openings: check.openings,
            cases: check.found.len(),
            first: first
                .map(|(parted, example)| self.parted(parted, example))
                .collect(),
        }
    }

    fn parted(self, parted: &Parted, example: &Example) -> PartedThreads {
        let place = |pc| SourcePlace::new(&self.job.program, pc);
        let [thread, other] = example.threads;
        PartedThreads {
            kernel: self.job.launches[parted.launch].kernel.clone(),
            launch: parted.launch,
            thread,
            barrier: place(parted.at),
            other: match parted.other {
                Some(barrier) => OtherThread::Waited {
                    thread: other,
                    barrier: place(barrier),
                },
                None => OtherThread::Ended { thread: other },
            },
            openings: example.openings,
        }
    }

    fn race(self, layout: &Layout, found: &Found) -> Race {
        Race {
            kernel: self.job.launches[found.launch].kernel.clone(),
            launch: found.launch,
            address: found.address,
            region: self.region(layout, found),
            earlier: self.side(found.earlier),
            later: self.side(found.later),
            accesses: found.accesses,
        }
    }

    fn side(self, side: Side) -> RaceAccess {
        RaceAccess {
            thread: side.thread,
            kind: side.kind,
            place: ProgramLocation::new(&self.job.program, side.pc),
        }
    }

    fn region(self, layout: &Layout, found: &Found) -> Region {
        if layout.private.shared_range.contains(&found.physical) {
            let offset = found.address - layout.private.shared_window;
            return Region::Shared { offset };
        }
        let buffers = layout.whole_buffers(self.job);
        let mut offsets =
            buffers.map(|(buffer, start)| (buffer, found.address.wrapping_sub(start)));
        match offsets.find(|(buffer, offset)| *offset < buffer.bytes) {
            Some((buffer, offset)) => Region::Buffer {
                name: buffer.name.clone(),
                offset,
            },
            None => Region::Program,
        }
    }
}
