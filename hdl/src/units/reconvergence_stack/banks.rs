//! The entries below the tops: banks by position, so that entries that are read or written together are in
//! different banks. Each bank has one read port and one write port.

use super::splits::Splits;
use super::{Entry, Stack, fields, pops};
use crate::{Array, Elements};
use heddle_contract::units::reconvergence_stack::Params;

/// The entry read from each bank.
#[derive(Clone, Copy)]
pub(super) struct Banks<'m> {
    /// The entry as stored.
    pub row: Entry<Array<'m>>,
    /// The entry with only the lanes whose threads have not ended.
    pub entry: Entry<Elements<'m>>,
    /// The entry is at its reconvergence point, or has no lanes.
    pub done: Elements<'m>,
}

/// Width of the position of an entry below the top.
pub(super) fn below_bits(p: &Params) -> u32 {
    (p.depth() - 1).next_power_of_two().ilog2()
}

/// Width of a bank number: as many banks are read as entries can leave, and two are written.
pub(super) fn bank_bits(p: &Params) -> u32 {
    pops(p).max(2).next_power_of_two().ilog2()
}

pub(super) fn bank_count(p: &Params) -> usize {
    1 << bank_bits(p)
}

impl<'m> Stack<'_, 'm> {
    /// The entries read below the top.
    pub(super) fn banks(&self, splits: Splits<'m>) -> Banks<'m> {
        let Self { m, p, .. } = self;
        m.section("The entry that is read from each bank of entries below the top.");
        let count = bank_count(p);
        let row = fields(p).map(|(name, width)| m.array(format!("row_{name}"), count, width));
        let lanes = m.array("row_living", count, p.lanes() as u32);
        let done = m.array("row_done", count, 1);
        m.each("row", count, |bank| {
            let own = row.map(|array| array.at(bank));
            let living = (own.lanes & splits.threads).named("living");
            let arrived = own.waiting & own.pc.eq(own.reconverge);
            lanes.set(bank, living);
            done.set(bank, arrived | !living.any());
        });
        Banks {
            row,
            entry: Entry {
                lanes: *lanes,
                ..row.map(|array| *array)
            },
            done: *done,
        }
    }
}
