//! How the lanes of an instruction are divided for an ALU that is narrower than the instruction.

use super::bits_below;
use crate::terms::{Is, Row, Word, any, mask, state};
use crate::{Config, Param, ParamError, Parameters, Words, require, require_power_of_two};

/// The division of an instruction's lanes into quads: aligned neighbours, as many as the ALU executes in a cycle.
///
/// vaidya2013 has quads of 4 lanes: 16 lanes of 32 bits on an ALU of 128 bits. An element of another width
/// changes how many lanes one cycle of the ALU, and one access of 128 bits to the register file,
/// holds (section 4.1), so it changes the quad: 8 lanes of 16 bits, 2 of 64. The number of positions in a quad and
/// of lanes of the ALU, 4 in the paper, is `width` here.
///
/// These parameters are declared without `params!`: the struct keeps the width, which is computed from the lanes of the ALU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub struct Quads {
    lanes: usize,
    width: usize,
}

impl Quads {
    /// Validated: lanes are a power of two in 2 to 64, the ALU's lanes of 32 bits a power of two in 1 to
    /// `lanes`, elements have 16, 32 or 64 bits. An ALU with room for more lanes than the instruction has is
    /// treated as if it were as wide as the instruction.
    ///
    /// # Errors
    /// [`ParamError`] for `unit`, naming the parameter that is outside its limits.
    pub fn new(
        unit: &'static str,
        lanes: usize,
        alu_lanes: usize,
        element_bits: u32,
    ) -> Result<Self, ParamError> {
        require(unit, "lanes", lanes, 2..=64)?;
        require_power_of_two(unit, "lanes", lanes as u64)?;
        require(unit, "alu_lanes", alu_lanes, 1..=lanes)?;
        require_power_of_two(unit, "alu_lanes", alu_lanes as u64)?;
        require(unit, "element_bits", element_bits, 16..=64)?;
        require_power_of_two(unit, "element_bits", element_bits.into())?;
        let width = alu_lanes * 32 / element_bits as usize;
        if width == 0 {
            return Err(ParamError {
                unit,
                name: "alu_lanes",
                value: alu_lanes.to_string(),
                allowed: "2 or more, as elements of 64 bits need".into(),
            });
        }
        let width = width.min(lanes);
        Ok(Self { lanes, width })
    }

    /// The division in the cores of a machine.
    ///
    /// # Errors
    /// The same as [`Quads::new`].
    pub fn of(unit: &'static str, config: &Config) -> Result<Self, ParamError> {
        let core = &config.core;
        Self::new(
            unit,
            core.warp_size,
            core.simd_width,
            config.compaction.element_bits,
        )
    }

    /// Lanes of an instruction.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// Lanes of a quad, and of the ALU.
    pub fn quad_lanes(&self) -> usize {
        self.width
    }

    /// Quads of an instruction: the number of cycles that it takes if none is skipped.
    pub fn count(&self) -> usize {
        self.lanes / self.width
    }

    /// Width of a quad number; 1 if only one quad exists.
    pub fn quad_bits(&self) -> u32 {
        bits_below(self.count()).max(1)
    }

    /// Width of a position in a quad; 1 if only one exists.
    pub fn position_bits(&self) -> u32 {
        bits_below(self.width).max(1)
    }

    /// Ports of a path, `quad` the first and `position` the last of them. `quad` is left out if only one quad
    /// exists, `position` if only one position exists.
    pub(super) fn telling(&self, ports: &'static [&'static str]) -> &'static [&'static str] {
        let end = ports.len() - usize::from(self.width == 1);
        &ports[usize::from(self.count() == 1)..end]
    }

    /// The lanes of an instruction that the enabled lanes of the ALU execute, given their quads and positions.
    pub fn lanes_of(&self, enable: Word, quad: &Row, position: &Row) -> Word {
        let is_of = |lane: usize, alu: usize| {
            let position = (self.width == 1) | position[alu].eq(lane % self.width);
            let quad = (self.count() == 1) | quad[alu].eq(lane / self.width);
            enable.bit(alu) & position & quad
        };
        mask((0..self.lanes).map(|lane| any((0..self.width).map(|alu| is_of(lane, alu)))))
    }

    /// Whether the optimisation of Ivy Bridge applies to half an instruction: it treats
    /// instructions of 16 lanes like instructions of 8 (section 5.2). The paper does not mention narrower ones.
    pub fn has_halves(&self) -> bool {
        self.lanes >= 16 && self.count() >= 2
    }
}

/// Whether some cycle of an instruction has gone to the ALU, but not its last one.
pub(super) fn is_within(goes: Is, last: Is) -> Is {
    state("within", 1, |held| goes.mux((!last).word(), held)).any()
}

/// The time at which the first cycle of an instruction is shown after this many pipeline registers, as text.
pub(super) fn cycles_later(rows: u32) -> String {
    match rows {
        0 => "in the cycle".into(),
        rows => format!("{} cycles", rows + 1),
    }
}

impl Parameters for Quads {
    fn describe(&self) -> Vec<Param> {
        let param = |name, value: usize, doc| Param {
            name,
            value: value as u64,
            doc,
        };
        vec![
            param(
                "lanes",
                self.lanes,
                "lanes of an instruction; power of two, 2 to 64",
            ),
            param(
                "quad_lanes",
                self.width,
                "lanes that the ALU executes in a cycle; power of two, up to lanes",
            ),
        ]
    }
}
