//! What a mechanism costs: the bits of its units in a core, and the register file that it needs.
//!
//! ```
//! use heddle_area::Cost;
//! use heddle_contract::Config;
//! use heddle_contract::hardware::{Part, Registers, Units, Width};
//!
//! let stacks = Units {
//!     parts: const { &[Part::of_warps("reconvergence_stack")] },
//!     executes: Width::Warp,
//!     registers: Registers::OneAddress,
//! };
//! let cost = Cost::of(&Config::preset("tiny")?, &stacks)?;
//! assert_eq!(cost.bits(), cost.counted_bits() + cost.control_bits());
//! assert_eq!(cost.register_file.name, "baseline");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::error::Error;
use crate::netlist::{Memory, storage};
use crate::register_files::{self, RegisterFile};
use heddle_contract::config::Compress;
use heddle_contract::hardware::{Count, Part, Units};
use heddle_contract::units::CycleCompressor;
use heddle_contract::{Config, Unit};
use heddle_hdl::units;

/// The hardware of a mechanism in a core of a machine.
#[derive(Clone, Debug)]
pub struct Cost {
    /// The outermost units. None is inside of another one, so every bit is counted once.
    pub units: Vec<UnitCost>,
    /// The register file that the mechanism needs. Every core has a register file of as many bits, so these are not counted.
    pub register_file: RegisterFile,
    /// Bits of a core without hardware for divergence that the units replace (CST-2).
    pub replaced_bits: usize,
}

/// A unit of a core.
#[derive(Clone, Debug)]
pub struct UnitCost {
    /// Name of the unit.
    pub unit: &'static str,
    /// Instances in a core.
    pub instances: usize,
    /// The machine from which the unit takes its parameters.
    pub machine: Config,
    /// Structures of the unit and of the units inside it; their numbers of instances are those in the core.
    pub structures: Vec<Memory>,
}

impl Cost {
    /// The cost of these units, and of compaction if the machine has it, in a core of a machine.
    ///
    /// # Errors
    /// [`Error`] for a machine that one of the units refuses.
    pub fn of(config: &Config, hardware: &Units) -> Result<Self, Error> {
        let parts = hardware.parts.iter().copied();
        let parts = parts.chain(compressor(config, hardware));
        let units = parts.map(|part| UnitCost::of(config, part));
        let executed = hardware.executes.machine(config);
        Ok(Self {
            units: units.collect::<Result<_, Error>>()?,
            register_file: register_files::needed(&executed, hardware.registers)?,
            // CST-2: all lanes of a warp are at one PC, which the units of a mechanism hold themselves.
            replaced_bits: config.core.warps * config.core.pc_bits as usize,
        })
    }

    /// All bits that the Verilog of the units declares (CST-1).
    pub fn bits(&self) -> usize {
        self.units.iter().map(UnitCost::bits).sum()
    }

    /// The bits of structures that the sources count.
    pub fn counted_bits(&self) -> usize {
        self.bits() - self.control_bits()
    }

    /// The bits of control state, which no source counts.
    pub fn control_bits(&self) -> usize {
        self.units.iter().map(UnitCost::control_bits).sum()
    }

    /// What the mechanism adds to a core without hardware for divergence; negative if it needs less.
    pub fn added_bits(&self) -> i64 {
        self.bits() as i64 - self.replaced_bits as i64
    }
}

/// CST-4: the unit in front of the ALU, for the warps that the ALU executes.
fn compressor(config: &Config, hardware: &Units) -> Option<Part> {
    let part = Part {
        unit: CycleCompressor::NAME,
        width: hardware.executes,
        count: Count::One,
    };
    (config.compaction.mode != Compress::None).then_some(part)
}

impl UnitCost {
    fn of(config: &Config, part: Part) -> Result<Self, Error> {
        let machine = part.width.machine(config);
        let instances = part.instances(config);
        let mut structures = storage(&units::design(part.unit, &machine)?);
        for structure in &mut structures {
            structure.instances *= instances;
        }
        Ok(Self {
            unit: part.unit,
            instances,
            machine,
            structures,
        })
    }

    /// Bits of all instances.
    pub fn bits(&self) -> usize {
        self.structures.iter().map(Memory::bits).sum()
    }

    /// Bits of control state in all instances.
    pub fn control_bits(&self) -> usize {
        let control = self.structures.iter().filter(|own| own.reason.is_some());
        control.map(Memory::bits).sum()
    }
}
