//! A warp under stack-less reconvergence: its instruction in flight and its threads' PCs.

use crate::gpu::{Access, Effect, ShaderCore, for_lanes};

/// What the next event of a warp's instruction means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Nothing is in flight.
    None,
    /// The instruction is done and no thread left the common PC.
    Next,
    /// The instruction is done; its threads' PCs have been written.
    Split,
    /// The instruction is done; its lanes wait or end.
    Rest(Effect),
    /// Addresses are there: a line is wanted.
    Address,
    /// Lanes are left over: another line is wanted.
    Replay,
    /// A line has been asked for.
    Line,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(crate) struct Warp<const W: usize> {
    pub phase: Phase,
    /// PC of the held lanes, as a byte address.
    pub pc: u32,
    /// Lanes whose PC is `pc` rather than what their threads say: while a warp runs straight on,
    /// nobody needs the threads' own PCs.
    pub held: u64,
    /// Whether the instruction in flight changes the nesting key.
    pub moves_key: bool,
    pub access: Access<W>,
}

impl<const W: usize> Warp<W> {
    pub fn new() -> Self {
        Warp {
            phase: Phase::None,
            pc: 0,
            held: 0,
            moves_key: false,
            access: Access::idle(),
        }
    }

    /// Writes the held PCs to the threads.
    pub fn settle(&mut self, core: &mut ShaderCore, warp: usize) {
        if self.held != 0 {
            core.threads.set_pc::<W>(warp * W, self.held, self.pc);
            self.held = 0;
        }
    }

    /// Takes the common PC and lanes of a fetch.
    ///
    /// # Errors
    /// What is wrong with them: the threads must stand there, and be able to run.
    pub fn fetched(
        &mut self,
        core: &mut ShaderCore,
        warp: usize,
        pc: u32,
        lanes: u64,
    ) -> Result<(), &'static str> {
        if self.held != 0 {
            let same = self.held == lanes && self.pc == pc;
            return same
                .then_some(())
                .ok_or("the common PC changed between arbitrations");
        }
        if lanes == 0 || lanes & !core.threads.warps[warp].runnable() != 0 {
            return Err("lanes are fetched that cannot run");
        }
        let row = core.threads.pc_row::<W>(warp * W);
        let mut there = true;
        for_lanes(lanes, |lane| there &= row[lane] == pc);
        if !there {
            return Err("lanes are fetched whose PC is another one");
        }
        self.pc = pc;
        self.held = lanes;
        Ok(())
    }
}
