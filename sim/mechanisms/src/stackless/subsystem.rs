//! A whole subsystem in the place of the control unit: it holds the PCs of the threads too, and compares them.

use super::front_end::FrontEnd;
use crate::external::Substitute;
use heddle_contract::units::stackless_subsystem::{In, Out, front_out};
use heddle_contract::units::{self, stackless_front_end};
use heddle_contract::{Behaviour, Border, Values};
use heddle_gpu_core::Chip;
use heddle_types::{LaneMask, Pc, WarpId, WarpMask};

/// An external subsystem: golden, RTL, or both in lockstep.
pub(crate) struct Subsystem<'a> {
    unit: Substitute<'a, units::StacklessSubsystem>,
    input: In<Values>,
    output: Out<Values>,
    pc_mask: u64,
}

impl<'a> Subsystem<'a> {
    pub fn new(unit: Substitute<'a, units::StacklessSubsystem>) -> Self {
        let params = &unit.params;
        Self {
            input: In::zero(params),
            output: Out::zero(params),
            pc_mask: u64::MAX >> (64 - params.pc_bits()),
            unit,
        }
    }

    fn word(&self, chip: &Chip, pc: Pc) -> u64 {
        u64::from(chip.code.word(pc)) & self.pc_mask
    }

    /// Takes the inputs that a front end has too. For a PC the subsystem knows the operands itself: the addresses are whatever
    /// the last line had.
    fn take(&mut self, from: &stackless_front_end::In<Values>) {
        let to = &mut self.input;
        to.fetch = from.fetch;
        to.fetch_warp = from.fetch_warp;
        to.advance = from.advance;
        to.arbitrate = from.arbitrate;
        to.access = from.access;
        to.replay = from.replay;
        to.lanes = from.lanes;
        let mask = u64::MAX >> (64 - self.unit.params.front_end().arbiter().address_bits());
        for (to, from) in to.address.iter_mut().zip(&from.address) {
            *to = from & mask;
        }
        to.key.copy_from_slice(&from.key);
    }
}

impl Behaviour<units::StacklessFrontEnd> for Subsystem<'_> {
    fn eval(
        &mut self,
        input: &stackless_front_end::In<Values>,
        output: &mut stackless_front_end::Out<Values>,
    ) {
        self.take(input);
        self.unit.eval(&self.input, &mut self.output);
        *output = front_out(&self.output);
    }

    fn tick(&mut self, input: &stackless_front_end::In<Values>) {
        self.take(input);
        self.unit.tick(&self.input);
        self.input.start = 0;
        self.input.branch = false;
    }
}

impl FrontEnd for Subsystem<'_> {
    const EVERY_CYCLE: bool = true;
    const COMPARES: bool = true;

    fn start(&mut self, chip: &Chip, warps: WarpMask, pc: Pc) {
        self.input.start = warps.bits();
        self.input.start_pc = self.word(chip, pc);
    }

    fn branch(&mut self, chip: &Chip, warp: WarpId, lanes: LaneMask, row: &[Pc]) {
        self.input.branch = true;
        self.input.branch_warp = warp.into();
        self.input.branch_lanes = lanes.bits();
        for (lane, pc) in row.iter().enumerate() {
            self.input.branch_pc[lane] = self.word(chip, *pc);
        }
    }

    fn matching(&self) -> Option<LaneMask> {
        Some(LaneMask::new(self.output.next_lanes))
    }
}
