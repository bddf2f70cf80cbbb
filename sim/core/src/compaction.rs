//! Cycles of an instruction under intra-warp compaction: vaidya2013, sections 3, 4.2 and 5.2.

use heddle_contract::Config;
use heddle_contract::config::Compress;
use heddle_types::{LaneMask, add_counts};
use serde::Serialize;

/// The shape of an instruction: its lanes, and an ALU of fewer lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Lanes of the instruction.
    width: u32,
    /// Base-2 logarithm of the lanes that the ALU executes in a cycle, a quad (CPT-1): it is used for every instruction, and
    /// shifts are faster than divisions.
    alu_width_log: u32,
    /// A mask of all lanes of the instruction.
    lanes: u64,
    /// A mask of the lowest lane of each quad.
    quad_starts: u64,
    /// Whether an instruction without active lanes takes no cycle.
    skip_empty: bool,
}

/// The fewest lanes of an instruction that Ivy Bridge is known to halve (section 5.2); wider ones are halved once (CPT-2).
const HALVED: u32 = 16;

impl Shape {
    /// An instruction of `width` (1 to 64) lanes on an ALU of `alu_width` (1 or more) lanes, both powers of two.
    ///
    /// # Panics
    /// For other numbers.
    pub fn new(width: u32, alu_width: u32, skip_empty: bool) -> Self {
        assert!(
            width.is_power_of_two() && width <= 64 && alu_width.is_power_of_two(),
            "{width} lanes over {alu_width}"
        );
        let alu_width = alu_width.min(width);
        Shape {
            width,
            alu_width_log: alu_width.ilog2(),
            lanes: ones(width),
            // Ones at a distance of one quad.
            quad_starts: ones(width) / ones(alu_width),
            skip_empty,
        }
    }

    /// Number of lanes of the instruction.
    pub fn width(self) -> u32 {
        self.width
    }

    /// Cycles that the instruction takes with all lanes active.
    pub fn quads(self) -> u32 {
        self.width >> self.alu_width_log
    }

    /// Whether the mask contains all lanes of the instruction.
    #[inline]
    fn is_full(self, mask: LaneMask) -> bool {
        !mask.bits() & self.lanes == 0
    }

    /// Cycles that the instruction takes with the lanes of the mask; lanes beyond the instruction's width are
    /// ignored.
    #[inline]
    pub fn cycles(self, mode: Compress, mask: LaneMask) -> u32 {
        if self.is_full(mask) {
            return self.quads();
        }
        let mask = mask.bits() & self.lanes;
        if mask == 0 && self.skip_empty {
            return 0;
        }
        match mode {
            Compress::None => self.quads(),
            Compress::Ivb => self.halved(mask),
            Compress::Bcc => self.active_quads(mask).max(1),
            Compress::Scc => self.filled_quads(mask).max(1),
        }
    }

    fn halved(self, mask: u64) -> u32 {
        let (low, high) = (mask & ones(self.width / 2), mask >> (self.width / 2));
        let halves = self.width >= HALVED && self.quads() >= 2 && (low == 0 || high == 0);
        if halves {
            self.quads() / 2
        } else {
            self.quads()
        }
    }

    /// Number of quads with an active lane.
    fn active_quads(self, mask: u64) -> u32 {
        // The lowest lane of each quad, after every lane has been folded onto it.
        let mut any = mask;
        for step in (0..self.alu_width_log).map(|level| 1 << level) {
            any |= any >> step;
        }
        (any & self.quad_starts).count_ones()
    }

    /// Number of quads that the active lanes would fill; the last quad may be partly filled.
    fn filled_quads(self, mask: u64) -> u32 {
        (mask.count_ones() + (1 << self.alu_width_log) - 1) >> self.alu_width_log
    }
}

/// Instructions that the ALU executed, and the cycles that they held it, or would have held it under another mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Executed {
    /// Instructions.
    pub instructions: u64,
    /// Cycles by mode.
    pub cycles: Cycles,
}

/// Cycles under each mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cycles {
    /// Without compaction.
    pub none: u64,
    /// With the optimisation of Ivy Bridge.
    pub ivb: u64,
    /// With basic cycle compression.
    pub bcc: u64,
    /// With swizzled cycle compression.
    pub scc: u64,
}

impl Cycles {
    #[inline]
    fn add(&mut self, cycles: u64) {
        self.none += cycles;
        self.ivb += cycles;
        self.bcc += cycles;
        self.scc += cycles;
    }
}

impl Executed {
    /// Counts an instruction.
    #[inline]
    pub fn count(&mut self, shape: Shape, mask: LaneMask) {
        self.instructions += 1;
        // Most instructions have all lanes active, and every mode takes the same time for these.
        if shape.is_full(mask) {
            return self.cycles.add(u64::from(shape.quads()));
        }
        let cycles = |mode| u64::from(shape.cycles(mode, mask));
        self.cycles.none += cycles(Compress::None);
        self.cycles.ivb += cycles(Compress::Ivb);
        self.cycles.bcc += cycles(Compress::Bcc);
        self.cycles.scc += cycles(Compress::Scc);
    }

    /// Adds the counts of another core, or of another part of a run.
    pub fn merge(&mut self, other: &Executed) {
        let Executed {
            instructions,
            cycles,
        } = other;
        self.instructions += instructions;
        add_counts!(self.cycles, cycles => Cycles { none, ivb, bcc, scc });
    }
}

/// The path of a core's instructions into its ALU.
#[derive(Clone, Debug)]
pub struct Compactor {
    shape: Shape,
    mode: Compress,
    /// Cycles that the registers around the crossbars add to the latency of the ALU.
    added: u32,
    /// Counts of the instructions that the ALU executed so far.
    pub executed: Executed,
}

impl Compactor {
    /// The compactor of a core of this machine.
    pub fn new(config: &Config) -> Self {
        let core = &config.core;
        Compactor {
            shape: Shape::new(
                core.warp_size as u32,
                core.simd_width as u32,
                config.compaction.skip_empty,
            ),
            mode: config.compaction.mode,
            added: config.compaction.added_cycles(),
            executed: Executed::default(),
        }
    }

    /// How many cycles an instruction holds the lanes of the pipeline, 1 or more. An instruction that the ALU does
    /// not execute takes the cycles of all of its lanes: loads, stores, barriers and fences leave through a separate
    /// pipe (section 2.2, "SEND"), in which nothing is compressed (CPT-5).
    #[inline(always)]
    pub fn hold(&mut self, in_alu: bool, mask: LaneMask) -> u64 {
        let cycles = if in_alu {
            self.executed.count(self.shape, mask);
            self.shape.cycles(self.mode, mask)
        } else {
            self.shape.quads()
        };
        u64::from(cycles.max(1))
    }

    /// Cycles that the path into the ALU and out of it adds to an instruction (CPT-15). An instruction for another pipe
    /// takes another path.
    #[inline(always)]
    pub fn added(&self, in_alu: bool) -> u64 {
        match in_alu {
            true => self.added.into(),
            false => 0,
        }
    }
}

/// A word with the lowest `bits` (0 to 64) bits set.
fn ones(bits: u32) -> u64 {
    match bits {
        0 => 0,
        _ => u64::MAX >> (64 - bits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cycles of both sides of a branch, or of all paths of nested ones.
    fn sum(mode: Compress, masks: &[u64]) -> u32 {
        let simd16 = Shape::new(16, 4, false);
        masks
            .iter()
            .map(|&mask| simd16.cycles(mode, LaneMask::new(mask)))
            .sum()
    }

    fn of_all_modes(masks: &[u64]) -> [u32; 4] {
        Compress::ALL.map(|mode| sum(mode, masks))
    }

    #[test]
    fn balanced_branches_take_what_figure_8_shows() {
        let patterns = [0xffff, 0x00ff, 0xff0f, 0xf0f0, 0xaaaa];
        let cycles = |mode| {
            patterns.map(|mask: u64| match mask {
                0xffff => sum(mode, &[mask]),
                _ => sum(mode, &[mask, !mask & 0xffff]),
            })
        };
        assert_eq!(cycles(Compress::None), [4, 8, 8, 8, 8]);
        assert_eq!(cycles(Compress::Ivb), [4, 4, 6, 8, 8]);
        assert_eq!(cycles(Compress::Bcc), [4, 4, 4, 4, 8]);
        assert_eq!(cycles(Compress::Scc), [4; 5]);
    }

    #[test]
    fn nested_branches_take_what_table_2_says() {
        // Benefits in percent of the cycles without compaction: ivb, bcc beyond it, scc beyond that.
        let benefits = |masks: &[u64]| {
            let [none, ivb, bcc, scc] = of_all_modes(masks);
            [none - ivb, ivb - bcc, bcc - scc].map(|saved| 100 * saved / none)
        };
        let l3 = [
            0x0101, 0x1010, 0x0404, 0x4040, 0x0808, 0x8080, 0x0202, 0x2020,
        ];
        let l4: Vec<u64> = (0..16).map(|lane| 1 << lane).collect();
        assert_eq!(benefits(&[0x5555, 0xaaaa]), [0, 0, 50]);
        assert_eq!(benefits(&[0x1111, 0x4444, 0x8888, 0x2222]), [0, 0, 75]);
        assert_eq!(benefits(&l3), [0, 50, 25]);
        assert_eq!(benefits(&l4), [50, 25, 0]);
    }

    #[test]
    fn no_mode_takes_more_cycles_than_the_one_before() {
        for width in [1, 2, 4, 8, 16] {
            for skip_empty in [false, true] {
                let shape = Shape::new(16, width, skip_empty);
                for mask in 0..=0xffff {
                    let cycles = Compress::ALL.map(|mode| shape.cycles(mode, LaneMask::new(mask)));
                    assert!(cycles.is_sorted_by(|a, b| a >= b), "{mask:04x}: {cycles:?}");
                }
            }
        }
    }

    #[test]
    fn quads_are_counted_one_by_one() {
        for (lanes, width) in [(16, 4), (16, 2), (8, 1), (16, 16), (8, 8)] {
            let shape = Shape::new(lanes, width, false);
            for mask in 1..=ones(lanes) {
                let quads =
                    (0..lanes / width).filter(|quad| mask >> (quad * width) & ones(width) != 0);
                let cycles = shape.cycles(Compress::Bcc, LaneMask::new(mask));
                assert_eq!(cycles as usize, quads.count());
            }
        }
        let wide = Shape::new(64, 4, false);
        assert_eq!(
            wide.cycles(Compress::Bcc, LaneMask::new(1 << 63 | 1 << 60 | 1)),
            2
        );
    }

    #[test]
    fn instructions_without_lanes_take_a_cycle_or_none() {
        let empty = |skip_empty| {
            Compress::ALL.map(|mode| Shape::new(16, 4, skip_empty).cycles(mode, LaneMask::NONE))
        };
        assert_eq!(empty(false), [4, 2, 1, 1]);
        assert_eq!(empty(true), [0; 4]);
    }
}
