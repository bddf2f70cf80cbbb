//! Golden `swizzle_crossbar`: vaidya2013, section 4.2, figure 5c.

use heddle_contract::units::quads::Quads;
use heddle_contract::units::swizzle_crossbar::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, bits, units};

/// Routes the lanes of an instruction's operand to the lanes of the ALU.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct SwizzleCrossbar {
    quads: Quads,
    operand: Vec<u64>,
    held: bool,
}

impl SwizzleCrossbar {
    /// The element at a position of a quad of the operand that is held.
    pub fn element(&self, quad: usize, position: usize) -> u64 {
        self.operand[place(&self.quads, quad, position)]
    }

    /// Lanes of the ALU.
    pub fn alu_lanes(&self) -> usize {
        self.quads.quad_lanes()
    }

    /// The clock edge: loads an operand.
    pub fn load(&mut self, operand: &[u64]) {
        self.operand.copy_from_slice(operand);
        self.held = true;
    }
}

/// Number of the lane at a position of a quad; quad or position is ignored where only one exists.
pub(super) fn place(quads: &Quads, quad: usize, position: usize) -> usize {
    quad % quads.count() * quads.quad_lanes() + position % quads.quad_lanes()
}

impl Golden<units::SwizzleCrossbar> for SwizzleCrossbar {
    fn new(params: &Params) -> Self {
        Self {
            quads: params.quads(),
            operand: vec![0; params.quads().lanes()],
            held: false,
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.held = self.held;
        for (data, &from) in output.data.iter_mut().zip(&input.from) {
            *data = bits(from).fold(0, |data, lane| data | self.operand[lane]);
        }
    }

    fn clock(&mut self, input: &In<Values>) {
        if input.load {
            self.load(&input.operand);
        }
    }
}
