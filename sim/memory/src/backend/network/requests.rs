//! The path from the cores to the modules: a crossbar, and the places before the controllers.
//!
//! A request holds a place of its module from its grant on; each module has `network.queue` places. This side of the
//! network counts the places, so the modules only have to report when they accepted a request.

use super::crossbar::{Crossbar, Event};
use super::flits::Flits;
use super::interleave::{DramLocation, Interleave};
use super::ports::Ports;
use crate::backend::CrossbarCounts;
use crate::backend::outbox::Outbox;
use crate::packet::Packet;
use heddle_contract::Config;
use heddle_types::Cycle;
use std::collections::VecDeque;

/// Any seed will do, but it must be the same in every run.
const SEED: u64 = 1;

/// A request that has crossed the crossbar.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub module: usize,
    pub packet: Packet,
    pub place: DramLocation,
    /// The cycle of the arrival, `network.latency` after the last flit has crossed.
    pub cycle: Cycle,
}

/// See the [module](self); `C` is a set of cores.
#[derive(Clone, Debug)]
pub(super) struct Requests<C> {
    outbox: Outbox,
    interleave: Interleave,
    crossbar: Crossbar<Packet, C, u64>,
    flits: Flits,
    latency: u64,
    /// Number of free places of each module.
    places: Vec<usize>,
    /// Modules with a free place.
    open: u64,
    /// Places that have become free but have not been counted yet, in order: cycle and module.
    freed: VecDeque<(Cycle, usize)>,
    /// The first cycle after the last step in which the crossbar can advance by itself.
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

    /// A module has accepted a request.
    pub fn free(&mut self, module: usize, cycle: Cycle) {
        self.freed.push_back((cycle, module));
    }

    /// The next cycle in which something can happen, as far as the modules have reported; may be too early.
    pub fn next(&self) -> Cycle {
        let freed = match self.crossbar.wants(!self.open) {
            true => self.freed.front().map_or(Cycle::NEVER, |(cycle, _)| *cycle),
            false => Cycle::NEVER,
        };
        self.next.min(self.outbox.next()).min(freed)
    }

    /// Simulates one cycle; the modules have already been simulated beyond it.
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
