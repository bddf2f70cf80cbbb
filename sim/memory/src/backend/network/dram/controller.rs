//! A memory controller: one command a cycle, chosen among the requests it holds.
//!
//! `fr_fcfs` (first ready, first come, first served; Rixner and others, 2000): column commands to open
//! rows go first, the oldest that the timing allows now; else a row is opened or closed for the
//! oldest request for which that is allowed now. So banks work at the same time. A row is closed only
//! when no request in the controller wants it any more and one wants another row of its bank
//! (open page). Nothing else keeps a request from starving: it waits for as long as requests to
//! the open row of its bank keep coming.
//!
//! `fifo` looks at the oldest request only.
//!
//! Under both, requests to one line keep their order if one of them writes. An atomic is a read, and
//! as soon as its data is there a write; the row stays open in between.

use super::super::interleave::Place;
use super::window::{Found, Request, Window};
use super::{bank::Bank, bus::Bus, timing::Timing};
use crate::backend::ModuleCounts;
use crate::packet::{Kind, Packet};
use heddle_contract::Config;
use heddle_contract::bits;
use heddle_contract::config::Scheduling;
use heddle_types::Cycle;

/// What a controller tells its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Opens a row.
    Activate(Place),
    /// Closes the row.
    Precharge(Place),
    /// Reads a line of the open row.
    Read(Place),
    /// Writes a line of the open row.
    Write(Place),
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Issued {
    pub command: Command,
    /// The request whose last command this is, and the cycle in which its reply stands before the
    /// network.
    pub answer: Option<(Packet, Cycle)>,
}

/// A module's controller with the state of its memory.
#[derive(Clone, Debug)]
pub(super) struct Controller {
    timing: Timing,
    banks: Vec<Bank>,
    /// Banks with an open row.
    open: u64,
    pub bus: Bus,
    window: Window,
    /// Slots among which it chooses.
    considered: u64,
    next: Cycle,
}

impl Controller {
    pub fn new(config: &Config) -> Self {
        let dram = &config.dram;
        Controller {
            timing: Timing::new(dram, config.memory.line_bytes),
            banks: vec![Bank::default(); dram.banks],
            open: 0,
            bus: Bus::default(),
            window: Window::new(dram.queue, dram.banks),
            considered: match dram.scheduling {
                Scheduling::FrFcfs => u64::MAX,
                Scheduling::Fifo => 1,
            },
            next: Cycle::NEVER,
        }
    }

    /// Whether it can take no request in.
    pub fn is_full(&self) -> bool {
        self.window.is_full()
    }

    /// First cycle in which it can issue a command, if nothing is taken in before; may be too early.
    pub fn next(&self) -> Cycle {
        self.next
    }

    /// There is room for replies again from cycle `from` on.
    pub fn wake(&mut self, from: Cycle) {
        self.next = self.next.min(from);
    }

    /// Takes a request in.
    pub fn accept(&mut self, packet: Packet, place: Place, now: Cycle) {
        let request = Request {
            packet,
            place,
            since: now,
            from: Cycle::ZERO,
            found: Found::Hit,
        };
        let open = self.banks[place.bank].row == Some(place.row);
        // Behind others to its bank it changes nothing, unless it can go on at once.
        if open || self.window.of_bank(place.bank) == 0 {
            self.next = now;
        }
        self.window.push(request, open);
    }

    /// One cycle; without `room` for replies no column command is issued.
    pub fn step(&mut self, now: Cycle, room: bool, counts: &mut ModuleCounts) -> Option<Issued> {
        self.next = Cycle::NEVER;
        if room && let Some(slot) = self.ready_column(now) {
            self.next = now + 1;
            return Some(self.column(slot, now, counts));
        }
        let slot = self.ready_row(now)?;
        self.next = now + 1;
        Some(self.row(slot, now, counts))
    }

    /// Not before cycle `from`: whether that has come. If not, it is a reason to look again then.
    fn has_come(&mut self, now: Cycle, from: Cycle) -> bool {
        if from > now {
            self.next = self.next.min(from);
        }
        from <= now
    }

    /// The oldest request whose column command can go now.
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
        bits(ready).find(|slot| {
            let request = self.window.request(*slot);
            let from = self.banks[request.place.bank].column_from;
            self.has_come(now, from.max(request.from))
        })
    }

    /// The oldest request for which a row can be opened or closed now.
    fn ready_row(&mut self, now: Cycle) -> Option<usize> {
        let banks = self.window.banks();
        let (closed, open) = (banks & !self.open, banks & self.open);
        let mut oldest = None;
        if closed != 0 && self.has_come(now, self.bus.activate_from) {
            for bank in bits(closed) {
                self.offer_row(now, bank, self.banks[bank].activate_from, &mut oldest);
            }
        }
        for bank in bits(open) {
            self.offer_row(now, bank, self.banks[bank].precharge_from, &mut oldest);
        }
        oldest
    }

    /// Whether the oldest request to a bank, none of which can go on as it is, is the oldest of all
    /// so far for which something can be done.
    fn offer_row(&mut self, now: Cycle, bank: usize, from: Cycle, oldest: &mut Option<usize>) {
        let slots = self.window.of_bank(bank) & self.considered;
        if slots == 0 || slots & self.window.hits != 0 || !self.has_come(now, from) {
            return;
        }
        let slot = slots.trailing_zeros() as usize;
        *oldest = Some(oldest.map_or(slot, |other| other.min(slot)));
    }

    /// Opens a row for a request, or closes the one that is open.
    fn row(&mut self, slot: usize, now: Cycle, counts: &mut ModuleCounts) -> Issued {
        let request = self.window.request_mut(slot);
        let place = request.place;
        let bank = &mut self.banks[place.bank];
        let command = if bank.row.is_some() {
            request.found = Found::Conflict;
            bank.precharge(now, &self.timing);
            self.open &= !(1 << place.bank);
            self.window.close(place.bank);
            counts.precharges += 1;
            Command::Precharge(place)
        } else {
            if request.found == Found::Hit {
                request.found = Found::Miss;
            }
            bank.activate(now, place.row, &self.timing);
            self.bus.activate(now, &self.timing);
            self.open |= 1 << place.bank;
            self.window.open(place);
            counts.activates += 1;
            Command::Activate(place)
        };
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

    /// Lets a request go; its packet, and when its reply stands before the network.
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
