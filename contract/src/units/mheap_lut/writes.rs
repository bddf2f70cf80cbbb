//! Writes of a table whose look-ups see it in the same cycle, and what they leave in its entries.

use super::{In, Params};
use crate::terms::{Is, Terms, Word, any, mask, state};

/// PRP-15: entries of the largest table of which properties keep what is written to each; fung2009, Table V, has as many.
const FOLLOWED: usize = 128;

/// One write to an entry.
#[derive(Clone, Copy)]
pub(super) struct Write {
    pub there: Is,
    pub entry: Word,
    pub pc: Word,
    pub index: Word,
}

impl Write {
    pub fn all(i: &In<Terms>) -> [Self; 2] {
        let first = Self {
            there: i.write_first,
            entry: i.write_first_entry,
            pc: i.write_first_pc,
            index: i.write_first_index,
        };
        let second = Self {
            there: i.write_second,
            entry: i.write_second_entry,
            pc: i.write_second_pc,
            index: i.write_second_index,
        };
        [first, second]
    }
}

/// The PC that was last written to an entry, and above it whether the entry is in use; `None` for a table of which properties do
/// not keep this: with a latency it takes PCs by itself.
pub fn written(p: &Params, i: &In<Terms>, entry: usize) -> Option<Word> {
    if p.heap_latency > 1 || p.entries() > FOLLOWED {
        return None;
    }
    let bits = p.pc_bits;
    Some(state(&format!("written_{entry}"), bits + 1, |held| {
        Write::all(i).into_iter().fold(held, |held, write| {
            let pc = (0..bits).map(|bit| write.pc.bit(bit as usize));
            let in_use = !p.is_none(write.index);
            let new = mask(pc.chain([in_use]));
            (write.there & write.entry.eq(entry)).mux(new, held)
        })
    }))
}

/// Whether a write puts a PC into an entry while another one, which is not written, has it.
pub(super) fn kept_elsewhere(p: &Params, i: &In<Terms>, write: Write) -> Is {
    let others = (0..p.entries()).filter_map(|other| {
        let held = written(p, i, other)?;
        let stays = !any(Write::all(i).map(|write| write.there & write.entry.eq(other)));
        Some(stays & held.top() & held.part(0, p.pc_bits).eq(write.pc))
    });
    write.there & !p.is_none(write.index) & any(others)
}
