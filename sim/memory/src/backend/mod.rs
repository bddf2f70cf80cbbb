//! Everything behind the cores: crossbars, memory controllers, GDDR3 (fung2009, 2.2 and Table I).
//!
//! Cores hand in what leaves them and are told when the answer can be used; data is elsewhere. Reading
//! order: `network` (what comes when), `requests`, `crossbar` with `matching`, `interleave`,
//! `dram` (a module: controller, banks, bus). In the place of the network there may be caches that
//! all cores share (`shared_caches`), or a memory of constant time (`fixed`).
//!
//! With a network a request leaves its core in the cycle `t`, can be granted from `t` on, holds its ports for its
//! flits and arrives `network.latency` cycles after the last of them has crossed; a reply likewise.
//! Nothing pushes back on a core: what it may have on its way is bounded there.

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
use heddle_contract::config::Beyond as Which;
use heddle_types::Cycle;
use network::{ManyPorts, Network};
use shared_caches::SharedCaches;

/// The memory that all cores share, as `memory.beyond` of the machine says.
#[derive(Clone, Debug)]
pub struct Backend {
    inner: Inner,
    /// Packets of earlier cycles come too late.
    now: Cycle,
}

#[derive(Clone, Debug)]
enum Inner {
    Fixed(Box<Fixed>),
    Network(Box<Network<u64>>),
    /// Of a machine with more than 64 cores.
    LargeNetwork(Box<Network<ManyPorts>>),
    Shared(Box<SharedCaches>),
}

/// Calls a method of whichever it is.
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
    /// The memory of a valid machine, idle at cycle 0.
    pub fn new(config: &Config) -> Self {
        let inner = match config.memory.beyond {
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

    /// Watches the data buses of the modules from now on. A memory without modules has none.
    pub fn watch_buses(&mut self, watch: BusWatch) {
        match &mut self.inner {
            Inner::Network(network) => network.watch_buses(watch),
            Inner::LargeNetwork(network) => network.watch_buses(watch),
            Inner::Fixed(_) | Inner::Shared(_) => {}
        }
    }

    /// What the buses carried while they were watched.
    pub fn bus_use(&self) -> BusUse {
        match &self.inner {
            Inner::Network(network) => network.bus_use(),
            Inner::LargeNetwork(network) => network.bus_use(),
            Inner::Fixed(_) | Inner::Shared(_) => BusUse::default(),
        }
    }

    /// Takes a packet in: for each core in order of `cycle`, and never for a cycle before the one up to
    /// which everything was said to be sent.
    pub fn send(&mut self, packet: Packet) {
        debug_assert!(packet.cycle >= self.now, "{packet:?} after {}", self.now);
        each!(&mut self.inner, inner => inner.send(packet));
    }

    /// Simulates every cycle before `until` and appends the replies in order of cycle and core.
    pub fn advance(&mut self, until: Cycle, replies: &mut Vec<Reply>) {
        self.advance_ahead(until, until, replies);
    }

    /// The same when only packets of the cycles before `sent` have been sent: `until` is not before
    /// `sent`, and at most [`Self::lead`] after it.
    pub fn advance_ahead(&mut self, sent: Cycle, until: Cycle, replies: &mut Vec<Reply>) {
        debug_assert!((sent..=sent + self.lead()).contains(&until));
        self.now = self.now.max(sent);
        each!(&mut self.inner, inner => inner.advance(sent, until, replies));
    }

    /// The next cycle in which something can happen; [`Cycle::NEVER`] if everything has been answered.
    pub fn next(&self) -> Cycle {
        each!(&self.inner, inner => inner.next())
    }

    /// A reply that comes out of the simulation of cycle `t` can be used from cycle
    /// `t + lookahead()` on, not earlier.
    pub fn lookahead(&self) -> u64 {
        each!(&self.inner, inner => inner.lookahead())
    }

    /// Cycles for which it can be simulated without knowing what is sent in them.
    pub fn lead(&self) -> u64 {
        each!(&self.inner, inner => inner.lead())
    }

    /// Counts so far.
    pub fn counts(&self) -> &BackendCounts {
        each!(&self.inner, inner => inner.counts())
    }
}
