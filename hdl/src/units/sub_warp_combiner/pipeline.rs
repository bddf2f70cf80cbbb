//! The form with a latency: a show goes through stages, and its answer waits in registers until it is taken.
//!
//! The stages are the combine-ready bits of the large warp, the PC of the one that leads, and the members. With fewer cycles of
//! latency the first stages are one. All stages advance together, and stand still while an answer waits.

use super::{Taken, leading_pc, status};
use crate::blocks::count_ones;
use crate::{Drives, Elements, Expr, ModuleBuilder, Reads};
use heddle_contract::units::sub_warp_combiner::{In, Out, Params};

/// Why registers between stages do not count as storage.
const STAGE: &str = "large warps on their way to their answer";

/// A large warp in a stage.
#[derive(Clone, Copy)]
struct Shown<'m> {
    warp: Expr<'m>,
    /// The sub-warps that are combine-ready; none if no large warp is in the stage.
    ready: Expr<'m>,
    pcs: Elements<'m>,
    active: Elements<'m>,
}

/// Values shared by the parts of the description.
#[derive(Clone, Copy)]
struct Stages<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    /// All stages advance.
    moves: Expr<'m>,
}

pub(super) fn build<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
) {
    let combined = m.register("combined", 1).reset(0);
    let members = m.register("members", p.partners() as u32).overhead(STAGE);
    let warp = m.register("warp", p.warp_bits()).overhead(STAGE);
    let taken = Taken {
        warp: *warp,
        members: *members,
    };
    let ready = status(m, p, input, taken, output);
    let stages = Stages {
        m,
        p,
        moves: (!*combined | input.take).named("moves"),
    };
    let shown = stages.captured(Shown {
        warp: input.warp,
        ready: ready.masked(input.show).named("asked"),
        pcs: input.pc,
        active: input.active,
    });
    let (shown, pc) = stages.led(shown);
    let found = stages.members(shown, pc, output);
    let moves = stages.moves;
    output
        .combined
        .set(combined.overhead(STAGE).next_when(moves, found.any()));
    output.members.set(members.next_when(moves, found));
    warp.next_when(moves, shown.warp);
}

impl<'m> Stages<'_, 'm> {
    /// A register of a stage.
    fn hold(self, name: &str, value: Expr<'m>) -> Expr<'m> {
        let register = self.m.register(name, value.width()).overhead(STAGE);
        register.next_when(self.moves, value)
    }

    /// The registers of a large warp in a stage.
    fn hold_shown(self, stage: &str, shown: Shown<'m>) -> Shown<'m> {
        let Self { m, moves, .. } = self;
        let ready = m.register(format!("{stage}_ready"), shown.ready.width());
        let ready = ready.overhead(STAGE).reset(0);
        let all = |name: &str, values: Elements<'m>| {
            let registers = m.registers(format!("{stage}_{name}"), values.count(), values.width());
            registers.overhead(STAGE).next_all_when(moves, values);
            *registers
        };
        Shown {
            warp: self.hold(&format!("{stage}_warp"), shown.warp),
            ready: ready.next_when(moves, shown.ready),
            pcs: all("pc", shown.pcs),
            active: all("active", shown.active),
        }
    }

    /// The first stage: a large warp with its combine-ready bits.
    fn captured(self, shown: Shown<'m>) -> Shown<'m> {
        if self.p.combine_latency() < 3 {
            return shown;
        }
        self.m.section("The large warp that was shown.");
        self.hold_shown("shown", shown)
    }

    /// The second stage: the lowest combine-ready partner leads.
    fn led(self, shown: Shown<'m>) -> (Shown<'m>, Expr<'m>) {
        self.m
            .section("The lowest combine-ready partner leads: its PC.");
        let pc = leading_pc(self.m, shown.ready, shown.pcs);
        if self.p.combine_latency() < 2 {
            return (shown, pc);
        }
        let pc = self.hold("leading_pc", pc);
        (self.hold_shown("led", shown), pc)
    }

    /// The last stage: combine-ready partners at the PC of the one that leads join it; returns the members.
    fn members(self, shown: Shown<'m>, pc: Expr<'m>, output: &Out<Drives<'m>>) -> Expr<'m> {
        let Self { m, p, moves } = self;
        m.section("Combine-ready partners at this PC join it: the answer.");
        let members = m.wire("joining", p.partners() as u32);
        let lanes = m.register("lanes", p.lanes() as u32).overhead(STAGE);
        let next_lanes = m.wire("next_lanes", p.lanes() as u32);
        m.each("partner", p.partners(), |n| {
            let join_en = (shown.ready.bit(n) & shown.pcs.at(n).eq(pc)).named("join_en");
            members.set_bit(n, join_en);
            let place = next_lanes.place();
            let place = place.part(n * p.sub_lanes(), p.sub_lanes() as u32);
            place.set(shown.active.at(n).masked(join_en));
        });
        let size = count_ones(m, "count", *members);
        output.size.set(self.hold("size", size));
        output.combined_pc.set(self.hold("combined_pc", pc));
        output.lanes.set(lanes.next_when(moves, *next_lanes));
        *members
    }
}
