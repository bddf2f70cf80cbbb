//! RTL of `dwr_subsystem`: a bank of stacks for each position, and the synchroniser. A large warp that is shown and a
//! sub-warp that is read share the read port of the banks, and the port with its number: no multiplexer is before the banks.

use crate::{Drives, Elements, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::dwr_subsystem::{In, Out, Params};
use heddle_contract::units::{DwrSubsystem, DwrSynchronizer, ReconvergenceStack};

/// The tops of the stacks of the large warp that is read, by position.
#[derive(Clone, Copy)]
struct Tops<'m> {
    pc: Elements<'m>,
    lanes: Elements<'m>,
}

impl Hardware for DwrSubsystem {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let tops = stacks(m, p, &input, &output);
        output.read_done.set(input.read & !input.show);
        output.read_pc.set(tops.pc.index(input.read_partner));
        output.read_lanes.set(tops.lanes.index(input.read_partner));
        synchronize(m, p, &input, tops, &output);
    }
}

/// The stacks of all positions; returns the tops of a large warp.
fn stacks<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
) -> Tops<'m> {
    m.section("The tops of the stacks of a large warp, by position.");
    let top_pc = m.array("top_pc", p.partners(), p.pc_bits());
    let top_lanes = m.array("top_lanes", p.partners(), p.sub_lanes() as u32);
    let read_select = input.read_warp.decode(p.stack().warps() as u32);
    let read_select = read_select.named("read_select");
    for at in 0..p.partners() {
        m.section(format!("The stacks of sub-warps at position {at}."));
        let label = format!("stack{at}");
        let (stack, tops) = m.instance_for::<ReconvergenceStack>("of_sub_warps", &label, p.stack());
        let lanes = input.start_lanes.at(at);
        stack.start.set(input.start & lanes.any());
        stack.start_warp.set(input.start_warp);
        stack.start_pc.set(input.start_pc);
        stack.start_lanes.set(lanes);
        stack.update.set(input.update.bit(at));
        stack.update_warp.set(input.update_warp.at(at));
        stack.exit.set(input.exit.at(at));
        stack.leave.set(input.leave.at(at));
        stack.taken.set(input.taken.at(at));
        stack.target.set(input.target.at(at));
        stack.next.set(input.next.at(at));
        stack.push.set(input.push.bit(at));
        stack.reconverge.set(input.reconverge.at(at));
        stack.compare.set(input.compare.bit(at));
        // A large warp is shown whole; what is read of sub-warps of it that are not live is not used.
        let is_live = (tops.live & read_select).any();
        stack.read.set((input.show | input.read) & is_live);
        stack.read_warp.set(input.read_warp);
        top_pc.set(at, tops.read_pc);
        top_lanes.set(at, tops.read_lanes);
        output.live.at(at).set(tops.live);
        output.busy.at(at).set(tops.busy);
        output.update_ready.bit(at).set(!tops.popping);
        output.overflow.bit(at).set(tops.overflow);
        output.unbalanced.bit(at).set(tops.unbalanced);
        m.unused(tops.popping_warp);
        m.unused(tops.read_entries);
        m.unused(tops.read_waiting);
        m.unused(tops.read_reconverge);
    }
    Tops {
        pc: *top_pc,
        lanes: *top_lanes,
    }
}

fn synchronize<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    tops: Tops<'m>,
    output: &Out<Drives<'m>>,
) {
    m.section(
        "The synchroniser. The highest bit of a PC in the stacks tells calls apart and is not \
         compared.",
    );
    let (into, out) = m.instance::<DwrSynchronizer>("synchronizer", p.synchronizer());
    let address = m.array("address", p.partners(), p.pc_bits());
    for at in 0..p.partners() {
        let pc = tops.pc.at(at).truncate(p.pc_bits() - 1);
        address.set(at, pc.zero_extend(p.pc_bits()));
    }
    let show_ready = (!out.combined | input.issue_ready).named("show_ready");
    into.arrive.set(input.arrive);
    into.arrive_warp.set(input.arrive_warp);
    into.arrive_partner.set(input.arrive_partner);
    into.arrive_pc.set(input.arrive_pc);
    into.excused.set(input.excused);
    into.show.set(input.show);
    into.show_warp.set(input.read_warp);
    into.show_pc.set(*address);
    into.show_active.set(tops.lanes);
    into.take.set(out.combined & input.issue_ready);
    output.ignored.set(out.ignored);
    output.locked.set(out.locked);
    output.combinable.set(out.combinable);
    output.show_ready.set(show_ready);
    output.issue.set(out.combined);
    output.issue_warp.set(shown_warp(m, p, input, show_ready));
    output.issue_members.set(out.members);
    output.issue_size.set(out.size);
    output.issue_pc.set(out.combined_pc);
    output.issue_lanes.set(out.lanes);
}

/// The large warp that is offered for issue: it goes along with its show.
fn shown_warp<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    moves: Expr<'m>,
) -> Expr<'m> {
    const REASON: &str = "large warps on their way to their issue";
    if p.combine_latency() > 0 {
        m.section("The large warps that were shown, up to the one that is offered.");
    }
    (1..=p.combine_latency()).fold(input.read_warp, |warp, stage| {
        let register = m.register(format!("shown{stage}"), p.warp_bits());
        register.reset(0).overhead(REASON).next_when(moves, warp)
    })
}
