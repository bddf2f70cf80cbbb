//! RTL of `partner_sync_table`: valid bits and lock bits are in registers, since all large warps are examined
//! in every cycle; PCs are in a memory.

use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::PartnerSyncTable;
use heddle_contract::units::partner_sync_table::{In, Out, Params};

impl Hardware for PartnerSyncTable {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let arrival = input.warp.decode(p.warps() as u32).masked(input.arrive);
        let arrival = arrival.named("arrival");
        let Groups { occupied, released } = groups(m, p, &input, arrival, &output);
        m.section("The PC at which the first waiting sub-warp of each large warp waits.");
        let of_warp = |groups: Expr<'m>| (groups & input.warp.decode(p.warps() as u32)).any();
        let known = of_warp(occupied).named("known");
        let pcs = m.memory("pc", p.warps(), p.pc_bits());
        let is_first = match p.wait_cycles() {
            // Who arrives is not excused: its group cannot leave in the same cycle.
            0 => !known,
            _ => !of_warp(occupied & !released),
        };
        pcs.write(input.warp, input.arrive & is_first, input.pc);
        output
            .mismatch
            .set(known & pcs.read(input.warp).ne(input.pc));
    }
}

/// A bit for each large warp.
struct Groups<'m> {
    /// A partner waits.
    occupied: Expr<'m>,
    /// The partners that wait are released.
    released: Expr<'m>,
}

/// The lock bits and the released large warps.
fn groups<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    arrival: Expr<'m>,
    output: &Out<Drives<'m>>,
) -> Groups<'m> {
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
        let leave = match p.wait_cycles() {
            0 => nobody_missing,
            limit => nobody_missing | is_late(m, p, limit, occupied.bit(n) & !released.bit(n)),
        };
        released.set_bit(n, occupied.bit(n) & leave);
        let stay = locked.masked(!released.bit(n));
        locked.next(stay | partner.masked(arrival.bit(n)));
        output.locked.at(n).set(locked);
    });
    output.released.set(*released);
    occupied.next((occupied & !*released) | arrival);
    Groups {
        occupied: *occupied,
        released: *released,
    }
}

/// Whether a large warp has waited for all of the cycles that it may, if this is one of them; `stays`: it will wait in
/// the next cycle too.
fn is_late<'m>(m: &'m ModuleBuilder, p: &Params, limit: u32, stays: Expr<'m>) -> Expr<'m> {
    let age = m.register("age", p.age_bits()).reset(0);
    let age = age.overhead("a partner that never comes is not waited for without end");
    age.next((age + 1).masked(stays));
    age.eq(u64::from(limit - 1))
}
