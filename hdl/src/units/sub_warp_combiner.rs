//! RTL of `sub_warp_combiner`: the PC of the first combine-ready partner is compared with the PCs of the others.

mod pipeline;

use crate::blocks::{count_ones, lowest_one_hot, one_hot_mux};
use crate::{Drives, Elements, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::SubWarpCombiner;
use heddle_contract::units::sub_warp_combiner::{In, Out, Params};

/// The members that issue, and their large warp.
#[derive(Clone, Copy)]
struct Taken<'m> {
    warp: Expr<'m>,
    members: Expr<'m>,
}

impl Hardware for SubWarpCombiner {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        if p.combine_latency() > 0 {
            return pipeline::build(m, p, &input, &output);
        }
        let members = m.wire("members", p.partners() as u32);
        let taken = Taken {
            warp: input.warp,
            members: *members,
        };
        let combinable = status(m, p, &input, taken, &output);
        m.section(
            "The lowest combine-ready partner leads; combine-ready partners at its PC join it.",
        );
        let pc = leading_pc(m, combinable, input.pc);
        m.each("partner", p.partners(), |n| {
            let join_en = (combinable.bit(n) & input.pc.at(n).eq(pc)).named("join_en");
            members.set_bit(n, join_en);
            let lanes = input.active.at(n).masked(join_en);
            let place = output.lanes.part(n * p.sub_lanes(), p.sub_lanes() as u32);
            place.set(lanes);
        });
        output.combined.set(input.show & combinable.any());
        output.members.set(*members);
        output.size.set(count_ones(m, "count", *members));
        output.combined_pc.set(pc);
    }
}

/// The PC of the lowest combine-ready sub-warp.
fn leading_pc<'m>(m: &'m ModuleBuilder, combinable: Expr<'m>, pcs: Elements<'m>) -> Expr<'m> {
    let first = lowest_one_hot("first", combinable);
    one_hot_mux(m, "first_pc", first, pcs)
}

/// The combine-ready bits of all sub-warps; returns the bits of the large warp that is shown.
fn status<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    taken: Taken<'m>,
    output: &Out<Drives<'m>>,
) -> Expr<'m> {
    m.section("The combine-ready status, a bit for each sub-warp.");
    let all = m.registers("combinable", p.warps(), p.partners() as u32);
    let take_warps = taken.warp.decode(p.warps() as u32).masked(input.take);
    let take_warps = take_warps.named("take_warps");
    m.each("warp", p.warps(), |n| {
        let combinable = all.register(n).reset(0);
        let issued = taken.members.masked(take_warps.bit(n));
        combinable.next((combinable & !issued) | input.mark.at(n));
        output.combinable.at(n).set(combinable);
    });
    all.index(input.warp).named("shown_combinable")
}
