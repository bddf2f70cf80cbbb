//! The effect of one instruction on the registers and PCs of its threads.

use super::code::{Code, Kind};
use super::issue::{Effect, Issue};
use crate::fault::{FaultReason, Raised};
use crate::threads::Threads;
use crate::threads::blocks::Blocks;
use crate::threads::ids::{Grid, Ids};
use heddle_isa::FetchFault;
use heddle_isa::execute::{branch, compute, csr, jump_targets};
use heddle_types::Cycle;

/// What an instruction may read besides the state of its threads.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The program.
    pub code: &'a Code,
    /// Dimensions of the launch.
    pub grid: &'a Grid,
    /// The blocks of the core.
    pub blocks: &'a Blocks,
    /// The current cycle.
    pub now: Cycle,
}

/// Executes an instruction. A load, store or atomic only begins here: its lines are requested later.
#[inline(always)]
pub fn execute<const W: usize>(
    threads: &mut Threads,
    context: Context,
    issue: Issue,
) -> Result<Effect, Raised> {
    match issue.step.kind {
        Kind::Compute => {
            let registers = &mut threads.registers;
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
        Kind::Branch => take_branch::<W>(threads, context.code, issue),
        Kind::Memory => Ok(Effect::Memory),
        Kind::Jump => jump::<W>(threads, context.code, issue),
        _ => seldom::<W>(threads, context, issue),
    }
}

fn seldom<const W: usize>(
    threads: &mut Threads,
    context: Context,
    issue: Issue,
) -> Result<Effect, Raised> {
    let thread = issue.first + issue.lanes.first().unwrap_or(0);
    match issue.step.kind {
        Kind::Csr => access_csr::<W>(threads, context, issue),
        Kind::Fence => Ok(Effect::Next),
        Kind::Barrier => Ok(Effect::Barrier),
        Kind::PartialBarrier => Ok(Effect::PartialBarrier),
        Kind::Exit => Ok(Effect::Exit),
        // GPU-15: a kernel has no system below it.
        Kind::System => Err(issue.fault(thread, FaultReason::System, None)),
        // The machine, which has the program, distinguishes an illegal word from a PC without a word.
        _ => Err(issue.fault(thread, FetchFault::Outside { pc: issue.pc }, None)),
    }
}

fn take_branch<const W: usize>(
    threads: &mut Threads,
    code: &Code,
    issue: Issue,
) -> Result<Effect, Raised> {
    let Issue {
        pc, first, lanes, ..
    } = issue;
    let taken = branch::<W>(issue.instruction(), &threads.registers, first, lanes);
    let target = pc.offset(issue.instruction().imm as u32);
    if let Some(lane) = taken.first()
        && !code.contains(target)
    {
        let thread = first + lane;
        return Err(issue.fault(thread, FetchFault::at(target), Some(target.address())));
    }
    threads.set_pc::<W>(first, taken, target);
    threads.set_pc::<W>(first, lanes.without(taken), pc.next());
    Ok(Effect::Control)
}

fn jump<const W: usize>(
    threads: &mut Threads,
    code: &Code,
    issue: Issue,
) -> Result<Effect, Raised> {
    let Issue {
        pc, first, lanes, ..
    } = issue;
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
        let fault = FetchFault::at(target);
        return Err(issue.fault(first + lane, fault, Some(target.address())));
    }
    for lane in lanes {
        threads.pc[(first + lane).index()] = targets[lane];
    }
    let (call, ret) = (
        issue.instruction().is_call(),
        issue.instruction().is_return(),
    );
    if call && !ret {
        for lane in lanes {
            threads.depths.call(first + lane);
        }
    } else if ret && !call {
        for lane in lanes {
            threads.depths.ret(first + lane);
        }
    }
    Ok(Effect::Control)
}

fn access_csr<const W: usize>(
    threads: &mut Threads,
    context: Context,
    issue: Issue,
) -> Result<Effect, Raised> {
    let mut ids = Ids {
        grid: context.grid,
        blocks: context.blocks,
        warps: &threads.warps,
        index: &threads.index,
        retired: &threads.retired,
        warp_size: threads.warp_size,
        now: context.now,
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
