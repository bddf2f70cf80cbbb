//! Golden `partner_sync_table`: lashgar2012, sections IV.B to IV.E.

use heddle_contract::units::partner_sync_table::{In, Out, Params};
use heddle_contract::{Golden, Values, bits, units};

/// The table, with an entry for each large warp.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartnerSyncTable {
    partners: u64,
    /// Large warps with a partner that waits, one bit each.
    waiting: u64,
    /// The PC at which the first partner waits; zero if none waits.
    pcs: Vec<u64>,
    /// Partners that wait, one bit each.
    locked: Vec<u64>,
}

impl PartnerSyncTable {
    /// Whether partners of a large warp wait at another PC.
    pub fn differs(&self, warp: u64, pc: u64) -> bool {
        let waits = self.waiting.checked_shr(warp as u32).unwrap_or(0) & 1 == 1;
        waits && self.pcs[warp as usize] != pc
    }

    /// A sub-warp arrives at a LAT.
    pub fn arrive(&mut self, warp: u64, partner: u64, pc: u64) {
        let warp = warp as usize;
        if self.locked[warp] == 0 {
            self.waiting |= 1 << warp;
            self.pcs[warp] = pc;
        }
        self.locked[warp] |= 1 << partner;
    }

    /// The partners that wait, for each large warp.
    pub fn locked(&self) -> &[u64] {
        &self.locked
    }

    /// Large warps with a partner that waits and none that is missing, one bit each.
    pub fn released(&self, excused: &[u64]) -> u64 {
        let is_released = |warp: &usize| self.locked[*warp] | excused[*warp] == self.partners;
        let released = bits(self.waiting).filter(is_released);
        released.fold(0, |all, warp| all | 1 << warp)
    }

    /// Releases all partners of a large warp that wait.
    pub fn clear(&mut self, warp: usize) {
        (self.pcs[warp], self.locked[warp]) = (0, 0);
        self.waiting &= !(1 << warp);
    }
}

impl Golden<units::PartnerSyncTable> for PartnerSyncTable {
    fn new(params: &Params) -> Self {
        Self {
            partners: params.all_partners(),
            waiting: 0,
            pcs: vec![0; params.warps()],
            locked: vec![0; params.warps()],
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.mismatch = self.differs(input.warp, input.pc);
        output.locked.copy_from_slice(&self.locked);
        output.released = self.released(&input.excused);
    }

    fn clock(&mut self, input: &In<Values>) {
        bits(self.released(&input.excused)).for_each(|warp| self.clear(warp));
        if input.arrive {
            self.arrive(input.warp, input.partner, input.pc);
        }
    }
}
