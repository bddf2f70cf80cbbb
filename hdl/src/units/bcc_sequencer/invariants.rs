//! The lanes of an instruction that are left.

use heddle_contract::terms::{Is, Word, inside, mask};
use heddle_contract::units::bcc_sequencer::Params;

/// The registers of a sequencer without pipeline registers.
pub(in crate::units) struct Sequencer {
    /// Whether an instruction is held.
    pub held: Is,
    /// Active lanes of the held instruction that were not issued.
    pub remaining: Word,
}

impl Sequencer {
    /// The sequencer of an instance; `path` ends with a dot, or is empty.
    pub fn of(p: &Params, path: &str) -> Self {
        let quads = p.quads();
        let active = inside(&format!("{path}mask_q"), quads.lanes() as u32);
        let remaining = inside(&format!("{path}remaining_q"), quads.count() as u32);
        let is_remaining =
            |lane: usize| active.bit(lane) & remaining.bit(lane / quads.quad_lanes());
        Self {
            held: inside(&format!("{path}held_q"), 1).any(),
            remaining: mask((0..quads.lanes()).map(is_remaining)),
        }
    }
}
