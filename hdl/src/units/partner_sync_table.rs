//! RTL of `partner_sync_table`: bits of occupied entries and of locks in registers, since all large warps are looked
//! at in every cycle; PCs in a memory.

use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::PartnerSyncTable;
use heddle_contract::units::partner_sync_table::{In, Out, Params};

impl Hardware for PartnerSyncTable {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let arrives = input.warp.decode(p.warps() as u32).masked(input.arrive);
        let arrives = arrives.named("arrives");
        let occupied = locks(m, p, &input, arrives, &output);
        m.section("Where the first of a large warp waits.");
        let known = (occupied & input.warp.decode(p.warps() as u32)).any();
        let known = known.named("known");
        let pcs = m.memory("pc", p.warps(), p.pc_bits());
        pcs.write(input.warp, input.arrive & !known, input.pc);
        output
            .differs
            .set(known & pcs.read(input.warp).ne(input.pc));
    }
}

/// Who waits, and whose waiting is over; large warps of which somebody waits.
fn locks<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    arrives: Expr<'m>,
    output: &Out<Drives<'m>>,
) -> Expr<'m> {
    m.section(
        "Who waits. A large warp is released when each of its partners is locked or excused: levels, \
         so that whoever was excused still is for the next barrier.",
    );
    let occupied = m.register("occupied", p.warps() as u32).reset(0);
    let released = m.wire("released", p.warps() as u32);
    let partner = input
        .partner
        .decode(p.partners() as u32)
        .named("partner_bit");
    m.each("warp", p.warps(), |n| {
        let locked = m.register("locked", p.partners() as u32).reset(0);
        let nobody_missing = (locked | input.excused.at(n)).all();
        released.set_bit(n, occupied.bit(n) & nobody_missing);
        let stay = locked.masked(!released.bit(n));
        locked.next(stay | partner.masked(arrives.bit(n)));
        output.locked.at(n).set(locked);
    });
    output.released.set(*released);
    occupied.next((occupied & !*released) | arrives)
}
