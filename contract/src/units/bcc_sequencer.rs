//! `bcc_sequencer`: chooses the quads of an instruction to issue, one a cycle.
//!
//! vaidya2013, sections 3.1 and 4.1: an instruction wider than the ALU is issued as quads. Basic cycle
//! compression skips quads without an active lane; "if there is no (additional) work to be
//! issued for the current instruction, then the available slot is used for subsequent instructions".
//!
//! # A cycle
//!
//! * An instruction is accepted at the clock edge if `request` and `ready` are high. Its first quad is
//!   shown in the next cycle. `ready` is high if no instruction is held, or if its last quad is taken
//!   in this cycle, so instructions follow each other without a bubble.
//! * `issue` is high while an instruction is held. `quad` is the lowest remaining quad of the instruction, and
//!   `enable` has a bit for each lane of that quad: the active ones. `take` removes the quad at the clock edge; without
//!   `issue` it does nothing.
//!
//! With `latency` 1 a pipeline register holds the quad that is shown. At a clock edge with `take` it loads the next quad,
//! or becomes empty if no instruction is held; without `take` it does not change, even if it is empty. `ready` is high
//! if no instruction is held, or if its last quad goes to the register in this cycle.
//!
//! # Which quads
//!
//! | mode | quads |
//! | --- | --- |
//! | none | all |
//! | ivb | if there are [halves](super::quads::Quads::has_halves) and the upper lanes are inactive, the lower half; if only the lower ones are, the upper half; else all |
//! | bcc | quads with an active lane |
//!
//! An instruction without active lanes takes one cycle under bcc: quad 0, no lane. With `skip_empty` it is
//! accepted, in any mode, and nothing is issued.
//!
//! Reset empties the unit; masks have no reset.

use super::quads::{Quads, cycles_later, is_within};
use crate::config::Compress;
use crate::terms::{Is, Terms, Word, mask, state};
use crate::{Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports};

params! {
    /// Parameters of [`BccSequencer`].
    pub struct Params of BccSequencer from config {
        /// how lanes are divided into quads
        quads: Quads = Quads::of(BccSequencer::NAME, config)?;
        /// which quads are issued
        mode: Compress
            shown "cycles left out: 0 none, 1 ivb, 2 bcc, 3 scc"
            // In a machine with swizzled cycle compression: the sequencer that it would have with basic cycle compression.
            = config.compaction.mode.min(Compress::Bcc);
        /// an instruction without active lanes takes no cycle
        skip_empty: bool = config.compaction.skip_empty;
        /// pipeline registers after the choice of a quad
        latency: u32(0 to 1) = config.compaction.issue_latency.saturating_sub(1).min(1);
    }
    rules {
        /// lanes keep their positions: any mode except `scc`
        keeps_places;
    }
}

impl Params {
    fn keeps_places(&self) -> Result<(), ParamError> {
        if self.mode != Compress::Scc {
            return Ok(());
        }
        Err(ParamError {
            unit: BccSequencer::NAME,
            name: "mode",
            value: self.mode.name().into(),
            allowed: "none, ivb or bcc".into(),
        })
    }
}

ports! {
    /// Ports into the sequencer.
    pub struct In(p: Params) {
        group "request: an instruction";
        /// an instruction is offered
        request: bit;
        /// active lanes of the instruction
        mask: bits(p.quads.lanes() as u32) when request;
        group "issue: a quad";
        /// the quad is executed; a pipeline register advances
        take: bit;
    }
}

ports! {
    /// Ports out of the sequencer.
    pub struct Out(p: Params) {
        group "request: an instruction";
        /// the instruction is accepted
        ready: bit;
        group "issue: a quad";
        /// a quad is offered to the ALU
        issue: bit;
        /// the quad is the first of its instruction
        first: bit when issue;
        /// the quad is the last of its instruction
        last: bit when issue;
        /// number of the quad in its instruction
        quad: bits(p.quads.quad_bits()) when issue;
        /// active lanes of the quad
        enable: bits(p.quads.quad_lanes() as u32) when issue;
    }
}

impl Out<Terms> {
    /// Whether a quad is shown and goes to the ALU.
    fn goes(&self, input: &In<Terms>) -> Is {
        self.issue & input.take
    }
}

/// The contract of the sequencer of basic cycle compression.
#[derive(Clone, Copy, Debug)]
pub struct BccSequencer;

impl Unit for BccSequencer {
    const NAME: &'static str = "bcc_sequencer";
    const SUMMARY: &'static str = "the quads that an instruction issues, one a cycle";
    const SOURCE: &'static str = "vaidya2013, sections 3.1 and 4.1";
    const SYSTEM: System = System::Compaction;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> Timing {
        let latency = format!(
            "the first quad of an instruction {} after it is accepted",
            cycles_later(p.latency)
        );
        Timing::new(
            latency,
            "one quad a cycle, without a bubble between instructions",
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
                "a quad that is not taken stays as it is",
                waits,
                o.issue & o.quad.stays() & o.enable.stays() & o.first.stays() & o.last.stays(),
            ),
            Property::given(
                "a first quad follows a last one",
                o.issue,
                !(o.first ^ !is_within(o.goes(i), o.last)),
            ),
        ];
        if p.latency == 0 {
            let left = left(p, i, o);
            let shown = at_quad(p, o);
            guarantees.extend([
                Property::given(
                    "only lanes that wait are issued",
                    o.issue,
                    (shown & !left).none(),
                ),
                Property::given(
                    "with the last quad none is left",
                    o.issue & o.last,
                    (left & !shown).none(),
                ),
                Property::given(
                    "a new instruction is taken with the last quad only",
                    i.request & o.ready & o.issue,
                    o.last & i.take,
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
            corner("a quad waits", o.issue & !i.take),
            corner(
                "all lanes of a quad are active",
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
        let halves = p.mode == Compress::Ivb && p.quads.has_halves();
        let quads = p.quads.count();
        if p.mode == Compress::Bcc || quads == 1 || quads == 2 && halves {
            corners.push(corner(
                "a quad is its instruction's only one",
                o.goes(i) & o.first & o.last,
            ));
        }
        if quads == 1 {
            return corners;
        }
        corners.push(corner(
            "the highest quad is issued",
            o.goes(i) & o.quad.eq(p.quads.count() - 1),
        ));
        corners.push(corner(
            "a quad comes in the middle, or second",
            o.goes(i) & !o.first,
        ));
        match p.mode {
            Compress::Ivb if halves => {
                corners.push(corner(
                    "only the upper half is issued",
                    o.goes(i) & o.first & (o.quad + o.quad).eq(p.quads.count()),
                ));
                corners.push(corner(
                    "only the lower half is issued",
                    o.goes(i) & o.last & (o.quad + 1).eq(p.quads.count() / 2),
                ));
            }
            Compress::Bcc => {
                corners.push(corner(
                    "the lowest quad is left out",
                    o.goes(i) & o.first & o.quad.any(),
                ));
                corners.push(corner(
                    "the highest quad is left out",
                    o.goes(i) & o.last & o.quad.lt(p.quads.count() - 1),
                ));
            }
            _ => {}
        }
        corners
    }
}

/// The lanes that are shown, at their positions in the instruction.
fn at_quad(p: &Params, o: &Out<Terms>) -> Word {
    let (width, count) = (p.quads.quad_lanes(), p.quads.count());
    let lanes = (0..count).flat_map(|quad| (0..width).map(move |lane| (quad, lane)));
    mask(lanes.map(|(quad, lane)| ((count == 1) | o.quad.eq(quad)) & o.enable.bit(lane)))
}

/// The active lanes of the held instruction that were not issued yet.
fn left(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Word {
    state("left", p.quads.lanes() as u32, |held| {
        let left = o.goes(i).mux(held & !at_quad(p, o), held);
        (i.request & o.ready).mux(i.mask, left)
    })
}
