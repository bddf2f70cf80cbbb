//! Golden `mheap_lut`: fung2009, section 4.4, figure 11 (c), Table V.

use super::walk::Walk;
use heddle_contract::units::mheap_lut::{In, Out, Params};
use heddle_contract::{Golden, Values, units};
use std::ops::Range;

/// What a look-up finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Where the PC's group stands in the heap, if it does.
    pub index: Option<u64>,
    /// The entry that the PC has or can have; nothing if its set is full.
    pub entry: Option<u64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Entry {
    pc: u64,
    /// Nothing: the entry is free.
    index: Option<u64>,
}

/// The table.
#[derive(Clone, Debug, PartialEq)]
pub struct MheapLut {
    params: Params,
    /// Entry `w` of set `s` at `s * ways + w`.
    entries: Vec<Entry>,
    walk: Walk,
}

impl MheapLut {
    /// Whether the table has been cleared after reset.
    #[inline]
    pub fn is_ready(&self) -> bool {
        self.walk.is_done()
    }

    /// The clock edge, as far as clearing goes.
    #[inline]
    pub fn walk(&mut self) {
        self.walk.step();
    }

    /// Looks up two PCs that differ.
    pub fn look_up(&self, first: Option<u64>, second: Option<u64>) -> [Place; 2] {
        let older = first.map(|pc| self.find(pc, None)).unwrap_or_default();
        let taken = older.entry.filter(|_| older.index.is_none());
        let younger = second.map(|pc| self.find(pc, taken)).unwrap_or_default();
        [older, younger]
    }

    /// A PC's entry; if it has none, the lowest free one besides `taken`.
    fn find(&self, pc: u64, taken: Option<u64>) -> Place {
        let set = self.set(pc);
        let hit = |at: &usize| self.entries[*at].index.is_some() && self.entries[*at].pc == pc;
        let free = |at: &usize| self.entries[*at].index.is_none() && Some(*at as u64) != taken;
        let own = set.clone().find(hit);
        Place {
            index: own.and_then(|at| self.entries[at].index),
            entry: own.or_else(|| set.clone().find(free)).map(|at| at as u64),
        }
    }

    fn set(&self, pc: u64) -> Range<usize> {
        let start = self.params.set(pc) * self.params.ways();
        start..start + self.params.ways()
    }

    /// Writes an entry; an index of nothing frees it.
    pub fn write(&mut self, entry: u64, pc: u64, index: Option<u64>) {
        self.entries[entry as usize] = Entry { pc, index };
    }

    /// PC and index of the entries in use, with their numbers.
    pub fn live(&self) -> impl Iterator<Item = (u64, u64, u64)> {
        let entries = self.entries.iter().zip(0..);
        entries.filter_map(|(entry, number)| Some((number, entry.pc, entry.index?)))
    }

    fn index(&self, port: u64) -> Option<u64> {
        (port >> (self.params.index_bits() - 1) == 0).then_some(port)
    }
}

impl Golden<units::MheapLut> for MheapLut {
    fn new(params: &Params) -> Self {
        Self {
            params: *params,
            entries: vec![Entry::default(); params.entries()],
            walk: Walk::new(params.sets()),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        let [_, second] =
            self.look_up(input.first.then_some(input.first_pc), Some(input.second_pc));
        // What first finds does not depend on whether it is asked.
        let first = self.find(input.first_pc, None);
        // An entry that means nothing is of the PC's set all the same: of a set of one way it shows
        // nothing else.
        let entry = |place: Place, pc| place.entry.unwrap_or(self.set(pc).start as u64);
        output.ready = self.is_ready();
        output.first_hit = first.index.is_some();
        output.first_index = first.index.unwrap_or(0);
        output.first_fits = first.entry.is_some();
        output.first_entry = entry(first, input.first_pc);
        output.second_hit = second.index.is_some();
        output.second_index = second.index.unwrap_or(0);
        output.second_fits = second.entry.is_some();
        output.second_entry = entry(second, input.second_pc);
    }

    fn clock(&mut self, input: &In<Values>) {
        self.walk();
        if input.write_first {
            let index = self.index(input.write_first_index);
            self.write(input.write_first_entry, input.write_first_pc, index);
        }
        if input.write_second {
            let index = self.index(input.write_second_index);
            self.write(input.write_second_entry, input.write_second_pc, index);
        }
    }
}
