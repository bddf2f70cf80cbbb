//! The tracks of a timeline, and the cycles between the issues of each.
//!
//! TIM-2: a track is a group of threads of a warp that the mechanism always schedules together: a thread under `mimd`, a
//! sub-warp under `dwr`, otherwise a warp. Under `dwf` an issued warp appears on the tracks of all original warps that have
//! threads in it; a combination of sub-warps appears on the tracks of all of them.

use crate::record::Record;
use crate::recorded::Recorded;
use std::collections::HashMap;
use std::ops::Range;

/// A group of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Track {
    pub core: u32,
    /// Original warp.
    pub warp: u32,
    /// The place of the group in the warp.
    pub group: u32,
}

/// An instruction on one track.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice {
    pub track: Track,
    /// The cycle of the next issue of the track, if there is one in the window.
    next: Option<u64>,
}

impl Slice {
    /// Where the slice of an instruction ends that holds its pipe until the cycle before `until`.
    pub fn end(&self, until: u64) -> u64 {
        self.next.map_or(until, |next| next.min(until))
    }

    /// The cycles between the instruction and the next one, if there are any.
    pub fn access(&self, until: u64) -> Option<Range<u64>> {
        self.next
            .map(|next| until..next)
            .filter(|cycles| !cycles.is_empty())
    }
}

impl Recorded<'_> {
    /// The groups of the warp that have lanes in an instruction.
    pub(crate) fn groups(&self, record: &Record) -> impl Iterator<Item = u32> + use<> {
        let (lanes, size) = (record.lanes, self.group);
        let groups = (0..self.warp_size / size).map(move |group| lanes.part(group * size, size));
        (0..)
            .zip(groups)
            .filter(|(_, own)| !own.is_empty())
            .map(|(group, _)| group)
    }

    /// The slices of all instructions in the order of the records: for each record, those of its groups.
    pub(crate) fn slices(&self) -> Vec<Slice> {
        let tracks = self.records.iter().flat_map(|record| {
            let &Record {
                cycle, core, warp, ..
            } = record;
            let groups = self.groups(record);
            groups.map(move |group| (cycle, Track { core, warp, group }))
        });
        let tracks: Vec<(u64, Track)> = tracks.collect();
        let mut later = HashMap::new();
        let slices = tracks.into_iter().rev().map(|(cycle, track)| Slice {
            track,
            next: later.insert(track, cycle),
        });
        let mut slices: Vec<Slice> = slices.collect();
        slices.reverse();
        slices
    }

    /// The number of a track in the process of its core. Numbers begin at 1, as those of processes do.
    pub(crate) fn thread_of(&self, track: Track) -> u32 {
        track.warp * self.groups_of_a_warp() + track.group + 1
    }

    pub(crate) fn name_of(&self, track: Track) -> String {
        let first = track.group as usize * self.group;
        match self.group {
            size if size == self.warp_size => format!("warp {}", track.warp),
            1 => format!("warp {}, lane {first}", track.warp),
            size => format!("warp {}, lanes {first} to {}", track.warp, first + size - 1),
        }
    }

    fn groups_of_a_warp(&self) -> u32 {
        (self.warp_size / self.group) as u32
    }
}
