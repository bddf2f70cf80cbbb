//! A memory instruction on its way: which lanes still want which line, which one is served.
//!
//! collange2011, 4.2: one line is accessed at a time; every lane on that line is served with it.
//! A lane whose access crosses lines takes two of them, and is done with the second. Data is read
//! and written when a lane is done, so what a line holds and when it comes are independent.

use super::execute::{Issue, Raised};
use super::ids::Grid;
use super::races::Seen;
use super::shader_core::{Chip, ShaderCore};
use super::space::Bytewise;
use super::threads::for_lanes;
use crate::memory::{LineAccess, LineRequest, Service};
use crate::race::AccessKind;
use heddle_isa::execute::{addresses, atomic, load, store};
use heddle_isa::{Access as MemoryAccess, Class, DataPort, Instruction, MemoryFault};

/// The state of a memory instruction of up to `W` lanes.
#[derive(Clone, Debug)]
pub(crate) struct Access<const W: usize> {
    instruction: Instruction,
    pc: u32,
    first: usize,
    /// Slot of the threads' block.
    block: usize,
    kind: LineAccess,
    /// Lanes that still want a line.
    pub pending: u64,
    /// Lanes whose access is not aligned.
    misaligned: u64,
    /// Lanes among these that want their second line.
    second: u64,
    address: [u32; W],
    /// Physical address in the line that a lane wants now.
    physical: [u32; W],
    /// First cycle in which all lanes that hit have their data.
    pub ready: u64,
    /// Lanes that missed; their threads' `ready_at` says until when they wait.
    pub missed: u64,
}

impl<const W: usize> Access<W> {
    /// No instruction.
    pub fn idle() -> Self {
        Access {
            instruction: Instruction::decode(0x13).expect("addi x0, x0, 0 is an instruction"),
            pc: 0,
            first: 0,
            block: 0,
            kind: LineAccess::Load,
            pending: 0,
            misaligned: 0,
            second: 0,
            address: [0; W],
            physical: [0; W],
            ready: 0,
            missed: 0,
        }
    }

    /// Computes the addresses of an instruction.
    ///
    /// # Errors
    /// An address in the private range with nothing behind it.
    pub fn begin(&mut self, core: &ShaderCore, issue: &Issue, now: u64) -> Result<(), Raised> {
        let instruction = &issue.step.instruction;
        let registers = &core.threads.registers;
        addresses::<W>(instruction, registers, issue.first, &mut self.address);
        self.kind = match instruction.class() {
            Class::Load => LineAccess::Load,
            Class::Store => LineAccess::Store,
            _ => LineAccess::Atomic,
        };
        self.instruction = *instruction;
        self.pc = issue.pc;
        self.first = issue.first;
        self.block = core.threads.warps[issue.first / core.threads.warp_size].block;
        self.pending = issue.lanes;
        self.second = 0;
        self.missed = 0;
        self.ready = now + 1;
        self.translate(core)
    }

    fn translate(&mut self, core: &ShaderCore) -> Result<(), Raised> {
        let bytes = self.instruction.access_bytes();
        let mut lost = 0u64;
        self.misaligned = 0;
        for lane in 0..W {
            let address = self.address[lane];
            let physical = core
                .space
                .physical(self.first + lane, self.block, address, bytes);
            self.physical[lane] = physical.unwrap_or(0);
            lost |= u64::from(physical.is_none()) << lane;
            self.misaligned |= u64::from(address & (bytes - 1) != 0) << lane;
        }
        match lost & self.pending {
            0 => Ok(()),
            lost => Err(self.no_memory(lost.trailing_zeros() as usize)),
        }
    }

    fn no_memory(&self, lane: usize) -> Raised {
        let access = match self.kind {
            LineAccess::Load => MemoryAccess::Load,
            _ => MemoryAccess::Store,
        };
        let (address, bytes) = (self.address[lane], self.instruction.access_bytes());
        self.fault(
            lane,
            MemoryFault {
                address,
                bytes,
                access,
            },
        )
    }

    fn fault(&self, lane: usize, fault: MemoryFault) -> Raised {
        let address = self.address[lane];
        Raised {
            thread: self.first + lane,
            pc: self.pc,
            address: Some(address),
            reason: MemoryFault { address, ..fault }.into(),
        }
    }

    /// Physical byte address of the line that a lane wants.
    #[inline(always)]
    pub fn operand(&self, lane: usize) -> u32 {
        self.physical[lane]
    }

    /// The line of the first lane that wants one, and the lanes on it.
    fn first_line(&self, line_shift: u32) -> (u32, u64) {
        let line = self.physical[self.pending.trailing_zeros() as usize % W] >> line_shift;
        let mut lanes = 0;
        for lane in 0..W {
            lanes |= u64::from(self.physical[lane] >> line_shift == line) << lane;
        }
        (line, lanes & self.pending)
    }

    /// Whether lanes want a line and exactly this one.
    pub fn on_line(&self, lanes: u64, line: u64, line_shift: u32) -> bool {
        let mut all = lanes & !self.pending == 0;
        for_lanes(lanes & self.pending, |lane| {
            all &= u64::from(self.physical[lane] >> line_shift) == line;
        });
        all
    }

    /// Serves a line to lanes that want it.
    ///
    /// # Errors
    /// An access with no memory behind it.
    pub fn serve(
        &mut self,
        core: &mut ShaderCore,
        chip: &mut Chip,
        line: u32,
        lanes: u64,
        now: u64,
    ) -> Result<(), Raised> {
        let service = chip.lines.access(self.request(core, line, now));
        self.served(core, chip, service, lanes)
    }

    /// The wish for a line in this instruction's name.
    pub fn request(&self, core: &ShaderCore, line: u32, now: u64) -> LineRequest {
        LineRequest {
            core: core.index,
            line,
            access: self.kind,
            cycle: now,
        }
    }

    /// A line has been served to lanes that want it.
    ///
    /// # Errors
    /// An access with no memory behind it.
    pub fn served(
        &mut self,
        core: &mut ShaderCore,
        chip: &mut Chip,
        service: Service,
        lanes: u64,
    ) -> Result<(), Raised> {
        self.time(core, lanes, service);
        let mut done = lanes;
        if lanes & self.misaligned != 0 {
            done &= !self.second_lines(
                core,
                lanes & self.misaligned & !self.second,
                chip.line_shift,
            )?;
        }
        self.pending &= !done;
        if chip.races.is_some() {
            return self.perform_checked(core, chip, done);
        }
        let mut rest = done;
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            self.perform(core, chip, lane)
                .map_err(|fault| self.fault(lane, fault))?;
        }
        Ok(())
    }

    /// Performs the accesses of lanes, each of them seen by the check for races.
    #[cold]
    fn perform_checked(
        &self,
        core: &mut ShaderCore,
        chip: &mut Chip,
        lanes: u64,
    ) -> Result<(), Raised> {
        let mut rest = lanes;
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            self.perform(core, chip, lane)
                .map_err(|fault| self.fault(lane, fault))?;
            let seen = self.seen(core, &chip.grid, lane);
            if let (Some(races), Some(seen)) = (&mut chip.races, seen) {
                races.see(&seen, &chip.data.memory);
            }
        }
        Ok(())
    }

    /// A lane's access as the check for races sees it; `None` on the lane's own stack.
    fn seen(&self, core: &ShaderCore, grid: &Grid, lane: usize) -> Option<Seen> {
        let (thread, address) = (self.first + lane, self.address[lane]);
        if core.space.is_stack(address) {
            return None;
        }
        let block = core.blocks.block(self.block);
        Some(Seen {
            kind: match self.kind {
                LineAccess::Load => AccessKind::Load,
                LineAccess::Store => AccessKind::Store,
                LineAccess::Atomic => AccessKind::Atomic,
            },
            thread: grid.global(block.number, core.threads.index[thread]),
            pc: self.pc,
            block_epoch: block.epoch,
            warp_epoch: core.threads.warps[thread / core.threads.warp_size].partial_epoch,
            address,
            physical: core.space.physical(thread, self.block, address, 1)?,
            bytes: self.instruction.access_bytes(),
        })
    }

    /// Serves the line of the first lane that wants one, for warps that wait for all of theirs.
    ///
    /// # Errors
    /// As [`Access::serve`].
    pub fn serve_first(
        &mut self,
        core: &mut ShaderCore,
        chip: &mut Chip,
        now: u64,
    ) -> Result<(), Raised> {
        let (line, lanes) = self.first_line(chip.line_shift);
        self.serve(core, chip, line, lanes, now)
    }

    /// Lets lanes wait together for the last of the data; when that is there.
    pub fn await_all(&self, core: &mut ShaderCore, lanes: u64, now: u64) -> u64 {
        let ready_at = &mut core.threads.ready_at[self.first..];
        let mut ready = self.ready.max(now + 1);
        for_lanes(self.missed, |lane| ready = ready.max(ready_at[lane]));
        for_lanes(lanes, |lane| ready_at[lane] = ready);
        let warp = self.first / core.threads.warp_size;
        let lanes = lanes << (self.first - core.threads.first(warp));
        core.threads.miss(warp, lanes);
        ready
    }

    /// Notes when the data of lanes comes.
    fn time(&mut self, core: &mut ShaderCore, lanes: u64, service: Service) {
        match service {
            Service::Hit { ready } => self.ready = self.ready.max(ready),
            Service::Miss { ready } => {
                for_lanes(lanes, |lane| {
                    let at = &mut core.threads.ready_at[self.first + lane];
                    let before = if self.missed >> lane & 1 == 1 { *at } else { 0 };
                    *at = ready.max(before);
                });
                self.missed |= lanes;
            }
        }
    }

    /// Lanes, of those given, that go on to a second line.
    fn second_lines(&mut self, core: &ShaderCore, lanes: u64, shift: u32) -> Result<u64, Raised> {
        let last = self.instruction.access_bytes() - 1;
        let mut more = 0;
        let mut rest = lanes;
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let end = self.address[lane].checked_add(last);
            let end =
                end.and_then(|end| core.space.physical(self.first + lane, self.block, end, 1));
            let end = end.ok_or_else(|| self.no_memory(lane))?;
            if end >> shift != self.physical[lane] >> shift {
                self.physical[lane] = end;
                more |= 1 << lane;
            }
        }
        self.second |= more;
        Ok(more)
    }

    /// Reads or writes the data of a lane.
    #[inline(always)]
    fn perform(
        &self,
        core: &mut ShaderCore,
        chip: &mut Chip,
        lane: usize,
    ) -> Result<(), MemoryFault> {
        if self.misaligned >> lane & 1 == 0 {
            return self.access(core, lane, self.physical[lane], &mut chip.data);
        }
        let space = core.space;
        let mut port = Bytewise {
            data: &mut chip.data,
            space: &space,
            block: self.block,
        };
        self.access(core, lane, self.address[lane], &mut port)
    }

    #[inline(always)]
    fn access(
        &self,
        core: &mut ShaderCore,
        lane: usize,
        address: u32,
        port: &mut impl DataPort,
    ) -> Result<(), MemoryFault> {
        let registers = &mut core.threads.registers;
        let (instruction, thread) = (&self.instruction, self.first + lane);
        match self.kind {
            LineAccess::Load => load(instruction, registers, thread, address, port),
            LineAccess::Store => store(instruction, registers, thread, address, port),
            LineAccess::Atomic => atomic(instruction, registers, thread, address, port),
        }
    }
}
