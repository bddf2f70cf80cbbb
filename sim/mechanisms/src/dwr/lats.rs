//! Which instructions are LATs: lashgar2012, section IV.A.

use heddle_contract::config::{self, Dwr};
use heddle_core::{Code, Step};
use heddle_flow::Flow;
use heddle_isa::{Class, Program};
use heddle_types::WordPc;
use std::sync::Arc;

/// Loads and stores of a program that are not provably of shared memory, by word.
#[derive(Clone, Debug)]
pub(crate) struct LatTable {
    words: Vec<bool>,
}

impl LatTable {
    pub fn new(program: &Program, code: &Code) -> Self {
        let mut words = vec![false; code.words()];
        for pc in Flow::new(program).lats(program) {
            words[code.word_at(pc).index()] = true;
        }
        LatTable { words }
    }
}

/// What a core knows of LATs.
#[derive(Clone, Debug)]
pub(super) struct Lats {
    how: config::Lats,
    table: Arc<LatTable>,
    /// Learned from their first execution.
    learned: Vec<bool>,
    /// Cycles of the barrier.
    pub barrier_cycles: u64,
    /// Whether it takes an issue slot.
    pub barrier_slot: bool,
}

impl Lats {
    pub fn new(dwr: &Dwr, table: Arc<LatTable>) -> Self {
        Lats {
            how: dwr.lats,
            learned: vec![false; table.words.len()],
            table,
            barrier_cycles: dwr.barrier_cycles.into(),
            barrier_slot: dwr.barrier_slot,
        }
    }

    /// Whether sub-warps synchronise before a word.
    pub fn is_lat(&self, word: WordPc) -> bool {
        match self.how {
            config::Lats::Static => self.table.words[word.index()],
            config::Lats::Dynamic => self.learned[word.index()],
            config::Lats::None => false,
        }
    }

    /// A step at a word has been decoded, and went to memory that is not shared, or to shared memory.
    pub fn decoded(&mut self, word: WordPc, step: &Step, is_shared: bool) {
        let class = step.instruction.class();
        self.learned[word.index()] |= matches!(class, Class::Load | Class::Store) && !is_shared;
    }
}
