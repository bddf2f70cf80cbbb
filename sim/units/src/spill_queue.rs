//! Golden `spill_queue`: fung2009, section 4.5, figure 12.

use heddle_contract::units::spill_queue::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};

/// Entries of a circular buffer in memory.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct SpillQueue {
    params: Params,
    /// Byte address of the buffer.
    offset: u64,
    /// Index of the oldest warp.
    head: u64,
    /// Index at which the next warp is spilled.
    tail: u64,
    /// Number of warps that are being fetched, the oldest ones.
    fetching: u64,
}

impl SpillQueue {
    /// Number of warps in the queue.
    pub fn count(&self) -> u64 {
        self.place(self.tail.wrapping_sub(self.head))
    }

    /// Whether no warp is in the queue.
    pub fn is_empty(&self) -> bool {
        self.head == self.tail
    }

    /// Whether no further warp fits.
    pub fn is_full(&self) -> bool {
        // DWF-26: one place stays empty, so that head = tail means empty.
        self.place(self.tail + 1) == self.head
    }

    /// Whether so many more warps can be written.
    pub fn has_places(&self, more: u64) -> bool {
        // DWF-26: one place stays empty.
        self.count() + more < self.params.entries() as u64
    }

    /// Number of warps that are being fetched.
    pub fn fetching(&self) -> u64 {
        self.fetching
    }

    /// Whether another warp should be fetched.
    pub fn wants(&self) -> bool {
        self.count() > self.fetching && self.fetching < self.params.fetches() as u64
    }

    /// Byte address at which the next warp is spilled.
    pub fn write_address(&self) -> u64 {
        self.address(self.tail)
    }

    /// Byte address of the oldest warp that is not being fetched.
    pub fn fetch_address(&self) -> u64 {
        self.address(self.place(self.head + self.fetching))
    }

    /// Sets the byte address of the buffer; allowed before anything has been spilled.
    pub fn configure(&mut self, offset: u64) {
        self.offset = offset;
    }

    /// Memory has accepted the write of a warp.
    pub fn written(&mut self) {
        self.tail = self.place(self.tail + 1);
    }

    /// Memory has accepted a fetch.
    pub fn fetched(&mut self) {
        self.fetching += 1;
    }

    /// The oldest warp has returned.
    pub fn came_back(&mut self) {
        self.head = self.place(self.head + 1);
        self.fetching -= 1;
    }

    fn place(&self, number: u64) -> u64 {
        // A power of two.
        number & (self.params.entries() as u64 - 1)
    }

    fn address(&self, place: u64) -> u64 {
        let address = self.offset + place * self.params.entry_bytes();
        address & u64::MAX >> (64 - self.params.address_bits())
    }
}

impl Golden<units::SpillQueue> for SpillQueue {
    fn new(params: &Params) -> Self {
        Self {
            params: *params,
            offset: 0,
            head: 0,
            tail: 0,
            fetching: 0,
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.empty = self.is_empty();
        output.count = self.count();
        output.fetching = self.fetching;
        output.push_ready = input.write_ready && !self.is_full();
        output.write = input.push && !self.is_full();
        output.write_address = self.write_address();
        output.write_pc = input.push_pc;
        output.write_tid.copy_from_slice(&input.push_tid);
        output.fetch_request = self.wants();
        output.fetch = input.pull && self.wants();
        output.fetch_address = self.fetch_address();
        output.back_ready = input.pop_ready;
        output.pop = input.back;
        output.pop_pc = input.back_pc;
        output.pop_tid.copy_from_slice(&input.back_tid);
        output.pop_lanes = threads(&input.back_tid, self.params.no_thread());
    }

    fn clock(&mut self, input: &In<Values>) {
        let writes = input.push && input.write_ready && !self.is_full();
        let fetches = input.pull && input.fetch_ready && self.wants();
        if writes {
            self.written();
        }
        if fetches {
            self.fetched();
        }
        if input.back && input.pop_ready {
            self.came_back();
        }
        if input.configure {
            self.configure(input.offset);
        }
    }
}

/// The lanes that have a thread.
fn threads(tids: &[u64], no_thread: u64) -> u64 {
    let lanes = tids.iter().enumerate();
    lanes.fold(0, |mask, (lane, tid)| {
        mask | u64::from(*tid != no_thread) << lane
    })
}
