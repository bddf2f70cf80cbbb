//! The serial form: a whole commit is held, and its PCs are handed over one by one.

use super::{lanes, threads};
use crate::blocks::lowest_mux;
use crate::{Drives, ModuleBuilder, Reads};
use heddle_contract::units::warp_update_registers::{In, Out, Params};

/// Why the commit's PCs and the logic that chooses one do not count as storage.
const REASON: &str = "a commit is held while its PCs are handed over one by one";

/// Describes the registers and the choice of a PC.
pub(super) fn build<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
) {
    m.section(
        "The held commit: lanes that are not taken yet, PCs, threads. If lane 0 has a thread, it \
         leads first, so its PC need not be held.",
    );
    let remaining = m.register("remaining", lanes(p)).reset(0);
    let free = m.register("free", 1).reset(1).overhead(REASON);
    let load_en = (input.commit & free).named("load_en");
    let pc = m
        .registers("pc", p.lanes() - 1, p.pc_bits())
        .overhead(REASON);
    m.each("held", p.lanes() - 1, |i| {
        pc.register(i).next_when(load_en, input.commit_pc.at(i + 1));
    });
    let tid = threads(m, p, load_en, input);

    m.section(
        "The PC of the lowest remaining lane is chosen in one cycle, for a new commit when it \
         arrives; the lanes with this PC are shown in the next cycle.",
    );
    let chosen = m.register("chosen", 1).reset(0).overhead(REASON);
    let first_pc = m.register("first_pc", p.pc_bits());
    // DWF-62: a tree, because a one-hot leader in front of the multiplexer makes the longest path of the scheduler.
    let new = lowest_mux(m, "new", input.commit_lanes, input.commit_pc);
    let next = lowest_mux(m, "next", remaining.bits(lanes(p) - 1, 1), *pc);
    first_pc.next_when(!*chosen, free.mux(new, next));
    let first_lanes = m.wire("first_lanes", lanes(p));
    first_lanes.set_bit(0, remaining.bit(0));
    m.each("first", p.lanes() - 1, |i| {
        first_lanes.set_bit(i + 1, remaining.bit(i + 1) & pc.at(i).eq(*first_pc));
    });
    chosen.next(chosen.mux(!input.take_first, !free | input.commit));
    // Whether the PC is the last one is known before it is taken: only a bit waits for that.
    let others = (remaining & !*first_lanes).named("others");
    let kept = input.take_first.mux(others, *remaining);
    remaining.next(free.mux(input.commit_lanes.masked(input.commit), kept));
    let is_taken = input.take_first & !others.any();
    free.next(free.mux(!input.commit, is_taken));
    output.commit_ready.set(load_en);
    output.first.set(chosen);
    output.first_pc.set(*first_pc);
    output.first_lanes.set(*first_lanes);
    output.first_tid.set(tid);

    m.section("One PC at a time: the second half is always empty.");
    output.second.set(0);
    output.second_pc.set(0);
    output.second_lanes.set(0);
    output.second_tid.set(tid);
    m.unused(input.take_second);
}
