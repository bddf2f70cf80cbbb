//! The gates of a golden unit beside the golden unit itself, under the stimuli of unit mode: 64 runs at once.

use super::claims::NEVER;
use super::golden::{Gates, elements};
use super::goldens::{Goldens, Rows};
use super::unlike::Unlike;
use crate::Checked;
use heddle_contract::{Port, Values, Words, port_list};
use heddle_symbolic::Lit;
use heddle_symbolic::runs::{Runs, column, columns};

impl Gates {
    /// Compares gates and golden units in 64 runs of so many cycles, with the seeds from `seed` on: all words of the state and of the
    /// outputs, also where qualifiers are low; and whether a path is taken that does not end in outputs. `None` if all are the same.
    pub fn unlike<U: Checked>(&self, params: &U::Params, seed: u64, cycles: u64) -> Option<Unlike>
    where
        U::Out<Values>: Words,
    {
        let mut goldens = Goldens::<U>::new(params, seed);
        let mut sides = Sides::new(self, &Ports::of::<U>(params), goldens.names());
        (0..cycles).find_map(|cycle| {
            let (bits, word) = sides.cycle(&goldens.cycle())?;
            Some(Unlike {
                cycle,
                seed: seed.wrapping_add(bits.trailing_zeros().into()),
                word,
            })
        })
    }
}

/// Widths of the inputs' words at the Rust/C++ border, and names of those of the outputs.
pub(super) struct Ports {
    pub input_widths: Vec<u32>,
    pub output_names: Vec<String>,
}

impl Ports {
    pub fn of<U: Checked>(params: &U::Params) -> Self {
        let [ins, outs] = [
            port_list::<U::In<Values>>(params),
            port_list::<U::Out<Values>>(params),
        ];
        let names = outs.iter().flat_map(elements).flatten();
        Self {
            input_widths: widths(&ins),
            output_names: names.map(|name| format!("out.{name}")).collect(),
        }
    }
}

fn widths(ports: &[Port]) -> Vec<u32> {
    let words = ports
        .iter()
        .flat_map(|port| std::iter::repeat_n(port.kind.word_bits(), port.kind.words()));
    words.collect()
}

/// A bit that both sides have.
struct Bit {
    word: usize,
    bit: u32,
    gate: Lit,
}

/// Both sides.
struct Sides<'g> {
    gates: &'g Gates,
    runs: Runs<'g>,
    input_widths: Vec<u32>,
    state: Vec<Bit>,
    outputs: Vec<Bit>,
    state_names: Vec<String>,
    output_names: Vec<String>,
}

impl<'g> Sides<'g> {
    fn new(gates: &'g Gates, ports: &Ports, state_names: Vec<String>) -> Self {
        Self {
            runs: Runs::new(&gates.cycle),
            input_widths: ports.input_widths.clone(),
            state: bits(gates, &state_names),
            outputs: bits(gates, &ports.output_names),
            output_names: ports.output_names.clone(),
            state_names,
            gates,
        }
    }

    /// Compares a cycle: the runs that differ, and a word in which they do.
    fn cycle(&mut self, rows: &Rows) -> Option<(u64, String)> {
        self.runs.eval(&columns(&rows.inputs, &self.input_widths));
        let found = self
            .never()
            .or_else(|| self.first(&self.state, &rows.state, &self.state_names))
            .or_else(|| self.first(&self.outputs, &rows.outputs, &self.output_names));
        self.runs.tick();
        found
    }

    fn first(&self, bits: &[Bit], rows: &[Vec<u64>], names: &[String]) -> Option<(u64, String)> {
        bits.iter().find_map(|Bit { word, bit, gate }| {
            let differs = self.runs.value(*gate) ^ column(rows, *word, *bit);
            (differs != 0).then(|| (differs, names[*word].clone()))
        })
    }

    fn never(&self) -> Option<(u64, String)> {
        NEVER.into_iter().find_map(|(name, _)| {
            let bits = self.gates.all_bits(name).expect("gates have their fates");
            let ends = bits.iter().map(|bit| self.runs.value(*bit));
            let ends = ends.fold(0, |all, one| all | one);
            (ends != 0).then(|| (ends, name.into()))
        })
    }
}

/// All bits of words.
fn bits(gates: &Gates, names: &[String]) -> Vec<Bit> {
    let words = names.iter().enumerate().flat_map(|(word, name)| {
        let bits = gates.all_bits(name).expect("gates have all words");
        bits.iter().zip(0..).map(move |(gate, bit)| Bit {
            word,
            bit,
            gate: *gate,
        })
    });
    words.collect()
}
