//! How many cycles packets hold the ports of a crossbar.

use crate::packet::Kind;
use heddle_contract::Config;

/// Bytes of data in the request and in the reply of an atomic.
const WORD_BYTES: u32 = 4;

/// The flits of packets in one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flits {
    read: u32,
    write: u32,
    atomic: u32,
}

impl Flits {
    /// Packets from cores to modules: a write carries its line.
    pub fn of_requests(config: &Config) -> Self {
        let bytes = |payload| flits(config, payload);
        Flits {
            read: bytes(0),
            write: bytes(config.memory.line_bytes),
            atomic: bytes(WORD_BYTES),
        }
    }

    /// Packets from modules to cores: the reply to a read carries the line.
    pub fn of_replies(config: &Config) -> Self {
        let bytes = |payload| flits(config, payload);
        Flits {
            read: bytes(config.memory.line_bytes),
            write: bytes(0),
            atomic: bytes(WORD_BYTES),
        }
    }

    pub fn of(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Read => self.read,
            Kind::Write => self.write,
            Kind::Atomic => self.atomic,
        }
    }
}

/// Flits of a packet with `payload` bytes besides its header.
fn flits(config: &Config, payload: u32) -> u32 {
    let network = &config.network;
    let bytes = network.header_bytes + payload;
    bytes.div_ceil(network.flit_bytes).max(1)
}
