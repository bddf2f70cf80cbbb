//! RTL of `dwr_synchronizer`: the ignore list decides whether an arrival reaches the partner-synch table, whose
//! releases mark sub-warps for the combiner.

use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::dwr_synchronizer::{In, Out, Params};
use heddle_contract::units::{
    DwrSynchronizer, IgnoreListTable, PartnerSyncTable, SubWarpCombiner, partner_sync_table,
};

impl Hardware for DwrSynchronizer {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let (list, ignore) = m.instance::<IgnoreListTable>("ignore_list", p.ignore_list());
        let lock_en = (input.arrive & !ignore.ignored).named("lock_en");
        let sync = synchronise(m, p, &input, lock_en);
        list.look.set(input.arrive);
        list.pc.set(input.arrive_pc);
        list.insert.set(lock_en & sync.mismatch);
        output.ignored.set(ignore.ignored);
        output.locked.set(sync.locked);
        combine(m, p, &input, &sync, &output);
    }
}

fn synchronise<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    lock_en: Expr<'m>,
) -> partner_sync_table::Out<Reads<'m>> {
    m.section("Step 1: an arriving sub-warp is locked unless its PC is on the ignore list.");
    let (table, sync) = m.instance::<PartnerSyncTable>("partner_sync", p.partner_sync());
    table.arrive.set(lock_en);
    table.warp.set(input.arrive_warp);
    table.partner.set(input.arrive_partner);
    table.pc.set(input.arrive_pc);
    table.excused.set(input.excused);
    sync
}

fn combine<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    sync: &partner_sync_table::Out<Reads<'m>>,
    output: &Out<Drives<'m>>,
) {
    m.section("Step 2: sub-warps that are released become combine-ready.");
    let (combiner, combined) = m.instance::<SubWarpCombiner>("combiner", p.combiner());
    m.each("warp", p.warps(), |n| {
        let mark = sync.locked.at(n).masked(sync.released.bit(n));
        combiner.mark.at(n).set(mark);
    });
    combiner.show.set(input.show);
    combiner.warp.set(input.show_warp);
    combiner.pc.set(input.show_pc);
    combiner.active.set(input.show_active);
    combiner.take.set(input.take);
    output.combinable.set(combined.combinable);
    output.combined.set(combined.combined);
    output.members.set(combined.members);
    output.size.set(combined.size);
    output.combined_pc.set(combined.combined_pc);
    output.lanes.set(combined.lanes);
}
