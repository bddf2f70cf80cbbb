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

use super::super::{Kind, ModuleCounts, Packet, interleave::Place};
use super::window::{Found, Request, Window};
use super::{bank::Bank, bus::Bus, timing::Timing};
use crate::units::bits;
use heddle_contract::Config;
use heddle_contract::config::Scheduling;

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
    pub answer: Option<(Packet, u64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Column,
    Row,
}

/// The best command so far, and when others become possible.
struct Choice {
    now: u64,
    best: Option<(Action, usize)>,
    next: u64,
}

/// A module's controller with the state of its memory.
#[derive(Clone, Debug)]
pub(super) struct Controller {
    timing: Timing,
    banks: Vec<Bank>,
    bus: Bus,
    window: Window,
    /// Slots among which it chooses.
    considered: u64,
    next: u64,
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
            next: u64::MAX,
        }
    }

    /// Whether it can take no request in.
    pub fn is_full(&self) -> bool {
        self.window.is_full()
    }

    /// First cycle in which it can issue a command, if nothing is taken in before; may be too early.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// There is room for replies again from cycle `from` on.
    pub fn wake(&mut self, from: u64) {
        self.next = self.next.min(from);
    }

    /// Takes a request in.
    pub fn accept(&mut self, packet: Packet, place: Place, now: u64) {
        let request = Request {
            packet,
            place,
            since: now,
            from: 0,
            found: Found::Hit,
        };
        let open = self.banks[place.bank].row == Some(place.row);
        self.window.push(request, open);
        self.next = now;
    }

    /// One cycle; without `room` for replies no column command is issued.
    pub fn step(&mut self, now: u64, room: bool, counts: &mut ModuleCounts) -> Option<Issued> {
        let mut choice = Choice {
            now,
            best: None,
            next: u64::MAX,
        };
        for bank in bits(self.window.banks()) {
            self.offer(bank, room, &mut choice);
        }
        self.next = choice.next;
        let (action, slot) = choice.best?;
        self.next = now + 1;
        Some(match action {
            Action::Column => self.column(slot, now, counts),
            Action::Row => self.row(slot, now, counts),
        })
    }

    /// What can be done for the requests to a bank.
    fn offer(&self, bank: usize, room: bool, choice: &mut Choice) {
        let slots = self.window.of_bank(bank) & self.considered;
        let hits = slots & self.window.hits;
        let state = &self.banks[bank];
        if slots == 0 {
            return;
        }
        let oldest = slots.trailing_zeros() as usize;
        match state.row {
            None => {
                let from = state.activate_from.max(self.bus.activate_from);
                choice.offer(Action::Row, oldest, from);
            }
            Some(_) if hits == 0 => choice.offer(Action::Row, oldest, state.precharge_from),
            Some(_) if room => self.offer_columns(hits & !self.window.held, state, choice),
            Some(_) => {}
        }
    }

    fn offer_columns(&self, hits: u64, bank: &Bank, choice: &mut Choice) {
        let writes = self.window.writes;
        for (slots, bus_from) in [
            (hits & !writes, self.bus.read_from),
            (hits & writes, self.bus.write_from),
        ] {
            let from = bank.column_from.max(bus_from);
            for slot in bits(slots) {
                let own = self.window.request(slot).from;
                choice.offer(Action::Column, slot, from.max(own));
                if own <= choice.now {
                    break;
                }
            }
        }
    }

    /// Opens a row for a request, or closes the one that is open.
    fn row(&mut self, slot: usize, now: u64, counts: &mut ModuleCounts) -> Issued {
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
        Issued {
            command,
            answer: None,
        }
    }

    /// Reads or writes for a request whose row is open.
    fn column(&mut self, slot: usize, now: u64, counts: &mut ModuleCounts) -> Issued {
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
        now: u64,
        data_end: u64,
        counts: &mut ModuleCounts,
    ) -> (Packet, u64) {
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

impl Choice {
    fn offer(&mut self, action: Action, slot: usize, from: u64) {
        if from > self.now {
            self.next = self.next.min(from);
            return;
        }
        let rank = |(action, slot)| (action == Action::Row, slot);
        let candidate = (action, slot);
        if self.best.is_none_or(|best| rank(candidate) < rank(best)) {
            self.best = Some(candidate);
        }
    }
}
