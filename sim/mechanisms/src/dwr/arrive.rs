//! Sub-warps arrive at LATs.

use super::Dwr;
use super::parts::Parts;
use super::sub_warp::{Awaits, SubWarp};
use super::synchronise::Asked;
use heddle_gpu_core::Chip;
use heddle_types::{Cycle, WordPc};

impl<const S: usize, P: Parts> Dwr<S, P> {
    /// Handles the sub-warp that arrives in this cycle, and ends the cycle of the synchroniser.
    pub(super) fn synchronised(&mut self, chip: &Chip, now: Cycle) {
        let word = |subs: &[SubWarp], sub: usize| chip.code.word(subs[sub].warp.pc);
        let answered = self.sync.present(|sub| word(&self.subs, sub));
        if let Some(asked) = answered {
            self.sync.eval(&mut self.parts);
            let ignored = self.sync.output.ignored;
            self.answered(asked, word(&self.subs, asked.sub), ignored, now);
        }
        self.sync.tick(&mut self.parts, now);
    }

    /// A sub-warp learns whether its LAT is on the ignore list.
    fn answered(&mut self, asked: Asked, word: WordPc, ignored: bool, now: Cycle) {
        let Asked { sub, arrives } = asked;
        let state = &mut self.subs[sub];
        if !arrives && !ignored {
            // RSZ-21: the barrier has begun when the sub-warp asked, in the cycle before.
            state.awaits = Awaits::Barrier;
            let left = self.lats.barrier_cycles.saturating_sub(1).max(1);
            self.in_flight.result(sub, now + left);
            return;
        }
        self.counts.barrier(word, ignored);
        self.in_pipeline -= 1;
        state.ignored = ignored;
        if ignored {
            state.awaits = Awaits::Nothing;
            self.ready.insert(sub);
        } else {
            state.awaits = Awaits::Partners;
        }
    }
}
