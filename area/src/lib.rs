//! The storage of a machine, what each mechanism needs of it, and what dynamic warp formation costs in silicon.
//!
//! Bits are counted in the netlist, except for register files, which are no unit. Areas in mm2 are those that fung2009
//! prints (Table V, CACTI 4.2 at 90 nm); for other configurations they are scaled from these (`estimate.rs`).
//!
//! ```
//! use heddle_area::Area;
//! use heddle_contract::Config;
//!
//! let area = Area::of(&Config::preset("fung2009")?, 90)?;
//! let lut = area.rows.iter().find(|row| row.shape.unit == "pc_warp_lut").expect("a row of Table V");
//! assert_eq!(lut.shape.bits(), 4032);
//! assert_eq!(lut.printed.map(|paper| paper.bits), Some(4032));
//! assert_eq!(format!("{:.4} mm2", lut.mm2), "0.2633 mm2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod chip;
mod cost;
mod crossbar;
mod error;
mod estimate;
mod netlist;
mod paper;
mod register_files;
mod table_v;

pub use chip::Chip;
pub use cost::{Cost, UnitCost};
pub use crossbar::Crossbar;
pub use error::Error;
pub use netlist::Memory;
pub use paper::Printed;
pub use register_files::{Datapath, Overhead, PrintedFile, RegisterFile};
pub use table_v::{Field, Shape};

use heddle_contract::Config;
use netlist::Netlists;

/// A structure of Table V, or one that replaces it, in a machine.
#[derive(Clone, Debug)]
pub struct Row {
    /// Fields and entries of the structure, according to the contract's parameters.
    pub shape: Shape,
    /// Storage bits counted in the netlist.
    pub counted: usize,
    /// The paper's row for this structure, if it has this shape in the paper.
    pub printed: Option<&'static Printed>,
    /// Area in mm2: the paper's value for the paper's shape and node, else an estimate.
    pub mm2: f64,
}

/// Sums of the paper's rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paper {
    /// Bits, computed from the fields.
    pub bits_by_fields: usize,
    /// Bits as printed.
    pub bits: usize,
    /// Square millimetres.
    pub mm2: f64,
}

/// All results for a machine.
#[derive(Clone, Debug)]
pub struct Area {
    /// Structures of dynamic warp formation, in the order of Table V.
    pub rows: Vec<Row>,
    /// The crossbar that brings threads to their lanes in the warp pool, where lanes are not fixed.
    pub crossbar: Option<Crossbar>,
    /// Structures of all other units.
    pub others: Vec<Memory>,
    /// Bits that no source counts, with the reasons.
    pub overhead: Vec<Memory>,
    /// Area of the core, the chip and the die.
    pub chip: Chip,
    /// Possible register files of a core.
    pub register_files: Vec<RegisterFile>,
}

impl Area {
    /// The area of a machine in a process of `node` nanometres.
    ///
    /// # Errors
    /// [`Error`] for a machine that a unit refuses.
    pub fn of(config: &Config, node: u32) -> Result<Self, Error> {
        let netlists = Netlists::of(config)?;
        let paper = table_v::shapes(&paper::config())?;
        let row = |shape: Shape| Row {
            counted: netlists.bits(shape.unit),
            printed: paper::PRINTED
                .iter()
                .find(|printed| printed.unit == shape.unit && paper.contains(&shape)),
            mm2: estimate::mm2(&shape, &paper, node),
            shape,
        };
        let rows: Vec<Row> = table_v::shapes(config)?.into_iter().map(row).collect();
        let crossbar = Crossbar::of(config, node)?;
        let structures: f64 = rows.iter().map(|row| row.mm2).sum();
        let scheduler = structures + crossbar.map_or(0.0, |crossbar| crossbar.mm2);
        Ok(Self {
            chip: Chip::of(config, scheduler, node),
            rows,
            crossbar,
            others: netlists.others(),
            overhead: netlists.overhead(),
            register_files: register_files::register_files(config)?,
        })
    }

    /// Bits of dynamic warp formation, computed from the fields.
    pub fn bits_by_fields(&self) -> usize {
        self.rows.iter().map(|row| row.shape.bits()).sum()
    }

    /// Bits of dynamic warp formation in the netlist.
    pub fn bits(&self) -> usize {
        self.rows.iter().map(|row| row.counted).sum()
    }

    /// Sums of the paper's rows, if all structures have the paper's shape.
    pub fn printed(&self) -> Option<Paper> {
        let mut printed = self.rows.iter().map(|row| row.printed);
        printed.try_fold(Paper::default(), |sum, row| {
            let row = row?;
            Some(Paper {
                bits_by_fields: sum.bits_by_fields + row.bits_by_fields(),
                bits: sum.bits + row.bits,
                mm2: sum.mm2 + row.mm2,
            })
        })
    }

    /// All storage bits, without overhead and register files.
    pub fn total_bits(&self) -> usize {
        self.bits() + self.others.iter().map(Memory::bits).sum::<usize>()
    }
}
