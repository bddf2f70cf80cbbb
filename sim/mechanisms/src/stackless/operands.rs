//! The operands of the warp to which the control unit grants its arbiter.

use super::Stackless;
use super::front_end::FrontEnd;
use super::thread_pcs::ThreadPcs;
use super::warp::{Phase, Warp};
use crate::alu::Alu;
use heddle_contract::config::Nesting;
use heddle_core::{Chip, ShaderCore, Stop};
use heddle_types::{Cycle, LaneMask, Pc, WarpId};

impl<const W: usize, F: FrontEnd, T: ThreadPcs, A: Alu<W>> Stackless<W, F, T, A> {
    /// Presents the operands of the granted warp.
    #[inline]
    pub(super) fn present(
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
            self.present_lines(core, warp, now);
        } else {
            self.counts.pc_grants += 1;
            self.open.remove(warp);
            self.joined.remove(warp);
            self.present_pcs(core, chip, warp);
        }
        Ok(())
    }

    fn present_lines(&mut self, core: &ShaderCore, warp: WarpId, now: Cycle) {
        let Warp { access, passes, .. } = &mut self.warps[warp.index()];
        let line = |lane| core.banks.line(access.operand(lane));
        let lanes = passes.grant(access.pending, line, self.stages, now);
        self.in_arbiter += 1;
        self.input.lanes = lanes.bits();
        for (lane, address) in self.input.address.iter_mut().enumerate() {
            *address = access.operand(lane).into();
        }
        self.ask_again(warp, now);
    }

    fn present_pcs(&mut self, core: &mut ShaderCore, chip: &Chip, warp: WarpId) {
        let held = self.warps[warp.index()].held();
        self.warps[warp.index()].settle(core, warp);
        let first = warp.first(W);
        let threads = &mut core.threads;
        let lanes = threads.warps[warp.index()].runnable();
        self.input.lanes = lanes.bits();
        let row = threads.pc_row::<W>(first);
        self.most_pcs = self.most_pcs.max(different(row, lanes));
        let operands = &mut self.input.address;
        self.pcs.operands(chip, warp, held, row, operands);
        let keys = self.input.key.iter_mut();
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
