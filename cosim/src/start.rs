//! What RTL starts a run from.

use crate::verilated::{Library, Model, SEED};
use std::sync::Arc;

/// What the RTL's state follows from in the first cycle of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Decides the bits of registers before reset, and without `in_reset` the inputs in reset.
    pub seed: u32,
    /// Words of the inputs in reset.
    pub in_reset: Option<Vec<u64>>,
}

impl Default for Start {
    /// As [`Library::model`].
    fn default() -> Self {
        Self {
            seed: SEED,
            in_reset: None,
        }
    }
}

/// Number of starts with the same inputs in reset: a register without reset that a proof left open has the bit that makes a difference in
/// half of them.
const STARTS: u32 = 16;

impl Start {
    /// Starts with these words of inputs in reset, each with other bits before reset.
    pub fn each(in_reset: &[u64]) -> Vec<Self> {
        let starts = (1..=STARTS).map(|seed| Self {
            seed,
            in_reset: Some(in_reset.to_vec()),
        });
        starts.collect()
    }

    /// A model of a unit in its reset state, or of a wrapper, which has further inputs behind those of the unit.
    pub fn model(&self, library: &Arc<Library>) -> Model {
        let mut model = library.model_from(self.seed);
        if let Some(words) = &self.in_reset {
            let mut inputs = vec![0; model.input_words()];
            inputs[..words.len()].copy_from_slice(words);
            model.reset_with(&inputs);
        }
        model
    }

    /// For people, if it is not that of every run.
    pub fn remark(&self) -> Option<String> {
        let words = self.in_reset.as_ref()?;
        let words: Vec<String> = words.iter().map(|word| format!("{word:#x}")).collect();
        Some(format!(
            "the inputs in reset are {}; registers without reset start with bits from seed {}",
            words.join(", "),
            self.seed
        ))
    }
}
