//! `swizzle_crossbar`: an operand of an instruction, lane by lane to the ALU.
//!
//! vaidya2013, section 4.2, figure 5c: the operand is read from the register file at once, over its full
//! width, and held in a latch. Each quad passes through a swizzler with enables for its lanes, and all
//! swizzlers load one bus that is as wide as the ALU.
//!
//! # A cycle
//!
//! * With `load`, `operand` is held from the next cycle on. `held` is high from the first one after reset
//!   on; before it `data` means nothing.
//! * `from[n]` has a bit for each lane of the instruction. `data[n]` is the element of the operand that is held for
//!   the lane whose bit is set, and 0 if none is.
//!
//! A lane of the ALU takes one element at most, which is assumed. What chooses decodes once for the crossbars of all
//! operands, and may do so in front of a row of registers.
//!
//! The latch is edge-triggered; its data has no reset. Without a load it keeps its operand.

use super::quads::Quads;
use crate::{
    Assumption, Config, Corner, ParamError, Path, Signals, System, Unit, Values, params, ports,
};

params! {
    /// Parameters of [`SwizzleCrossbar`].
    pub struct Params of SwizzleCrossbar {
        /// how lanes are cut
        quads: Quads;
        /// width of a lane's element
        element_bits: u32(1 to 64) shown "width of a lane's element";
    }
}

impl Params {
    /// Of a machine's cores, for the unit that an error of the lanes names: three units have these parameters.
    pub(super) fn of(unit: &'static str, config: &Config) -> Result<Self, ParamError> {
        Self::new(Quads::of(unit, config)?, config.compaction.element_bits)
    }
}

ports! {
    /// Ports into the crossbar.
    pub struct In(p: Params) {
        group "operand: of an instruction";
        /// it is there
        load: bit;
        /// an element per lane
        operand: array(p.quads.lanes(), p.element_bits) when load;
        group "settings of this cycle";
        /// for each lane of the ALU, the lane of the instruction that it executes, a bit each; none if it is off
        from: array(p.quads.width(), p.quads.lanes() as u32);
    }
}

ports! {
    /// Ports out of the crossbar.
    pub struct Out(p: Params) {
        group "to the ALU";
        /// an operand is held
        held: bit;
        /// an element per lane of the ALU; 0 where it is off
        data: array(p.quads.width(), p.element_bits) when held;
    }
}

impl In<Values> {
    /// Lanes of the ALU that are on, and the position that each takes its element from.
    fn taken(&self, quads: &Quads) -> (u64, Vec<u64>) {
        let on = (0..).zip(&self.from).filter(|&(_, &from)| from != 0);
        let width = quads.width() as u64;
        let position = |&from: &u64| u64::from(from.trailing_zeros()) % width;
        (
            on.fold(0, |enable, (lane, _)| enable | 1 << lane),
            self.from.iter().map(position).collect(),
        )
    }

    /// Whether an element is moved to another position.
    fn moves(&self, quads: &Quads) -> bool {
        let (enable, position) = self.taken(quads);
        moves(enable, &position)
    }

    fn all_off(&self) -> bool {
        self.from.iter().all(|&from| from == 0)
    }
}

/// Whether an enabled lane takes an element from another position.
pub(super) fn moves(enable: u64, position: &[u64]) -> bool {
    let mut lanes = (0..).zip(position);
    lanes.any(|(lane, &position)| enable >> lane & 1 == 1 && position != lane)
}

/// The contract of the crossbar to the ALU.
#[derive(Clone, Copy, Debug)]
pub struct SwizzleCrossbar;

impl Unit for SwizzleCrossbar {
    const NAME: &'static str = "swizzle_crossbar";
    const SUMMARY: &'static str = "an operand of an instruction, lane by lane to the ALU";
    const SOURCE: &'static str = "vaidya2013, section 4.2, figure 5c";
    const SYSTEM: System = System::Compaction;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(Self::NAME, config)
    }

    fn timing(_: &Params) -> String {
        "an operand from the cycle after its load on; elements in the cycle of their settings"
            .into()
    }

    fn combinational(_: &Params) -> Vec<Path> {
        vec![Path {
            output: "data",
            inputs: &["from"],
        }]
    }

    fn assumptions() -> Vec<Assumption<Self>> {
        vec![Assumption::<Self>::new(
            "a lane of the ALU takes one element at most",
            |_, i, _| i.from.iter().all(|from| from.count_ones() <= 1),
        )]
    }

    fn corners(p: &Params) -> Vec<Corner<Self>> {
        let corner = Corner::<Self>::new;
        let mut corners = vec![
            corner(
                "an operand is loaded as the one before is used",
                |_, i, _| i.load && !i.all_off(),
            ),
            corner("an operand stays", |_, i, _| !i.load),
            corner("all lanes are off", |_, i, _| i.all_off()),
            corner("all lanes are on", |_, i, _| {
                i.from.iter().all(|&from| from != 0)
            }),
        ];
        if p.quads.width() > 1 {
            corners.push(corner("an element is moved", |p, i, _| i.moves(&p.quads)));
            corners.push(corner("elements stay at their positions", |p, i, _| {
                !i.all_off() && !i.moves(&p.quads)
            }));
        }
        corners
    }
}
