//! `pc_comparator`: which lanes of a warp stand at a PC.
//!
//! collange2011, section 3, figure 2: each processing element compares its PC with the common one.
//!
//! Combinational; clock and reset mean nothing.

use crate::terms::{Terms, Word, any};
use crate::{Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports};

params! {
    /// Parameters of [`PcComparator`].
    pub struct Params of PcComparator from config {
        /// threads of a warp
        lanes: usize(2 to 64) = config.core.warp_size;
        /// width of a PC in words
        pc_bits: u32(4 to 32) = config.core.pc_bits;
    }
}

impl Params {
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
        Params::of(config)
    }

    fn timing(_: &Params) -> Timing {
        Timing::new("combinational", "a comparison each cycle")
    }

    fn combinational(_: &Params) -> Vec<Path> {
        vec![Path {
            output: "equal_lanes",
            inputs: &["lane_pc", "common_pc"],
        }]
    }

    fn assumptions(_: &Params, _: &In<Terms>, _: &Out<Terms>) -> Vec<Property> {
        Vec::new()
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        vec![
            corner("no lane is equal", o.equal_lanes.none()),
            corner("every lane is equal", o.equal_lanes.eq(p.all_lanes())),
            corner("a lane misses by one bit", {
                let misses = |pc: Word| (pc ^ i.common_pc).ones().eq(1);
                any(i.lane_pc.iter().map(misses))
            }),
        ]
    }
}
