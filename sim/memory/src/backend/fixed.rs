//! A memory that answers every request after the same latency.

use super::BackendCounts;
use super::outbox::Outbox;
use crate::packet::{Packet, Reply};
use heddle_types::Cycle;

/// Constant latency, any number of requests in flight.
#[derive(Clone, Debug)]
pub(super) struct Fixed {
    outbox: Outbox,
    latency: u64,
    counts: BackendCounts,
}

impl Fixed {
    pub fn new(cores: usize, latency: u64) -> Self {
        Fixed {
            outbox: Outbox::new(cores),
            latency,
            counts: BackendCounts::new(1),
        }
    }

    pub fn send(&mut self, packet: Packet) {
        self.outbox.push(packet);
    }

    pub fn next(&self) -> Cycle {
        self.outbox.next()
    }

    pub fn lookahead(&self) -> u64 {
        self.latency
    }

    pub fn counts(&self) -> &BackendCounts {
        &self.counts
    }

    pub fn lead(&self) -> u64 {
        0
    }

    pub fn advance(&mut self, sent: Cycle, _until: Cycle, replies: &mut Vec<Reply>) {
        let (latency, count) = (self.latency, &mut self.counts.modules[0]);
        while self.outbox.next() < sent {
            self.outbox.take(self.outbox.next(), |packet| {
                let cycle = packet.cycle + latency;
                count.answered(&packet, cycle);
                replies.push(packet.reply(cycle));
            });
        }
    }
}
