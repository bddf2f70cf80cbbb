//! Races as shown in reports.

use super::{Found, RaceCheck, RaceWatch, Side};
use crate::fault::ProgramLocation;
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
