//! The instructions of a group of threads, until others get their turn.

use super::access::{FIRST, View, access};
use super::groups::{Group, LAST, Rank};
use super::private::Private;
use super::shared::Shared;
use super::warp::Warp;
use heddle_gpu_core::threads::Identity;
use heddle_gpu_core::{Effect, FaultReason, Kind, Raised, Step};
use heddle_isa::execute::{CsrSource, branch, compute, csr, jump_targets};
use heddle_isa::{FetchFault, Instruction};
use heddle_types::{LaneMask, ThreadId};

/// Why a group stopped running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It has executed as many instructions as it may.
    TurnEnded,
    /// It is where its turn began, with the same registers: it waits for others.
    Waits,
    /// Another group of the warp comes first.
    Overtaken,
    /// Its threads have come to the barrier of their block.
    Barrier,
    /// Its threads have come to the barrier of their warp.
    PartialBarrier,
    /// Its threads have ended.
    Exit,
}

/// Where a group runs.
pub struct Place<'a> {
    /// Stacks and shared memory of the block.
    pub private: &'a mut Private,
    /// Number of the block in the grid.
    pub block: u32,
    /// Position of the block in the grid.
    pub block_index: [u32; 3],
    /// The number in the block of the thread in lane 0.
    pub first: usize,
    /// Whether no other group comes first, whatever its rank.
    pub alone: bool,
}

impl<const W: usize> Warp<W> {
    /// Runs a group that has been taken from the groups of the warp, until it stops or `until` instructions have been executed
    /// on the device. Threads that take another way become groups of their own.
    ///
    /// # Errors
    /// The fault of a thread, by its lane.
    pub fn run(
        &mut self,
        group: &mut Group,
        place: &mut Place,
        shared: &mut Shared,
        until: u64,
    ) -> Result<Stopped, Raised> {
        let mut active = group.lanes.count() as usize;
        let mut rival = self.rival(place);
        while shared.executed < until {
            let code = shared.code;
            let step = code.step(group.pc);
            let step = step.ok_or_else(|| group.fault_of_first(FetchFault::at(group.pc)))?;
            let effect = self.execute(step, group, place, shared)?;
            shared.executed += 1;
            shared.counts.executed(active);
            if code.reads_instret {
                self.retire(group.lanes);
            }
            match effect {
                Effect::Next | Effect::Memory => group.pc = group.pc.next(),
                Effect::Control => {
                    active = group.lanes.count() as usize;
                    rival = self.rival(place);
                    if self.waits_at(group.pc) {
                        return Ok(Stopped::Waits);
                    }
                }
                Effect::Barrier => return Ok(Stopped::Barrier),
                Effect::PartialBarrier => return Ok(Stopped::PartialBarrier),
                Effect::Exit => return Ok(Stopped::Exit),
            }
            if group.rank() >= rival {
                return Ok(Stopped::Overtaken);
            }
        }
        Ok(Stopped::TurnEnded)
    }

    /// The rank from which on the running group has to wait for another one, or becomes one with it.
    #[inline(always)]
    fn rival(&self, place: &Place) -> Rank {
        match place.alone {
            true => LAST,
            false => self.groups.first(),
        }
    }

    #[cold]
    fn retire(&mut self, lanes: LaneMask) {
        for lane in lanes {
            self.retired[lane] += 1;
        }
    }

    #[inline(always)]
    fn execute(
        &mut self,
        step: &Step,
        group: &mut Group,
        place: &mut Place,
        shared: &mut Shared,
    ) -> Result<Effect, Raised> {
        let instruction = &step.instruction;
        match step.kind {
            Kind::Compute => {
                let registers = &mut self.registers;
                compute::<W>(instruction, group.pc, registers, FIRST, group.lanes)
                    .map_err(|trap| group.fault(trap.thread, trap.cause, None))?;
                Ok(Effect::Next)
            }
            Kind::Memory => {
                let view = &mut View {
                    global: shared.memory,
                    private: place.private,
                    first: place.first,
                };
                access::<W>(instruction, &mut self.registers, group, view)?;
                Ok(Effect::Memory)
            }
            Kind::Branch => self.branch(instruction, group, shared),
            Kind::Jump => self.jump(instruction, group, shared),
            _ => self.seldom(step, group, place, shared),
        }
    }

    fn seldom(
        &mut self,
        step: &Step,
        group: &Group,
        place: &Place,
        shared: &Shared,
    ) -> Result<Effect, Raised> {
        match step.kind {
            Kind::Csr => self.access_csr(&step.instruction, group, place, shared),
            Kind::Fence => Ok(Effect::Next),
            Kind::Barrier => Ok(Effect::Barrier),
            Kind::PartialBarrier => Ok(Effect::PartialBarrier),
            Kind::Exit => Ok(Effect::Exit),
            // GPU-15: a kernel has no system below it.
            Kind::System => Err(group.fault_of_first(FaultReason::System)),
            // The description of the fault distinguishes an illegal word from a PC without a word.
            _ => Err(group.fault_of_first(FetchFault::Outside { pc: group.pc })),
        }
    }

    #[inline(always)]
    fn branch(
        &mut self,
        instruction: &Instruction,
        group: &mut Group,
        shared: &Shared,
    ) -> Result<Effect, Raised> {
        let taken = branch::<W>(instruction, &self.registers, FIRST, group.lanes);
        if taken.is_empty() {
            group.pc = group.pc.next();
            return Ok(Effect::Control);
        }
        let target = group.pc.offset(instruction.imm as u32);
        if !shared.code.contains(target) {
            let lane = ThreadId::new(taken.first().unwrap_or(0));
            return Err(group.fault(lane, FetchFault::at(target), Some(target.address())));
        }
        if taken == group.lanes {
            group.pc = target;
            return Ok(Effect::Control);
        }
        self.groups.insert(Group {
            pc: target,
            lanes: taken,
            ..*group
        });
        group.lanes = group.lanes.without(taken);
        group.pc = group.pc.next();
        Ok(Effect::Control)
    }

    fn jump(
        &mut self,
        instruction: &Instruction,
        group: &mut Group,
        shared: &Shared,
    ) -> Result<Effect, Raised> {
        let mut targets = [group.pc; W];
        let (registers, lanes) = (&mut self.registers, group.lanes);
        jump_targets::<W>(instruction, group.pc, registers, FIRST, lanes, &mut targets);
        let depth = match (instruction.is_call(), instruction.is_return()) {
            (true, false) => group.depth.saturating_add(1),
            (false, true) => group.depth.saturating_sub(1),
            _ => group.depth,
        };
        let mut left = lanes;
        while let Some(lane) = left.first() {
            let pc = targets[lane];
            if !shared.code.contains(pc) {
                let thread = ThreadId::new(lane);
                return Err(group.fault(thread, FetchFault::at(pc), Some(pc.address())));
            }
            let lanes = LaneMask::where_row(&targets, |target| target == pc) & left;
            left = left.without(lanes);
            let together = Group { pc, depth, lanes };
            match left.is_empty() {
                true => *group = together,
                false => self.groups.insert(together),
            }
        }
        Ok(Effect::Control)
    }

    fn access_csr(
        &mut self,
        instruction: &Instruction,
        group: &Group,
        place: &Place,
        shared: &Shared,
    ) -> Result<Effect, Raised> {
        let source = &mut Identities {
            retired: &self.retired,
            place,
            shared,
        };
        csr::<W>(instruction, &mut self.registers, FIRST, group.lanes, source)
            .map_err(|trap| group.fault(trap.thread, trap.cause, None))?;
        Ok(Effect::Next)
    }
}

/// The state that a CSR read may look at.
struct Identities<'a, 'b> {
    retired: &'a [u64],
    place: &'a Place<'b>,
    shared: &'a Shared<'b>,
}

impl CsrSource for Identities<'_, '_> {
    fn read(&self, csr: u16, thread: ThreadId) -> Option<u32> {
        let identity = Identity {
            grid: self.shared.grid,
            block: self.place.block,
            block_index: self.place.block_index,
            index: (self.place.first + thread.index()) as u32,
            retired: self.retired[thread.index()],
            // FUN-5: there are no cycles to count.
            now: self.shared.executed,
        };
        identity.csr(csr)
    }
}
