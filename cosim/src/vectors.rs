//! Vectors: a recorded run of a golden unit under its stimuli, for testbenches that have no golden unit.

use crate::Checked;
use crate::comparison::Comparison;
use crate::stimuli::{Random, Stimuli, ones};
use heddle_contract::{Border, Golden, Port, Unit, Values, pack, port_list, unpack, words};

/// Number of resets in a run: one at its beginning, the others evenly spread over it.
const RESETS: u64 = 4;

/// A recorded run of a golden unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vectors {
    /// Input ports of the unit, without clock and reset.
    pub inputs: Vec<Port>,
    /// Output ports of the unit.
    pub outputs: Vec<Port>,
    /// The cycles in order.
    pub cycles: Vec<Vector>,
}

/// A cycle of a recorded run, in words of the Rust/C++ border.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    /// Whether the unit is being reset.
    pub reset: bool,
    /// Inputs of the unit; arbitrary while it is being reset.
    pub inputs: Vec<u64>,
    /// Outputs of the golden unit. `None` for a word that is not compared because the unit is being reset or a
    /// qualifier of the port is low.
    pub outputs: Vec<Option<u64>>,
}

impl Vectors {
    /// Records this many cycles, including resets. Equal seeds give equal vectors.
    pub fn record<U: Checked>(params: &U::Params, seed: u64, cycles: u64) -> Self {
        let mut recorder = Recorder::<U>::new(params, seed);
        for run in 0..RESETS {
            let length = cycles * (run + 1) / RESETS - cycles * run / RESETS;
            recorder.run(seed.wrapping_add(run), length);
        }
        recorder.vectors
    }

    /// Records runs of so many cycles under the stimuli of a seed, each with a cycle of reset before it.
    pub(crate) fn of_runs<U: Checked>(params: &U::Params, seed: u64, runs: &[u64]) -> Self {
        let mut recorder = Recorder::<U>::new(params, seed);
        runs.iter()
            .for_each(|cycles| recorder.run(seed, cycles + 1));
        recorder.vectors
    }

    /// Records a cycle of reset with these words of inputs, and a run with these inputs, words of a cycle in each row.
    pub(crate) fn of_inputs<U: Checked>(
        params: &U::Params,
        in_reset: &[u64],
        inputs: &[Vec<u64>],
    ) -> Self {
        let mut recorder = Recorder::<U>::new(params, 0);
        recorder.reset(in_reset.to_vec());
        run_with::<U>(params, inputs, |input, output| {
            recorder.cycle(input, output);
        });
        recorder.vectors
    }
}

/// Runs a golden unit with these inputs, words of a cycle in each row, starting at reset; `each` sees the inputs and outputs of every
/// cycle.
pub(crate) fn run_with<U: Checked>(
    params: &U::Params,
    inputs: &[Vec<u64>],
    mut each: impl FnMut(&U::In<Values>, &U::Out<Values>),
) {
    let mut driven = Driven::<U>::new(params);
    for (cycle, words) in inputs.iter().enumerate() {
        // It does not go on from the last cycle, whose inputs can be legal by a wrong output of the RTL alone.
        if cycle > 0 {
            driven.clock();
        }
        driven.show(words);
        each(&driven.input, &driven.output);
    }
}

/// A golden unit, and what is on its ports.
pub(crate) struct Driven<U: Checked> {
    golden: U::Golden,
    input: U::In<Values>,
    output: U::Out<Values>,
}

impl<U: Checked> Driven<U> {
    /// The unit in its reset state.
    pub fn new(params: &U::Params) -> Self {
        Self {
            golden: U::Golden::new(params),
            input: Border::zero(params),
            output: Border::zero(params),
        }
    }

    /// Takes inputs from words of the border, and shows the outputs.
    pub fn show(&mut self, words: &[u64]) {
        unpack(&mut self.input, words);
        self.golden.out(&self.input, &mut self.output);
    }

    /// The clock edge.
    pub fn clock(&mut self) {
        self.golden.clock(&self.input);
    }
}

/// Runs a golden unit under the stimuli of a seed, starting at reset; `each` sees the inputs and outputs of every cycle.
pub(crate) fn golden_run<U: Checked>(
    params: &U::Params,
    seed: u64,
    cycles: u64,
    mut each: impl FnMut(&U::In<Values>, &U::Out<Values>),
) {
    let mut golden = U::Golden::new(params);
    let mut stimuli = U::Stimuli::new(params, seed);
    let mut input = U::In::<Values>::zero(params);
    let mut output = U::Out::<Values>::zero(params);
    for _ in 0..cycles {
        golden.out(&input, &mut output);
        stimuli.next(&output, &mut input);
        golden.out(&input, &mut output);
        stimuli.seen(&input, &output);
        golden.clock(&input);
        each(&input, &output);
    }
}

struct Recorder<'a, U: Unit> {
    params: &'a U::Params,
    comparison: Comparison,
    /// Source of the inputs while the unit is being reset.
    noise: Random,
    vectors: Vectors,
}

impl<'a, U: Checked> Recorder<'a, U> {
    fn new(params: &'a U::Params, seed: u64) -> Self {
        Self {
            params,
            comparison: Comparison::new::<U>(params),
            noise: Random::new(seed),
            vectors: Vectors {
                inputs: port_list::<U::In<Values>>(params),
                outputs: port_list::<U::Out<Values>>(params),
                cycles: Vec::new(),
            },
        }
    }

    /// Records a cycle of reset and a run under the stimuli of a seed, `cycles` cycles together.
    fn run(&mut self, seed: u64, cycles: u64) {
        let Some(behind_reset) = cycles.checked_sub(1) else {
            return;
        };
        let noise = self.noise();
        self.reset(noise);
        golden_run::<U>(self.params, seed, behind_reset, |input, output| {
            self.cycle(input, output);
        });
    }

    /// Arbitrary inputs.
    fn noise(&mut self) -> Vec<u64> {
        let ports = &self.vectors.inputs;
        let widths = ports
            .iter()
            .flat_map(|port| std::iter::repeat_n(port.kind.word_bits(), port.kind.words()));
        widths.map(|bits| self.noise.word() & ones(bits)).collect()
    }

    fn reset(&mut self, inputs: Vec<u64>) {
        let outputs = vec![None; words(&self.vectors.outputs)];
        self.vectors.cycles.push(Vector {
            reset: true,
            inputs,
            outputs,
        });
    }

    fn cycle(&mut self, input: &U::In<Values>, output: &U::Out<Values>) {
        let mut inputs = vec![0; words(&self.vectors.inputs)];
        let mut expected = vec![0; words(&self.vectors.outputs)];
        pack(input, &mut inputs);
        pack(output, &mut expected);
        let compared = self.comparison.compared(&inputs, &expected);
        let outputs = compared.zip(&expected);
        let outputs = outputs.map(|(compared, word)| compared.then_some(*word));
        let outputs = outputs.collect();
        self.vectors.cycles.push(Vector {
            reset: false,
            inputs,
            outputs,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_contract::Config;
    use heddle_contract::units::unified_arbiter::Params;
    use heddle_contract::units::{ReconvergenceStack, UnifiedArbiter};

    fn params() -> Params {
        let tiny = Config::preset("tiny").expect("a preset");
        UnifiedArbiter::params(&tiny).expect("a unit of the preset")
    }

    fn record(seed: u64, cycles: u64) -> Vectors {
        Vectors::record::<UnifiedArbiter>(&params(), seed, cycles)
    }

    /// What is not reset may depend on them.
    #[test]
    fn inputs_in_reset_are_kept() {
        let [first, second] = [1, 2].map(|at| record(1, 400).cycles.swap_remove(at).inputs);
        let of_inputs = Vectors::of_inputs::<UnifiedArbiter>;
        let cycles = of_inputs(&params(), &first, std::slice::from_ref(&second)).cycles;
        let inputs: Vec<_> = cycles.iter().map(|cycle| &cycle.inputs).collect();
        assert_eq!(inputs, [&first, &second]);
        assert!(cycles[0].reset && !cycles[1].reset && first != second);
    }

    #[test]
    fn resets_are_spread_and_nothing_is_compared_in_them() {
        let cycles = record(1, 402).cycles;
        assert_eq!(cycles.len(), 402);
        let resets = cycles.iter().enumerate().filter(|(_, cycle)| cycle.reset);
        let resets: Vec<_> = resets.collect();
        let places: Vec<usize> = resets.iter().map(|(at, _)| *at).collect();
        assert_eq!(places, [0, 100, 201, 301]);
        let outputs = resets.iter().flat_map(|(_, cycle)| &cycle.outputs);
        assert!({ outputs }.all(Option::is_none));
    }

    #[test]
    fn a_payload_is_compared_while_its_qualifier_is_high() {
        let cycles = record(1, 400).cycles;
        let running: Vec<_> = cycles.iter().filter(|cycle| !cycle.reset).collect();
        for outputs in running.iter().map(|cycle| &cycle.outputs) {
            let valid = outputs[0].expect("always compared") != 0;
            assert!(outputs[1..].iter().all(|word| word.is_some() == valid));
        }
        let valid = running.iter().filter(|cycle| cycle.outputs[0] == Some(1));
        assert!((1..running.len()).contains(&valid.count()));
    }

    #[test]
    fn a_golden_unit_does_not_go_on_from_illegal_inputs() {
        let tiny = Config::preset("tiny").expect("a preset");
        let params = ReconvergenceStack::params(&tiny).expect("a unit of the preset");
        let mut illegal: <ReconvergenceStack as Unit>::In<Values> = Border::zero(&params);
        illegal.update = true;
        let mut inputs = vec![
            0;
            words(&port_list::<<ReconvergenceStack as Unit>::In<Values>>(
                &params
            ))
        ];
        pack(&illegal, &mut inputs);
        let vectors = Vectors::of_inputs::<ReconvergenceStack>(
            &params,
            &inputs,
            std::slice::from_ref(&inputs),
        );
        assert_eq!(vectors.cycles.len(), 2);
    }

    #[test]
    fn seeds_decide() {
        assert_eq!(record(7, 100), record(7, 100));
        assert_ne!(record(7, 100), record(8, 100));
    }
}
