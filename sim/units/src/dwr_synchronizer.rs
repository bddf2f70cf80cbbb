//! Golden `dwr_synchronizer`: lashgar2012, section IV, figure 3.

use super::sub_warp_combiner::{Combined, Show};
use super::{IgnoreListTable, PartnerSyncTable, SubWarpCombiner};
use heddle_contract::units::dwr_synchronizer::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, bits, units};

/// A sub-warp at a LAT barrier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Words)]
pub(super) struct Arrival {
    /// Whether the sub-warp arrives; if not, its PC is only looked up.
    pub arrive: bool,
    pub warp: u64,
    pub partner: u64,
    pub pc: u64,
}

/// The tables of the barrier, and the combiner.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Words)]
pub struct DwrSynchronizer {
    /// Whether arrivals take effect in the cycle after (RSZ-19), and the one that takes effect next.
    is_late: bool,
    arrived: Arrival,
    ignore_list: IgnoreListTable,
    partner_sync: PartnerSyncTable,
    combiner: SubWarpCombiner,
}

impl DwrSynchronizer {
    /// The ignore list.
    pub fn ignore_list(&self) -> &IgnoreListTable {
        &self.ignore_list
    }

    /// The partners that wait for each other.
    pub fn partner_sync(&self) -> &PartnerSyncTable {
        &self.partner_sync
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
    fn arrive(&mut self, arrival: &Arrival, differs: bool) {
        let Arrival {
            arrive,
            warp,
            partner,
            pc,
        } = *arrival;
        if !arrive || self.ignore_list.ignores(pc) {
            return;
        }
        if differs {
            // RSZ-1: the PC of the later arrival.
            self.ignore_list.insert(pc);
        }
        self.partner_sync.arrive(warp, partner, pc);
    }

    /// Partners that wait for the others, for each large warp.
    pub(super) fn locked(&self) -> &[u64] {
        self.partner_sync.locked()
    }

    /// Combine-ready partners of each large warp.
    pub(super) fn combinable(&self) -> &[u64] {
        self.combiner.all_combinable()
    }

    /// What can be taken in this cycle, and whether there is anything.
    pub(super) fn combined(&self, show: &Show) -> (bool, Combined) {
        self.combiner.answer(show)
    }

    /// Whether the PC that is answered in this cycle is on the ignore list.
    pub(super) fn ignores(&self, arrival: &Arrival) -> bool {
        self.ignore_list.ignores(self.answered(*arrival).pc)
    }

    /// The clock edge.
    pub(super) fn step(&mut self, show: &Show, take: bool, arrival: &Arrival, excused: &[u64]) {
        self.combiner.step(show, take);
        let answered = self.answered(*arrival);
        // The partners of who arrives are those of the start of the cycle, also if they leave at its end.
        let differs = self.partner_sync.differs(answered.warp, answered.pc);
        // Before the arrival: a sub-warp that arrives in this cycle is released in the next cycle at the earliest.
        self.release(excused);
        self.age(1);
        self.arrive(&answered, differs);
        if self.is_late {
            self.arrived = *arrival;
        }
    }

    fn state(&self, output: &mut Out<Values>) {
        output.locked.copy_from_slice(self.locked());
        output.combinable.copy_from_slice(self.combinable());
    }

    fn ignored(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.ignored = self.ignores(&arrival(input));
    }

    fn answer(&self, input: &In<Values>, output: &mut Out<Values>) {
        let (is_there, combined) = self.combined(&show(input));
        output.combined = is_there;
        output.members = combined.members;
        output.size = combined.members.count_ones().into();
        output.combined_pc = combined.pc;
        output.lanes = combined.lanes;
    }

    /// The arrival that takes effect in this cycle.
    fn answered(&self, arrival: Arrival) -> Arrival {
        match self.is_late {
            true => self.arrived,
            false => arrival,
        }
    }

    /// Step 2: large warps from which no sub-warp is missing, or that have waited long enough, become combine-ready.
    fn release(&mut self, excused: &[u64]) {
        for warp in bits(self.partner_sync.released(excused)) {
            self.combiner.mark(warp, self.partner_sync.locked()[warp]);
            self.partner_sync.clear(warp);
        }
    }
}

impl Golden<units::DwrSynchronizer> for DwrSynchronizer {
    fn new(params: &Params) -> Self {
        Self {
            is_late: params.arrive_latency() > 0,
            arrived: Arrival::default(),
            ignore_list: IgnoreListTable::new(params.ignore_list()),
            partner_sync: PartnerSyncTable::new(params.partner_sync()),
            combiner: SubWarpCombiner::new(params.combiner()),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        self.state(output);
        self.ignored(input, output);
        self.answer(input, output);
    }

    fn out_of_state(&self, input: &In<Values>, output: &mut Out<Values>) {
        self.state(output);
        if self.is_late {
            self.ignored(input, output);
        }
        if self.combiner.latency() > 0 {
            self.answer(input, output);
        }
    }

    fn clock(&mut self, input: &In<Values>) {
        self.step(&show(input), input.take, &arrival(input), &input.excused);
    }
}

fn arrival(input: &In<Values>) -> Arrival {
    Arrival {
        arrive: input.arrive,
        warp: input.arrive_warp,
        partner: input.arrive_partner,
        pc: input.arrive_pc,
    }
}

fn show(input: &In<Values>) -> Show<'_> {
    Show {
        show: input.show,
        warp: input.show_warp,
        pcs: &input.show_pc,
        active: &input.show_active,
    }
}
