//! One instruction on some lanes of a warp: what it does, and what the core must do next.

use super::code::{Code, Kind, Step};
use super::ids::{Grid, Ids};
use super::observer::Watch;
use super::shader_core::ShaderCore;
use super::threads::for_lanes;
use crate::fault::FaultReason;
use heddle_isa::execute::{branch, compute, csr, jump_targets};
use heddle_isa::{FetchFault, Instruction};

/// What is left to do after the register work of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The lanes go on with the next instruction.
    Next,
    /// The lanes' own PCs have been written.
    Control,
    /// Lines are wanted.
    Memory,
    /// The lanes wait for their block.
    Barrier,
    /// The lanes wait for their original warp.
    PartialBarrier,
    /// The lanes end.
    Exit,
}

/// A fault as a core sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Raised {
    /// Slot on the core.
    pub thread: usize,
    /// Byte address of the instruction.
    pub pc: u32,
    /// Data address or jump target.
    pub address: Option<u32>,
    pub reason: FaultReason,
}

/// What an instruction may read besides the core.
#[derive(Clone, Copy)]
pub(crate) struct Outside<'a> {
    pub code: &'a Code,
    pub grid: &'a Grid,
    /// Who sees the instruction, if somebody does.
    pub observer: Option<&'a dyn Watch>,
    pub now: u64,
}

/// An instruction about to execute: lane `l` of `lanes` is thread `first + l`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Issue<'a> {
    pub step: &'a Step,
    pub pc: u32,
    pub first: usize,
    pub lanes: u64,
}

impl Issue<'_> {
    fn instruction(&self) -> &Instruction {
        &self.step.instruction
    }

    fn fault(&self, thread: usize, reason: impl Into<FaultReason>, address: Option<u32>) -> Raised {
        Raised {
            thread,
            pc: self.pc,
            address,
            reason: reason.into(),
        }
    }
}

/// Executes an instruction. Loads, stores and atomics only begin: their lines come later.
#[inline(always)]
pub(crate) fn execute<const W: usize>(
    core: &mut ShaderCore,
    outside: Outside,
    issue: Issue,
) -> Result<Effect, Raised> {
    match issue.step.kind {
        Kind::Compute => {
            let registers = &mut core.threads.registers;
            compute::<W>(
                issue.instruction(),
                issue.pc,
                registers,
                issue.first,
                issue.lanes,
            )
            .map_err(|trap| issue.fault(trap.thread, trap.cause, None))?;
            Ok(Effect::Next)
        }
        Kind::Branch => take_branch::<W>(core, outside.code, issue),
        Kind::Memory => Ok(Effect::Memory),
        Kind::Jump => jump::<W>(core, outside.code, issue),
        _ => seldom::<W>(core, outside, issue),
    }
}

fn seldom<const W: usize>(
    core: &mut ShaderCore,
    outside: Outside,
    issue: Issue,
) -> Result<Effect, Raised> {
    let thread = issue.first + issue.lanes.trailing_zeros() as usize % W;
    match issue.step.kind {
        Kind::Csr => access_csr::<W>(core, outside, issue),
        Kind::Fence => Ok(Effect::Next),
        Kind::Barrier => Ok(Effect::Barrier),
        Kind::PartialBarrier => Ok(Effect::PartialBarrier),
        Kind::Exit => Ok(Effect::Exit),
        Kind::System => Err(issue.fault(thread, FaultReason::System, None)),
        // The machine, which has the program, tells an illegal word from none at all.
        _ => Err(issue.fault(thread, FetchFault::Outside { pc: issue.pc }, None)),
    }
}

fn take_branch<const W: usize>(
    core: &mut ShaderCore,
    code: &Code,
    issue: Issue,
) -> Result<Effect, Raised> {
    let Issue {
        pc, first, lanes, ..
    } = issue;
    let threads = &mut core.threads;
    let taken = branch::<W>(issue.instruction(), &threads.registers, first, lanes);
    let target = pc.wrapping_add(issue.instruction().imm as u32);
    if taken != 0 && !code.contains(target) {
        let thread = first + taken.trailing_zeros() as usize;
        return Err(issue.fault(thread, outside_code(target), Some(target)));
    }
    threads.set_pc::<W>(first, taken, target);
    threads.set_pc::<W>(first, lanes & !taken, pc.wrapping_add(4));
    Ok(Effect::Control)
}

fn jump<const W: usize>(
    core: &mut ShaderCore,
    code: &Code,
    issue: Issue,
) -> Result<Effect, Raised> {
    let Issue {
        pc, first, lanes, ..
    } = issue;
    let threads = &mut core.threads;
    let mut targets = [pc; W];
    jump_targets::<W>(
        issue.instruction(),
        pc,
        &mut threads.registers,
        first,
        lanes,
        &mut targets,
    );
    // Lanes outside the mask hold the jump's own PC, which is inside the code.
    if let Some(lane) = targets.iter().position(|&target| !code.contains(target)) {
        let target = targets[lane];
        return Err(issue.fault(first + lane, outside_code(target), Some(target)));
    }
    for_lanes(lanes, |lane| threads.pc[first + lane] = targets[lane]);
    let (call, ret) = (
        issue.instruction().is_call(),
        issue.instruction().is_return(),
    );
    if call && !ret {
        for_lanes(lanes, |lane| threads.depths.call(first + lane));
    } else if ret && !call {
        for_lanes(lanes, |lane| threads.depths.ret(first + lane));
    }
    Ok(Effect::Control)
}

fn outside_code(pc: u32) -> FetchFault {
    match pc % 4 {
        0 => FetchFault::Outside { pc },
        _ => FetchFault::Misaligned { pc },
    }
}

fn access_csr<const W: usize>(
    core: &mut ShaderCore,
    outside: Outside,
    issue: Issue,
) -> Result<Effect, Raised> {
    let threads = &mut core.threads;
    let mut ids = Ids {
        grid: outside.grid,
        blocks: &core.blocks,
        warps: &threads.warps,
        index: &threads.index,
        retired: &threads.retired,
        warp_size: threads.warp_size,
        now: outside.now,
    };
    let registers = &mut threads.registers;
    csr::<W>(
        issue.instruction(),
        registers,
        issue.first,
        issue.lanes,
        &mut ids,
    )
    .map_err(|trap| issue.fault(trap.thread, trap.cause, None))?;
    Ok(Effect::Next)
}
