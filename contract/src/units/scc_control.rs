//! `scc_control`: chooses which lane of which quad each lane of the ALU executes in each cycle.
//!
//! vaidya2013, sections 3.2 and 4.2, figures 6 and 7: swizzled cycle compression moves lanes of a
//! quad to other positions, so that an instruction executes in as few cycles as its active lanes
//! need: ceil(active / width).
//!
//! # A cycle
//!
//! * An instruction is accepted at the clock edge if `request` and `ready` are high. The settings of its
//!   first cycle are shown in the next cycle. `ready` is high if no instruction is held, or if the
//!   settings of its last cycle are taken in this cycle, so instructions follow each other without a bubble.
//! * `issue` is high while an instruction is held. Lane n of the ALU executes the lane at position
//!   `position[n]` of quad `quad[n]` if bit n of `enable` is set. If the bit is not set, `quad[n]` is 0 and
//!   `position[n]` is n. `from[n]` has a bit for each lane of the instruction: the bit of the executed lane is set, and none
//!   if bit n of `enable` is not set. `take` consumes the settings at the clock edge; without `issue` it does nothing.
//!
//! # Pipeline registers
//!
//! `latency` is the number of pipeline registers after the held instruction; the last of them shows the settings.
//! 1: after the settings. 2: also between the choice of positions, which determines the surplus of a cycle,
//! and the choice of quads.
//!
//! All of them advance at a clock edge with `take`: the first one loads the next cycle of the held instruction,
//! or becomes empty if none is held, so settings are shown `latency` cycles later. Without
//! `take` they do not change, even if nothing is shown. `ready` is high if no instruction is held, or if its last
//! cycle goes to the first pipeline register in this cycle.
//!
//! # The settings (figure 6)
//!
//! Each lane of the ALU has a queue of the quads in which the lane at its position is active, the lowest quad
//! first.
//!
//! * If as many quads have an active lane as cycles are needed, these quads are issued whole, the lowest
//!   first. No lane is moved.
//! * Otherwise, the quads by which a queue is longer than the number of cycles are its surplus. In
//!   each cycle the lanes of the ALU are served in order. A lane whose queue is not empty takes its
//!   first quad. A lane whose queue is empty takes the first quad from the queue of the lowest lane
//!   that has surplus left (the paper does not say which lane); that lane's surplus falls by one. If no lane has surplus, the
//!   lane without a quad is off.
//!
//! An instruction without active lanes takes one cycle, with all lanes off. With `skip_empty` it is
//! accepted and nothing is issued.
//!
//! Reset empties the unit and its pipeline registers; queues, surplus and settings have no reset.

use super::quads::{Quads, cycles_later, is_within};
use crate::terms::{Is, Terms, Word, any, count, state};
use crate::{Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports};

params! {
    /// Parameters of [`SccControl`].
    pub struct Params of SccControl from config {
        /// how lanes are divided into quads
        quads: Quads = Quads::of(SccControl::NAME, config)?;
        /// an instruction without active lanes takes no cycle
        skip_empty: bool = config.compaction.skip_empty;
        /// pipeline registers after the held instruction
        latency: u32(0 to 2) = config.compaction.issue_latency.saturating_sub(1);
    }
}

ports! {
    /// Ports into the control.
    pub struct In(p: Params) {
        group "request: an instruction";
        /// an instruction is offered
        request: bit;
        /// active lanes of the instruction
        mask: bits(p.quads.lanes() as u32) when request;
        group "issue: settings of a cycle";
        /// the settings are used; pipeline registers advance
        take: bit;
    }
}

ports! {
    /// Ports out of the control.
    pub struct Out(p: Params) {
        group "request: an instruction";
        /// the instruction is accepted
        ready: bit;
        group "issue: settings of a cycle";
        /// settings for the ALU are offered
        issue: bit;
        /// the settings are the first of their instruction
        first: bit when issue;
        /// the settings are the last of their instruction
        last: bit when issue;
        /// lanes of the ALU that execute
        enable: bits(p.quads.quad_lanes() as u32) when issue;
        /// quad that each lane of the ALU executes
        quad: array(p.quads.quad_lanes(), p.quads.quad_bits()) when issue;
        /// position in the quad that each lane of the ALU executes
        position: array(p.quads.quad_lanes(), p.quads.position_bits()) when issue;
        /// lane of the instruction for each ALU lane, one-hot; 0 if off
        from: array(p.quads.quad_lanes(), p.quads.lanes() as u32) when issue;
    }
}

impl Out<Terms> {
    /// Whether settings are shown and go to the ALU.
    fn goes(&self, input: &In<Terms>) -> Is {
        self.issue & input.take
    }

    /// Number of ALU lanes that execute a lane of another position.
    fn swizzled(&self) -> Word {
        let lanes = self.position.iter().enumerate();
        count(lanes.map(|(lane, position)| position.ne(lane)))
    }

    /// Whether lanes of several quads execute in the same cycle.
    fn mixes_quads(&self) -> Is {
        let executes = |lane| self.enable.bit(lane);
        let lanes = 1..self.quad.len();
        any(lanes
            .flat_map(|b| (0..b).map(move |a| (a, b)))
            .map(|(a, b)| executes(a) & executes(b) & self.quad[a].ne(self.quad[b])))
    }
}

/// The contract of the control of swizzled cycle compression.
#[derive(Clone, Copy, Debug)]
pub struct SccControl;

impl Unit for SccControl {
    const NAME: &'static str = "scc_control";
    const SUMMARY: &'static str =
        "choice of the lane and quad that each lane of the ALU executes in each cycle";
    const SOURCE: &'static str = "vaidya2013, section 4.2, figures 6 and 7";
    const SYSTEM: System = System::Compaction;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> Timing {
        let latency = format!(
            "the first settings of an instruction {} after it is accepted",
            cycles_later(p.latency)
        );
        let throughput = "new settings each cycle, without a bubble between instructions";
        Timing::new(latency, throughput)
    }

    fn combinational(_: &Params) -> Vec<Path> {
        vec![Path {
            output: "ready",
            inputs: &["take"],
        }]
    }

    fn assumptions(_: &Params, _: &In<Terms>, _: &Out<Terms>) -> Vec<Property> {
        Vec::new()
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let waits = (o.issue & !i.take).past();
        let mut guarantees = vec![
            Property::given(
                "settings that are not taken stay as they are",
                waits,
                o.issue & o.enable.stays() & o.first.stays() & o.last.stays(),
            ),
            Property::given(
                "first settings follow last ones",
                o.issue,
                !(o.first ^ !is_within(o.goes(i), o.last)),
            ),
            Property::given(
                "no lane is executed twice in a cycle",
                o.issue,
                p.quads
                    .lanes_of(o.enable, &o.quad, &o.position)
                    .ones()
                    .eq(o.enable.ones()),
            ),
        ];
        if p.latency == 0 {
            let left = left(p, i, o);
            let shown = p.quads.lanes_of(o.enable, &o.quad, &o.position);
            guarantees.extend([
                Property::given(
                    "only lanes that wait are executed",
                    o.issue,
                    (shown & !left).none(),
                ),
                Property::given(
                    "with the last settings none is left",
                    o.issue & o.last,
                    (left & !shown).none(),
                ),
                Property::given(
                    "an instruction takes as many cycles as its lanes need",
                    o.issue,
                    !(o.last ^ (done(i, o) + 1).ge(needed(p, i, o))),
                ),
            ]);
        }
        guarantees
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        let mut corners = vec![
            corner(
                "an instruction comes to an empty unit",
                i.request & !o.issue,
            ),
            corner(
                "an instruction follows without a bubble",
                i.request & o.issue & o.ready,
            ),
            corner("no instruction follows", !i.request & o.issue & o.ready),
            corner("an instruction waits", i.request & !o.ready),
            corner("settings wait", o.issue & !i.take),
            corner(
                "an instruction takes one cycle",
                o.goes(i) & o.first & o.last & o.enable.any(),
            ),
            corner(
                "all lanes of the ALU execute",
                o.issue & o.enable.ones().eq(p.quads.quad_lanes()),
            ),
            corner(
                "an instruction without active lanes is taken",
                i.request & i.mask.none() & o.ready,
            ),
        ];
        if p.latency > 0 {
            corners.push(corner(
                "an instruction is taken as rows stand",
                i.request & o.ready & o.issue & !i.take,
            ));
        }
        if p.quads.count() > 1 {
            corners.push(corner(
                "an instruction takes as many cycles as quads",
                o.goes(i) & o.last & any(o.quad.iter().map(|quad| quad.eq(p.quads.count() - 1))),
            ));
            corners.push(corner(
                "quads are left out",
                o.goes(i) & o.first & o.enable.bit(0) & o.quad[0].any(),
            ));
        }
        if p.quads.count() > 1 && p.quads.quad_lanes() > 1 {
            corners.push(corner(
                "lanes of several quads stay at their positions",
                o.goes(i) & o.swizzled().none() & o.mixes_quads(),
            ));
            corners.push(corner("a lane is moved", o.goes(i) & o.swizzled().any()));
            corners.push(corner("a lane is moved down", {
                let lanes = o.position.iter().enumerate();
                o.goes(i) & any(lanes.map(|(lane, position)| position.gt(lane)))
            }));
        }
        if p.quads.count() > 1 && p.quads.quad_lanes() > 2 {
            corners.push(corner(
                "several lanes are moved",
                o.goes(i) & o.swizzled().gt(1),
            ));
        }
        if p.quads.count() > 2 && p.quads.quad_lanes() > 1 {
            corners.push(corner(
                "a lane is moved after the first cycle",
                o.goes(i) & !o.first & o.swizzled().any(),
            ));
        }
        corners
    }
}

/// The active lanes of the held instruction that were not executed yet.
fn left(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Word {
    state("left", p.quads.lanes() as u32, |held| {
        let left = o.goes(i).mux(
            held & !p.quads.lanes_of(o.enable, &o.quad, &o.position),
            held,
        );
        (i.request & o.ready).mux(i.mask, left)
    })
}

/// Cycles that the held instruction needs: a / w, rounded up.
fn needed(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Word {
    let width = p.quads.quad_lanes();
    let rounded = i.mask.ones() + (width - 1);
    let cycles = rounded.part(width.ilog2(), rounded.width() - width.ilog2());
    state("needed", cycles.width(), |held| {
        (i.request & o.ready).mux(cycles, held)
    })
}

/// Cycles of the held instruction that are over.
fn done(i: &In<Terms>, o: &Out<Terms>) -> Word {
    state("done", 8, |held| {
        let more = o.goes(i).mux((held + 1).part(0, 8), held);
        (i.request & o.ready).mux(0, more)
    })
}
