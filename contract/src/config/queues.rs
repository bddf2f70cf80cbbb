//! The queues of the memory system: no request waits for more places than its queue has.
//!
//! A request that finds too few free places is refused and repeated. It takes all of its places at once or none (MEM-11), so a
//! queue with fewer places than that would refuse it for ever.

use super::{Backend, Config, Dram, Memory, Network, Write};
use crate::{ParamError, require};

/// A queue or table of bounded length.
struct Queue {
    section: &'static str,
    name: &'static str,
    entries: usize,
    most: usize,
    /// The request that takes more than one place at once, if there is one.
    large: Option<LargeRequest>,
}

/// A request that takes several places of a queue at once.
struct LargeRequest {
    places: usize,
    why: &'static str,
}

impl Config {
    /// Checks that every queue of the memory system has room for its largest request.
    pub(super) fn validate_queues(&self) -> Result<(), ParamError> {
        let queues = self.memory.queues().into_iter();
        let network = [self.network.modules_queue(), self.dram.controller_queue()];
        let has_network = self.memory.backend == Backend::Network;
        let network = has_network.then_some(network);
        let mut all = queues.chain(network.into_iter().flatten());
        all.try_for_each(|queue| queue.validate())
    }
}

impl Memory {
    fn queues(&self) -> [Queue; 4] {
        let queue = |name, entries| Queue {
            section: "memory",
            name,
            entries,
            most: 4096,
            large: None,
        };
        [
            // A load, a store that fetches its line and an atomic take one register each.
            queue("mshrs", self.mshrs),
            queue("mshr_merges", self.mshr_merges),
            Queue {
                large: self.large_outgoing(),
                ..queue("outgoing", self.outgoing)
            },
            // A warp waits with one entry, whatever the number of its lines.
            queue("port_queue", self.port_queue),
        ]
    }

    /// Stores and lines that are written back leave one at a time. Only an atomic can send two lines.
    fn large_outgoing(&self) -> Option<LargeRequest> {
        self.keeps_dirty_lines().then_some(LargeRequest {
            places: 2,
            why: "with write = \"back\" an atomic on a dirty line sends the line and itself at once",
        })
    }

    /// Whether stores can leave dirty lines in the data cache.
    fn keeps_dirty_lines(&self) -> bool {
        self.write == Write::Back && self.cache_bytes != 0 && !self.all_hits
    }
}

impl Network {
    /// A grant takes one place at its module.
    fn modules_queue(&self) -> Queue {
        Queue {
            section: "network",
            name: "queue",
            entries: self.queue,
            most: 1024,
            large: None,
        }
    }
}

impl Dram {
    /// An atomic keeps one place from its read to its write.
    fn controller_queue(&self) -> Queue {
        Queue {
            section: "dram",
            name: "queue",
            entries: self.queue,
            most: 64,
            large: None,
        }
    }
}

impl Queue {
    fn validate(&self) -> Result<(), ParamError> {
        let least = self.large.as_ref().map_or(1, |large| large.places);
        let checked = require(self.section, self.name, self.entries, least..=self.most);
        checked.map(drop).map_err(|error| match &self.large {
            Some(large) => ParamError {
                allowed: format!("{}: {}", error.allowed, large.why),
                ..error
            },
            None => error,
        })
    }
}
