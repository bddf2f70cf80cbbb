//! Registers between `dwf_scheduler` and the memory of its spill queue: what is written, what is fetched, and what is back.

use heddle_contract::units::dwf_scheduler::{In, Out};
use heddle_contract::units::spill_queue::Params;
use heddle_contract::{Values, Words};

/// A register for a warp.
#[derive(Clone, Debug, PartialEq, Words)]
struct Held {
    full: bool,
    pc: u64,
    tids: Vec<u64>,
}

impl Held {
    fn new(params: &Params) -> Self {
        Held {
            full: false,
            pc: 0,
            tids: vec![params.no_thread(); params.lanes()],
        }
    }

    fn fill(&mut self, pc: u64, tids: &[u64]) {
        (self.full, self.pc) = (true, pc);
        self.tids.copy_from_slice(tids);
    }

    fn show(&self, pc: &mut u64, tids: &mut [u64]) {
        if self.full {
            *pc = self.pc;
            tids.copy_from_slice(&self.tids);
        }
    }
}

/// What the memory does in a cycle.
#[derive(Clone, Copy, Debug)]
pub struct MemoryTurn<'a> {
    /// It accepts a write.
    pub write_ready: bool,
    /// It accepts a fetch.
    pub fetch_ready: bool,
    /// A fetched warp is back: its PC, and the thread of each lane.
    pub back: Option<(u64, &'a [u64])>,
}

/// Each register takes one when it is empty, so it takes one in every second cycle at most (DWF-63).
#[derive(Clone, Debug, PartialEq, Words)]
pub struct SpillSlices {
    /// The warp that is to be written, and its address.
    write: Held,
    write_address: u64,
    /// The address from which a warp is to be fetched.
    fetch: Option<u64>,
    /// The warp that is back.
    back: Held,
}

impl SpillSlices {
    /// Empty registers.
    pub fn new(params: &Params) -> Self {
        SpillSlices {
            write: Held::new(params),
            write_address: 0,
            fetch: None,
            back: Held::new(params),
        }
    }

    /// Whether no register holds anything.
    #[inline]
    pub fn is_empty(&self) -> bool {
        !self.write.full && self.fetch.is_none() && !self.back.full
    }

    /// The threads in the registers; all ones for none.
    pub fn tids(&self) -> impl Iterator<Item = u64> {
        let held = [&self.write, &self.back].into_iter();
        held.filter(|held| held.full)
            .flat_map(|held| held.tids.iter().copied())
    }

    /// Sets the inputs of the scheduler that come from the registers.
    #[inline]
    pub fn present(&self, input: &mut In<Values>) {
        input.write_ready = !self.write.full;
        input.fetch_ready = self.fetch.is_none();
        input.back = self.back.full;
        self.back.show(&mut input.back_pc, &mut input.back_tid);
    }

    /// Replaces what the scheduler shows at its memory side by what the registers show to the memory.
    #[inline]
    pub fn show(&self, output: &mut Out<Values>) {
        output.write = self.write.full;
        if self.write.full {
            output.write_address = self.write_address;
        }
        self.write.show(&mut output.write_pc, &mut output.write_tid);
        output.fetch = self.shown_fetch().is_some();
        if let Some(address) = self.shown_fetch() {
            output.fetch_address = address;
        }
        output.back_ready = !self.back.full;
    }

    /// The fetch that the memory sees.
    fn shown_fetch(&self) -> Option<u64> {
        // DWF-64: it may be for the warp that is still to be written.
        self.fetch.filter(|_| !self.write.full)
    }

    /// [`show`](Self::show), then the clock edge.
    #[inline]
    pub fn cycle(&mut self, memory: MemoryTurn, output: &mut Out<Values>) {
        let (write, fetch, back_ready) = (output.write, output.fetch, output.back_ready);
        let seen = self.shown_fetch();
        // What an empty register takes stays where the scheduler has put it.
        self.show(output);
        if self.fetch.is_none() {
            self.fetch = fetch.then_some(output.fetch_address);
        } else if seen.is_some() && memory.fetch_ready {
            self.fetch = None;
        }
        if self.write.full {
            self.write.full = !memory.write_ready;
        } else if write {
            self.write_address = output.write_address;
            self.write.fill(output.write_pc, &output.write_tid);
        }
        if self.back.full {
            self.back.full = !back_ready;
        } else if let Some((pc, tids)) = memory.back {
            self.back.fill(pc, tids);
        }
    }
}
