//! Blocks go to cores in order, and their threads get what the ABI promises at entry.

use super::ids::Grid;
use super::races::RaceCheck;
use super::shader_core::ShaderCore;
use super::threads::for_lanes;
use heddle_isa::Program;

const RA: u8 = 1;
const SP: u8 = 2;
const GP: u8 = 3;
const TP: u8 = 4;
const A0: u8 = 10;
const A1: u8 = 11;

/// What a thread finds in its registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub pc: u32,
    pub exit_stub: u32,
    pub stack_top: u32,
    pub global_pointer: u32,
    pub shared: u32,
    pub arguments: u32,
}

/// The blocks of a launch that have not started.
#[derive(Clone, Debug)]
pub(crate) struct Dispatcher<'a> {
    program: &'a Program,
    grid: Grid,
    entry: Entry,
    warps: u32,
    next: u32,
}

impl<'a> Dispatcher<'a> {
    pub fn new(program: &'a Program, grid: Grid, entry: Entry, warp_size: usize) -> Self {
        Dispatcher {
            program,
            grid,
            entry,
            warps: grid.block_threads().div_ceil(warp_size as u32),
            next: 0,
        }
    }

    /// Whether every block has started.
    pub fn is_done(&self) -> bool {
        self.next == self.grid.blocks()
    }

    /// Blocks that have started.
    pub fn started(&self) -> u32 {
        self.next
    }

    /// Whether a core with room for so many warps could take the next block.
    pub fn fits(&self, room: u32) -> bool {
        !self.is_done() && room >= self.warps
    }

    /// Starts the next block on a core that has room; its warps.
    pub fn start(&mut self, core: &mut ShaderCore, races: Option<&mut RaceCheck>) -> u64 {
        let number = self.next;
        self.next += 1;
        let index = self.grid.block_index(number);
        let count = self.grid.block_threads();
        let slot = core.blocks.place(number, index, &mut core.threads, count);
        let warps = core.blocks.block(slot).warps;
        for_lanes(warps, |warp| self.enter(core, number, warp));
        self.fill_shared(core, races, slot);
        warps
    }

    /// Static shared memory starts with its image; all else is zero, whatever ran here before.
    fn fill_shared(&self, core: &mut ShaderCore, races: Option<&mut RaceCheck>, slot: usize) {
        let bytes = core.space.shared_bytes();
        let start = core.space.block_shared(slot);
        core.memory
            .fill_shared(start, bytes, &self.program.tls.image);
        if let Some(races) = races {
            races.forget(start, bytes);
        }
    }

    fn enter(&self, core: &mut ShaderCore, block: u32, warp: usize) {
        let threads = &mut core.threads;
        let first = threads.first(warp);
        threads
            .registers
            .clear_threads(first..first + threads.warp_size);
        for thread in first..first + threads.warp_size {
            let global = self.grid.global(block, threads.index[thread]);
            for (register, value) in [
                (RA, self.entry.exit_stub),
                (SP, self.entry.stack_top),
                (GP, self.entry.global_pointer),
                (TP, self.entry.shared),
                (A0, global),
                (A1, self.entry.arguments),
            ] {
                threads.registers.set_x(register, thread, value);
            }
            threads.pc[thread] = self.entry.pc;
            threads.retired[thread] = 0;
            threads.depths.enter(thread);
        }
    }
}
