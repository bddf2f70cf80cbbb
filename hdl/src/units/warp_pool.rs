//! RTL of `warp_pool`: a bank of TIDs for each lane, one bank of PCs, and one bank of the scheduler's links.
//!
//! Each lane writes at most one entry a cycle, independently of the other lanes, so its bank has one write port; clearing an
//! entry and the walk after reset use this port too. PCs and links have two write ports.

use crate::blocks::{Walker, walker};
use crate::{Drives, Expr, Hardware, Memory, ModuleBuilder, Reads};
use heddle_contract::units::WarpPool;
use heddle_contract::units::warp_pool::{In, Out, Params};

/// A write of one word of an entry.
#[derive(Clone, Copy)]
struct Write<'m> {
    enable: Expr<'m>,
    warp: Expr<'m>,
    value: Expr<'m>,
}

impl Hardware for WarpPool {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        m.section(
            "After reset a walk clears every entry: lanes become empty, PC and link become 0.",
        );
        let walk = walker(m, p.warps());
        output.init_done.set(walk.done);
        lanes(m, p, &input, walk, &output);
        m.section("PCs of new warps.");
        // DWF-4: two memories, because PC and link of a warp are written in different cycles.
        let pc = m.memory("pc", p.warps(), p.pc_bits());
        let first = Write {
            enable: input.create_first,
            warp: input.create_first_warp,
            value: input.create_first_pc,
        };
        let second = Write {
            enable: input.create_second,
            warp: input.create_second_warp,
            value: input.create_second_pc,
        };
        write(pc, "pc", walk, first, second);
        m.section("Links of the scheduler's lists.");
        let next = m.memory("next", p.warps(), p.warp_bits());
        let first = Write {
            enable: input.link_first,
            warp: input.link_first_warp,
            value: input.link_first_next,
        };
        let second = Write {
            enable: input.link_second,
            warp: input.link_second_warp,
            value: input.link_second_next,
        };
        write(next, "next", walk, first, second);
        output.read_pc.set(pc.read(input.read_warp));
        output.read_next.set(next.read(input.read_warp));
        m.unused(input.read);
    }
}

fn lanes<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    walk: Walker<'m>,
    output: &Out<Drives<'m>>,
) {
    m.section("TIDs: a bank per lane with one write port. A TID of all ones means no thread.");
    // DWF-2: clearing takes the write port, so no lane is written meanwhile.
    let clear_en = (!walk.done | input.clear).named("clear_en");
    let emptied = walk.until_done(walk.row, input.read_warp).named("emptied");
    let nobody = m.ones(p.tid_bits());
    m.each("lane", p.lanes(), |i| {
        let tid = m.memory("tid", p.warps(), p.tid_bits());
        let warp = clear_en.mux(emptied, input.write_warp.at(i)).named("warp");
        let writes = clear_en | input.write_lanes.bit(i);
        tid.write(warp, writes, clear_en.mux(nobody, input.write_tid.at(i)));
        let read = tid.read(input.read_warp).named("read");
        output.read_tid.at(i).set(read);
        output.read_lanes.bit(i).set(!read.all());
    });
}

/// The write ports of a bank of words; the walk uses the first.
fn write<'m>(bank: Memory<'m>, name: &str, walk: Walker<'m>, first: Write<'m>, second: Write<'m>) {
    let row = walk.until_done(walk.row, first.warp);
    let row = row.named(format!("{name}_first"));
    let value = walk.until_done(0, first.value);
    bank.write(row, !walk.done | first.enable, value);
    bank.write(second.warp, second.enable, second.value);
}
