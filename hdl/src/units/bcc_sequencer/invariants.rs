//! Which lanes of an instruction are left.

use heddle_contract::terms::{Is, Word, inside, mask};
use heddle_contract::units::bcc_sequencer::Params;

/// A sequencer as its registers are, without rows of registers.
pub(in crate::units) struct Sequencer {
    /// Whether an instruction is held.
    pub held: Is,
    /// Active lanes of it that were not issued.
    pub left: Word,
}

impl Sequencer {
    /// Of an instance; `path` has a dot at its end, or is empty.
    pub fn of(p: &Params, path: &str) -> Self {
        let quads = p.quads();
        let active = inside(&format!("{path}mask_q"), quads.lanes() as u32);
        let left = inside(&format!("{path}left_q"), quads.count() as u32);
        let is_left = |lane: usize| active.bit(lane) & left.bit(lane / quads.quad_lanes());
        Self {
            held: inside(&format!("{path}held_q"), 1).any(),
            left: mask((0..quads.lanes()).map(is_left)),
        }
    }
}
