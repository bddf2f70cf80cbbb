//! Golden `thread_pc_table`: collange2011, sections 3 and 4.1, figures 2 and 4a.

use heddle_contract::bits;
use heddle_contract::units::thread_pc_table::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};

/// The table: a row of PCs for each warp.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct ThreadPcTable {
    lanes: usize,
    /// The PC of lane `l` of warp `w` is at index `w * lanes + l`.
    pcs: Vec<u64>,
    /// Warps whose lanes all have a PC, one bit each.
    known: u64,
    /// Answers that have not been given, the next one first: one for each cycle of latency.
    in_flight: Vec<Answer>,
}

/// What a cycle asked of the table.
#[derive(Clone, Debug, PartialEq, Words)]
struct Answer {
    read: bool,
    pcs: Vec<u64>,
    compared: bool,
    matching: u64,
}

/// Lanes of a warp that get a common PC.
#[derive(Clone, Copy, Debug, PartialEq, Words)]
pub(super) struct Park {
    pub warp: u64,
    pub lanes: u64,
    pub pc: u64,
}

impl ThreadPcTable {
    /// The PCs of a warp; empty for a warp that does not exist.
    fn row(&self, warp: u64) -> &[u64] {
        let mut rows = self.pcs.chunks_exact(self.lanes);
        rows.nth(warp as usize).unwrap_or_default()
    }

    fn row_mut(&mut self, warp: u64) -> &mut [u64] {
        &mut self.pcs[warp as usize * self.lanes..][..self.lanes]
    }

    /// Warps whose lanes all have a PC, one bit each.
    pub(super) fn known(&self) -> u64 {
        self.known
    }

    /// Reads the PCs of a warp beside a park of the same cycle.
    pub(super) fn read(&self, warp: u64, park: Option<Park>, pcs: &mut [u64]) {
        let row = self.row(warp).iter();
        pcs.iter_mut().zip(row).for_each(|(pc, own)| *pc = *own);
        if let Some(park) = park.filter(|park| park.warp == warp) {
            bits(park.lanes).for_each(|lane| pcs[lane] = park.pc);
        }
    }

    pub(super) fn compare(&self, warp: u64, pc: u64) -> u64 {
        let lanes = self.row(warp).iter().enumerate();
        lanes.fold(0, |mask, (lane, own)| mask | u64::from(*own == pc) << lane)
    }

    pub(super) fn park(&mut self, park: Park) {
        let row = self.row_mut(park.warp);
        bits(park.lanes).for_each(|lane| row[lane] = park.pc);
        if park.lanes == u64::MAX >> (64 - self.lanes) {
            self.known |= 1 << park.warp;
        }
    }

    pub(super) fn branch(&mut self, warp: u64, lanes: u64, pcs: &[u64]) {
        let row = self.row_mut(warp);
        bits(lanes).for_each(|lane| row[lane] = pcs[lane]);
    }

    /// The answer to this cycle's read and comparison enters the pipeline.
    fn advance(&mut self, input: &In<Values>) {
        if self.in_flight.is_empty() {
            return;
        }
        let mut last = self.in_flight.remove(0);
        last.read = input.read;
        self.read(input.read_warp, parked(input), &mut last.pcs);
        last.compared = input.compare;
        last.matching = self.compare(input.compare_warp, input.compare_pc);
        self.in_flight.push(last);
    }
}

fn parked(input: &In<Values>) -> Option<Park> {
    input.park.then_some(Park {
        warp: input.park_warp,
        lanes: input.park_lanes,
        pc: input.park_pc,
    })
}

impl Golden<units::ThreadPcTable> for ThreadPcTable {
    fn new(params: &Params) -> Self {
        let answer = Answer {
            read: false,
            pcs: vec![0; params.lanes()],
            compared: false,
            matching: 0,
        };
        Self {
            lanes: params.lanes(),
            pcs: vec![0; params.warps() * params.lanes()],
            known: 0,
            in_flight: vec![answer; params.latency() as usize],
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.known = self.known;
        if let Some(answer) = self.in_flight.first() {
            output.read_done = answer.read;
            output.read_pc.copy_from_slice(&answer.pcs);
            output.compare_done = answer.compared;
            output.compare_lanes = answer.matching;
            return;
        }
        output.read_done = input.read;
        self.read(input.read_warp, parked(input), &mut output.read_pc);
        output.compare_done = input.compare;
        output.compare_lanes = self.compare(input.compare_warp, input.compare_pc);
    }

    fn clock(&mut self, input: &In<Values>) {
        self.advance(input);
        if let Some(park) = parked(input) {
            self.park(park);
        }
        // After the park: a lane in both gets the PC of the branch.
        if input.branch {
            self.branch(input.branch_warp, input.branch_lanes, &input.branch_pc);
        }
    }
}
