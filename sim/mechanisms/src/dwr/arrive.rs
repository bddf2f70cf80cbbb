//! Sub-warps arrive at LATs.

use super::Dwr;
use super::sub_warp::{Awaits, SubWarp};
use super::synchronise::Synchroniser;
use heddle_core::Chip;
use heddle_types::Cycle;

impl<const S: usize, U: Synchroniser> Dwr<S, U> {
    /// Handles the sub-warp that arrives in this cycle, and ends the cycle of the synchroniser.
    pub(super) fn synchronised(&mut self, chip: &Chip, now: Cycle) {
        let word = |subs: &[SubWarp], sub: usize| chip.code.word(subs[sub].warp.pc);
        let arrives = self.sync.present(|sub| word(&self.subs, sub));
        if let Some(sub) = arrives {
            self.sync.eval();
            let ignored = self.sync.output.ignored;
            self.counts.barrier(word(&self.subs, sub), ignored);
            self.in_pipeline -= 1;
            let state = &mut self.subs[sub];
            state.ignored = ignored;
            if ignored {
                state.awaits = Awaits::Nothing;
                self.ready.insert(sub);
            } else {
                state.awaits = Awaits::Partners;
            }
        }
        self.sync.tick(now);
    }
}
