//! `unswizzle_crossbar`: moves results of the ALU back to the positions of their lanes.
//!
//! vaidya2013, section 4.2: "unswizzle settings, required for the write-back stage, are simply the
//! inverse permutation of the operand swizzle settings". The unit gets the settings with which the
//! lanes went to the ALU and inverts them; the register file is written once for each instruction, over
//! its full width, as it was read.
//!
//! # A cycle
//!
//! * With `result`, the ALU lanes in `enable` bring results: `data[n]` belongs to
//!   position `position[n]` of quad `quad[n]`.
//! * In the cycle of `last`, `write` is high: `write_lanes` are the lanes whose results came in this
//!   cycle or in earlier cycles of the same instruction, and `write_data` has their results, and 0 for the other lanes. In
//!   all other cycles results are kept.
//!
//! With `latency` 1 `write`, `write_lanes` and `write_data` come from registers, a cycle later. These are the same registers
//! in which results are kept, so none are added.
//!
//! If only one quad, or only one position, exists, its number is ignored. No two lanes of the ALU bring results
//! for the same lane in a cycle; if a lane gets results in several cycles, the last one counts.
//!
//! Reset forgets results that were kept.

use super::SwizzleCrossbar;
use super::quads::Quads;
use super::swizzle_crossbar;
use crate::terms::{Is, Terms, Word, all, any, state};
use crate::{Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports};

params! {
    /// Parameters of [`UnswizzleCrossbar`].
    pub struct Params of UnswizzleCrossbar from config {
        /// lanes and elements, the same as towards the ALU
        crossbar: unit(SwizzleCrossbar)
            = swizzle_crossbar::Params::of(UnswizzleCrossbar::NAME, config)?;
        /// cycles from the last results to the register file
        latency: u32(0 to 1) = config.compaction.write_latency;
    }
}

impl Params {
    /// How lanes are divided into quads.
    pub fn quads(&self) -> Quads {
        self.crossbar.quads()
    }

    /// Width of a lane's element.
    pub fn element_bits(&self) -> u32 {
        self.crossbar.element_bits()
    }
}

ports! {
    /// Ports into the crossbar.
    pub struct In(p: Params) {
        group "from the ALU";
        /// results of the ALU are offered
        result: bit;
        /// the results are the last ones of their instruction
        last: bit when result;
        /// lanes of the ALU that have a result
        enable: bits(p.quads().quad_lanes() as u32) when result;
        /// quad that each lane of the ALU executed
        quad: array(p.quads().quad_lanes(), p.quads().quad_bits()) when result;
        /// position in the quad that each lane of the ALU executed
        position: array(p.quads().quad_lanes(), p.quads().position_bits()) when result;
        /// result of each lane of the ALU
        data: array(p.quads().quad_lanes(), p.element_bits()) when result;
    }
}

ports! {
    /// Ports out of the crossbar.
    pub struct Out(p: Params) {
        group "to the register file";
        /// the results of an instruction are offered
        write: bit;
        /// lanes that have a result
        write_lanes: bits(p.quads().lanes() as u32) when write;
        /// result of each lane; 0 where there is none
        write_data: array(p.quads().lanes(), p.element_bits()) when write;
    }
}

/// Whether two lanes of the ALU bring results for the same lane.
fn collide(p: &Params, i: &In<Terms>) -> Is {
    let one_quad = p.quads().count() == 1;
    let pairs = (1..p.quads().quad_lanes()).flat_map(|b| (0..b).map(move |a| (a, b)));
    any(pairs.map(|(a, b)| {
        let same_quad = one_quad | i.quad[a].eq(i.quad[b]);
        i.enable.bit(a) & i.enable.bit(b) & same_quad & i.position[a].eq(i.position[b])
    }))
}

impl In<Terms> {
    /// Whether a result goes to a position other than that of its ALU lane.
    fn moves(&self) -> Is {
        let lanes = self.position.iter().enumerate();
        any(lanes.map(|(lane, position)| self.enable.bit(lane) & position.ne(lane)))
    }
}

/// The contract of the crossbar from the ALU.
#[derive(Clone, Copy, Debug)]
pub struct UnswizzleCrossbar;

impl Unit for UnswizzleCrossbar {
    const NAME: &'static str = "unswizzle_crossbar";
    const SUMMARY: &'static str = "crossbar that moves results of the ALU back to the positions of \
                                   their lanes";
    const SOURCE: &'static str = "vaidya2013, section 4.2";
    const SYSTEM: System = System::Compaction;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> Timing {
        let latency = match p.latency {
            0 => "an instruction is written in the cycle of its last results",
            _ => "an instruction is written one cycle after its last results",
        };
        let throughput = "results of one instruction, for every lane of the ALU, each cycle";
        Timing::new(latency, throughput)
    }

    fn combinational(p: &Params) -> Vec<Path> {
        if p.latency > 0 {
            return Vec::new();
        }
        let path = |output, inputs| Path { output, inputs };
        let quads = p.quads();
        vec![
            path("write", &["result", "last"]),
            path(
                "write_lanes",
                quads.telling(&["quad", "enable", "position"]),
            ),
            path(
                "write_data",
                quads.telling(&["quad", "enable", "data", "position"]),
            ),
        ]
    }

    fn assumptions(p: &Params, i: &In<Terms>, _: &Out<Terms>) -> Vec<Property> {
        vec![Property::new(
            "no lane has two results",
            !i.result | !collide(p, i),
        )]
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let latency = p.latency();
        let then = |word: Word| (0..latency).fold(word, |word, _| word.past());
        let came = p
            .quads()
            .lanes_of(i.enable, &i.quad, &i.position)
            .masked(i.result);
        let kept = state("kept", p.quads().lanes() as u32, |held| {
            (i.result & i.last).mux(0, held | came)
        });
        let last = (i.result & i.last).word();
        vec![
            Property::new(
                "results are written with an instruction's last ones",
                o.write.word().eq(then(last)),
            ),
            Property::given(
                "lanes are written that had results since the last instruction",
                o.write,
                o.write_lanes.eq(then(kept | came)),
            ),
            Property::given("a lane without a result gets zero", o.write, {
                let lanes = o.write_data.iter().enumerate();
                all(lanes.map(|(lane, data)| o.write_lanes.bit(lane) | data.none()))
            }),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        let mut corners = vec![
            corner(
                "results are written at once",
                o.write & o.write_lanes.ones().eq(i.enable.ones()),
            ),
            corner(
                "an instruction has no results",
                o.write & o.write_lanes.none(),
            ),
            corner(
                "all lanes are written",
                o.write & o.write_lanes.ones().eq(p.quads().lanes()),
            ),
        ];
        if p.quads().count() > 1 {
            corners.push(corner(
                "results were kept",
                o.write & o.write_lanes.ones().gt(i.enable.ones()),
            ));
            corners.push(corner(
                "results are kept",
                i.result & !i.last & i.enable.any(),
            ));
        }
        if p.quads().quad_lanes() > 1 {
            corners.push(corner("a result is moved", i.result & i.moves()));
        }
        corners
    }
}
