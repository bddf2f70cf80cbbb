//! The rounding mode of each lane of an ALU whose lanes execute threads in another order.

use heddle_contract::units::cycle_compressor::{In, Out, Params};
use heddle_contract::{Border, Golden, Values};
use heddle_gpu_core::Issue;
use heddle_isa::Registers;
use heddle_units::CycleCompressor;

/// Sends the rounding modes of an instruction's lanes the way that its operands go.
///
/// A thread's mode is not an operand (RISC-V, chapter 11.2: it is in `frm`), so the unit does not move it (COS-6). If modes
/// differ, a compressor beside the unit, with the same commands, moves them as its first operand.
pub(super) struct LaneModes {
    params: Params,
    beside: Option<CycleCompressor>,
    input: In<Values>,
    output: Out<Values>,
    /// The mode of all lanes, if it is the same.
    common: u32,
}

impl LaneModes {
    pub(super) fn new(params: &Params) -> Self {
        LaneModes {
            params: *params,
            beside: None,
            input: In::zero(params),
            output: Out::zero(params),
            common: 0,
        }
    }

    /// Begins an instruction: reads the modes of its lanes.
    pub(super) fn begin(&mut self, registers: &Registers, issue: &Issue) {
        let of = |lane: usize| registers.frm(issue.first + lane);
        let mut modes = issue.lanes.into_iter().map(of);
        self.common = modes.next().unwrap_or(0);
        let differ = modes.any(|mode| mode != self.common);
        self.beside = differ.then(|| CycleCompressor::new(&self.params));
        if differ {
            for lane in issue.lanes {
                self.input.operand_a[lane] = of(lane).into();
            }
        }
    }

    /// A cycle of the unit with these commands.
    pub(super) fn cycle(&mut self, commands: &In<Values>) {
        let Some(beside) = &mut self.beside else {
            return;
        };
        self.input.request = commands.request;
        self.input.mask = commands.mask;
        self.input.take = commands.take;
        beside.out(&self.input, &mut self.output);
        beside.clock(&self.input);
    }

    /// The mode of a lane of the ALU in this cycle.
    pub(super) fn of(&self, lane: usize) -> u32 {
        match self.beside {
            Some(_) => self.output.data_a[lane] as u32,
            None => self.common,
        }
    }
}
