//! Runs of golden units, recorded once, with which gates are compared many times.

use super::claims::NEVER;
use super::golden::Gates;
use super::goldens::{Goldens, Rows, row};
use super::simulated::Ports;
use crate::Checked;
use crate::comparison::Comparison;
use crate::vectors::run_with;
use heddle_symbolic::Lit;
use heddle_symbolic::runs::{Runs, columns};

/// Up to 64 runs, each from a reset on.
pub(super) struct Recorded {
    cycles: Vec<Cycle>,
    output_names: Vec<String>,
    /// Of each word of the outputs, the bits that may change.
    output_widths: Vec<u32>,
    /// Which runs there are, a bit for each.
    runs: u64,
}

/// A cycle of all runs.
struct Cycle {
    /// A word for each bit.
    inputs: Vec<u64>,
    outputs: Vec<u64>,
    /// For each word of the outputs, the runs in which its qualifiers are high.
    compared: Vec<u64>,
}

impl Recorded {
    /// 64 runs under the stimuli of unit mode, with the seeds from `seed` on.
    pub fn new<U: Checked>(params: &U::Params, gates: &Gates, seed: u64, cycles: u64) -> Self {
        let mut goldens = Goldens::<U>::new(params, seed);
        let rows = (0..cycles).map(|_| goldens.cycle());
        Self::of::<U>(params, gates, u64::MAX, rows)
    }

    /// One run with these inputs, words of a cycle in each row.
    pub fn with<U: Checked>(params: &U::Params, gates: &Gates, inputs: &[Vec<u64>]) -> Self {
        let ports = Ports::of::<U>(params);
        let mut cycles = Vec::new();
        run_with::<U>(params, inputs, |input, output| {
            cycles.push(Rows {
                state: Vec::new(),
                inputs: vec![row(input, ports.input_widths.len())],
                outputs: vec![row(output, ports.output_names.len())],
            });
        });
        Self::of::<U>(params, gates, 1, cycles.into_iter())
    }

    /// Runs in which the gates are right. A mistake in gates makes no output bit that is constant change.
    fn of<U: Checked>(
        params: &U::Params,
        gates: &Gates,
        runs: u64,
        rows: impl Iterator<Item = Rows>,
    ) -> Self {
        let ports = Ports::of::<U>(params);
        // All bits count, as in lockstep: also those that are above the port's, where the golden unit always has zeros.
        let widths = ports.output_names.iter();
        let widths: Vec<u32> = widths
            .map(|name| gates.bits(name).map_or(0, <[Lit]>::len) as u32)
            .collect();
        let comparison = Comparison::new::<U>(params);
        let cycles = rows.map(|rows| Cycle {
            inputs: columns(&rows.inputs, &ports.input_widths),
            outputs: columns(&rows.outputs, &widths),
            compared: compared(&comparison, &rows),
        });
        Self {
            cycles: cycles.collect(),
            output_names: ports.output_names,
            output_widths: widths,
            runs,
        }
    }

    /// The first cycle in which gates show something else than the golden unit where qualifiers are high, or end in something else than
    /// outputs.
    pub fn difference(&self, gates: &Gates) -> Option<u64> {
        let outputs = self.outputs(gates);
        let never = NEVER.into_iter().flat_map(|(name, _)| bits(gates, name));
        let never: Vec<Lit> = never.copied().collect();
        let mut runs = Runs::new(&gates.cycle);
        let found = self.cycles.iter().position(|cycle| {
            runs.eval(&cycle.inputs);
            let ends = never.iter().map(|lit| runs.value(*lit));
            let differs = outputs
                .iter()
                .zip(&cycle.outputs)
                .map(|((word, lit), shown)| (runs.value(*lit) ^ shown) & cycle.compared[*word]);
            let any = ends.chain(differs).fold(0, |all, one| all | one);
            runs.tick();
            any & self.runs != 0
        });
        found.map(|cycle| cycle as u64)
    }

    /// The bits of the outputs, each with the number of its word.
    fn outputs(&self, gates: &Gates) -> Vec<(usize, Lit)> {
        let words = self.output_names.iter().zip(&self.output_widths);
        let bits = words.enumerate().flat_map(|(word, (name, width))| {
            let bits = bits(gates, name).iter().take(*width as usize);
            bits.map(move |bit| (word, *bit))
        });
        bits.collect()
    }
}

fn bits<'g>(gates: &'g Gates, name: &str) -> &'g [Lit] {
    gates.all_bits(name).expect("gates have all words")
}

/// For each word of the outputs, the runs in which it is compared.
fn compared(comparison: &Comparison, rows: &Rows) -> Vec<u64> {
    let mut all = Vec::new();
    for (run, (inputs, outputs)) in rows.inputs.iter().zip(&rows.outputs).enumerate() {
        all.resize(outputs.len(), 0);
        for (runs, compared) in all.iter_mut().zip(comparison.compared(inputs, outputs)) {
            *runs |= u64::from(compared) << run;
        }
    }
    all
}
