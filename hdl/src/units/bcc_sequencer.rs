//! RTL of `bcc_sequencer`: the remaining quads, a bit each, and a priority encoder over them.

pub(in crate::units) mod invariants;

use crate::blocks::{encode, lowest_one_hot, one_hot_mux};
use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::config::Compress;
use heddle_contract::units::BccSequencer;
use heddle_contract::units::bcc_sequencer::{In, Out, Params};
use heddle_contract::units::quads::Quads;

impl Hardware for BccSequencer {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let quads = p.quads();
        m.section("The held instruction and its remaining quads.");
        let held = m.register("held", 1).reset(0);
        let first = m.register("first", 1);
        let mask = m.register("mask", quads.lanes() as u32);
        let remaining = m.register("remaining", quads.count() as u32);
        let lowest = lowest_one_hot("lowest", *remaining);
        let rest = (remaining & !lowest).named("rest");
        let last = (!rest.any()).named("last");
        let ready = (!held | input.take & last).named("ready");
        let taken = (input.request & ready).named("taken");

        m.section("Next state: an instruction is accepted, or a quad goes to the ALU.");
        let wanted = wanted(m, p, input.mask);
        let starts = match p.skip_empty() {
            true => taken & input.mask.any(),
            false => taken,
        };
        held.next(starts | held & !(input.take & last));
        first.next(taken | first & !input.take);
        mask.next_when(taken, input.mask);
        remaining.next(taken.mux(wanted, input.take.mux(rest, *remaining)));

        m.section("The lowest remaining quad and its lanes.");
        let lanes = m.array("quad_mask", quads.count(), quads.quad_lanes() as u32);
        m.each("quad", quads.count(), |i| {
            lanes.set(
                i,
                mask.part(i * quads.quad_lanes(), quads.quad_lanes() as u32),
            );
        });
        output.ready.set(ready);
        let chosen = Chosen {
            issue: *held,
            first: *first,
            last,
            quad: encode(m, "quad", lowest),
            enable: one_hot_mux(m, "enable", lowest, *lanes),
        };
        let shown = match p.latency() {
            0 => chosen,
            _ => chosen.registered(m, input.take),
        };
        output.issue.set(shown.issue);
        output.first.set(shown.first);
        output.last.set(shown.last);
        output.quad.set(shown.quad);
        output.enable.set(shown.enable);
    }
}

/// The chosen quad.
struct Chosen<'m> {
    issue: Expr<'m>,
    first: Expr<'m>,
    last: Expr<'m>,
    quad: Expr<'m>,
    enable: Expr<'m>,
}

impl<'m> Chosen<'m> {
    /// The pipeline register after the choice.
    fn registered(self, m: &'m ModuleBuilder, take: Expr<'m>) -> Self {
        m.section("Output registers: the quad that is shown.");
        let register = |name: &str, value: Expr<'m>| {
            m.register(format!("shown_{name}"), value.width())
                .next_when(take, value)
        };
        Chosen {
            issue: m.register("shown", 1).reset(0).next_when(take, self.issue),
            first: register("first", self.first),
            last: register("last", self.last),
            quad: register("quad", self.quad),
            enable: register("enable", self.enable),
        }
    }
}

/// The quads of an instruction that are to be issued, a bit each.
fn wanted<'m>(m: &'m ModuleBuilder, p: &Params, mask: Expr<'m>) -> Expr<'m> {
    let (lanes, count) = (p.quads().lanes() as u32, p.quads().count() as u32);
    match p.mode() {
        Compress::Ivb if p.quads().has_halves() => {
            let upper = mask.bits(lanes - 1, lanes / 2).any().named("upper_active");
            let lower = mask.truncate(lanes / 2).any().named("lower_active");
            let half = |wanted: Expr<'m>| wanted.repeat(count / 2);
            half(upper).cat(half(lower | !upper)).named("wanted")
        }
        Compress::None | Compress::Ivb => m.ones(count),
        Compress::Bcc | Compress::Scc => active_quads(m, p.quads(), mask),
    }
}

/// The quads with an active lane, a bit each.
pub(super) fn active_quads<'m>(m: &'m ModuleBuilder, quads: Quads, mask: Expr<'m>) -> Expr<'m> {
    let active = m.wire("active_quads", quads.count() as u32);
    m.each("active", quads.count(), |i| {
        let lanes = mask.part(i * quads.quad_lanes(), quads.quad_lanes() as u32);
        active.set_bit(i, lanes.any());
    });
    *active
}
