//! Cycles of golden model and RTL, run and compared in batches.

use crate::beside::Beside;
use crate::comparison::Comparison;
use crate::mismatch::{Differing, Mismatch, Row};
use crate::verilated::Model;

/// Cycles that the report of a mismatch shows, including the cycle of the mismatch.
pub(crate) const HISTORY: usize = 16;

/// Words of a batch: together with the RTL's state, a batch should fit into a core's cache.
const BATCH_WORDS: usize = 16 * 1024;

/// RTL that follows a golden model: takes the inputs and the golden outputs of each cycle, and runs the RTL
/// and compares when a batch is full.
pub(crate) struct Batch {
    unit: &'static str,
    model: Model,
    comparison: Comparison,
    /// Rows of `HISTORY` past cycles, then of the waiting cycles.
    inputs: Vec<u64>,
    expected: Vec<u64>,
    found: Vec<u64>,
    /// Number of waiting cycles, and the maximum.
    waiting: usize,
    capacity: usize,
    /// Cycles compared so far.
    compared: u64,
    mismatches: u64,
    first: Option<Mismatch>,
    beside: Option<Beside>,
}

impl Batch {
    pub fn new(
        unit: &'static str,
        comparison: Comparison,
        model: Model,
        beside: Option<Beside>,
    ) -> Self {
        let (inputs, outputs) = (model.input_words(), model.output_words());
        let capacity = (BATCH_WORDS / (inputs + 2 * outputs)).clamp(HISTORY, 1024);
        let rows = HISTORY + capacity;
        Self {
            unit,
            comparison,
            inputs: vec![0; rows * inputs],
            expected: vec![0; rows * outputs],
            found: vec![0; rows * outputs],
            waiting: 0,
            capacity,
            compared: 0,
            mismatches: 0,
            first: None,
            beside,
            model,
        }
    }

    /// The row for the inputs of the current cycle.
    #[inline]
    pub fn inputs(&mut self) -> &mut [u64] {
        let words = self.model.input_words();
        &mut self.inputs[rows(HISTORY + self.waiting, words)]
    }

    /// The row for the golden outputs of the current cycle.
    #[inline]
    pub fn expected(&mut self) -> &mut [u64] {
        let words = self.model.output_words();
        &mut self.expected[rows(HISTORY + self.waiting, words)]
    }

    /// Inputs and golden outputs of the last completed cycle. After [`Batch::flush`] it is the last one of the history.
    #[inline]
    pub fn last(&self) -> (&[u64], &[u64]) {
        let last = |words| rows(HISTORY + self.waiting - 1, words);
        (
            &self.inputs[last(self.model.input_words())],
            &self.expected[last(self.model.output_words())],
        )
    }

    /// Completes the current cycle.
    #[inline]
    pub fn push(&mut self) {
        self.waiting += 1;
        if self.waiting == self.capacity {
            self.flush();
        }
    }

    /// Runs and compares the waiting cycles.
    pub fn flush(&mut self) {
        let (inputs, outputs) = (self.model.input_words(), self.model.output_words());
        let end = HISTORY + self.waiting;
        let to_run = &self.inputs[HISTORY * inputs..end * inputs];
        let to_fill = &mut self.found[HISTORY * outputs..end * outputs];
        self.model.run(self.waiting, to_run, to_fill);
        (HISTORY..end).for_each(|row| self.compare(row));
        self.compared += self.waiting as u64;
        // The last cycles become the history of the next batch.
        let last = |words| self.waiting * words..end * words;
        self.inputs.copy_within(last(inputs), 0);
        self.expected.copy_within(last(outputs), 0);
        self.found.copy_within(last(outputs), 0);
        self.waiting = 0;
    }

    /// Runs and compares the waiting cycles, then resets the RTL.
    pub fn reset(&mut self, seed: u32) {
        self.flush();
        self.model.reset(seed);
    }

    #[inline]
    fn compare(&mut self, row: usize) {
        let input = &self.inputs[rows(row, self.model.input_words())];
        let outputs = rows(row, self.model.output_words());
        let (expected, found) = (&self.expected[outputs.clone()], &self.found[outputs]);
        let difference = self.comparison.compare(input, expected, found);
        if let Some(beside) = &mut self.beside {
            beside.cycle(input, expected, difference.is_some());
        }
        if let Some(difference) = difference {
            self.mismatches += difference.words;
            if self.first.is_none() {
                self.first = Some(self.mismatch(row, difference.first_word));
            }
        }
    }

    #[cold]
    fn mismatch(&self, row: usize, first: usize) -> Mismatch {
        let last = self.row(row);
        let oldest = row - last.cycle.min(HISTORY as u64 - 1) as usize;
        let words = 0..last.expected.len();
        let differing = words.filter(|&word| last.differs(word)).map(|word| {
            let (port, element) = self.comparison.place(word);
            Differing {
                port,
                element,
                expected: last.expected[word],
                found: last.found[word],
            }
        });
        let (port, element) = self.comparison.place(first);
        Mismatch {
            unit: self.unit,
            port,
            element,
            cycle: last.cycle,
            expected: last.expected[first],
            found: last.found[first],
            differing: differing.collect(),
            window: (oldest..=row).map(|row| self.row(row)).collect(),
        }
    }

    fn row(&self, row: usize) -> Row {
        let outputs = rows(row, self.model.output_words());
        let inputs = &self.inputs[rows(row, self.model.input_words())];
        let expected = &self.expected[outputs.clone()];
        Row {
            cycle: self.compared + row as u64 - HISTORY as u64,
            inputs: inputs.to_vec(),
            expected: expected.to_vec(),
            found: self.found[outputs].to_vec(),
            compared: self.comparison.compared(inputs, expected).collect(),
        }
    }

    /// Cycles compared.
    pub fn compared(&self) -> u64 {
        self.compared
    }

    /// Output words that differed.
    pub fn mismatches(&self) -> u64 {
        self.mismatches
    }

    /// The first disagreement.
    pub fn first_mismatch(&self) -> Option<&Mismatch> {
        self.first.as_ref()
    }
}

/// The words of one row.
#[inline]
fn rows(row: usize, words: usize) -> std::ops::Range<usize> {
    row * words..(row + 1) * words
}
