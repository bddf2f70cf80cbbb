//! The instructions that are LATs: lashgar2012, section IV.A.

use heddle_contract::config::{self, Dwr};
use heddle_flow::Flow;
use heddle_gpu_core::{Code, Step};
use heddle_isa::{Class, Program};
use heddle_types::WordPc;
use std::sync::Arc;

/// For each word of a program, whether it is a load or store that does not provably access shared memory.
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

/// The LATs as a core knows them.
#[derive(Clone, Debug)]
pub(super) struct Lats {
    how: config::Lats,
    table: Arc<LatTable>,
    /// LATs that were learned from their first execution.
    learned: Vec<bool>,
    /// Cycles that the barrier takes.
    pub barrier_cycles: u64,
    /// Whether the barrier takes an issue slot.
    pub barrier_slot: bool,
    /// Whether sub-warps take the barrier before a LAT that is on the ignore list.
    pub ignored_stalls: bool,
}

impl Lats {
    pub fn new(dwr: &Dwr, table: Arc<LatTable>) -> Self {
        Lats {
            how: dwr.lats,
            learned: vec![false; table.words.len()],
            table,
            barrier_cycles: dwr.barrier_cycles.into(),
            barrier_slot: dwr.barrier_slot,
            ignored_stalls: dwr.ignored_stalls,
        }
    }

    /// Whether sub-warps synchronise before a word.
    pub fn is_lat(&self, word: WordPc) -> bool {
        // RSZ-12: proven from the binary, learned from the first execution, or none.
        match self.how {
            config::Lats::Static => self.table.words[word.index()],
            config::Lats::Dynamic => self.learned[word.index()],
            config::Lats::None => false,
        }
    }

    /// The step at a word has been decoded; `is_shared` says whether it accessed only shared memory.
    pub fn decoded(&mut self, word: WordPc, step: &Step, is_shared: bool) {
        let class = step.instruction.class();
        self.learned[word.index()] |= matches!(class, Class::Load | Class::Store) && !is_shared;
    }
}
