//! Golden `thread_pc_table`: collange2011, sections 3 and 4.1, figures 2 and 4a.

use heddle_contract::bits;
use heddle_contract::units::thread_pc_table::{In, Out, Params};
use heddle_contract::{Golden, Values, units};

/// The table: a row of PCs for each warp.
#[derive(Clone, Debug, PartialEq)]
pub struct ThreadPcTable {
    lanes: usize,
    /// The PC of lane `l` of warp `w` is at index `w * lanes + l`.
    pcs: Vec<u64>,
    /// Warps whose lanes all have a PC, one bit each.
    known: u64,
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

    fn read(&self, input: &In<Values>, pcs: &mut [u64]) {
        let row = self.row(input.read_warp).iter();
        pcs.iter_mut().zip(row).for_each(|(pc, own)| *pc = *own);
        if input.park && input.park_warp == input.read_warp {
            bits(input.park_lanes).for_each(|lane| pcs[lane] = input.park_pc);
        }
    }

    fn compare(&self, warp: u64, pc: u64) -> u64 {
        let lanes = self.row(warp).iter().enumerate();
        lanes.fold(0, |mask, (lane, own)| mask | u64::from(*own == pc) << lane)
    }

    fn park(&mut self, input: &In<Values>) {
        let row = self.row_mut(input.park_warp);
        bits(input.park_lanes).for_each(|lane| row[lane] = input.park_pc);
        if input.park_lanes == u64::MAX >> (64 - self.lanes) {
            self.known |= 1 << input.park_warp;
        }
    }

    fn branch(&mut self, input: &In<Values>) {
        let row = self.row_mut(input.branch_warp);
        bits(input.branch_lanes).for_each(|lane| row[lane] = input.branch_pc[lane]);
    }
}

impl Golden<units::ThreadPcTable> for ThreadPcTable {
    fn new(params: &Params) -> Self {
        Self {
            lanes: params.lanes(),
            pcs: vec![0; params.warps() * params.lanes()],
            known: 0,
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.known = self.known;
        self.read(input, &mut output.read_pc);
        output.compare_lanes = self.compare(input.compare_warp, input.compare_pc);
    }

    fn clock(&mut self, input: &In<Values>) {
        if input.park {
            self.park(input);
        }
        // After the park: a lane in both gets the PC of the branch.
        if input.branch {
            self.branch(input);
        }
    }
}
