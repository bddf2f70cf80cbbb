//! Golden `dwr_synchronizer`: lashgar2012, section IV, figure 3.

use super::{IgnoreListTable, PartnerSyncTable, SubWarpCombiner};
use heddle_contract::units::dwr_synchronizer::{In, Out, Params};
use heddle_contract::{Golden, Values, bits, units};

/// The tables of the barrier, and the combiner.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DwrSynchronizer {
    ignore_list: IgnoreListTable,
    partner_sync: PartnerSyncTable,
    combiner: SubWarpCombiner,
}

impl DwrSynchronizer {
    /// The ignore list.
    pub fn ignore_list(&self) -> &IgnoreListTable {
        &self.ignore_list
    }

    /// Cycles go by in which nothing but time changes.
    pub fn age(&mut self, cycles: u64) {
        self.partner_sync.age(cycles);
    }

    /// The number of cycles until sub-warps are released because they have waited long enough: 0 if in this cycle.
    pub fn late_in(&self) -> Option<u64> {
        self.partner_sync.late_in()
    }

    /// Step 1 of section IV.D: PC, lock bits, ignore list. `differs`: a partner waits at another PC.
    fn arrive(&mut self, input: &In<Values>, differs: bool) {
        let (warp, pc) = (input.arrive_warp, input.arrive_pc);
        if self.ignore_list.ignores(pc) {
            return;
        }
        if differs {
            // RSZ-1: the PC of the later arrival.
            self.ignore_list.insert(pc);
        }
        self.partner_sync.arrive(warp, input.arrive_partner, pc);
    }

    /// Step 2: large warps from which no sub-warp is missing, or that have waited long enough, become combine-ready.
    fn release(&mut self, excused: &[u64]) {
        for warp in bits(self.partner_sync.released(excused)) {
            self.combiner.mark(warp, self.partner_sync.locked()[warp]);
            self.partner_sync.clear(warp);
        }
    }

    fn issue(&mut self, input: &In<Values>) {
        let warp = input.show_warp;
        let combined = (self.combiner).combine(warp, &input.show_pc, &input.show_active);
        self.combiner.take(warp, combined.members);
    }
}

impl Golden<units::DwrSynchronizer> for DwrSynchronizer {
    fn new(params: &Params) -> Self {
        Self {
            ignore_list: IgnoreListTable::new(params.ignore_list()),
            partner_sync: PartnerSyncTable::new(params.partner_sync()),
            combiner: SubWarpCombiner::new(params.combiner()),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        self.out_of_state(input, output);
        output.ignored = self.ignore_list.ignores(input.arrive_pc);
        let combined = (self.combiner).combine(input.show_warp, &input.show_pc, &input.show_active);
        output.combined = combined.members != 0;
        output.members = combined.members;
        output.size = combined.members.count_ones().into();
        output.combined_pc = combined.pc;
        output.lanes = combined.lanes;
    }

    fn out_of_state(&self, _input: &In<Values>, output: &mut Out<Values>) {
        output.locked.copy_from_slice(self.partner_sync.locked());
        output
            .combinable
            .copy_from_slice(self.combiner.all_combinable());
    }

    fn clock(&mut self, input: &In<Values>) {
        if input.take {
            self.issue(input);
        }
        // The partners of who arrives are those of the start of the cycle, also if they leave at its end.
        let differs = (self.partner_sync).differs(input.arrive_warp, input.arrive_pc);
        // Before the arrival: a sub-warp that arrives in this cycle is released in the next cycle at the earliest.
        self.release(&input.excused);
        self.age(1);
        if input.arrive {
            self.arrive(input, differs);
        }
    }
}
