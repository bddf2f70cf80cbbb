//! Inputs that make a difference between RTL and the gates of a golden unit, run on both.

use super::claims::NEVER;
use super::golden::Gates;
use super::goldens::row;
use super::simulated::Ports;
use crate::comparison::Comparison;
use crate::error::Error;
use crate::rtl::Rtl;
use crate::unit_mode::Check;
use crate::{Checked, Start, rtl};
use heddle_contract::{Behaviour, Border, Values, unpack};
use heddle_symbolic::Lit;
use heddle_symbolic::runs::{Runs, columns};
use serde::Serialize;

/// What both sides show in a cycle in which they differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// The cycle; the first one is that behind a reset.
    pub cycle: u64,
    /// The port, or how the golden unit ends if it has no outputs.
    pub port: &'static str,
    /// Element of an array.
    pub element: Option<usize>,
    /// What the golden unit shows.
    pub golden: u64,
    /// What the RTL shows.
    pub rtl: u64,
}

impl Shown {
    /// What a golden unit shows that has no outputs in this cycle.
    pub(super) fn ends(cycle: u64, how: &'static str) -> Self {
        Self {
            cycle,
            port: how,
            element: None,
            golden: 1,
            rtl: 0,
        }
    }

    /// What the golden unit does not keep, if it has no outputs.
    pub fn broken(&self) -> Option<&'static str> {
        let mut never = NEVER.into_iter();
        never.find_map(|(name, what)| (name == self.port).then_some(what))
    }
}

/// The first difference with these words of inputs, behind a reset a cycle in each row, from any of these starts.
pub(super) fn replay<U: Checked>(
    check: &Check,
    params: &U::Params,
    gates: &Gates,
    starts: &[Start],
    inputs: &[Vec<u64>],
) -> Result<Option<Shown>, Error> {
    let library = rtl::library::<U>(params, check.verilog.clone(), &check.cache)?;
    let models = starts
        .iter()
        .map(|start| Rtl::<U>::of(start.model(&library)));
    Ok({ models }.find_map(|rtl| run(params, gates, rtl, inputs)))
}

/// The first difference from these RTL.
fn run<U: Checked>(
    params: &U::Params,
    gates: &Gates,
    mut rtl: Rtl<U>,
    inputs: &[Vec<u64>],
) -> Option<Shown> {
    let mut golden = Golden::new(gates, Ports::of::<U>(params));
    let comparison = Comparison::new::<U>(params);
    let mut input = U::In::<Values>::zero(params);
    let mut output = U::Out::<Values>::zero(params);
    for (cycle, words) in (0..).zip(inputs) {
        unpack(&mut input, words);
        rtl.eval(&input, &mut output);
        let expected = golden.cycle(words);
        if let Some(port) = golden.ends() {
            return Some(Shown::ends(cycle, port));
        }
        let found = row(&output, expected.len());
        if let Some(difference) = comparison.compare(words, &expected, &found) {
            let at = difference.first_word;
            let (port, element) = comparison.place(at);
            return Some(Shown {
                cycle,
                port,
                element,
                golden: expected[at],
                rtl: found[at],
            });
        }
        golden.runs.tick();
        rtl.tick(&input);
    }
    None
}

/// Gates in one run.
struct Golden<'g> {
    gates: &'g Gates,
    ports: Ports,
    runs: Runs<'g>,
}

impl<'g> Golden<'g> {
    fn new(gates: &'g Gates, ports: Ports) -> Self {
        Self {
            runs: Runs::new(&gates.cycle),
            gates,
            ports,
        }
    }

    /// The words of the outputs.
    fn cycle(&mut self, inputs: &[u64]) -> Vec<u64> {
        self.runs
            .eval(&columns(&[inputs.to_vec()], &self.ports.input_widths));
        let names = self.ports.output_names.iter();
        names.map(|name| self.word(name)).collect()
    }

    /// How the cycle ends, if not in outputs.
    fn ends(&self) -> Option<&'static str> {
        let names = NEVER.into_iter().map(|(name, _)| name);
        { names }.find(|name| self.word(name) != 0)
    }

    fn word(&self, name: &str) -> u64 {
        let bits = self.gates.all_bits(name).expect("gates have all words");
        let level = |bit: &Lit| self.runs.value(*bit) & 1;
        let bits = bits.iter().map(level).zip(0..);
        bits.fold(0, |word, (bit, at)| word | bit << at)
    }
}
