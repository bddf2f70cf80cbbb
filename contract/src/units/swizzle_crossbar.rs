//! `swizzle_crossbar`: moves the lanes of an instruction's operand to the lanes of the ALU.
//!
//! vaidya2013, section 4.2, figure 5c: the operand is read from the register file at once, over its full
//! width, and held in a latch. Each quad passes through a swizzler with enables for its lanes, and all
//! swizzlers load one bus that is as wide as the ALU.
//!
//! # A cycle
//!
//! * With `load`, `operand` is held from the next cycle on. `held` is high once an operand has been loaded after
//!   reset; before that `data` is meaningless.
//! * `from[n]` has a bit for each lane of the instruction. `data[n]` is the held operand's element for
//!   the lane whose bit is set, and 0 if no bit is set.
//!
//! It is assumed that a lane of the ALU takes one element at most. The settings are decoded once for the crossbars of all
//! operands, outside of this unit, so that the decoder may be placed before a pipeline register.
//!
//! The latch is edge-triggered; its data has no reset. Without a load it keeps its operand.

use super::quads::Quads;
use crate::terms::{Is, Terms, Word, all, any};
use crate::{Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports};

params! {
    /// Parameters of [`SwizzleCrossbar`].
    pub struct Params of SwizzleCrossbar {
        /// how lanes are divided into quads
        quads: Quads;
        /// width of a lane's element
        element_bits: u32(1 to 64) shown "width of a lane's element";
    }
}

impl Params {
    /// The parameters of a machine. Three units have these parameters: `unit` is the one that an error about lanes names.
    pub(super) fn of(unit: &'static str, config: &Config) -> Result<Self, ParamError> {
        Self::new(Quads::of(unit, config)?, config.compaction.element_bits)
    }
}

ports! {
    /// Ports into the crossbar.
    pub struct In(p: Params) {
        group "operand: of an instruction";
        /// an operand is offered
        load: bit;
        /// element of each lane of the instruction
        operand: array(p.quads.lanes(), p.element_bits) when load;
        group "settings of this cycle";
        /// lane of the instruction for each ALU lane, one-hot; 0 if off
        from: array(p.quads.quad_lanes(), p.quads.lanes() as u32);
    }
}

ports! {
    /// Ports out of the crossbar.
    pub struct Out(p: Params) {
        group "to the ALU";
        /// an operand is held
        held: bit;
        /// element of each lane of the ALU; 0 where it is off
        data: array(p.quads.quad_lanes(), p.element_bits) when held;
    }
}

impl In<Terms> {
    /// Whether an element is moved to another position.
    fn moves(&self, quads: &Quads) -> Is {
        let (lanes, width) = (quads.lanes(), quads.quad_lanes());
        let stays = |lane| {
            (lane..lanes)
                .step_by(width)
                .fold(0u64, |mask, lane| mask | 1 << lane)
        };
        any(self
            .from
            .iter()
            .enumerate()
            .map(|(lane, from)| (from & !stays(lane)).any()))
    }

    fn all_off(&self) -> Is {
        all(self.from.iter().map(Word::none))
    }
}

/// The contract of the crossbar to the ALU.
#[derive(Clone, Copy, Debug)]
pub struct SwizzleCrossbar;

impl Unit for SwizzleCrossbar {
    const NAME: &'static str = "swizzle_crossbar";
    const SUMMARY: &'static str = "crossbar that moves the lanes of an operand to the lanes of the \
                                   ALU";
    const SOURCE: &'static str = "vaidya2013, section 4.2, figure 5c";
    const SYSTEM: System = System::Compaction;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(Self::NAME, config)
    }

    fn timing(_: &Params) -> Timing {
        let latency =
            "held from the cycle after the load; elements come in the cycle of their settings";
        let throughput = "one operand, and the elements of one set of settings, each cycle";
        Timing::new(latency, throughput)
    }

    fn combinational(_: &Params) -> Vec<Path> {
        vec![Path {
            output: "data",
            inputs: &["from"],
        }]
    }

    fn assumptions(_: &Params, i: &In<Terms>, _: &Out<Terms>) -> Vec<Property> {
        vec![Property::new(
            "a lane of the ALU takes one element at most",
            all(i.from.iter().map(|from| from.ones().le(1))),
        )]
    }

    /// Any element can go to a lane of the ALU in any cycle, so it is enough to check how one cycle changes the operand.
    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let settings = || i.from.iter().zip(o.data.iter());
        let loaded = |(from, data): (Word, Word)| {
            let lanes = 0..p.quads.lanes();
            all(lanes.map(|lane| !from.bit(lane) | data.eq(i.operand[lane].past())))
        };
        vec![
            Property::new(
                "an operand is held from its load on",
                !(o.held ^ (o.held | i.load).past()),
            ),
            Property::given(
                "lanes of the ALU get the elements of the operand that was loaded",
                i.load.past(),
                all(settings().map(loaded)),
            ),
            Property::given(
                "an operand stays until the next one is loaded",
                (o.held & !i.load).past(),
                all(settings().map(|(from, data)| !from.stays() | data.stays())),
            ),
            Property::given(
                "a lane of the ALU that is off gets 0",
                o.held,
                all(settings().map(|(from, data)| from.any() | data.none())),
            ),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, _: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        let mut corners = vec![
            corner(
                "an operand is loaded as the one before is used",
                i.load & !i.all_off(),
            ),
            corner("an operand stays", !i.load),
            corner("all lanes are off", i.all_off()),
            corner("all lanes are on", all(i.from.iter().map(Word::any))),
        ];
        if p.quads.quad_lanes() > 1 {
            corners.push(corner("an element is moved", i.moves(&p.quads)));
            corners.push(corner(
                "elements stay at their positions",
                !i.all_off() & !i.moves(&p.quads),
            ));
        }
        corners
    }
}
