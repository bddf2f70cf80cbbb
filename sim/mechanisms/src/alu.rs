//! The path of an instruction through the ALU: only counted, or through the unit `cycle_compressor`.

mod lane_modes;

use crate::external::Substitute;
use heddle_contract::units::cycle_compressor::{In, Out};
use heddle_contract::{Behaviour, Border, Config, ParamError, Unit, Values, require, units};
use heddle_gpu_core::{Chip, Effect, Issue, ShaderCore, Stop};
use heddle_isa::Registers;
use heddle_isa::execute::compute;
use heddle_types::{Cycle, LaneMask, ThreadId};
use lane_modes::LaneModes;
use std::collections::VecDeque;

/// Rows of registers before and after the ALU: at most three and one.
const ROWS: usize = 4;

/// The thread whose registers hold the values of ALU lane 0.
const FIRST: ThreadId = ThreadId::new(0);

/// Executes instructions of warps of `W` lanes.
pub(crate) trait Alu<const W: usize> {
    /// Executes an instruction. Returns its effect on the warp, and how many cycles it holds the lanes of the
    /// pipeline.
    ///
    /// # Errors
    /// The fault of a lane.
    fn issue(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        issue: Issue,
        now: Cycle,
    ) -> Result<(Effect, u64), Stop>;
}

/// Whether cores of a machine can have an external unit of this name: the path of an instruction through a compressor has registers of
/// 32 bits.
///
/// # Errors
/// [`ParamError`] for the width of the elements.
pub(crate) fn accepts(unit: &str, config: &Config) -> Result<(), ParamError> {
    if unit == units::CycleCompressor::NAME {
        let bits = config.compaction.element_bits;
        require(units::CycleCompressor::NAME, "element_bits", bits, 32..=32)?;
    }
    Ok(())
}

/// The cycles are computed from the mask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted;

impl<const W: usize> Alu<W> for Counted {
    #[inline(always)]
    fn issue(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        issue: Issue,
        now: Cycle,
    ) -> Result<(Effect, u64), Stop> {
        let effect = core.issue::<W>(chip, issue, now)?;
        Ok((effect, core.hold(issue.step, issue.lanes)))
    }
}

/// Lanes, operands and results pass through a unit, which determines the cycles.
///
/// The unit runs ahead of the core's clock, one instruction at a time until its results are back: registers are
/// written when an instruction issues (CPT-10). So this does not show that instructions follow each other without a bubble.
/// The golden model performs everything that an instruction does besides writing a register (flags, PCs, faults).
pub(crate) struct Compressed<'a> {
    unit: Substitute<'a, units::CycleCompressor>,
    input: In<Values>,
    output: Out<Values>,
    /// Results on their way through the ALU.
    in_alu: VecDeque<Vec<u64>>,
    /// Registers for the lanes of the ALU.
    registers: Registers,
    modes: LaneModes,
}

/// The rows that an instruction reads, and the old values of the row that it writes.
struct Rows<const W: usize> {
    operands: [[u32; W]; 3],
    destination: [u32; W],
}

impl<const W: usize> Rows<W> {
    fn read(registers: &Registers, issue: &Issue) -> Self {
        let instruction = &issue.step.instruction;
        let row = |(register, float)| match float {
            true => *registers.f_row(register, issue.first),
            false => *registers.x_row(register, issue.first),
        };
        Rows {
            operands: instruction.sources().map(row),
            destination: row(instruction.destination()),
        }
    }
}

impl<'a> Compressed<'a> {
    /// An ALU around a unit in its reset state.
    pub fn new<const W: usize>(unit: Substitute<'a, units::CycleCompressor>) -> Self {
        let params = &unit.params.clone();
        let nothing = vec![0; params.quads().quad_lanes()];
        Compressed {
            unit,
            input: In::zero(params),
            output: Out::zero(params),
            in_alu: vec![nothing; params.alu_latency() as usize].into(),
            registers: Registers::new(W),
            modes: LaneModes::new(params),
        }
    }

    /// Sends an instruction through the unit; returns the cycles until the unit takes another one, or `None` if no
    /// result comes.
    fn run<const W: usize>(&mut self, issue: &Issue, operands: &[[u32; W]; 3]) -> Option<u64> {
        let input = &mut self.input;
        input.request = true;
        input.mask = issue.lanes.bits();
        let ports = [
            &mut input.operand_a,
            &mut input.operand_b,
            &mut input.operand_c,
        ];
        for (port, row) in ports.into_iter().zip(operands) {
            let elements = port.iter_mut().zip(row);
            elements.for_each(|(element, &value)| *element = value.into());
        }
        self.cycle::<W>(issue);
        self.input.request = false;
        // No mode takes more cycles than the instruction has lanes, and the path has at most this many rows of
        // registers.
        let longest = W + self.in_alu.len() + ROWS;
        let mut taken = None;
        for cycle in 1..=longest as u64 {
            self.cycle::<W>(issue);
            if self.output.ready {
                taken = taken.or(Some(cycle));
            }
            if self.output.write {
                return taken;
            }
        }
        None
    }

    /// Simulates a cycle in which the ALU takes whatever the unit issues.
    fn cycle<const W: usize>(&mut self, issue: &Issue) {
        let results = self
            .in_alu
            .pop_front()
            .expect("the ALU takes a cycle or more");
        self.input.result = results;
        self.input.take = false;
        self.unit.eval(&self.input, &mut self.output);
        self.input.take = self.output.issue;
        self.unit.eval(&self.input, &mut self.output);
        self.modes.cycle(&self.input);
        self.unit.tick(&self.input);
        let results = match self.input.take {
            true => self.compute::<W>(issue),
            false => vec![0; self.output.data_a.len()],
        };
        self.in_alu.push_back(results);
    }

    /// The results of the ALU for the operands at the unit's outputs.
    fn compute<const W: usize>(&mut self, issue: &Issue) -> Vec<u64> {
        let instruction = &issue.step.instruction;
        let shown = [
            &self.output.data_a,
            &self.output.data_b,
            &self.output.data_c,
        ];
        for (data, (register, float)) in shown.into_iter().zip(instruction.sources()) {
            for (lane, &value) in data.iter().enumerate() {
                match float {
                    true => self.registers.set_f(register, FIRST + lane, value as u32),
                    false => self.registers.set_x(register, FIRST + lane, value as u32),
                }
            }
        }
        for lane in 0..self.output.data_a.len() {
            let mode = self.modes.of(lane);
            self.registers.set_frm(FIRST + lane, mode);
        }
        compute::<W>(
            instruction,
            issue.pc,
            &mut self.registers,
            FIRST,
            LaneMask::new(self.output.enable),
        )
        .expect("the golden model computed it before");
        let (register, float) = instruction.destination();
        let result = |lane| match float {
            true => self.registers.f(register, FIRST + lane),
            false => self.registers.x(register, FIRST + lane),
        };
        let lanes = 0..self.output.data_a.len();
        lanes.map(|lane| result(lane).into()).collect()
    }

    /// Writes the results that came back from the unit, and nothing else.
    fn write_back<const W: usize>(
        &self,
        registers: &mut Registers,
        issue: &Issue,
        before: &[u32; W],
    ) {
        let written: [u32; W] = std::array::from_fn(|lane| self.output.write_data[lane] as u32);
        let (register, float) = issue.step.instruction.destination();
        for (lanes, row) in [
            (issue.lanes, before),
            (LaneMask::new(self.output.write_lanes), &written),
        ] {
            match float {
                true => registers.set_f_row(register, issue.first, lanes, row),
                false => registers.set_x_row(register, issue.first, lanes, row),
            }
        }
    }
}

impl<const W: usize> Alu<W> for Compressed<'_> {
    fn issue(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        issue: Issue,
        now: Cycle,
    ) -> Result<(Effect, u64), Stop> {
        let rows = Rows::<W>::read(&core.threads.registers, &issue);
        self.modes.begin(&core.threads.registers, &issue);
        let effect = core.issue::<W>(chip, issue, now)?;
        let counted = core.hold(issue.step, issue.lanes);
        if !issue.step.only_computes() {
            return Ok((effect, counted));
        }
        let cycles = self.run(&issue, &rows.operands);
        let cycles = cycles.ok_or(Stop::Broken {
            core: core.index,
            warp: issue.first.warp(W),
            what: "an instruction does not come back from the ALU",
        })?;
        self.write_back(&mut core.threads.registers, &issue, &rows.destination);
        Ok((effect, cycles))
    }
}
