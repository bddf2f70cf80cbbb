//! Packets that have been sent for a cycle that is not simulated yet.

use crate::packet::Packet;
use heddle_contract::bits;
use heddle_types::Cycle;
use std::collections::VecDeque;

/// Cores are simulated some cycles ahead, one after the other, so the packets of each core arrive in order, but not
/// those of all cores together.
#[derive(Clone, Debug)]
pub(super) struct Outbox {
    queues: Vec<VecDeque<Packet>>,
    /// Cores with a packet, one bit each, 64 in a word.
    filled: Vec<u64>,
    next: Cycle,
}

impl Outbox {
    pub fn new(cores: usize) -> Self {
        Outbox {
            queues: vec![VecDeque::new(); cores],
            filled: vec![0; cores.div_ceil(64)],
            next: Cycle::NEVER,
        }
    }

    /// The earliest cycle of a packet; [`Cycle::NEVER`] without any packet.
    pub fn next(&self) -> Cycle {
        self.next
    }

    pub fn push(&mut self, packet: Packet) {
        let core = usize::from(packet.core);
        let queue = &mut self.queues[core];
        debug_assert!(queue.back().is_none_or(|last| last.cycle <= packet.cycle));
        queue.push_back(packet);
        self.filled[core / 64] |= 1 << (core % 64);
        self.next = self.next.min(packet.cycle);
    }

    /// Hands over the packets of cycle `now`, ordered by core.
    pub fn take(&mut self, now: Cycle, mut each: impl FnMut(Packet)) {
        if self.next > now {
            return;
        }
        self.next = Cycle::NEVER;
        for (queues, filled) in self.queues.chunks_mut(64).zip(&mut self.filled) {
            for core in bits(*filled) {
                let queue = &mut queues[core];
                while let Some(packet) = queue.pop_front_if(|packet| packet.cycle <= now) {
                    each(packet);
                }
                match queue.front() {
                    Some(packet) => self.next = self.next.min(packet.cycle),
                    None => *filled &= !(1 << core),
                }
            }
        }
    }
}
