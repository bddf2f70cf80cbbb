//! Golden `partner_sync_table`: lashgar2012, sections IV.B to IV.E.

use heddle_contract::units::partner_sync_table::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, bits, units};

/// The table, with an entry for each large warp.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Words)]
pub struct PartnerSyncTable {
    partners: u64,
    /// Large warps with a partner that waits, one bit each.
    waiting: u64,
    /// The PC at which the first partner waits; zero if none waits.
    pcs: Vec<u64>,
    /// Partners that wait, one bit each.
    locked: Vec<u64>,
    /// Cycles for which partners have waited, before this cycle (RSZ-6: beyond the storage of section IV.E).
    ages: Vec<u64>,
    /// The most cycles for which partners wait, if there is a limit.
    limit: Option<u64>,
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

    /// The PC at which partners of each large warp wait, in words; zero if none waits.
    pub fn pcs(&self) -> &[u64] {
        &self.pcs
    }

    /// Large warps with a partner that waits and none that is missing, or that have waited long enough, one bit each. RSZ-2: a
    /// level, because a partner that waits at a block barrier is excused at every LAT.
    pub fn released(&self, excused: &[u64]) -> u64 {
        let is_whole = |warp: usize| self.locked[warp] | excused[warp] == self.partners;
        // RSZ-5: at the limit, those who wait combine without those who are missing; no PC is ignored for it.
        let is_released = |warp: &usize| is_whole(*warp) || self.left(*warp) == Some(0);
        let released = bits(self.waiting).filter(is_released);
        released.fold(0, |all, warp| all | 1 << warp)
    }

    /// Releases all partners of a large warp that wait.
    pub fn clear(&mut self, warp: usize) {
        (self.pcs[warp], self.locked[warp], self.ages[warp]) = (0, 0, 0);
        self.waiting &= !(1 << warp);
    }

    /// Cycles go by for all partners that wait.
    pub fn age(&mut self, cycles: u64) {
        if self.limit.is_some() {
            bits(self.waiting).for_each(|warp| self.ages[warp] += cycles);
        }
    }

    /// The number of cycles until a large warp is released because it has waited long enough: 0 if in this cycle, none if
    /// there is no limit or nobody waits.
    pub fn late_in(&self) -> Option<u64> {
        bits(self.waiting).filter_map(|warp| self.left(warp)).min()
    }

    /// For how many cycles after this one the partners of a large warp still wait, if there is a limit.
    fn left(&self, warp: usize) -> Option<u64> {
        Some(self.limit? - 1 - self.ages[warp])
    }
}

impl Golden<units::PartnerSyncTable> for PartnerSyncTable {
    fn new(params: &Params) -> Self {
        Self {
            partners: params.all_partners(),
            waiting: 0,
            pcs: vec![0; params.warps()],
            locked: vec![0; params.warps()],
            ages: vec![0; params.warps()],
            limit: (params.wait_cycles() > 0).then(|| params.wait_cycles().into()),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.mismatch = self.differs(input.warp, input.pc);
        output.locked.copy_from_slice(&self.locked);
        output.released = self.released(&input.excused);
    }

    fn clock(&mut self, input: &In<Values>) {
        bits(self.released(&input.excused)).for_each(|warp| self.clear(warp));
        self.age(1);
        if input.arrive {
            self.arrive(input.warp, input.partner, input.pc);
        }
    }
}
