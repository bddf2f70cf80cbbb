//! RTL of `thread_pc_table`: memories of PCs for each lane, with a comparator beside them.
//!
//! TPC-1: two PCs of a lane can be written in a cycle: one warp parks, another branches. Memories of FPGAs and most macros have
//! one write port, so a lane has one memory for parks and one for branches, and a bit for each warp that says which of the
//! two holds the PC. A branch wins if a lane branches and parks.

use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::ThreadPcTable;
use heddle_contract::units::thread_pc_table::{In, Out, Params};

impl Hardware for ThreadPcTable {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        output.known.set(known(m, p, &input));
        m.section(
            "PCs, two memories per lane: PCs written by a park, and by a branch. branched_last_q: \
             warps whose PC is in the branch memory. A read sees a park of the same cycle.",
        );
        let forward = (input.park & input.park_warp.eq(input.read_warp)).named("forward");
        let select = |warp: Expr<'m>, name: &str| warp.decode(p.warps() as u32).named(name);
        let park_select = select(input.park_warp, "park_select");
        let branch_select = select(input.branch_warp, "branch_select");
        let read_select = select(input.read_warp, "read_select");
        let compare_select = select(input.compare_warp, "compare_select");
        m.each("lane", p.lanes(), |i| {
            let park_en = (input.park & input.park_lanes.bit(i)).named("park_en");
            let branch_en = (input.branch & input.branch_lanes.bit(i)).named("branch_en");
            let parked = m.memory("parked_pc", p.warps(), p.pc_bits());
            parked.write(input.park_warp, park_en, input.park_pc);
            let branched = m.memory("branched_pc", p.warps(), p.pc_bits());
            branched.write(input.branch_warp, branch_en, input.branch_pc.at(i));
            let last = m.register("branched_last", p.warps() as u32);
            let kept = last & !park_select.masked(park_en);
            last.next(kept | branch_select.masked(branch_en));
            let pc = |warp: Expr<'m>, select: Expr<'m>| {
                (last & select)
                    .any()
                    .mux(branched.read(warp), parked.read(warp))
            };
            let stored = pc(input.read_warp, read_select);
            let read_pc = (forward & input.park_lanes.bit(i)).mux(input.park_pc, stored);
            output.read_pc.at(i).set(read_pc);
            let stored = pc(input.compare_warp, compare_select).named("compare_stored");
            output.compare_lanes.bit(i).set(stored.eq(input.compare_pc));
        });
        m.unused(input.read);
        m.unused(input.compare);
    }
}

/// Warps whose lanes have all parked at once since reset: what else is in the memories means nothing (TPC-4).
fn known<'m>(m: &'m ModuleBuilder, p: &Params, input: &In<Reads<'m>>) -> Expr<'m> {
    m.section("Warps all of whose lanes have parked at once.");
    let known = m.register("known", p.warps() as u32).reset(0);
    let park_en_whole = input.park & input.park_lanes.all();
    known.next(
        known
            | input
                .park_warp
                .decode(p.warps() as u32)
                .masked(park_en_whole),
    )
}
