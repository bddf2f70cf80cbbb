//! `scc_control`: which lane of which quad each lane of the ALU executes, cycle by cycle.
//!
//! vaidya2013, sections 3.2 and 4.2, figures 6 and 7: swizzled cycle compression executes an
//! instruction in as few cycles as its active lanes need, ceil(active / width), by moving lanes of a
//! quad to other positions.
//!
//! # A cycle
//!
//! * An instruction is taken at the clock edge if `request` and `ready` are high. The settings of its
//!   first cycle are shown in the next cycle. `ready` is high if no instruction is held, or if the
//!   settings of its last cycle are taken in this one, so instructions follow each other without a bubble.
//! * `issue` is high while an instruction is held. Lane n of the ALU executes the lane at position
//!   `position[n]` of quad `quad[n]` if bit n of `enable` is set. Where it is not, `quad[n]` is 0 and
//!   `position[n]` is n. `from[n]` has a bit for each lane of the instruction, the one of that lane is set, and none if
//!   bit n of `enable` is not. `take` lets the settings go at the clock edge; without `issue` it does nothing.
//!
//! # Rows of registers
//!
//! With `latency` there are rows of registers behind the instruction that is held, and the last of them is
//! what is shown. 1: behind the settings. 2: between the positions, with which the surplus of a cycle
//! is known, and the quads as well.
//!
//! All rows move on at a clock edge with `take`: the first loads the next cycle of the instruction that
//! is held, or nothing if none is, and settings are shown as many cycles later as there are rows. Without
//! `take` they stand, also if nothing is shown. `ready` is high if no instruction is held, or if the last of its
//! cycles goes to the first row in this cycle.
//!
//! # The settings (figure 6)
//!
//! A lane of the ALU has a queue of the quads in which the lane at its position is active, the lowest
//! first.
//!
//! * If as many quads have an active lane as cycles are needed, they are issued whole, the lowest
//!   first. No lane is moved.
//! * Otherwise, in a queue that is longer than the number of cycles, what is beyond it is surplus. In
//!   each cycle the lanes of the ALU are served in order. One whose queue is not empty takes its
//!   first quad. One whose queue is empty takes the first quad of another one's queue, of the lowest
//!   that has surplus left (the paper does not say which), which then has one less. If none has, it is
//!   off.
//!
//! An instruction without active lanes takes one cycle, with all lanes off. With `skip_empty` it is
//! taken and nothing is issued.
//!
//! Reset empties the unit and its rows; queues, surplus and settings have no reset.

use super::quads::{Quads, cycles_later, is_within};
use crate::terms::{Is, Terms, Word, any, count, state};
use crate::{Config, ParamError, Path, Property, Signals, System, Unit, params, ports};

params! {
    /// Parameters of [`SccControl`].
    pub struct Params of SccControl from config {
        /// how lanes are cut
        quads: Quads = Quads::of(SccControl::NAME, config)?;
        /// an instruction without active lanes takes no cycle
        skip_empty: bool = config.compaction.skip_empty;
        /// rows of registers behind the instruction that is held
        latency: u32(0 to 2) = config.compaction.issue_latency.saturating_sub(1);
    }
}

ports! {
    /// Ports into the control.
    pub struct In(p: Params) {
        group "request: an instruction";
        /// an instruction is there
        request: bit;
        /// its active lanes
        mask: bits(p.quads.lanes() as u32) when request;
        group "issue: settings of a cycle";
        /// what is shown is executed; rows of registers move on
        take: bit;
    }
}

ports! {
    /// Ports out of the control.
    pub struct Out(p: Params) {
        group "request: an instruction";
        /// it is taken
        ready: bit;
        group "issue: settings of a cycle";
        /// there are some
        issue: bit;
        /// it is its instruction's first cycle
        first: bit when issue;
        /// it is its instruction's last cycle
        last: bit when issue;
        /// lanes of the ALU that execute
        enable: bits(p.quads.quad_lanes() as u32) when issue;
        /// from which quad, for each lane of the ALU
        quad: array(p.quads.quad_lanes(), p.quads.quad_bits()) when issue;
        /// from which position in the quad, for each lane of the ALU
        position: array(p.quads.quad_lanes(), p.quads.position_bits()) when issue;
        /// the same for crossbars: for each lane of the ALU, the lane of the instruction that it executes, a bit each
        from: array(p.quads.quad_lanes(), p.quads.lanes() as u32) when issue;
    }
}

impl Out<Terms> {
    /// Whether settings are shown and go to the ALU.
    fn goes(&self, input: &In<Terms>) -> Is {
        self.issue & input.take
    }

    /// Lanes of the ALU that execute a lane of another position.
    fn swizzled(&self) -> Word {
        let lanes = self.position.iter().enumerate();
        count(lanes.map(|(lane, position)| position.ne(lane)))
    }

    /// Whether lanes of several quads execute.
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
        "which lane of which quad each lane of the ALU executes, cycle by cycle";
    const SOURCE: &'static str = "vaidya2013, section 4.2, figures 6 and 7";
    const SYSTEM: System = System::Compaction;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> String {
        format!(
            "an instruction's first settings {} after it is taken, then new ones each cycle; no bubble \
             between instructions",
            cycles_later(p.latency)
        )
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

/// Active lanes of the instruction that is held which were not executed yet.
fn left(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Word {
    state("left", p.quads.lanes() as u32, |held| {
        let left = o.goes(i).mux(
            held & !p.quads.lanes_of(o.enable, &o.quad, &o.position),
            held,
        );
        (i.request & o.ready).mux(i.mask, left)
    })
}

/// Cycles that the instruction that is held needs: a / w, rounded up.
fn needed(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Word {
    let width = p.quads.quad_lanes();
    let rounded = i.mask.ones() + (width - 1);
    let cycles = rounded.part(width.ilog2(), rounded.width() - width.ilog2());
    state("needed", cycles.width(), |held| {
        (i.request & o.ready).mux(cycles, held)
    })
}

/// Cycles of the instruction that is held which are over.
fn done(i: &In<Terms>, o: &Out<Terms>) -> Word {
    state("done", 8, |held| {
        let more = o.goes(i).mux((held + 1).part(0, 8), held);
        (i.request & o.ready).mux(0, more)
    })
}
