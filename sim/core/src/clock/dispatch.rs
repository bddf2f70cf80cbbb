//! Blocks are dispatched to cores in order, and their threads start with the register values that the ABI promises.

use crate::memory::watch::AccessWatch;
use crate::shader_core::ShaderCore;
use crate::threads::Grid;
use heddle_isa::{Program, Registers};
use heddle_types::{Pc, ThreadId, WarpId, WarpMask};
use std::ops::Range;

const RA: u8 = 1;
const SP: u8 = 2;
const GP: u8 = 3;
const TP: u8 = 4;
const A0: u8 = 10;
const A1: u8 = 11;

/// The registers of a thread at entry.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The PC at which the thread starts.
    pub pc: Pc,
    /// `ra`: the PC at which the thread ends.
    pub exit_stub: Pc,
    /// `sp`.
    pub stack_top: u32,
    /// `gp`.
    pub global_pointer: u32,
    /// `tp`: shared memory of the thread's block.
    pub shared: u32,
    /// `a1`: the arguments of the launch.
    pub arguments: u32,
    /// The registers that some instruction of the program writes: bit `i` for register `i`.
    pub written: u32,
}

impl Entry {
    /// Gives the threads of a warp, from their slots, the registers of entry. `global` is the linear number in the launch of the
    /// first of them; the others follow it.
    pub fn initialise(&self, registers: &mut Registers, threads: Range<usize>, global: u32) {
        registers.clear_threads(threads.clone(), self.written);
        for (register, value) in [
            (RA, self.exit_stub.address()),
            (SP, self.stack_top),
            (GP, self.global_pointer),
            (TP, self.shared),
            (A1, self.arguments),
        ] {
            registers.fill_x(register, threads.clone(), value);
        }
        for (thread, before) in threads.map(ThreadId::new).zip(0..) {
            registers.set_x(A0, thread, global.wrapping_add(before));
        }
    }
}

/// Starts the blocks of a launch.
#[derive(Clone, Debug)]
pub struct Dispatcher<'a> {
    program: &'a Program,
    grid: Grid,
    entry: Entry,
    warps: u32,
    /// How many blocks of the launch fit into a core's shared memory.
    most: u32,
}

impl<'a> Dispatcher<'a> {
    /// A dispatcher for the blocks of a launch. A core, whose warps have this size, holds at most the given number of
    /// blocks at a time.
    pub fn new(
        program: &'a Program,
        grid: Grid,
        entry: Entry,
        warp_size: usize,
        most: u32,
    ) -> Self {
        Dispatcher {
            most,
            program,
            grid,
            entry,
            warps: grid.block_threads().div_ceil(warp_size as u32),
        }
    }

    /// Number of blocks of the launch.
    pub fn blocks(&self) -> u32 {
        self.grid.blocks()
    }

    /// How many more blocks a core could start now.
    pub fn room(&self, core: &ShaderCore) -> u32 {
        let left = self.most - core.blocks.resident();
        core.blocks.room(self.warps).min(left)
    }

    /// Starts a block on a core that has room; returns its warps.
    pub fn start(
        &self,
        number: u32,
        core: &mut ShaderCore,
        races: Option<&dyn AccessWatch>,
    ) -> WarpMask {
        let index = self.grid.block_index(number);
        let count = self.grid.block_threads();
        let slot = core.blocks.place(number, index, &mut core.threads, count);
        let warps = core.blocks.block(slot).warps;
        for warp in warps {
            self.enter(core, number, warp);
        }
        self.fill_shared(core, races, slot);
        warps
    }

    /// Initialises the shared memory of a block: it begins with the static image, and the rest is zero, whatever ran
    /// here before.
    fn fill_shared(&self, core: &mut ShaderCore, races: Option<&dyn AccessWatch>, slot: usize) {
        let bytes = core.space.shared_bytes();
        let start = core.space.block_shared(slot);
        core.memory
            .fill_shared(start, bytes, &self.program.tls.image);
        if let Some(races) = races {
            races.forget(start, bytes);
        }
    }

    fn enter(&self, core: &mut ShaderCore, block: u32, warp: WarpId) {
        let threads = &mut core.threads;
        let first = threads.first(warp);
        let row = first.row(threads.warp_size);
        let global = self.grid.global(block, threads.index[first.index()]);
        self.entry
            .initialise(&mut threads.registers, row.clone(), global);
        threads.pc[row.clone()].fill(self.entry.pc);
        threads.retired[row.clone()].fill(0);
        for thread in row.clone().map(ThreadId::new) {
            threads.depths.enter(thread);
        }
        if let Some(profile) = &mut core.profile {
            profile.enter(row);
        }
    }
}
