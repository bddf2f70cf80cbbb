//! `pc_comparator`: which lanes of a warp stand at a PC.
//!
//! collange2011, section 3, figure 2: each processing element compares its PC with the common one.
//!
//! Combinational; clock and reset mean nothing.

use crate::{
    Assumption, Config, Corner, Param, ParamError, Path, Signals, System, Unit, ports, require,
};

/// Parameters of [`PcComparator`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    lanes: usize,
    pc_bits: u32,
}

impl Params {
    /// Validated parameters: 2 to 64 lanes, PC 4 to 32 bits.
    ///
    /// # Errors
    /// [`ParamError`] naming the parameter that is outside its limits.
    pub fn new(lanes: usize, pc_bits: u32) -> Result<Self, ParamError> {
        const UNIT: &str = PcComparator::NAME;
        require(UNIT, "lanes", lanes, 2..=64)?;
        require(UNIT, "pc_bits", pc_bits, 4..=32)?;
        Ok(Self { lanes, pc_bits })
    }

    /// Threads of a warp.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// Width of a PC, in instruction words.
    pub fn pc_bits(&self) -> u32 {
        self.pc_bits
    }

    fn all_lanes(&self) -> u64 {
        u64::MAX >> (64 - self.lanes)
    }
}

ports! {
    /// Ports into the comparators.
    pub struct In(p: Params) {
        group "operands";
        /// PCs of the lanes
        lane_pc: array(p.lanes(), p.pc_bits());
        /// the PC that they are compared with
        common_pc: bits(p.pc_bits());
    }
}

ports! {
    /// Ports out of the comparators.
    pub struct Out(p: Params) {
        group "answer";
        /// lanes that stand at the PC
        equal_lanes: bits(p.lanes() as u32);
    }
}

/// The contract of the comparators.
#[derive(Clone, Copy, Debug)]
pub struct PcComparator;

impl Unit for PcComparator {
    const NAME: &'static str = "pc_comparator";
    const SUMMARY: &'static str = "which lanes of a warp stand at a PC";
    const SOURCE: &'static str = "collange2011, section 3, figure 2";
    const SYSTEM: System = System::Stackless;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::new(config.core.warp_size, config.core.pc_bits)
    }

    fn describe(p: &Params) -> Vec<Param> {
        let param = |name, value, doc| Param { name, value, doc };
        vec![
            param("lanes", p.lanes as u64, "threads of a warp; 2 to 64"),
            param(
                "pc_bits",
                p.pc_bits.into(),
                "width of a PC in words; 4 to 32",
            ),
        ]
    }

    fn timing(_: &Params) -> String {
        "combinational".into()
    }

    fn combinational(_: &Params) -> Vec<Path> {
        vec![Path {
            output: "equal_lanes",
            inputs: &["lane_pc", "common_pc"],
        }]
    }

    fn assumptions() -> Vec<Assumption<Self>> {
        Vec::new()
    }

    fn corners(_: &Params) -> Vec<Corner<Self>> {
        let corner = Corner::<Self>::new;
        vec![
            corner("no lane is equal", |_, _, o| o.equal_lanes == 0),
            corner("every lane is equal", |p, _, o| {
                o.equal_lanes == p.all_lanes()
            }),
            corner("a lane misses by one bit", |_, i, _| {
                let misses = |pc: &u64| (pc ^ i.common_pc).count_ones() == 1;
                i.lane_pc.iter().any(misses)
            }),
        ]
    }
}
