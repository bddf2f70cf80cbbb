//! The memory backend of all cores: crossbars, memory controllers, GDDR3 (fung2009, 2.2 and Table I).
//!
//! Cores hand in outgoing packets and are notified when the reply can be used; the backend holds no data. Reading
//! order: `network` (the timing of everything), `requests`, `crossbar` with `matching`, `interleave`, `dram` (a
//! module: controller, banks, bus). In place of the network a machine may have caches that all cores share
//! (`shared_caches`), or a memory of constant latency (`fixed`).
//!
//! With a network, a request that leaves its core in cycle `t` can be granted from `t` on. It holds its ports for the
//! cycles of its flits and arrives `network.latency` cycles after its last flit has crossed; the same holds for a
//! reply. There is no backpressure on a core: each core limits its own packets in flight.

mod counts;
mod fixed;
mod network;
mod outbox;
mod shared_caches;

pub use counts::{
    Answered, BackendCounts, ClusterCounts, CrossbarCounts, LevelCounts, ModuleCounts, SharedCounts,
};
pub use network::{BusUse, BusWatch};

use crate::packet::{Packet, Reply};
use fixed::Fixed;
use heddle_contract::Config;
use heddle_contract::config::Backend as Which;
use heddle_types::Cycle;
use network::{ManyPorts, Network};
use shared_caches::SharedCaches;

/// The memory backend that all cores share, of the type that `memory.backend` of the machine selects.
#[derive(Clone, Debug)]
pub struct Backend {
    inner: Inner,
    /// Packets of earlier cycles are too late.
    now: Cycle,
}

#[derive(Clone, Debug)]
enum Inner {
    Fixed(Box<Fixed>),
    Network(Box<Network<u64>>),
    /// The network of a machine with more than 64 cores.
    LargeNetwork(Box<Network<ManyPorts>>),
    Shared(Box<SharedCaches>),
}

/// Calls a method of the active variant.
macro_rules! each {
    ($backend:expr, $inner:ident => $call:expr) => {
        match $backend {
            Inner::Fixed($inner) => $call,
            Inner::Network($inner) => $call,
            Inner::LargeNetwork($inner) => $call,
            Inner::Shared($inner) => $call,
        }
    };
}

impl Backend {
    /// The memory backend of a valid machine, idle at cycle 0.
    pub fn new(config: &Config) -> Self {
        let inner = match config.memory.backend {
            Which::Fixed => Inner::Fixed(Box::new(Fixed::new(
                config.cores,
                config.memory.miss_cycles.into(),
            ))),
            Which::Network if config.cores <= 64 => Inner::Network(Box::new(Network::new(config))),
            Which::Network => Inner::LargeNetwork(Box::new(Network::new(config))),
            Which::SharedCaches => Inner::Shared(Box::new(SharedCaches::new(config))),
        };
        Backend {
            inner,
            now: Cycle::ZERO,
        }
    }

    /// A backend as [`Self::new`] makes it. Shared caches are made in the memory of this one, which belonged to the same
    /// machine: only the lines that they hold are cleared.
    pub fn renewed(self, config: &Config) -> Self {
        let Inner::Shared(caches) = self.inner else {
            return Backend::new(config);
        };
        Backend {
            inner: Inner::Shared(Box::new(caches.renewed(config))),
            now: Cycle::ZERO,
        }
    }

    /// Watches the data buses of the modules from now on. A backend without modules has none.
    pub fn watch_buses(&mut self, watch: BusWatch) {
        match &mut self.inner {
            Inner::Network(network) => network.watch_buses(watch),
            Inner::LargeNetwork(network) => network.watch_buses(watch),
            Inner::Fixed(_) | Inner::Shared(_) => {}
        }
    }

    /// How busy the buses were while they were watched.
    pub fn bus_use(&self) -> BusUse {
        match &self.inner {
            Inner::Network(network) => network.bus_use(),
            Inner::LargeNetwork(network) => network.bus_use(),
            Inner::Fixed(_) | Inner::Shared(_) => BusUse::default(),
        }
    }

    /// Takes in a packet. Each core must send its packets in order of `cycle`, and none for a cycle before the last
    /// `sent` of [`Self::advance_ahead`].
    pub fn send(&mut self, packet: Packet) {
        debug_assert!(packet.cycle >= self.now, "{packet:?} after {}", self.now);
        each!(&mut self.inner, inner => inner.send(packet));
    }

    /// Simulates every cycle before `until` and appends the replies, ordered by cycle and core.
    pub fn advance(&mut self, until: Cycle, replies: &mut Vec<Reply>) {
        self.advance_ahead(until, until, replies);
    }

    /// [`Self::advance`] when the cores have only sent the packets of the cycles before `sent`: `until` is not before
    /// `sent`, and at most [`Self::lead`] cycles after it.
    pub fn advance_ahead(&mut self, sent: Cycle, until: Cycle, replies: &mut Vec<Reply>) {
        debug_assert!((sent..=sent + self.lead()).contains(&until));
        self.now = self.now.max(sent);
        each!(&mut self.inner, inner => inner.advance(sent, until, replies));
    }

    /// The next cycle in which something can happen; [`Cycle::NEVER`] if every request has been answered.
    pub fn next(&self) -> Cycle {
        each!(&self.inner, inner => inner.next())
    }

    /// A reply that results from the simulation of cycle `t` can be used from cycle `t + lookahead()` on at the
    /// earliest.
    pub fn lookahead(&self) -> u64 {
        each!(&self.inner, inner => inner.lookahead())
    }

    /// Number of cycles that can be simulated before the packets sent in them are known.
    pub fn lead(&self) -> u64 {
        each!(&self.inner, inner => inner.lead())
    }

    /// The counts so far.
    pub fn counts(&self) -> &BackendCounts {
        each!(&self.inner, inner => inner.counts())
    }
}
