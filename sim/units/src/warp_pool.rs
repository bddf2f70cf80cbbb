//! Golden `warp_pool`: fung2009, sections 4.2 and 4.4, figure 10 (c), table V.

use super::walk::Walk;
use heddle_contract::bits;
use heddle_contract::units::warp_pool::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};

/// The content of an entry apart from its threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
struct Entry {
    pc: u64,
    next: u64,
    /// Lanes whose TID is not all ones. They are stored so that a read need not check every lane.
    lanes: u64,
}

/// The warps that wait to be issued.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct WarpPool {
    lanes: usize,
    no_thread: u16,
    entries: Vec<Entry>,
    /// The thread of lane `l` of entry `w` is at index `w * lanes + l`.
    tids: Vec<u16>,
    walk: Walk,
}

impl WarpPool {
    /// Whether the pool has been cleared after reset.
    pub fn init_done(&self) -> bool {
        self.walk.is_done()
    }

    /// Number of entries.
    pub fn warps(&self) -> usize {
        self.entries.len()
    }

    /// The thread of each lane of an entry; all ones where a lane has none.
    pub fn tids(&self, warp: u64) -> &[u16] {
        &self.tids[warp as usize * self.lanes..][..self.lanes]
    }

    /// The lanes of an entry that have a thread.
    pub fn lanes(&self, warp: u64) -> u64 {
        self.entries[warp as usize].lanes
    }

    /// The PC of an entry, in words.
    pub fn pc(&self, warp: u64) -> u64 {
        self.entries[warp as usize].pc
    }

    /// The entry that follows an entry in its list.
    pub fn next(&self, warp: u64) -> u64 {
        self.entries[warp as usize].next
    }

    /// Stores threads in some lanes of an entry; `tids` has one for each lane of a warp.
    pub fn write(&mut self, warp: u64, lanes: u64, tids: &[u64]) {
        if lanes == 0 {
            return;
        }
        let row = &mut self.tids[warp as usize * self.lanes..][..self.lanes];
        let mut filled = 0;
        for (lane, (own, tid)) in row.iter_mut().zip(tids).enumerate() {
            let written = lanes >> lane & 1 == 1;
            *own = if written { *tid as u16 } else { *own };
            filled |= u64::from(*own != self.no_thread) << lane;
        }
        self.entries[warp as usize].lanes = filled;
    }

    /// Stores a thread in a lane of an entry.
    pub fn write_lane(&mut self, warp: u64, lane: usize, tid: u64) {
        let tid = tid as u16;
        self.tids[warp as usize * self.lanes + lane] = tid;
        let lanes = &mut self.entries[warp as usize].lanes;
        *lanes = *lanes & !(1 << lane) | u64::from(tid != self.no_thread) << lane;
    }

    /// Sets the PC of a new warp's entry.
    pub fn create(&mut self, warp: u64, pc: u64) {
        self.entries[warp as usize].pc = pc;
    }

    /// Makes `next` the entry that follows `warp`.
    pub fn link(&mut self, warp: u64, next: u64) {
        self.entries[warp as usize].next = next;
    }

    /// Empties every lane of an entry. DWF-2: when the warp leaves, so that a lane is written once as warps are made.
    pub fn clear(&mut self, warp: u64) {
        self.tids[warp as usize * self.lanes..][..self.lanes].fill(self.no_thread);
        self.entries[warp as usize].lanes = 0;
    }

    /// Advances the clearing after reset by a cycle.
    pub fn walk(&mut self) {
        self.walk.step();
    }
}

impl Golden<units::WarpPool> for WarpPool {
    fn new(params: &Params) -> Self {
        let no_thread = params.no_thread() as u16;
        Self {
            lanes: params.lanes(),
            no_thread,
            entries: vec![Entry::default(); params.warps()],
            tids: vec![no_thread; params.warps() * params.lanes()],
            walk: Walk::new(params.warps()),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        let warp = input.read_warp;
        output.init_done = self.init_done();
        output.read_pc = self.pc(warp);
        output.read_next = self.next(warp);
        output.read_lanes = self.lanes(warp);
        let tids = output.read_tid.iter_mut().zip(self.tids(warp));
        tids.for_each(|(tid, own)| *tid = u64::from(*own));
    }

    fn clock(&mut self, input: &In<Values>) {
        self.walk();
        for lane in bits(input.write_lanes) {
            self.write_lane(input.write_warp[lane], lane, input.write_tid[lane]);
        }
        if input.create_first {
            self.create(input.create_first_warp, input.create_first_pc);
        }
        if input.create_second {
            self.create(input.create_second_warp, input.create_second_pc);
        }
        if input.link_first {
            self.link(input.link_first_warp, input.link_first_next);
        }
        if input.link_second {
            self.link(input.link_second_warp, input.link_second_next);
        }
        if input.clear {
            self.clear(input.read_warp);
        }
    }
}
