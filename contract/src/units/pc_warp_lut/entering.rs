//! What enters the pipelined table, given what is in flight.

use super::{In, Out, Params};
use crate::terms::{Is, Terms, Word, any, mask, state};

/// A number, and above it whether it is there.
fn marked(number: Word, is_there: Is) -> Word {
    let bits = (0..number.width()).map(|bit| number.bit(bit as usize));
    mask(bits.chain([is_there]))
}

/// Whether a marked number is there and is this one.
fn is(marked: Word, number: Word) -> Is {
    marked.top() & marked.part(0, number.width()).eq(number)
}

/// Whether a look-up enters behind a look-up of its set.
pub(super) fn behind_its_set(p: &Params, i: &In<Terms>) -> Is {
    let set = i.first_pc.part(0, p.set_bits());
    let first_stage = state("looked_up", p.set_bits() + 1, |held| {
        i.update.mux(marked(set, i.first), held)
    });
    i.update & i.first & is(first_stage, set)
}

/// Whether the warp that a look-up creates is one whose retirement is in the first or second stage.
pub(super) fn creates_retiring(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Is {
    let width = p.warp_bits() + 1;
    let first = state("retired", width, |held| {
        i.update.mux(marked(i.retire_warp, i.retire), held)
    });
    let second = state("retired_before", width, |held| i.update.mux(first, held));
    i.update & o.first_create & any([first, second].map(|stage| is(stage, i.fresh_first)))
}
