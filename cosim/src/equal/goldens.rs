//! 64 golden units under the stimuli of unit mode, each with its own seed.

use crate::Checked;
use crate::stimuli::Stimuli;
use heddle_contract::{Border, Bundle, Golden, Values, Words, pack, port_list, words};
use heddle_symbolic::runs::RUNS;

/// A golden unit, and what drives it.
struct One<U: Checked> {
    golden: U::Golden,
    stimuli: U::Stimuli,
    input: U::In<Values>,
    output: U::Out<Values>,
}

/// The golden units.
pub(super) struct Goldens<U: Checked> {
    all: Vec<One<U>>,
    /// Outputs before a unit sets them.
    unset: U::Out<Values>,
    input_words: usize,
    output_words: usize,
}

/// The words of a cycle, a row for each unit; inputs and outputs are those of the Rust/C++ border.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub state: Vec<Vec<u64>>,
    pub inputs: Vec<Vec<u64>>,
    pub outputs: Vec<Vec<u64>>,
}

impl<U: Checked> Goldens<U> {
    /// Units behind a reset, with the seeds from `seed` on.
    pub fn new(params: &U::Params, seed: u64) -> Self {
        let one = |run| One {
            golden: U::Golden::new(params),
            stimuli: U::Stimuli::new(params, seed.wrapping_add(run)),
            input: Border::zero(params),
            output: Border::zero(params),
        };
        Self {
            all: (0..RUNS as u64).map(one).collect(),
            unset: Border::zero(params),
            input_words: words(&port_list::<U::In<Values>>(params)),
            output_words: words(&port_list::<U::Out<Values>>(params)),
        }
    }

    /// The names of the words of the state.
    pub fn names(&self) -> Vec<String> {
        self.all[0].golden.word_names()
    }

    /// The next cycle: the state before it, and what it shows.
    pub fn cycle(&mut self) -> Rows {
        let mut rows = Rows::default();
        for one in &mut self.all {
            rows.state.push(one.golden.to_words());
            one.golden.out(&one.input, &mut one.output);
            one.stimuli.next(&one.output, &mut one.input);
            // What the unit leaves open is to be what the gates begin with.
            one.output.clone_from(&self.unset);
            one.golden.out(&one.input, &mut one.output);
            one.stimuli.seen(&one.input, &one.output);
            one.golden.clock(&one.input);
            rows.inputs.push(row(&one.input, self.input_words));
            rows.outputs.push(row(&one.output, self.output_words));
        }
        rows
    }
}

/// A bundle as words of the border.
pub(super) fn row<B: Bundle<Values>>(bundle: &B, words: usize) -> Vec<u64> {
    let mut row = vec![0; words];
    pack(bundle, &mut row);
    row
}
