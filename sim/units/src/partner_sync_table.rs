//! Golden `partner_sync_table`: lashgar2012, sections IV.B to IV.E.

use heddle_contract::units::partner_sync_table::{In, Out, Params};
use heddle_contract::{Golden, Values, units};

/// The state of a large warp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Entry {
    /// The PC at which the first of its partners waits; `None` if no partner waits.
    pc: Option<u64>,
    /// Partners that wait, one bit each.
    locked: u64,
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartnerSyncTable {
    partners: u64,
    entries: Vec<Entry>,
}

impl PartnerSyncTable {
    /// Whether partners of a large warp wait at another PC.
    pub fn differs(&self, warp: u64, pc: u64) -> bool {
        let entry = self.entries.get(warp as usize);
        entry.is_some_and(|entry| entry.pc.is_some_and(|first| first != pc))
    }

    /// A sub-warp arrives at a LAT.
    pub fn arrive(&mut self, warp: u64, partner: u64, pc: u64) {
        let entry = &mut self.entries[warp as usize];
        entry.pc = entry.pc.or(Some(pc));
        entry.locked |= 1 << partner;
    }

    /// The partners that wait, for each large warp.
    pub fn locked(&self) -> impl Iterator<Item = u64> {
        self.entries.iter().map(|entry| entry.locked)
    }

    /// For each large warp, whether some partner waits and none is missing.
    pub fn released(&self, excused: &[u64]) -> impl Iterator<Item = bool> {
        let entries = self.entries.iter().zip(excused);
        entries
            .map(|(entry, excused)| entry.pc.is_some() && entry.locked | excused == self.partners)
    }

    /// Releases all partners of a large warp that wait.
    pub fn clear(&mut self, warp: usize) {
        self.entries[warp] = Entry::default();
    }
}

impl Golden<units::PartnerSyncTable> for PartnerSyncTable {
    fn new(params: &Params) -> Self {
        Self {
            partners: params.all_partners(),
            entries: vec![Entry::default(); params.warps()],
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.mismatch = self.differs(input.warp, input.pc);
        let locked = output.locked.iter_mut().zip(self.locked());
        locked.for_each(|(port, locked)| *port = locked);
        let released = self.released(&input.excused).enumerate();
        output.released = released.fold(0, |all, (warp, is)| all | u64::from(is) << warp);
    }

    fn clock(&mut self, input: &In<Values>) {
        let released: Vec<_> = self.released(&input.excused).collect();
        let released = released.into_iter().enumerate().filter(|(_, is)| *is);
        released.for_each(|(warp, _)| self.clear(warp));
        if input.arrive {
            self.arrive(input.warp, input.partner, input.pc);
        }
    }
}
