//! Addresses that code and data take, as far as the linker has kept its relocations (`-Wl,--emit-relocs`).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The relocations of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Relocations {
    /// Whether the file has kept any.
    pub kept: bool,
    /// Words into which the linker wrote an address, and whether it is that of a compiler's label.
    pub words: BTreeMap<u32, bool>,
    /// Addresses taken by the name of a function or object.
    named: BTreeSet<u32>,
    /// Addresses taken as those of a compiler's labels.
    labels: BTreeSet<u32>,
}

impl Relocations {
    /// Records that code or data takes an address.
    pub fn take(&mut self, address: u32, is_label: bool) {
        let taken = if is_label {
            &mut self.labels
        } else {
            &mut self.named
        };
        taken.insert(address);
    }

    /// Whether an address is taken by name.
    pub fn takes_name(&self, address: u32) -> bool {
        self.named.contains(&address)
    }

    /// Taken addresses in a range, in no particular order; some occur twice.
    pub fn taken_in(&self, range: Range<u32>) -> impl Iterator<Item = u32> {
        let both = self
            .named
            .range(range.clone())
            .chain(self.labels.range(range));
        both.copied()
    }
}
