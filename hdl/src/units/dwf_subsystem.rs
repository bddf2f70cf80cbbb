//! RTL of `dwf_subsystem`: the scheduler, and a register in each channel of its memory side.

use crate::blocks::half_rate_slice;
use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::dwf_subsystem::{In, Out, Params};
use heddle_contract::units::{DwfScheduler, DwfSubsystem, dwf_scheduler};

/// Why registers of the memory side do not count as storage.
const REASON: &str = "warps on their way to the memory and back";

/// The ports of the scheduler inside.
type Inside<'m> = (dwf_scheduler::In<Drives<'m>>, dwf_scheduler::Out<Reads<'m>>);

impl Hardware for DwfSubsystem {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        m.section("The scheduler.");
        let inside = m.instance::<DwfScheduler>("scheduler", p.scheduler());
        connect(&inside, &input, &output);
        if !p.registered() {
            return straight_through(&inside, &input, &output);
        }
        let writes = write(m, p, &inside, &input, &output);
        fetch(m, p, &inside, writes, &input, &output);
        back(m, p, &inside, &input, &output);
    }
}

/// Connects all ports but those of the memory side.
fn connect<'m>((into, out): &Inside<'m>, input: &In<Reads<'m>>, output: &Out<Drives<'m>>) {
    into.configure.set(input.configure);
    into.spill_offset.set(input.spill_offset);
    into.commit.set(input.commit);
    into.commit_lanes.set(input.commit_lanes);
    into.commit_tid.set(input.commit_tid);
    into.commit_pc.set(input.commit_pc);
    into.issue_ready.set(input.issue_ready);
    output.init_done.set(out.init_done);
    output.commit_ready.set(out.commit_ready);
    output.issue.set(out.issue);
    output.issue_warp.set(out.issue_warp);
    output.issue_pc.set(out.issue_pc);
    output.issue_lanes.set(out.issue_lanes);
    output.issue_tid.set(out.issue_tid);
    output.pool_free.set(out.pool_free);
    output.groups.set(out.groups);
    output.spilled.set(out.spilled);
    output.fetching.set(out.fetching);
    output.waiting.set(out.waiting);
    output.hold.set(out.hold);
    output.insert.set(out.insert);
    output.merges.set(out.merges);
    output.creations.set(out.creations);
    output.conflicts.set(out.conflicts);
    output.evictions.set(out.evictions);
    output.forward.set(out.forward);
}

/// Connects the memory side without registers.
fn straight_through<'m>((into, out): &Inside<'m>, input: &In<Reads<'m>>, output: &Out<Drives<'m>>) {
    into.write_ready.set(input.write_ready);
    into.fetch_ready.set(input.fetch_ready);
    into.back.set(input.back);
    into.back_pc.set(input.back_pc);
    into.back_tid.set(input.back_tid);
    output.write.set(out.write);
    output.write_address.set(out.write_address);
    output.write_pc.set(out.write_pc);
    output.write_tid.set(out.write_tid);
    output.fetch.set(out.fetch);
    output.fetch_address.set(out.fetch_address);
    output.back_ready.set(out.back_ready);
}

/// The register of writes; returns whether it is full.
fn write<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    (into, out): &Inside<'m>,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
) -> Expr<'m> {
    m.section("The write that waits for the memory.");
    // DWF-63: a register that is full takes nothing, so that ready is state too.
    let slice = half_rate_slice(m, "written", out.write, input.write_ready, REASON);
    let register = |name, width| m.register(name, width).overhead(REASON);
    let address = register("written_address", p.scheduler().spill().address_bits());
    let pc = register("written_pc", p.pc_bits());
    let tid = m.registers("written_tid", p.lanes(), p.tid_bits());
    let tid = tid.overhead(REASON);
    let address = address.next_when(slice.ready, out.write_address);
    let pc = pc.next_when(slice.ready, out.write_pc);
    let tid = tid.next_all_when(slice.ready, out.write_tid);
    into.write_ready.set(slice.ready);
    output.write.set(slice.full);
    output.write_address.set(address);
    output.write_pc.set(pc);
    output.write_tid.set(tid);
    slice.full
}

/// The register of fetches; `writes` says that a write waits.
fn fetch<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    (into, out): &Inside<'m>,
    writes: Expr<'m>,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
) {
    m.section(
        "The fetch that waits for the memory, and for a write: that may be of the same warp.",
    );
    // DWF-64: a fetch does not overtake the write of its warp.
    let accepted = input.fetch_ready & !writes;
    let slice = half_rate_slice(m, "fetched", out.fetch, accepted, REASON);
    let address = m.register("fetched_address", p.scheduler().spill().address_bits());
    let address = address.overhead(REASON);
    let address = address.next_when(slice.ready, out.fetch_address);
    into.fetch_ready.set(slice.ready);
    output.fetch.set(slice.full & !writes);
    output.fetch_address.set(address);
}

/// The register of warps that are back.
fn back<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    (into, out): &Inside<'m>,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
) {
    m.section("The warp that is back and waits for the scheduler.");
    let slice = half_rate_slice(m, "returned", input.back, out.back_ready, REASON);
    let pc = m.register("returned_pc", p.pc_bits()).overhead(REASON);
    let tid = m.registers("returned_tid", p.lanes(), p.tid_bits());
    let tid = tid.overhead(REASON);
    let pc = pc.next_when(slice.ready, input.back_pc);
    let tid = tid.next_all_when(slice.ready, input.back_tid);
    into.back.set(slice.full);
    into.back_pc.set(pc);
    into.back_tid.set(tid);
    output.back_ready.set(slice.ready);
}
