//! A memory module: a queue of requests, the controller, and a queue of replies.

mod bank;
mod bus;
mod controller;
mod timing;
mod window;

#[cfg(test)]
mod rules;
#[cfg(test)]
mod sequences;

use super::interleave::DramLocation;
use super::traffic::{BusWatch, Traffic};
use crate::backend::ModuleCounts;
use crate::packet::Packet;
use controller::Controller;
use heddle_contract::Config;
use heddle_types::Cycle;
use std::collections::VecDeque;

/// A request that the controller has not accepted yet.
#[derive(Clone, Copy, Debug)]
struct Incoming {
    packet: Packet,
    place: DramLocation,
    /// The cycle in which the request arrives at the module.
    cycle: Cycle,
}

/// One memory module. The network ensures that at most `network.queue` requests are waiting for the controller or on
/// their way to the module. The module holds at most as many replies, including those whose data is still on its way
/// out.
#[derive(Clone, Debug)]
pub(super) struct Module {
    controller: Controller,
    queue: usize,
    incoming: VecDeque<Incoming>,
    /// Replies whose column command has been issued and which the network has not granted yet.
    replies: usize,
    /// Those of these replies that are not ready for the network yet, with the cycle in which they will be.
    outgoing: VecDeque<(Packet, Cycle)>,
    next: Cycle,
}

impl Module {
    pub fn new(config: &Config) -> Self {
        let queue = config.network.queue;
        Module {
            controller: Controller::new(config),
            queue,
            incoming: VecDeque::with_capacity(queue),
            replies: 0,
            outgoing: VecDeque::with_capacity(queue),
            next: Cycle::NEVER,
        }
    }

    /// Watches the module's data bus from now on.
    pub fn watch_bus(&mut self, watch: BusWatch) {
        self.controller.bus.traffic = Some(Box::new(Traffic::new(watch)));
    }

    /// Cycles in which the bus carried data, by interval; empty if the bus was not watched.
    pub fn bus_use(&self) -> Vec<u64> {
        let traffic = self.controller.bus.traffic.as_deref();
        traffic.map(Traffic::busy).unwrap_or_default()
    }

    /// The first cycle in which the module has something to do; may be too early.
    pub fn next(&self) -> Cycle {
        self.next
    }

    /// Queues a request that arrives at `cycle`, after all earlier ones.
    pub fn arrive(&mut self, packet: Packet, place: DramLocation, cycle: Cycle) {
        self.incoming.push_back(Incoming {
            packet,
            place,
            cycle,
        });
        self.next = self.next.min(cycle);
    }

    /// The network has granted one of the module's replies.
    pub fn reply_left(&mut self, now: Cycle) {
        if self.replies == self.queue {
            self.controller.wake(now + 1);
            self.next = self.next.min(now + 1);
        }
        self.replies -= 1;
    }

    /// Simulates one cycle: accepts a request, issues a command, and passes the replies that are ready for the
    /// network to `ready`. Returns whether a request has left the queue before the controller.
    pub fn step(
        &mut self,
        now: Cycle,
        counts: &mut ModuleCounts,
        mut ready: impl FnMut(Packet),
    ) -> bool {
        let taken_in = self.take_in(now);
        if self.controller.next() <= now {
            self.command(now, counts);
        }
        while let Some((packet, _)) = self.outgoing.pop_front_if(|(_, cycle)| *cycle <= now) {
            ready(packet);
        }
        self.next = self.next_after(now);
        taken_in
    }

    fn take_in(&mut self, now: Cycle) -> bool {
        if self.controller.is_full() {
            return false;
        }
        let arrived = self.incoming.pop_front_if(|first| first.cycle <= now);
        if let Some(Incoming { packet, place, .. }) = arrived {
            self.controller.accept(packet, place, now);
        }
        arrived.is_some()
    }

    fn command(&mut self, now: Cycle, counts: &mut ModuleCounts) {
        let room = self.replies < self.queue;
        let issued = self.controller.step(now, room, counts);
        if let Some(answer) = issued.and_then(|issued| issued.answer) {
            self.replies += 1;
            self.outgoing.push_back(answer);
        }
    }

    fn next_after(&self, now: Cycle) -> Cycle {
        let arrival = match (self.controller.is_full(), self.incoming.front()) {
            (false, Some(first)) => first.cycle,
            _ => Cycle::NEVER,
        };
        let reply = self
            .outgoing
            .front()
            .map_or(Cycle::NEVER, |(_, cycle)| *cycle);
        let next = arrival.min(reply).min(self.controller.next());
        next.max(now + 1)
    }
}
