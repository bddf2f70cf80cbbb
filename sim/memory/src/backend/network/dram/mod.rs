//! A memory module: requests wait before its controller, replies behind it.

mod bank;
mod bus;
mod controller;
mod timing;
mod window;

#[cfg(test)]
mod rules;
#[cfg(test)]
mod sequences;

use super::interleave::Place;
use super::traffic::{BusWatch, Traffic};
use crate::backend::ModuleCounts;
use crate::packet::Packet;
use controller::Controller;
use heddle_contract::Config;
use heddle_types::Cycle;
use std::collections::VecDeque;

/// A request on its way to the controller.
#[derive(Clone, Copy, Debug)]
struct Incoming {
    packet: Packet,
    place: Place,
    /// When it arrives.
    cycle: Cycle,
}

/// One memory module. The network sees to it that at most `network.queue` requests are before the
/// controller or on their way to it. It holds as many replies, counting those whose data is on its
/// way out.
#[derive(Clone, Debug)]
pub(super) struct Module {
    controller: Controller,
    queue: usize,
    incoming: VecDeque<Incoming>,
    /// Replies whose column command has been issued and which the network has not granted.
    replies: usize,
    /// Those of them that do not stand before the network yet, and when they will.
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

    /// Watches its data bus from now on.
    pub fn watch_bus(&mut self, watch: BusWatch) {
        self.controller.bus.traffic = Some(Box::new(Traffic::new(watch)));
    }

    /// Cycles in which its bus carried data, by interval; none if it was not watched.
    pub fn bus_use(&self) -> Vec<u64> {
        let traffic = self.controller.bus.traffic.as_deref();
        traffic.map(Traffic::busy).unwrap_or_default()
    }

    /// First cycle in which it has something to do; may be too early.
    pub fn next(&self) -> Cycle {
        self.next
    }

    /// A request that arrives at `cycle`, after all that came before it.
    pub fn arrive(&mut self, packet: Packet, place: Place, cycle: Cycle) {
        self.incoming.push_back(Incoming {
            packet,
            place,
            cycle,
        });
        self.next = self.next.min(cycle);
    }

    /// The network has granted one of its replies.
    pub fn reply_left(&mut self, now: Cycle) {
        if self.replies == self.queue {
            self.controller.wake(now + 1);
            self.next = self.next.min(now + 1);
        }
        self.replies -= 1;
    }

    /// One cycle: a request is taken in, a command issued, and `ready` gets the replies that stand
    /// before the network now. Whether a request has given up its place before the controller.
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
