//! The words of a line of private stacks that an access reads or writes.

use super::Access;
use crate::shader_core::ShaderCore;
use heddle_memory::{Group, LineAccess, WordMask};

impl<const W: usize> Access<W> {
    /// The words of a line that lanes read, or write with all of their bytes; none unless the data cache tracks the
    /// words of the line.
    pub(super) fn stack_words(&self, core: &ShaderCore, group: Group) -> WordMask {
        let mut words = WordMask::NONE;
        if !core.cache.tracks(group.line) {
            return words;
        }
        let loads = self.kind == LineAccess::Load;
        // The cache holds a word in whole or not at all: a store to a part of a word, or across two words, fills none.
        if loads || self.instruction.access_bytes() == 4 {
            for lane in group.lanes.without(self.misaligned) {
                words.insert(self.physical[lane]);
            }
        }
        if loads {
            for lane in group.lanes & self.misaligned {
                self.insert_bytes(core, lane, group.line, &mut words);
            }
        }
        words
    }

    /// Adds the words of a line in which the bytes of a misaligned access lie.
    fn insert_bytes(&self, core: &ShaderCore, lane: usize, line: u32, words: &mut WordMask) {
        let (thread, block) = (self.threads[lane], self.block(core, lane));
        for byte in 0..self.instruction.access_bytes() {
            let address = self.address[lane].wrapping_add(byte);
            let physical = core.space.physical(thread, block, address, 1);
            // The bytes of the other line are those of another request.
            if let Some(physical) = physical.filter(|at| core.banks.line(*at) == line) {
                words.insert(physical);
            }
        }
    }
}
