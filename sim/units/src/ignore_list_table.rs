//! Golden `ignore_list_table`: lashgar2012, sections IV.C and IV.E.

use heddle_contract::units::ignore_list_table::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};

/// The PCs of one set.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Words)]
struct Set {
    ways: Vec<Option<u64>>,
    /// The way that is replaced next when all are taken.
    oldest: usize,
}

/// The ignore list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Words)]
pub struct IgnoreListTable {
    sets: Vec<Set>,
    /// Whether a PC is answered in the cycle after it, and this PC.
    is_late: bool,
    asked: u64,
    /// Number of PCs that have lost their place to another one since reset; not in hardware.
    replaced: u64,
}

impl IgnoreListTable {
    fn set(&self, pc: u64) -> usize {
        // RSZ-10: low bits of a PC in words; bytes would use one set.
        pc as usize % self.sets.len()
    }

    /// Whether a PC is on the list.
    pub fn ignores(&self, pc: u64) -> bool {
        self.sets[self.set(pc)].ways.contains(&Some(pc))
    }

    /// Adds a PC to the list, if it is not there yet.
    pub fn insert(&mut self, pc: u64) {
        if self.ignores(pc) {
            return;
        }
        let set = self.set(pc);
        let set = &mut self.sets[set];
        let free = set.ways.iter().position(Option::is_none);
        // RSZ-9: a cache: the oldest entry of a full set is replaced.
        let way = free.unwrap_or(set.oldest);
        if free.is_none() {
            set.oldest = (set.oldest + 1) % set.ways.len();
            // A count without end: nothing that a unit does may depend on how often it was asked.
            self.replaced = self.replaced.wrapping_add(1);
        }
        set.ways[way] = Some(pc);
    }

    /// The PC that is answered in this cycle.
    fn answered(&self, input: &In<Values>) -> u64 {
        match self.is_late {
            true => self.asked,
            false => input.pc,
        }
    }

    /// Number of PCs that have lost their place to another one since reset.
    pub fn replaced(&self) -> u64 {
        self.replaced
    }

    /// The PCs on the list, by set and way.
    pub fn pcs(&self) -> impl Iterator<Item = u64> {
        let sets = self.sets.iter();
        sets.flat_map(|set| set.ways.iter().flatten().copied())
    }
}

impl Golden<units::IgnoreListTable> for IgnoreListTable {
    fn new(params: &Params) -> Self {
        let empty = Set {
            ways: vec![None; params.ways()],
            oldest: 0,
        };
        Self {
            sets: vec![empty; params.sets()],
            is_late: params.arrive_latency() > 0,
            asked: 0,
            replaced: 0,
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.ignored = self.ignores(self.answered(input));
    }

    fn clock(&mut self, input: &In<Values>) {
        if input.insert {
            self.insert(self.answered(input));
        }
        if self.is_late {
            self.asked = input.pc;
        }
    }
}
