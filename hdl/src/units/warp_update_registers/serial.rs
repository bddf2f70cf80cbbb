//! The serial form: a commit is held whole, and its PCs are handed over one by one.

use super::{lanes, leading, threads};
use crate::{Drives, ModuleBuilder, Reads};
use heddle_contract::units::warp_update_registers::{In, Out, Params};

/// Why the commit's PCs and what chooses one are no storage.
const REASON: &str = "a commit is held while its PCs are handed over one by one";

/// Describes the registers and what chooses a PC.
pub(super) fn build<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
) {
    m.section(
        "The commit that is held: lanes that were not taken yet, PCs, threads. Lane 0 leads whenever it has a thread, so \
         that its PC need not be held.",
    );
    let left = m.register("left", lanes(p)).reset(0);
    let free = m.register("free", 1).reset(1).overhead(REASON);
    let loads = (input.commit & free).named("loads");
    let pc = m
        .registers("pc", p.lanes() - 1, p.pc_bits())
        .overhead(REASON);
    m.each("held", p.lanes() - 1, |i| {
        pc.register(i).next_when(loads, input.commit_pc.at(i + 1));
    });
    let tid = threads(m, p, loads, input);

    m.section(
        "The PC of the lowest lane is chosen in one cycle, that of a commit as it comes, and the lanes that have it are \
         shown in the next.",
    );
    let chosen = m.register("chosen", 1).reset(0).overhead(REASON);
    let first_pc = m.register("first_pc", p.pc_bits());
    let new = leading(m, "new", input.commit_lanes, input.commit_pc);
    let next = leading(m, "next", left.bits(lanes(p) - 1, 1), *pc);
    first_pc.next_when(!*chosen, free.mux(new, next));
    let first_lanes = m.wire("first_lanes", lanes(p));
    first_lanes.set_bit(0, left.bit(0));
    m.each("first", p.lanes() - 1, |i| {
        first_lanes.set_bit(i + 1, left.bit(i + 1) & pc.at(i).eq(*first_pc));
    });
    chosen.next(chosen.mux(!input.take_first, !free | input.commit));
    let kept = (left & !(*first_lanes).masked(input.take_first)).named("kept");
    left.next(free.mux(input.commit_lanes.masked(input.commit), kept));
    free.next(free.mux(!input.commit, !kept.any()));
    output.commit_ready.set(loads);
    output.first.set(chosen);
    output.first_pc.set(*first_pc);
    output.first_lanes.set(*first_lanes);
    output.first_tid.set(tid);

    m.section("One PC at a time: nothing is second.");
    output.second.set(0);
    output.second_pc.set(0);
    output.second_lanes.set(0);
    output.second_tid.set(tid);
    m.unused(input.take_second);
}
