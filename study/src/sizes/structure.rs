//! Structures whose size is a key of the machine.

use crate::result::RunResult;
use heddle_contract::Config;
use heddle_contract::config::Policy;
use heddle_sim::Mechanism;
use heddle_sim::mechanisms::golden;

/// How a run shows that a structure is too small (STA-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lack {
    /// The run faults.
    Fault,
    /// This count of the report is not 0.
    Count(&'static str),
}

/// A structure whose size is a key of the machine.
#[derive(Clone, Copy, Debug)]
pub struct Structure {
    /// The key.
    pub key: &'static str,
    /// What the size counts.
    pub what: &'static str,
    /// The key of its peak in a report.
    peak: &'static str,
    lack: Lack,
    mechanisms: &'static [Mechanism],
    /// No size that a contract allows is larger.
    most: usize,
    place: fn(&mut Config) -> &mut usize,
}

impl PartialEq for Structure {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

/// All of them. The spill queue is not here: a machine needs room in it for every thread (STA-12).
const ALL: [Structure; 7] = [
    Structure {
        key: "stack.depth",
        what: "entries of a stack",
        peak: "peaks.stack_depth",
        lack: Lack::Fault,
        mechanisms: &[Mechanism::Pdom, Mechanism::Stack, Mechanism::Dwr],
        most: 256,
        place: |config| &mut config.stack.depth,
    },
    Structure {
        key: "dwf.pool",
        what: "warps of the pool",
        peak: "peaks.warps",
        lack: Lack::Count("shortages.pool"),
        mechanisms: &[Mechanism::Dwf],
        most: 1024,
        place: |config| &mut config.dwf.pool,
    },
    Structure {
        key: "dwf.heap",
        what: "groups",
        peak: "peaks.groups",
        // Groups find no room in the heap as warps find none in the pool: they are spilled.
        lack: Lack::Count("shortages.pool"),
        mechanisms: &[Mechanism::Dwf],
        most: 256,
        place: |config| &mut config.dwf.heap,
    },
    Structure {
        key: "dwf.lut_entries",
        what: "entries of the PC-warp LUT",
        peak: "peaks.lut",
        lack: Lack::Count("shortages.lut"),
        mechanisms: &[Mechanism::Dwf],
        most: 1024,
        place: |config| &mut config.dwf.lut_entries,
    },
    Structure {
        key: "dwf.heap_lut_entries",
        what: "entries of the heap's table",
        peak: "peaks.heap_lut",
        lack: Lack::Count("shortages.heap_lut"),
        mechanisms: &[Mechanism::Dwf],
        most: 1024,
        place: |config| &mut config.dwf.heap_lut_entries,
    },
    Structure {
        key: "dwf.queue",
        what: "updates before the heap",
        peak: "peaks.queue",
        lack: Lack::Count("shortages.queue"),
        mechanisms: &[Mechanism::Dwf],
        most: 16,
        place: |config| &mut config.dwf.queue,
    },
    Structure {
        key: "dwr.ignore_entries",
        what: "PCs on the ignore list",
        peak: "peaks.ignore_list",
        lack: Lack::Count("shortages.ignore_list"),
        mechanisms: &[Mechanism::Dwr],
        most: 1024,
        place: |config| &mut config.dwr.ignore_entries,
    },
];

impl Structure {
    /// The structures of a mechanism on a machine.
    pub fn of(mechanism: Mechanism, config: &Config) -> Vec<Structure> {
        let has = |structure: &Structure| structure.mechanisms.contains(&mechanism);
        let read = |structure: &Structure| match structure.key {
            // Without groups there is nothing that holds them.
            "dwf.heap" => config.dwf.policy != Policy::Timestamp,
            _ => true,
        };
        ALL.into_iter().filter(has).filter(read).collect()
    }

    /// The size on a machine.
    pub fn size(&self, config: &Config) -> usize {
        *(self.place)(&mut config.clone())
    }

    /// Gives the structure a size.
    pub fn resize(&self, config: &mut Config, size: usize) {
        *(self.place)(config) = size;
    }

    /// The sizes with which a machine can be built, in ascending order: the contracts say which.
    pub fn sizes(&self, mechanism: Mechanism, config: &Config) -> Vec<usize> {
        let mut config = config.clone();
        let legal = |size: &usize| {
            self.resize(&mut config, *size);
            config.validate().is_ok() && golden(mechanism, &config).is_ok()
        };
        (1..=self.most).filter(legal).collect()
    }

    /// The most entries that a run held; `None` if its machine has no such structure, which then never lacks room either.
    pub fn peak(&self, result: &RunResult) -> Option<usize> {
        let is_there = match self.lack {
            Lack::Fault => true,
            Lack::Count(key) => result.number(key).is_some(),
        };
        let peak = result.number(self.peak).filter(|_| is_there);
        peak.map(|peak| peak as usize)
    }

    /// Whether the structure was too small in a run.
    pub fn lacks(&self, result: &RunResult) -> bool {
        match self.lack {
            Lack::Fault => result.failure.is_some(),
            Lack::Count(key) => result.number(key).is_some_and(|count| count > 0.0),
        }
    }
}
