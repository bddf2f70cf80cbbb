//! A memory instruction in progress: which lanes still need which line, and which lanes have been served.
//!
//! When a line is accessed, every lane that needs it is served at once (collange2011, 4.2). A lane whose access
//! crosses a line boundary needs two lines, and is done with the second. Its data is read or written when the lane is
//! done, so the content of a line does not depend on when the line arrives.

mod stack_words;

use crate::execution::issue::Issue;
use crate::fault::Raised;
use crate::memory::core_memory::Bytewise;
use crate::memory::watch::{AccessKind, AccessWatch, Seen};
use crate::shader_core::{Chip, ShaderCore};
use crate::threads::Grid;
use heddle_contract::bits;
use heddle_isa::execute::{Row, addresses, load, store};
use heddle_isa::{Access as MemoryAccess, Class, Instruction, MemoryFault};
use heddle_memory::{Group, LineAccess, LineRequest, Lines, Service, Waiter};
use heddle_types::{Cycle, LaneMask, Pc, ThreadId};

/// The state of a memory instruction of up to `W` lanes.
#[derive(Clone, Debug)]
pub struct Access<const W: usize> {
    instruction: Instruction,
    pc: Pc,
    /// The thread in each lane.
    threads: [ThreadId; W],
    kind: LineAccess,
    /// Lanes that still need a line.
    pub pending: LaneMask,
    /// Lanes whose access is misaligned.
    misaligned: LaneMask,
    /// Lanes among the misaligned ones that now need their second line.
    second: LaneMask,
    /// Lanes that access shared memory.
    shared: LaneMask,
    address: [u32; W],
    /// Physical address of each lane in the line that the lane needs next.
    physical: [u32; W],
    /// Lanes that need lines, grouped by line once they are requested.
    lines: Lines<W>,
    /// First cycle in which all lanes that hit have their data.
    pub ready: Cycle,
    /// Lanes that wait for data of a line that missed.
    pub missed: LaneMask,
    /// Lanes among the missed ones that wait for both of their lines.
    twice: LaneMask,
}

impl<const W: usize> Access<W> {
    /// The state without an instruction.
    pub fn idle() -> Self {
        Access {
            instruction: Instruction::decode(0x13).expect("addi x0, x0, 0 is an instruction"),
            pc: Pc::default(),
            threads: [ThreadId::default(); W],
            kind: LineAccess::Load,
            pending: LaneMask::NONE,
            misaligned: LaneMask::NONE,
            second: LaneMask::NONE,
            shared: LaneMask::NONE,
            address: [0; W],
            physical: [0; W],
            lines: Lines::NONE,
            ready: Cycle::ZERO,
            missed: LaneMask::NONE,
            twice: LaneMask::NONE,
        }
    }

    /// Computes the addresses of an instruction whose threads have consecutive slots.
    ///
    /// # Errors
    /// If an address in the private range maps to no memory.
    pub fn begin(&mut self, core: &ShaderCore, issue: &Issue, now: Cycle) -> Result<(), Raised> {
        let registers = &core.threads.registers;
        addresses::<W>(
            &issue.step.instruction,
            registers,
            issue.first,
            &mut self.address,
        );
        for (lane, thread) in self.threads.iter_mut().enumerate() {
            *thread = issue.first + lane;
        }
        self.start(&issue.step.instruction, issue.pc, issue.lanes, now);
        self.translate(core)
    }

    /// Computes the addresses of an instruction whose threads have arbitrary slots; lanes outside the mask have no
    /// address.
    ///
    /// # Errors
    /// As [`Access::begin`].
    pub fn begin_gathered(
        &mut self,
        core: &ShaderCore,
        issue: &Issue,
        threads: &[ThreadId; W],
        now: Cycle,
    ) -> Result<(), Raised> {
        let instruction = &issue.step.instruction;
        let registers = &core.threads.registers;
        for lane in issue.lanes {
            let base = registers.x(instruction.rs1, threads[lane]);
            self.address[lane] = base.wrapping_add(instruction.imm as u32);
        }
        self.threads = *threads;
        self.start(instruction, issue.pc, issue.lanes, now);
        self.translate(core)
    }

    fn start(&mut self, instruction: &Instruction, pc: Pc, lanes: LaneMask, now: Cycle) {
        self.kind = match instruction.class() {
            Class::Load => LineAccess::Load,
            Class::Store => LineAccess::Store,
            _ => LineAccess::Atomic,
        };
        self.instruction = *instruction;
        self.pc = pc;
        self.pending = lanes;
        self.second = LaneMask::NONE;
        self.missed = LaneMask::NONE;
        self.twice = LaneMask::NONE;
        self.ready = now + 1;
    }

    #[inline(always)]
    fn block(&self, core: &ShaderCore, lane: usize) -> usize {
        let warp = self.threads[lane].warp(core.threads.warp_size);
        core.threads.warps[warp.index()].block
    }

    /// Translates the addresses of the lanes to physical ones.
    fn translate(&mut self, core: &ShaderCore) -> Result<(), Raised> {
        let bytes = self.instruction.access_bytes();
        self.lines.waiting = 0;
        self.physical = self.address;
        let private = LaneMask::where_row(&self.address, |address| core.space.is_private(address));
        self.misaligned = LaneMask::where_row(&self.address, |address| address & (bytes - 1) != 0);
        self.shared = LaneMask::NONE;
        let private = private & self.pending;
        match private.is_empty() {
            true => Ok(()),
            false => self.translate_private(core, private, bytes),
        }
    }

    fn translate_private(
        &mut self,
        core: &ShaderCore,
        lanes: LaneMask,
        bytes: u32,
    ) -> Result<(), Raised> {
        for lane in lanes {
            let (thread, address) = (self.threads[lane], self.address[lane]);
            let block = self.block(core, lane);
            let physical = core.space.physical(thread, block, address, bytes);
            self.physical[lane] = physical.ok_or_else(|| self.no_memory(lane))?;
            if core.space.is_shared(address) {
                self.shared.insert(lane);
            }
        }
        Ok(())
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
            thread: self.threads[lane],
            pc: self.pc,
            address: Some(address),
            reason: MemoryFault { address, ..fault }.into(),
        }
    }

    /// Whether all pending lanes access shared memory.
    pub fn is_all_shared(&self) -> bool {
        self.pending.is_within(self.shared)
    }

    /// Physical byte address in the line that a lane needs next.
    #[inline(always)]
    pub fn operand(&self, lane: usize) -> u32 {
        self.physical[lane]
    }

    /// Whether all of these lanes are pending and need exactly this line.
    pub fn on_line(&self, core: &ShaderCore, lanes: LaneMask, line: u64) -> bool {
        let on_line = |lane| u64::from(core.banks.line(self.physical[lane])) == line;
        lanes.is_within(self.pending) && lanes.iter().all(on_line)
    }

    /// Requests a line for lanes that need it; returns whether it was served, not refused. `tag` identifies the
    /// access when its data arrives. If the line hits, its data is available as if the line had been served `early`
    /// cycles ago, but not before the next cycle.
    ///
    /// # Errors
    /// If an access maps to no memory.
    pub fn serve(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        tag: usize,
        group: Group,
        now: Cycle,
        early: u64,
    ) -> Result<bool, Raised> {
        let Group { line, lanes } = group;
        let tag = tag as u32;
        let service = core.cache.access(LineRequest {
            line,
            access: self.kind,
            words: self.stack_words(core, group),
            waiter: Waiter { tag, lanes },
            cycle: now,
        });
        match service {
            Service::Refused => return Ok(false),
            Service::Hit { ready } => {
                self.ready = self.ready.max(ready.max(now + 1 + early) - early);
            }
            Service::Miss => {
                self.twice |= self.missed & lanes;
                self.missed |= lanes;
            }
        }
        if let Some(log) = &mut core.port_log {
            log.served(now, service == Service::Miss);
        }
        if let Some(profile) = &mut core.profile {
            profile.line(chip.code.word(self.pc), service == Service::Miss);
        }
        self.served(core, chip, lanes)?;
        Ok(true)
    }

    /// A line has been served to these lanes.
    fn served(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        lanes: LaneMask,
    ) -> Result<(), Raised> {
        let mut done = lanes;
        let misaligned = lanes & self.misaligned;
        if !misaligned.is_empty() {
            let more = self.second_lines(core, misaligned.without(self.second))?;
            done = done.without(more);
        }
        self.pending = self.pending.without(done);
        if let Some(races) = chip.races {
            return self.perform_checked(core, chip, races, done);
        }
        if self.perform_row(core, chip, done) {
            return Ok(());
        }
        for lane in done {
            self.perform(core, chip, lane)
                .map_err(|fault| self.fault(lane, fault))?;
        }
        Ok(())
    }

    /// Data has arrived for lanes; returns the lanes that now have all of their data.
    pub fn arrived(&mut self, lanes: LaneMask) -> LaneMask {
        let both = self.twice & lanes;
        self.twice = self.twice.without(both);
        let done = (self.missed & lanes).without(both);
        self.missed = self.missed.without(done);
        done
    }

    /// Returns and clears the lanes that wait for data, and those among them that wait for both of their lines: the
    /// caller keeps track of them from now on.
    pub fn hand_over(&mut self) -> (LaneMask, LaneMask) {
        (
            std::mem::take(&mut self.missed),
            std::mem::take(&mut self.twice),
        )
    }

    /// Performs the accesses of lanes and shows each to the check for races.
    #[cold]
    fn perform_checked(
        &self,
        core: &mut ShaderCore,
        chip: &Chip,
        races: &dyn AccessWatch,
        lanes: LaneMask,
    ) -> Result<(), Raised> {
        for lane in lanes {
            self.perform(core, chip, lane)
                .map_err(|fault| self.fault(lane, fault))?;
            if let Some(seen) = self.seen(core, chip.grid, lane) {
                races.see(&seen, &mut core.memory.view(chip.memory));
            }
        }
        Ok(())
    }

    /// A lane's access as the check for races sees it; `None` for an access to the lane's own stack.
    fn seen(&self, core: &ShaderCore, grid: &Grid, lane: usize) -> Option<Seen> {
        let (thread, address) = (self.threads[lane], self.address[lane]);
        if core.space.is_stack(address) {
            return None;
        }
        let warp = thread.warp(core.threads.warp_size);
        let slot = core.threads.warps[warp.index()].block;
        let block = core.blocks.block(slot);
        Some(Seen {
            kind: match self.kind {
                LineAccess::Load => AccessKind::Load,
                LineAccess::Store => AccessKind::Store,
                LineAccess::Atomic => AccessKind::Atomic,
            },
            thread: core.number(grid, thread),
            pc: self.pc,
            block_epoch: block.epoch,
            warp_epoch: core.threads.warps[warp.index()].partial_epoch,
            address,
            physical: core.space.physical(thread, slot, address, 1)?,
            bytes: self.instruction.access_bytes(),
        })
    }

    /// Serves as much as one cycle allows: words of shared memory, or lines of different banks. `tag` identifies the
    /// access when its data arrives. Returns whether anything was served: if not, and if nothing else was served in
    /// this cycle, all requested lines were refused, and they will be until data arrives.
    ///
    /// # Errors
    /// As [`Access::serve`].
    pub fn serve_cycle(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        tag: usize,
        now: Cycle,
    ) -> Result<bool, Raised> {
        if self.pending.overlaps(self.shared) {
            return self.serve_words(core, chip, tag, now);
        }
        if self.lines.waiting == 0 {
            core.banks
                .group(&self.physical, self.pending, &mut self.lines);
        }
        let before = self.lines.waiting;
        let chosen = core.banks.take_lines(&self.lines, now);
        if chosen != before {
            core.cache.held_up(false);
        }
        let mut left = before;
        for at in bits(chosen) {
            if self.serve(core, chip, tag, self.lines.group(at), now, 0)? {
                left &= !(1 << at);
            }
        }
        // Lanes that go on to a second line are grouped anew.
        self.lines.waiting = match self.second.overlaps(self.pending) {
            true => 0,
            false => left,
        };
        Ok(left != before)
    }

    fn serve_words(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        tag: usize,
        now: Cycle,
    ) -> Result<bool, Raised> {
        let wanted = self.pending & self.shared;
        let lanes = (core.banks).take_words(&self.physical, wanted, self.kind, now);
        if lanes != wanted {
            core.cache.held_up(true);
        }
        let Some(first) = lanes.first() else {
            return Ok(false);
        };
        let line = core.banks.line(self.physical[first]);
        self.serve(core, chip, tag, Group { line, lanes }, now, 0)
    }

    /// The lanes among those given that need a second line.
    fn second_lines(&mut self, core: &ShaderCore, lanes: LaneMask) -> Result<LaneMask, Raised> {
        let last = self.instruction.access_bytes() - 1;
        let mut more = LaneMask::NONE;
        for lane in lanes {
            let end = self.address[lane].checked_add(last);
            let (thread, block) = (self.threads[lane], self.block(core, lane));
            let end = end.and_then(|end| core.space.physical(thread, block, end, 1));
            let end = end.ok_or_else(|| self.no_memory(lane))?;
            if core.banks.line(end) != core.banks.line(self.physical[lane]) {
                self.physical[lane] = end;
                more.insert(lane);
            }
        }
        self.second |= more;
        Ok(more)
    }

    /// Reads or writes the data of lanes at once, if their accesses are aligned and on one page; returns whether they
    /// were.
    #[inline(always)]
    fn perform_row(&self, core: &mut ShaderCore, chip: &Chip, lanes: LaneMask) -> bool {
        if lanes.overlaps(self.misaligned) {
            return false;
        }
        let row = Row {
            instruction: &self.instruction,
            threads: &self.threads,
            addresses: &self.physical,
            lanes,
        };
        let registers = &mut core.threads.registers;
        let mut view = core.memory.view(chip.memory);
        match self.kind {
            LineAccess::Load => view.load_row(row, registers),
            LineAccess::Store => view.store_row(row, registers),
            LineAccess::Atomic => false,
        }
    }

    /// Reads or writes the data of a lane.
    fn perform(&self, core: &mut ShaderCore, chip: &Chip, lane: usize) -> Result<(), MemoryFault> {
        let thread = self.threads[lane];
        let registers = &mut core.threads.registers;
        let mut view = core.memory.view(chip.memory);
        let instruction = &self.instruction;
        if !self.misaligned.contains(lane) {
            let physical = self.physical[lane];
            return match self.kind {
                LineAccess::Load => load(instruction, registers, thread, physical, &mut view),
                LineAccess::Store => store(instruction, registers, thread, physical, &mut view),
                LineAccess::Atomic => view.atomic(instruction, registers, thread, physical),
            };
        }
        let space = core.space;
        let warp = thread.warp(core.threads.warp_size);
        let mut port = Bytewise {
            view,
            space: &space,
            block: core.threads.warps[warp.index()].block,
        };
        let address = self.address[lane];
        match self.kind {
            LineAccess::Load => load(instruction, registers, thread, address, &mut port),
            LineAccess::Store => store(instruction, registers, thread, address, &mut port),
            LineAccess::Atomic => port.view.atomic(instruction, registers, thread, address),
        }
    }
}
