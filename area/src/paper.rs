//! The numbers that fung2009 prints in Table V and section 7.

use heddle_contract::Config;
use heddle_contract::Unit;
use heddle_contract::units::{
    MaxHeap, MheapLut, PcWarpLut, WarpAllocator, WarpPool, WarpUpdateRegisters,
};

/// Feature size of the estimates, in nm.
pub const NODE: u32 = 90;

/// Cores of the chip.
pub const CORES: usize = 16;

/// The die of the GeForce 8800 GTX, in mm2.
pub const DIE: f64 = 470.0;

/// Area in mm2 of a register file with one decoder: 8192 registers of 32 bits. The paper prints 3.8628 and
/// subtracts 3.863.
pub const ONE_DECODER: f64 = 3.863;

/// Area in mm2 of a register file with eight banks, each with a decoder. The paper prints 0.573 for a bank and
/// this number for eight: the number for a bank is rounded.
pub const EIGHT_DECODERS: f64 = 4.585;

/// A row of Table V.
#[derive(Debug)]
pub struct Printed {
    /// The unit that implements this structure.
    pub unit: &'static str,
    /// Entries.
    pub entries: usize,
    /// Names and bits of an entry's fields.
    pub fields: &'static [(&'static str, usize)],
    /// Bits, as printed.
    pub bits: usize,
    /// Square millimetres.
    pub mm2: f64,
    /// Where the row contradicts itself: what Heddle builds, and why.
    pub remark: Option<&'static str>,
}

impl Printed {
    /// Bits, computed from the fields that the row names.
    pub fn bits_by_fields(&self) -> usize {
        self.entries * self.fields.iter().map(|(_, bits)| bits).sum::<usize>()
    }
}

/// Table V.
pub const PRINTED: &[Printed] = &[
    Printed {
        unit: WarpUpdateRegisters::NAME,
        entries: 2,
        fields: &[("TID", 10 * 32), ("PC", 24), ("REQ", 32)],
        bits: 752,
        mm2: 0.0080,
        remark: Some(
            "the paper's two registers each have a TID for every lane; they are written at once, with the TIDs of one \
             commit, so ours share one row of them",
        ),
    },
    Printed {
        unit: PcWarpLut::NAME,
        entries: 64,
        fields: &[("PC", 24), ("OCC", 32), ("IDX", 7)],
        bits: 4032,
        mm2: 0.2633,
        remark: None,
    },
    Printed {
        unit: WarpPool::NAME,
        entries: 128,
        fields: &[("TID", 10 * 32), ("PC", 24), ("scheduler data", 10)],
        bits: 44928,
        mm2: 0.6194,
        remark: Some(
            "the paper names 10 bits of scheduler data but prints the bits of 7, which is what a \
             Next pointer among 128 warps takes: the printed figure is built",
        ),
    },
    Printed {
        unit: WarpAllocator::NAME,
        entries: 128,
        fields: &[("IDX", 7)],
        bits: 896,
        mm2: 0.0342,
        remark: None,
    },
    Printed {
        unit: MheapLut::NAME,
        entries: 128,
        fields: &[("PC", 24), ("IDX", 7)],
        bits: 4992,
        mm2: 0.4945,
        remark: Some(
            "the paper names 31 bits in an entry but prints the bits of 39: the fields are built; \
             its mm2 may be those of the larger memory",
        ),
    },
    Printed {
        unit: MaxHeap::NAME,
        entries: 64,
        fields: &[
            ("PC", 24),
            ("CNT", 10),
            ("WPH", 8),
            ("WPT", 8),
            ("LUT-IDX", 8),
        ],
        bits: 3712,
        mm2: 0.2159,
        remark: None,
    },
];

/// The row of a unit.
pub fn row(unit: &str) -> Option<&'static Printed> {
    PRINTED.iter().find(|printed| printed.unit == unit)
}

/// The machine of the paper.
pub fn config() -> Config {
    Config::preset("fung2009").expect("a preset")
}
