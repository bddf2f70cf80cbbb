//! A memory controller: it issues one command a cycle for the requests that it holds.
//!
//! `fr_fcfs` (first ready, first come, first served; Rixner and others, 2000; MEM-15): column commands to open rows go first,
//! the oldest one that the timing allows now. If none can go, a row is opened or closed for the oldest request for
//! which the timing allows it now. So banks work in parallel. A row is closed only when no request in the controller
//! needs it any more and another request needs a different row of its bank (open page). There is no other protection
//! against starvation: a request waits for as long as requests to the open row of its bank keep arriving.
//!
//! `fifo` considers only the oldest request.
//!
//! Under both policies, requests to one line keep their order if one of them writes. An atomic (MEM-16) is a read, followed by
//! a write as soon as the data of the read is available; the row stays open in between.

use super::super::interleave::DramLocation;
use super::window::{Found, Request, Window};
use super::{bank::Bank, bus::Bus, timing::Timing};
use crate::backend::ModuleCounts;
use crate::packet::{Kind, Packet};
use heddle_contract::Config;
use heddle_contract::config::Scheduling;
use heddle_types::Cycle;

/// In place of a slot.
const NO_SLOT: u32 = u32::MAX;

/// A command of a controller to its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Opens a row.
    Activate(DramLocation),
    /// Closes the row.
    Precharge(DramLocation),
    /// Reads a line of the open row.
    Read(DramLocation),
    /// Writes a line of the open row.
    Write(DramLocation),
}

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Issued {
    pub command: Command,
    /// If the command is the last one of a request: the packet of the request, and the cycle in which its reply is
    /// ready for the network.
    pub answer: Option<(Packet, Cycle)>,
}

/// The controller of a module, with the state of the module's memory.
#[derive(Clone, Debug)]
pub(super) struct Controller {
    timing: Timing,
    banks: Vec<Bank>,
    pub bus: Bus,
    window: Window,
    /// Slots of the requests that the policy considers.
    considered: u64,
    next: Cycle,
}

impl Controller {
    pub fn new(config: &Config) -> Self {
        let dram = &config.dram;
        Controller {
            timing: Timing::new(dram, config.memory.line_bytes),
            banks: vec![Bank::default(); dram.banks],
            bus: Bus::default(),
            window: Window::new(dram.queue, dram.banks),
            considered: match dram.scheduling {
                Scheduling::FrFcfs => u64::MAX,
                Scheduling::Fifo => 1,
            },
            next: Cycle::NEVER,
        }
    }

    /// Whether the controller cannot accept a request.
    pub fn is_full(&self) -> bool {
        self.window.is_full()
    }

    /// The first cycle in which the controller can issue a command if no request arrives before; may be too early.
    pub fn next(&self) -> Cycle {
        self.next
    }

    /// Signals that replies have room again from cycle `from` on.
    pub fn wake(&mut self, from: Cycle) {
        self.next = self.next.min(from);
    }

    /// Accepts a request.
    pub fn accept(&mut self, packet: Packet, place: DramLocation, now: Cycle) {
        let request = Request {
            packet,
            place,
            since: now,
            from: Cycle::ZERO,
            found: Found::Hit,
        };
        let open = self.banks[place.bank].row == Some(place.row);
        // A request behind others to its bank changes nothing, unless it can be served at once.
        if open || self.window.of_bank(place.bank) == 0 {
            self.next = now;
        }
        self.window.push(request, open);
    }

    /// Simulates one cycle; without `room` for replies no column command is issued.
    pub fn step(&mut self, now: Cycle, room: bool, counts: &mut ModuleCounts) -> Option<Issued> {
        self.next = Cycle::NEVER;
        if room && let Some(slot) = self.ready_column(now) {
            self.next = now + 1;
            return Some(self.column(slot, now, counts));
        }
        let slot = self.ready_row(now)?;
        Some(self.row(slot, now, counts))
    }

    /// Whether cycle `from` has come. If not, the controller looks again in that cycle.
    fn has_come(&mut self, now: Cycle, from: Cycle) -> bool {
        if from > now {
            self.next = self.next.min(from);
        }
        from <= now
    }

    /// The oldest request whose column command can be issued now.
    fn ready_column(&mut self, now: Cycle) -> Option<usize> {
        let hits = self.window.hits & self.considered & !self.window.held;
        let writes = hits & self.window.writes;
        let reads = hits & !writes;
        let mut ready = 0;
        if reads != 0 && self.has_come(now, self.bus.read_from) {
            ready |= reads;
        }
        if writes != 0 && self.has_come(now, self.bus.write_from) {
            ready |= writes;
        }
        while ready != 0 {
            let slot = ready.trailing_zeros() as usize;
            let request = self.window.request(slot);
            let (bank, from) = (request.place.bank, request.from);
            if !self.has_come(now, self.banks[bank].column_from) {
                ready &= !self.window.of_bank(bank);
            } else if !self.has_come(now, from) {
                ready &= ready - 1;
            } else {
                return Some(slot);
            }
        }
        None
    }

    /// The oldest request for which a row can be opened or closed now. The controller looks again when another one can.
    fn ready_row(&mut self, now: Cycle) -> Option<usize> {
        let (mut oldest, mut next, mut ready) = (NO_SLOT, Cycle::NEVER, 0);
        // Without branches: which of the banks can have a command is hard to predict.
        for (bank, slots) in self.banks.iter().zip(self.window.of_banks()) {
            let slots = slots & self.considered;
            let needs_row = (slots != 0) & (slots & self.window.hits == 0);
            let from = bank.row_from(&self.bus);
            let from = if needs_row { from } else { Cycle::NEVER };
            let come = from <= now;
            let slot = slots.trailing_zeros();
            oldest = if come { oldest.min(slot) } else { oldest };
            next = if come { next } else { next.min(from) };
            ready += u32::from(come);
        }
        self.next = match ready {
            0 | 1 => self.next.min(next),
            _ => now + 1,
        };
        (oldest != NO_SLOT).then_some(oldest as usize)
    }

    /// Opens the row of a request, or closes the other row that is open in its bank.
    fn row(&mut self, slot: usize, now: Cycle, counts: &mut ModuleCounts) -> Issued {
        let request = self.window.request_mut(slot);
        let place = request.place;
        let bank = &mut self.banks[place.bank];
        let command = if bank.row.is_some() {
            request.found = Found::Conflict;
            bank.precharge(now, &self.timing);
            self.window.close(place.bank);
            counts.precharges += 1;
            Command::Precharge(place)
        } else {
            if request.found == Found::Hit {
                request.found = Found::Miss;
            }
            bank.activate(now, place.row, &self.timing);
            self.bus.activate(now, &self.timing);
            self.window.open(place);
            counts.activates += 1;
            Command::Activate(place)
        };
        let bank = &self.banks[place.bank];
        let from = match command {
            Command::Activate(_) => bank.column_from,
            _ => bank.row_from(&self.bus),
        };
        self.next = self.next.min(from);
        Issued {
            command,
            answer: None,
        }
    }

    /// Reads or writes for a request whose row is open.
    fn column(&mut self, slot: usize, now: Cycle, counts: &mut ModuleCounts) -> Issued {
        let writes = (self.window.writes >> slot) & 1 != 0;
        let request = self.window.request(slot);
        let (place, kind) = (request.place, request.packet.kind);
        let bank = &mut self.banks[place.bank];
        counts.bus_cycles += self.timing.burst;
        if writes {
            bank.write(now, &self.timing);
            let data_end = self.bus.write(now, &self.timing);
            let answer = Some(self.finish(slot, now, data_end, counts));
            let command = Command::Write(place);
            return Issued { command, answer };
        }
        bank.read(now, &self.timing);
        let data_end = self.bus.read(now, &self.timing);
        let answer = match kind {
            Kind::Atomic => {
                self.window.write_back(slot, data_end);
                None
            }
            _ => Some(self.finish(slot, now, data_end, counts)),
        };
        let command = Command::Read(place);
        Issued { command, answer }
    }

    /// Removes a request; returns its packet, and the cycle in which its reply is ready for the network.
    fn finish(
        &mut self,
        slot: usize,
        now: Cycle,
        data_end: Cycle,
        counts: &mut ModuleCounts,
    ) -> (Packet, Cycle) {
        let request = self.window.remove(slot);
        counts.queued_cycles += now - request.since;
        *match request.found {
            Found::Hit => &mut counts.row_hits,
            Found::Miss => &mut counts.row_misses,
            Found::Conflict => &mut counts.row_conflicts,
        } += 1;
        (request.packet, data_end + self.timing.controller)
    }
}
