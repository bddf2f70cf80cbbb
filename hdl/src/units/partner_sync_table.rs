//! RTL of `partner_sync_table`: valid bits and lock bits are in registers, since all large warps are examined
//! in every cycle; PCs are in a memory.

use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::PartnerSyncTable;
use heddle_contract::units::partner_sync_table::{In, Out, Params};

impl Hardware for PartnerSyncTable {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let arrival = input.warp.decode(p.warps() as u32).masked(input.arrive);
        let arrival = arrival.named("arrival");
        let occupied = locks(m, p, &input, arrival, &output);
        m.section("The PC at which the first waiting sub-warp of each large warp waits.");
        let known = (occupied & input.warp.decode(p.warps() as u32)).any();
        let known = known.named("known");
        let pcs = m.memory("pc", p.warps(), p.pc_bits());
        pcs.write(input.warp, input.arrive & !known, input.pc);
        output
            .mismatch
            .set(known & pcs.read(input.warp).ne(input.pc));
    }
}

/// The lock bits and the released large warps; returns the large warps in which a partner waits.
fn locks<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    arrival: Expr<'m>,
    output: &Out<Drives<'m>>,
) -> Expr<'m> {
    m.section(
        "Locked sub-warps. A large warp is released while each partner is locked or excused. These \
         are levels: a partner that was excused is still excused at the next barrier.",
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
        locked.next(stay | partner.masked(arrival.bit(n)));
        output.locked.at(n).set(locked);
    });
    output.released.set(*released);
    occupied.next((occupied & !*released) | arrival)
}
