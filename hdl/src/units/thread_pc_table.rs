//! RTL of `thread_pc_table`: a memory of PCs for each lane, with its comparator beside it.
//!
//! Two PCs of a lane can be written in a cycle: a warp parks, another one branches. Memories of FPGAs and most macros have
//! one write port, so a lane has a memory for each, and a bit for each warp that says which of the two is
//! the PC. A branch wins where a lane branches and parks.

use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::ThreadPcTable;
use heddle_contract::units::thread_pc_table::{In, Out, Params};

impl Hardware for ThreadPcTable {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        output.known.set(known(m, p, &input));
        m.section(
            "PCs, two memories per lane: those that parked, and those that branched. branched_last_q: warps \
             whose PC is in the second one. What parks in this cycle is read already.",
        );
        let forwards = (input.park & input.park_warp.eq(input.read_warp)).named("forwards");
        let select = |warp: Expr<'m>, name: &str| warp.decode(p.warps() as u32).named(name);
        let park_select = select(input.park_warp, "park_select");
        let branch_select = select(input.branch_warp, "branch_select");
        let read_select = select(input.read_warp, "read_select");
        let compare_select = select(input.compare_warp, "compare_select");
        m.each("lane", p.lanes(), |i| {
            let parks = (input.park & input.park_lanes.bit(i)).named("parks");
            let branches = (input.branch & input.branch_lanes.bit(i)).named("branches");
            let parked = m.memory("parked_pc", p.warps(), p.pc_bits());
            parked.write(input.park_warp, parks, input.park_pc);
            let branched = m.memory("branched_pc", p.warps(), p.pc_bits());
            branched.write(input.branch_warp, branches, input.branch_pc.at(i));
            let last = m.register("branched_last", p.warps() as u32);
            let kept = last & !park_select.masked(parks);
            last.next(kept | branch_select.masked(branches));
            let pc = |warp: Expr<'m>, select: Expr<'m>| {
                (last & select)
                    .any()
                    .mux(branched.read(warp), parked.read(warp))
            };
            let stored = pc(input.read_warp, read_select);
            let read_pc = (forwards & input.park_lanes.bit(i)).mux(input.park_pc, stored);
            output.read_pc.at(i).set(read_pc);
            let stored = pc(input.compare_warp, compare_select).named("compare_stored");
            output.compare_lanes.bit(i).set(stored.eq(input.compare_pc));
        });
        m.unused(input.read);
        m.unused(input.compare);
    }
}

/// Warps all of whose lanes have parked at once since reset.
fn known<'m>(m: &'m ModuleBuilder, p: &Params, input: &In<Reads<'m>>) -> Expr<'m> {
    m.section("Warps that have parked whole.");
    let known = m.register("known", p.warps() as u32).reset(0);
    let parks_whole = input.park & input.park_lanes.all();
    known.next(known | input.park_warp.decode(p.warps() as u32).masked(parks_whole))
}
