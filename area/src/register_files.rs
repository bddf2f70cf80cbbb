//! Register files for intra-warp compaction: vaidya2013, sections 2.2, 4.1, 4.2 and 4.3, figure 5.
//!
//! The same registers, divided into banks with one port and one decoder each:
//!
//! * `baseline`: one bank, as wide as a register (figure 5a).
//! * `bcc`: a bank for each quad of a register, so that quads without active lanes are not read (figure 5b).
//! * `scc`: a bank as wide as an operand, which is read at once into a latch in front of a crossbar for each
//!   of its quads (figure 5c). Wider and shorter than the baseline.
//! * `per_lane`: a bank for each lane of a register, with its own address. Schemes that form warps from threads of
//!   several warps need this (section 4.3).
//! * `per_lane_scc`, which the paper does not have: a bank for each lane of an operand, with its own address, for such schemes with
//!   swizzled compression (CST-3).
//!
//! The figure shows the path of one operand, and this module counts the same; three operands need three times as many
//! latches and crossbars. Areas in mm2 are not estimated: the paper gives two ratios (CACTI 5, 32 nm) and nothing to scale from.

use heddle_contract::config::Compress;
use heddle_contract::hardware::Registers;
use heddle_contract::units::CycleCompressor;
use heddle_contract::units::quads::Quads;
use heddle_contract::{Config, ParamError, Unit};

/// Registers of a thread of an execution unit, which is a warp here, and bits of each register (section 2.2; CPT-9).
const REGISTERS: usize = 128;
const REGISTER_BITS: usize = 256;

/// Lanes of the paper's instructions and of its ALU.
const PAPERS_LANES: usize = 16;
const PAPERS_WIDTH: usize = 4;

/// A division of a core's registers into banks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterFile {
    /// Name of the scheme that the register file is for.
    pub name: &'static str,
    /// Number of banks; each has one port, to read or to write, and a decoder.
    pub banks: usize,
    /// Words of a bank.
    pub depth: usize,
    /// Bits of a word.
    pub width: usize,
    /// The path between the banks and the ALU.
    pub datapath: Datapath,
    /// The paper's numbers, if the machine has the paper's instruction and ALU widths.
    pub printed: Option<PrintedFile>,
}

/// The elements that an operand passes on its way to the ALU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Datapath {
    /// Bits of the latch.
    pub latch_bits: usize,
    /// Crossbars.
    pub crossbars: usize,
    /// Lanes of a crossbar.
    pub crossbar_lanes: usize,
}

/// The numbers that vaidya2013 prints for a register file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrintedFile {
    /// Banks.
    pub banks: Option<usize>,
    /// Bits of a word.
    pub width: Option<usize>,
    /// The path between the banks and the ALU.
    pub datapath: Option<Datapath>,
    /// Area in addition to the baseline's.
    pub overhead: Option<Overhead>,
}

/// Area in addition to the baseline's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overhead {
    /// Percent of the baseline's area.
    pub percent: u32,
    /// Whether the paper says "higher than" this percentage.
    pub or_more: bool,
}

impl RegisterFile {
    /// Total number of bits, which is the same for every register file of a machine.
    pub fn bits(&self) -> usize {
        self.word_lines() * self.width
    }

    /// Words of all banks, among which the decoders choose. Register files differ in this number.
    pub fn word_lines(&self) -> usize {
        self.banks * self.depth
    }
}

/// The register files that a core of a machine could have, the baseline first. An ALU that is wider than a register has
/// registers of its own width; an operand that is narrower is read with the rest of its register.
///
/// # Errors
/// [`ParamError`] for a machine whose lanes cannot be divided into quads.
pub fn register_files(config: &Config) -> Result<Vec<RegisterFile>, ParamError> {
    let [baseline, bcc, scc, per_lane, _] = all(config)?;
    Ok(vec![baseline, bcc, scc, per_lane])
}

/// The register file for lanes that find their registers in this way, with the machine's compaction.
///
/// # Errors
/// [`ParamError`] for a machine whose lanes cannot be divided into quads.
pub fn needed(config: &Config, registers: Registers) -> Result<RegisterFile, ParamError> {
    let [baseline, bcc, scc, per_lane, per_lane_scc] = all(config)?;
    Ok(match (registers, config.compaction.mode) {
        (Registers::OneAddress, Compress::None | Compress::Ivb) => baseline,
        (Registers::OneAddress, Compress::Bcc) => bcc,
        (Registers::OneAddress, Compress::Scc) => scc,
        // CST-3: banks of single lanes are also those of quads.
        (Registers::AddressOfEachLane, Compress::None | Compress::Ivb | Compress::Bcc) => per_lane,
        (Registers::AddressOfEachLane, Compress::Scc) => per_lane_scc,
    })
}

/// Those of the paper, and the one that is both `per_lane` and `scc` (CST-3): a bank for each lane of an operand.
fn all(config: &Config) -> Result<[RegisterFile; 5], ParamError> {
    let quads = Quads::of(CycleCompressor::NAME, config)?;
    let lane = config.compaction.element_bits as usize;
    let (quad, operand) = (quads.quad_lanes() * lane, quads.lanes() * lane);
    let register = REGISTER_BITS.max(quad);
    let file = |name, width: usize, banks, datapath, printed| RegisterFile {
        name,
        banks,
        depth: config.core.warps * REGISTERS * REGISTER_BITS / (banks * width),
        width,
        datapath,
        printed: of_the_paper(config).then_some(printed),
    };
    let swizzled = Datapath {
        latch_bits: operand,
        crossbars: quads.count(),
        crossbar_lanes: quads.quad_lanes(),
    };
    let wired = Datapath::default();
    let whole = register.max(operand);
    Ok([
        file("baseline", register, 1, wired, BASELINE),
        file("bcc", quad, register / quad, wired, BCC),
        file("scc", whole, 1, swizzled, SCC),
        file("per_lane", lane, register / lane, wired, PER_LANE),
        file("per_lane_scc", lane, whole / lane, swizzled, UNPRINTED),
    ])
}

fn of_the_paper(config: &Config) -> bool {
    let lanes = (config.core.warp_size, config.core.simd_width);
    lanes == (PAPERS_LANES, PAPERS_WIDTH) && config.compaction.element_bits == 32
}

/// Of a file that the paper does not have.
const UNPRINTED: PrintedFile = PrintedFile {
    banks: None,
    width: None,
    datapath: None,
    overhead: None,
};

/// Sections 2.2 and 4.3.
const BASELINE: PrintedFile = PrintedFile {
    width: Some(256),
    ..UNPRINTED
};

/// Sections 4.1 and 4.3.
const BCC: PrintedFile = PrintedFile {
    width: Some(128),
    overhead: Some(Overhead {
        percent: 10,
        or_more: false,
    }),
    ..BASELINE
};

/// Section 4.2.
const SCC: PrintedFile = PrintedFile {
    width: Some(512),
    datapath: Some(Datapath {
        latch_bits: 512,
        crossbars: 4,
        crossbar_lanes: 4,
    }),
    ..BASELINE
};

/// Section 4.3.
const PER_LANE: PrintedFile = PrintedFile {
    width: None,
    banks: Some(8),
    overhead: Some(Overhead {
        percent: 40,
        or_more: true,
    }),
    ..BASELINE
};

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_contract::config::Source;

    fn files(preset: &str, changes: &[&str]) -> Vec<RegisterFile> {
        let changes: Vec<String> = changes.iter().map(|change| change.to_string()).collect();
        let config = Config::load(&Source::Preset(preset.into()), &changes).unwrap();
        register_files(&config).unwrap()
    }

    #[test]
    fn the_papers_machine_has_the_papers_files() {
        let files = files("vaidya2013", &[]);
        let shapes = files
            .iter()
            .map(|file| (file.banks, file.depth, file.width));
        let shapes: Vec<_> = shapes.collect();
        // Six threads of 128 registers.
        assert_eq!(
            shapes,
            [(1, 768, 256), (2, 768, 128), (1, 384, 512), (8, 768, 32)]
        );
        for file in files {
            let printed = file.printed.expect(file.name);
            assert_eq!(printed.width.unwrap_or(file.width), file.width);
            assert_eq!(printed.banks.unwrap_or(file.banks), file.banks);
            assert_eq!(printed.datapath.unwrap_or(file.datapath), file.datapath);
        }
    }

    /// A mechanism needs one of the paper's files, or the one for both of its demands.
    #[test]
    fn mechanisms_need_what_their_lanes_and_their_compaction_demand() {
        for (mode, one_address, own_addresses) in [
            ("none", "baseline", "per_lane"),
            ("ivb", "baseline", "per_lane"),
            ("bcc", "bcc", "per_lane"),
            ("scc", "scc", "per_lane_scc"),
        ] {
            let changes = [format!("compaction.mode={mode}")];
            let config = Config::load(&Source::Preset("vaidya2013".into()), &changes).unwrap();
            let name = |registers| needed(&config, registers).unwrap().name;
            let names = (
                name(Registers::OneAddress),
                name(Registers::AddressOfEachLane),
            );
            assert_eq!(names, (one_address, own_addresses));
            let both = needed(&config, Registers::AddressOfEachLane).unwrap();
            assert_eq!(both.bits(), register_files(&config).unwrap()[0].bits());
            // 16 lanes of an operand, or the 8 of a register.
            assert_eq!(both.banks, if mode == "scc" { 16 } else { 8 });
        }
    }

    #[test]
    fn every_file_holds_the_same_registers() {
        let machines: [(&str, &[&str]); 6] = [
            ("tiny", &[]),
            ("collange2011", &[]),
            ("fung2009", &["core.warps=7"]),
            ("vaidya2013", &["compaction.element_bits=64"]),
            ("vaidya2013", &["compaction.element_bits=16"]),
            ("collange2011", &["core.warp_size=64", "core.simd_width=64"]),
        ];
        for (preset, changes) in machines {
            let files = files(preset, changes);
            for file in &files {
                assert_eq!(
                    file.bits(),
                    files[0].bits(),
                    "{preset} {changes:?}: {file:?}"
                );
                assert!(file.printed.is_none(), "{preset} {changes:?}");
            }
            let lines: Vec<usize> = files.iter().map(RegisterFile::word_lines).collect();
            let [baseline, bcc, scc, per_lane] = lines[..] else {
                panic!("{lines:?}")
            };
            assert!(
                scc <= baseline && baseline <= bcc && bcc <= per_lane,
                "{lines:?}"
            );
        }
    }
}
