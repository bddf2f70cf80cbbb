//! From the cores to the modules: a crossbar, and the places before the controllers.
//!
//! A request holds a place of its module from its grant on, `network.queue` are there. This side
//! keeps count of them, so all that the modules tell it is when they took a request in.

use super::crossbar::{Crossbar, Event};
use super::flits::Flits;
use super::interleave::{Interleave, Place};
use super::ports::Ports;
use crate::backend::CrossbarCounts;
use crate::backend::outbox::Outbox;
use crate::packet::Packet;
use heddle_contract::Config;
use heddle_types::Cycle;
use std::collections::VecDeque;

/// Any seed does, but the same one in every run.
const SEED: u64 = 1;

/// A request that has crossed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub module: usize,
    pub packet: Packet,
    pub place: Place,
    /// When it arrives, `network.latency` after its last flit.
    pub cycle: Cycle,
}

/// See the [module](self); `C` are sets of cores.
#[derive(Clone, Debug)]
pub(super) struct Requests<C> {
    outbox: Outbox,
    interleave: Interleave,
    crossbar: Crossbar<Packet, C, u64>,
    flits: Flits,
    latency: u64,
    /// Free places by module.
    places: Vec<usize>,
    /// Modules with a free place.
    open: u64,
    /// Places that have become free, in order, and have not been counted: cycle and module.
    freed: VecDeque<(Cycle, usize)>,
    /// First cycle after the last step in which the crossbar can go on by itself.
    next: Cycle,
}

impl<C: Ports> Requests<C> {
    pub fn new(config: &Config) -> Self {
        let (network, cores, modules) = (&config.network, config.cores, config.dram.modules);
        Requests {
            outbox: Outbox::new(cores),
            interleave: Interleave::new(config),
            crossbar: Crossbar::new(cores, modules, network.iterations, SEED),
            flits: Flits::of_requests(config),
            latency: network.latency.into(),
            places: vec![network.queue; modules],
            open: u64::MAX,
            freed: VecDeque::with_capacity(modules * network.queue),
            next: Cycle::NEVER,
        }
    }

    pub fn send(&mut self, packet: Packet) {
        self.outbox.push(packet);
    }

    /// A module has taken a request in.
    pub fn free(&mut self, module: usize, cycle: Cycle) {
        self.freed.push_back((cycle, module));
    }

    /// The next cycle in which something can happen, as far as the modules have told; may be too early.
    pub fn next(&self) -> Cycle {
        let freed = match self.crossbar.wants(!self.open) {
            true => self.freed.front().map_or(Cycle::NEVER, |(cycle, _)| *cycle),
            false => Cycle::NEVER,
        };
        self.next.min(self.outbox.next()).min(freed)
    }

    /// One cycle; the modules have been simulated beyond it.
    pub fn step(
        &mut self,
        now: Cycle,
        counts: &mut CrossbarCounts,
        mut arrive: impl FnMut(Arrival),
    ) {
        while let Some((_, module)) = self.freed.pop_front_if(|(cycle, _)| *cycle <= now) {
            self.places[module] += 1;
            self.open |= 1 << module;
        }
        let Requests {
            crossbar,
            interleave,
            places,
            open,
            ..
        } = self;
        self.outbox.take(now, |packet| {
            let (core, module) = (packet.core.into(), interleave.module(packet.line));
            let flits = self.flits.of(packet.kind);
            crossbar.push(core, module, flits, packet, now);
        });
        let (ports, cycle) = (*open, now + self.latency);
        crossbar.step(now, ports, counts, |event| match event {
            Event::Granted { output, .. } => {
                places[output] -= 1;
                *open &= !(u64::from(places[output] == 0) << output);
            }
            Event::Crossed { output, item, .. } => arrive(Arrival {
                module: output,
                packet: item,
                place: interleave.place(item.line),
                cycle,
            }),
        });
        self.next = crossbar.next(now, *open);
    }
}
