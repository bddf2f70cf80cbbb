//! The operands of the warp to which the control unit grants its arbiter.

use super::Stackless;
use super::front_end::FrontEnd;
use super::thread_pcs::ThreadPcs;
use super::warp::{Phase, Warp};
use crate::alu::Alu;
use heddle_contract::config::Nesting;
use heddle_gpu_core::{Chip, ShaderCore, Stop};
use heddle_types::{Cycle, LaneMask, Pc, WarpId};

impl<const W: usize, F: FrontEnd, T: ThreadPcs, A: Alu<W>> Stackless<W, F, T, A> {
    /// Presents the operands of the request that was granted as many cycles ago as the table of PCs takes.
    #[inline]
    pub(super) fn present(&mut self) {
        let Some(operands) = self.granted.due() else {
            return;
        };
        self.input.lanes = operands.lanes;
        std::mem::swap(&mut self.input.address, &mut operands.address);
        std::mem::swap(&mut self.input.key, &mut operands.key);
        if operands.is_pc {
            self.pcs.operands(&mut self.input.address);
        }
    }

    /// Takes the operands of the warp that is granted in this cycle.
    #[inline]
    pub(super) fn grant(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        now: Cycle,
    ) -> Result<(), Stop> {
        let warp = WarpId::of_port(self.output.grant_warp);
        if warp.index() >= self.warps.len() {
            return Err(self.broken(core, warp, "a warp is granted that does not exist"));
        }
        let memory = self.output.grant_memory;
        let state = &self.warps[warp.index()];
        let wants_line = state.phase == Phase::Line && state.passes.open;
        if memory != wants_line || !memory && !self.open.contains(warp) {
            return Err(self.broken(core, warp, "a request is granted that was not made"));
        }
        if memory {
            self.counts.line_grants += 1;
            self.counts.structural_stalls += u64::from(self.open.count());
            self.take_lines(core, warp, now);
        } else {
            self.counts.pc_grants += 1;
            self.open.remove(warp);
            self.joined.remove(warp);
            self.take_pcs(core, chip, warp);
        }
        Ok(())
    }

    fn take_lines(&mut self, core: &ShaderCore, warp: WarpId, now: Cycle) {
        let Warp { access, passes, .. } = &mut self.warps[warp.index()];
        let line = |lane| core.banks.line(access.operand(lane));
        let lanes = passes.grant(access.pending, line, self.stages, now);
        self.in_arbiter += 1;
        let operands = self.granted.granted();
        operands.full = true;
        operands.is_pc = false;
        operands.lanes = lanes.bits();
        for (lane, address) in operands.address.iter_mut().enumerate() {
            *address = access.operand(lane).into();
        }
        self.ask_again(warp, now);
    }

    fn take_pcs(&mut self, core: &mut ShaderCore, chip: &Chip, warp: WarpId) {
        let held = self.warps[warp.index()].held();
        self.warps[warp.index()].settle(core, warp);
        let first = warp.first(W);
        let threads = &mut core.threads;
        let lanes = threads.warps[warp.index()].runnable();
        let row = threads.pc_row::<W>(first);
        self.most_pcs = self.most_pcs.max(different(row, lanes));
        let operands = self.granted.granted();
        operands.full = true;
        operands.is_pc = true;
        operands.lanes = lanes.bits();
        self.pcs.read(chip, warp, held, row, &mut operands.address);
        let keys = operands.key.iter_mut();
        // SLR-1: the paper orders by SP; compiled code by call depth, because RISC-V calls do not move SP.
        match self.nesting {
            Nesting::None => {}
            Nesting::Sp => {
                let sp = threads.registers.x_row::<W>(2, first);
                keys.zip(sp).for_each(|(key, &sp)| *key = sp.into());
            }
            Nesting::CallDepth => {
                let depths = threads.depths.keys(first.row(W));
                keys.zip(depths)
                    .for_each(|(key, depth)| *key = depth.into());
            }
        }
    }
}

/// Number of different PCs among some lanes.
fn different<const W: usize>(row: &[Pc; W], lanes: LaneMask) -> u64 {
    let (mut rest, mut pcs) = (lanes, 0);
    while let Some(lane) = rest.first() {
        rest = rest.without(LaneMask::where_row(row, |own| own == row[lane]));
        pcs += 1;
    }
    pcs
}
