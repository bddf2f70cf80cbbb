//! RTL of `thread_pc_table`: a memory of PCs for each lane, with its comparator beside it.
//!
//! A branch is the later of the two write ports, so it wins where a lane branches and parks.

use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::ThreadPcTable;
use heddle_contract::units::thread_pc_table::{In, Out, Params};

impl Hardware for ThreadPcTable {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        output.known.set(known(m, p, &input));
        m.section(
            "PCs, a memory per lane. A branch is written last and wins. What parks in this cycle \
             is read already.",
        );
        let forwards = (input.park & input.park_warp.eq(input.read_warp)).named("forwards");
        m.each("lane", p.lanes(), |i| {
            let parks = (input.park & input.park_lanes.bit(i)).named("parks");
            let branches = (input.branch & input.branch_lanes.bit(i)).named("branches");
            let pc = m.memory("pc", p.warps(), p.pc_bits());
            pc.write(input.park_warp, parks, input.park_pc);
            pc.write(input.branch_warp, branches, input.branch_pc.at(i));
            let parked = forwards & input.park_lanes.bit(i);
            let read_pc = parked.mux(input.park_pc, pc.read(input.read_warp));
            output.read_pc.at(i).set(read_pc);
            let stored = pc.read(input.compare_warp);
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
