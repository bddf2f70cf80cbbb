//! RTL of `dwr_synchronizer`: the ignore list decides whether an arrival reaches the partner-synch table, whose
//! releases mark sub-warps for the combiner.

use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::dwr_synchronizer::{In, Out, Params};
use heddle_contract::units::{
    DwrSynchronizer, IgnoreListTable, PartnerSyncTable, SubWarpCombiner, partner_sync_table,
};

/// A sub-warp at a LAT barrier.
#[derive(Clone, Copy)]
struct Arrival<'m> {
    arrive: Expr<'m>,
    warp: Expr<'m>,
    partner: Expr<'m>,
    pc: Expr<'m>,
}

impl Hardware for DwrSynchronizer {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let (list, ignore) = m.instance::<IgnoreListTable>("ignore_list", p.ignore_list());
        let arrival = arrival(m, p, &input);
        let lock_en = (arrival.arrive & !ignore.ignored).named("lock_en");
        let sync = synchronise(m, p, &input, arrival, lock_en);
        list.pc.set(input.arrive_pc);
        list.insert.set(lock_en & sync.mismatch);
        output.ignored.set(ignore.ignored);
        output.locked.set(sync.locked);
        combine(m, p, &input, &sync, &output);
    }
}

/// The arrival that takes effect in a cycle: that of the cycle, or with a latency that of the cycle before.
fn arrival<'m>(m: &'m ModuleBuilder, p: &Params, input: &In<Reads<'m>>) -> Arrival<'m> {
    const REASON: &str = "the arrival that is in flight";
    let arrival = Arrival {
        arrive: input.arrive,
        warp: input.arrive_warp,
        partner: input.arrive_partner,
        pc: input.arrive_pc,
    };
    if p.arrive_latency() == 0 {
        return arrival;
    }
    m.section("The arrival of the cycle before, whose PC the ignore list has looked up.");
    let arrive = m.register("arrive", 1).reset(0).overhead(REASON);
    let hold = |name: &str, value: Expr<'m>| {
        let register = m.register(name, value.width()).overhead(REASON);
        register.next(value)
    };
    Arrival {
        arrive: arrive.next(arrival.arrive),
        warp: hold("arrive_warp", arrival.warp),
        partner: hold("arrive_partner", arrival.partner),
        pc: hold("arrive_pc", arrival.pc),
    }
}

fn synchronise<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    arrival: Arrival<'m>,
    lock_en: Expr<'m>,
) -> partner_sync_table::Out<Reads<'m>> {
    m.section("Step 1: an arriving sub-warp is locked unless its PC is on the ignore list.");
    let (table, sync) = m.instance::<PartnerSyncTable>("partner_sync", p.partner_sync());
    table.arrive.set(lock_en);
    table.warp.set(arrival.warp);
    table.partner.set(arrival.partner);
    table.pc.set(arrival.pc);
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
