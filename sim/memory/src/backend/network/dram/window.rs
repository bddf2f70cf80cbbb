//! The requests among which a controller chooses, in order of their age.
//!
//! The slot of a request is its rank by age, so the oldest request of a set of slots is the lowest bit.

use super::super::interleave::DramLocation;
use crate::packet::{Kind, Packet};
use heddle_contract::bits;
use heddle_types::Cycle;

/// The state in which a request found its bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The request's row was open.
    Hit,
    /// No row was open.
    Miss,
    /// Another row was open.
    Conflict,
}

/// A request in the controller.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    pub packet: Packet,
    pub place: DramLocation,
    /// The cycle in which the request arrived.
    pub since: Cycle,
    /// The first cycle in which the request itself allows its next column command.
    pub from: Cycle,
    pub found: Found,
}

/// Requests by age, and sets of their slots.
#[derive(Clone, Debug)]
pub(super) struct Window {
    requests: Vec<Request>,
    /// The line of each request: every new request is compared with all of them.
    lines: Vec<u32>,
    capacity: usize,
    /// The slots of the requests to each bank.
    of_bank: Vec<u64>,
    /// Banks with a request.
    banks: u64,
    /// Slots of the requests whose row is open.
    pub hits: u64,
    /// Slots of the requests whose next column command writes.
    pub writes: u64,
    /// Slots of the requests behind an older one to the same line, where one of the two writes: memory keeps their
    /// order.
    pub held: u64,
}

impl Window {
    pub fn new(capacity: usize, banks: usize) -> Self {
        Window {
            requests: Vec::with_capacity(capacity),
            lines: Vec::with_capacity(capacity),
            capacity,
            of_bank: vec![0; banks],
            banks: 0,
            hits: 0,
            writes: 0,
            held: 0,
        }
    }

    pub fn is_full(&self) -> bool {
        self.requests.len() == self.capacity
    }

    /// The slots of the requests to each bank.
    pub fn of_banks(&self) -> &[u64] {
        &self.of_bank
    }

    /// Slots of the requests to a bank.
    pub fn of_bank(&self, bank: usize) -> u64 {
        self.of_bank[bank]
    }

    pub fn request(&self, slot: usize) -> &Request {
        &self.requests[slot]
    }

    pub fn request_mut(&mut self, slot: usize) -> &mut Request {
        &mut self.requests[slot]
    }

    /// Adds the youngest request; `open` says whether its row is open.
    pub fn push(&mut self, request: Request, open: bool) {
        let slot = self.requests.len();
        let bit = |set: bool| u64::from(set) << slot;
        self.requests.push(request);
        self.lines.push(request.packet.line);
        self.of_bank[request.place.bank] |= 1 << slot;
        self.banks |= 1 << request.place.bank;
        self.hits |= bit(open);
        self.writes |= bit(request.packet.kind == Kind::Write);
        self.held |= bit(self.must_wait(slot));
    }

    /// Removes a request; younger ones move up by a slot.
    pub fn remove(&mut self, slot: usize) -> Request {
        let request = self.requests.remove(slot);
        self.lines.remove(slot);
        let bank = request.place.bank;
        for requested in bits(self.banks) {
            let slots = &mut self.of_bank[requested];
            *slots = without(*slots, slot);
        }
        if self.of_bank[bank] == 0 {
            self.banks &= !(1 << bank);
        }
        self.hits = without(self.hits, slot);
        self.writes = without(self.writes, slot);
        self.held = without(self.held, slot);
        for waiting in bits(self.held) {
            if !self.must_wait(waiting) {
                self.held &= !(1 << waiting);
            }
        }
        request
    }

    /// An atomic has been read; it has to be written back, not before cycle `from`.
    pub fn write_back(&mut self, slot: usize, from: Cycle) {
        self.requests[slot].from = from;
        self.writes |= 1 << slot;
    }

    /// A row was opened.
    pub fn open(&mut self, place: DramLocation) {
        for slot in bits(self.of_bank[place.bank]) {
            self.hits |= u64::from(self.requests[slot].place.row == place.row) << slot;
        }
    }

    /// The row of a bank was closed.
    pub fn close(&mut self, bank: usize) {
        self.hits &= !self.of_bank[bank];
    }

    fn must_wait(&self, slot: usize) -> bool {
        let Packet { line, kind, .. } = self.requests[slot].packet;
        let older = self.lines[..slot].iter().zip(&self.requests);
        let to_line = older.filter(|(other, _)| **other == line);
        let mut kinds = to_line.map(|(_, older)| older.packet.kind);
        kinds.any(|older| older != Kind::Read || kind != Kind::Read)
    }
}

/// A set of slots after one of them was removed.
fn without(slots: u64, slot: usize) -> u64 {
    let older = (1 << slot) - 1;
    (slots & older) | ((slots >> 1) & !older)
}
