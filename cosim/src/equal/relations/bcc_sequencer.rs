//! `bcc_sequencer`: the held instruction is the same. Without one, the RTL keeps the last one's registers.

use super::{Golden, Property, inside};
use heddle_contract::units::bcc_sequencer::Params;

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    let quads = p.quads();
    let (held, first) = (inside("held_q", 1), inside("first_q", 1));
    let mask = inside("mask_q", quads.lanes() as u32);
    let remaining = inside("remaining_q", quads.count() as u32);
    let same = golden.word("held.whole").eq(first)
        & golden.word("held.mask").eq(mask)
        & golden.word("held.left").eq(remaining);
    vec![
        Property::new(
            "held_is_held",
            "an instruction is held by both or by none",
            golden.word("held.some").eq(held),
        ),
        Property::given(
            "instruction_is_instruction",
            "the instruction, and what is left of it, are the same",
            held.any(),
            same,
        ),
    ]
}
