//! What mechanisms consist of: which units a core has, for warps of which width, and how its register file is addressed.
//!
//! Each mechanism says it once (`heddle_mechanisms::About`), and whoever builds, counts or synthesises its hardware reads it there.

use crate::Config;
use serde::Serialize;

/// The hardware of a mechanism in a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Hardware {
    /// None exists: the mechanism is a bound that no hardware reaches.
    Bound,
    /// Not described: the mechanism has no units here.
    Undescribed,
    /// These units.
    Units(Units),
}

/// The units of a mechanism in a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Units {
    /// The outermost units: what is inside of another one is not listed.
    pub parts: &'static [Part],
    /// The warps that the ALU executes, whose lanes compaction leaves out or moves.
    pub executes: Width,
    /// How the lanes of a warp find their registers.
    pub registers: Registers,
}

/// A unit of a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// Name of the unit.
    pub unit: &'static str,
    /// The warps that the unit is built for.
    pub width: Width,
    /// How many of them a core has.
    pub count: Count,
}

/// Warps of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Width {
    /// Warps of `core.warp_size` threads.
    Warp,
    /// Sub-warps of dynamic warp resizing.
    SubWarp,
}

/// How many instances of a unit a core has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Count {
    /// One.
    One,
    /// One for each position of a sub-warp in a large warp (RSZ-16).
    EachPosition,
}

/// How the lanes of a warp find their registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Registers {
    /// All at one address: the threads of a warp are neighbours.
    OneAddress,
    /// Each lane at its own address: a warp has threads of several original warps (fung2009, section 4.1; vaidya2013, section 4.3).
    AddressOfEachLane,
}

impl Part {
    /// A unit for whole warps, once in a core.
    pub const fn of_warps(unit: &'static str) -> Part {
        Part {
            unit,
            width: Width::Warp,
            count: Count::One,
        }
    }

    /// A unit for the sub-warps at one position of all large warps, one for each position.
    pub const fn of_each_position(unit: &'static str) -> Part {
        Part {
            unit,
            width: Width::SubWarp,
            count: Count::EachPosition,
        }
    }

    /// Instances in a core of a machine.
    pub fn instances(&self, config: &Config) -> usize {
        match self.count {
            Count::One => 1,
            Count::EachPosition => config.dwr.partners(&config.core),
        }
    }
}

impl Width {
    /// The machine from which a unit for warps of this width takes its parameters.
    pub fn machine(self, config: &Config) -> Config {
        let mut machine = config.clone();
        if self == Width::SubWarp {
            let lanes = config.dwr.sub_warp(&config.core);
            machine.core.warp_size = lanes;
            machine.core.simd_width = config.core.simd_width.min(lanes);
            machine.dwr.sub_warp = None;
        }
        machine
    }
}
