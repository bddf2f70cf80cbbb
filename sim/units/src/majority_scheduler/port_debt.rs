//! Accesses that the ports of the heap and of its look-up table still have to make.

use heddle_contract::Words;

/// Ports of each kind that either memory has (fung2009, Table V: 2 RP, 2 WP).
const PORTS: usize = 2;

/// Accesses to a memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub(super) struct Accesses {
    pub reads: usize,
    pub writes: usize,
}

/// Accesses that are owed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub(super) struct PortDebt {
    pub heap: Accesses,
    pub lut: Accesses,
}

impl PortDebt {
    pub fn is_paid(&self) -> bool {
        *self == Self::default()
    }

    /// Each port makes an access that is owed.
    pub fn pay(&mut self) {
        for Accesses { reads, writes } in [&mut self.heap, &mut self.lut] {
            *reads = reads.saturating_sub(PORTS);
            *writes = writes.saturating_sub(PORTS);
        }
    }
}
