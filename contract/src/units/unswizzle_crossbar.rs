//! `unswizzle_crossbar`: results of the ALU, back in the places of their lanes.
//!
//! vaidya2013, section 4.2: "unswizzle settings, required for the write-back stage, are simply the
//! inverse permutation of the operand swizzle settings". The unit gets the settings under which the
//! lanes went to the ALU and inverts them; the register file is written once for an instruction, over
//! its full width, as it was read.
//!
//! # A cycle
//!
//! * With `result`, the lanes of the ALU in `enable` bring `data`: that of lane n belongs to
//!   position `position[n]` of quad `quad[n]`.
//! * In the cycle of `last`, `write` is high: `write_lanes` has the lanes of which results came in this
//!   cycle or in those before it of the same instruction, and `write_data` their results; 0 for the others. In other
//!   cycles results are kept.
//!
//! With `latency` 1 `write`, `write_lanes` and `write_data` come from registers, a cycle later. The registers in
//! which results are kept are those that are written from, so there are no more of them.
//!
//! Where there is but one quad, or one position, its number is ignored. No two lanes of the ALU bring results
//! of one lane in a cycle; of results in several cycles the last one counts.
//!
//! Reset forgets results that were kept.

use super::SwizzleCrossbar;
use super::quads::Quads;
use super::swizzle_crossbar::{self, moves};
use crate::{
    Assumption, Config, Corner, ParamError, Path, Signals, System, Unit, Values, params, ports,
};

params! {
    /// Parameters of [`UnswizzleCrossbar`].
    pub struct Params of UnswizzleCrossbar from config {
        /// lanes and elements, as on the way to the ALU
        crossbar: unit(SwizzleCrossbar)
            = swizzle_crossbar::Params::of(UnswizzleCrossbar::NAME, config)?;
        /// cycles from the last results to the register file
        latency: u32(0 to 1) = config.compaction.write_latency;
    }
}

impl Params {
    /// How lanes are cut.
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
        /// results are there
        result: bit;
        /// they are their instruction's last ones
        last: bit when result;
        /// lanes of the ALU that have one
        enable: bits(p.quads().width() as u32) when result;
        /// to which quad, for each lane of the ALU
        quad: array(p.quads().width(), p.quads().quad_bits()) when result;
        /// to which position in the quad, for each lane of the ALU
        position: array(p.quads().width(), p.quads().position_bits()) when result;
        /// a result per lane of the ALU
        data: array(p.quads().width(), p.element_bits()) when result;
    }
}

ports! {
    /// Ports out of the crossbar.
    pub struct Out(p: Params) {
        group "to the register file";
        /// an instruction's results are there
        write: bit;
        /// lanes that have one
        write_lanes: bits(p.quads().lanes() as u32) when write;
        /// an element per lane; 0 where there is none
        write_data: array(p.quads().lanes(), p.element_bits()) when write;
    }
}

/// Whether two lanes of the ALU bring results of the same lane.
fn collide(p: &Params, input: &In<Values>) -> bool {
    let lanes = (0..p.quads().width()).filter(|lane| input.enable >> lane & 1 == 1);
    let places = lanes.map(|lane| place(&p.quads(), input.quad[lane], input.position[lane]));
    let mut seen = 0u64;
    for place in places {
        if seen >> place & 1 == 1 {
            return true;
        }
        seen |= 1 << place;
    }
    false
}

/// Number of the lane at a position of a quad.
fn place(quads: &Quads, quad: u64, position: u64) -> u64 {
    quad % quads.count() as u64 * quads.width() as u64 + position % quads.width() as u64
}

/// The contract of the crossbar from the ALU.
#[derive(Clone, Copy, Debug)]
pub struct UnswizzleCrossbar;

impl Unit for UnswizzleCrossbar {
    const NAME: &'static str = "unswizzle_crossbar";
    const SUMMARY: &'static str = "results of the ALU, back in the places of their lanes";
    const SOURCE: &'static str = "vaidya2013, section 4.2";
    const SYSTEM: System = System::Compaction;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> String {
        match p.latency {
            0 => "an instruction's results in the cycle of its last ones".into(),
            _ => "an instruction's results a cycle after its last ones".into(),
        }
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

    fn assumptions() -> Vec<Assumption<Self>> {
        vec![Assumption::<Self>::new(
            "no lane has two results",
            |p, i, _| !i.result || !collide(p, i),
        )]
    }

    fn corners(p: &Params) -> Vec<Corner<Self>> {
        let corner = Corner::<Self>::new;
        let mut corners = vec![
            corner("results are written at once", |_, i, o| {
                o.write && o.write_lanes.count_ones() == i.enable.count_ones()
            }),
            corner("an instruction has no results", |_, _, o| {
                o.write && o.write_lanes == 0
            }),
            corner("all lanes are written", |p, _, o| {
                o.write && o.write_lanes.count_ones() as usize == p.quads().lanes()
            }),
        ];
        if p.quads().count() > 1 {
            corners.push(corner("results were kept", |_, i, o| {
                o.write && o.write_lanes.count_ones() > i.enable.count_ones()
            }));
            corners.push(corner("results are kept", |_, i, _| {
                i.result && !i.last && i.enable != 0
            }));
        }
        if p.quads().width() > 1 {
            corners.push(corner("a result is moved", |_, i, _| {
                i.result && moves(i.enable, &i.position)
            }));
        }
        corners
    }
}
