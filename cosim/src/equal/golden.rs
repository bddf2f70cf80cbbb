//! A golden unit's cycle as gates, with a name for each word.

use super::seen::Seen;
use crate::Checked;
use crate::error::Error;
use crate::prove::GOLDEN;
use crate::stimuli::Random;
use heddle_contract::terms::{Is, Word, inside, mask};
use heddle_contract::{Border, Direction, Golden, Kind, Port, Values, Words, port_list};
use heddle_symbolic::cycle::{self, Cycle};
use heddle_symbolic::{Fate, Lit, Mistake, Mistaken, Module};
use std::collections::BTreeMap;

/// The gates of a golden unit.
pub struct Gates {
    pub(super) cycle: Cycle,
    /// Bits of words, the lowest first: of the state and the outputs, and one for each fate of a path.
    words: BTreeMap<String, Vec<Lit>>,
    /// The bits of the inputs, by the names of the ports in Verilog.
    pub(super) inputs: Vec<(String, Vec<Lit>)>,
    /// What unit mode shows.
    pub(super) seen: Seen,
}

impl Gates {
    /// The gates of a unit.
    ///
    /// # Errors
    /// [`Error::Refused`] if its code has what cannot be made into gates.
    pub fn new<U: Checked>(params: &U::Params, module: &Module, seed: u64) -> Result<Self, Error>
    where
        U::In<Values>: Words,
        U::Out<Values>: Words,
    {
        let blank = Blank::of::<U>(params);
        let names = U::Golden::new(params).word_names();
        let seen = Seen::of::<U>(params, &names, seed);
        let cycle = Cycle::new(module, U::NAME, &blank.words(&seen.changing))?;
        let ports = [
            port_list::<U::In<Values>>(params),
            port_list::<U::Out<Values>>(params),
        ];
        let gates = Self::named(cycle, seen, &blank.reset, &names, ports.each_ref());
        Ok(gates.with_fates())
    }

    fn named(
        cycle: Cycle,
        seen: Seen,
        reset: &[u64],
        names: &[String],
        [ins, outs]: [&Vec<Port>; 2],
    ) -> Self {
        let mut words = BTreeMap::new();
        for (name, number) in names.iter().zip(reset) {
            words.insert(name.clone(), constant(*number));
        }
        for register in &cycle.registers {
            let word = words.get_mut(&names[register.word]);
            word.expect("every word has a name")[register.bit as usize] = register.now;
        }
        let mut outputs = cycle.outputs.iter().zip(outs.iter().flat_map(elements));
        for (bits, name) in outputs.by_ref() {
            if let Some(name) = name {
                words.insert(format!("out.{name}"), bits.clone());
            }
        }
        let mut inputs: Vec<(String, Vec<Lit>)> = Vec::new();
        let given = cycle.inputs.iter().zip(ins.iter().flat_map(|port| {
            elements(port)
                .into_iter()
                .map(move |name| name.map(|_| port.name))
        }));
        for (bits, port) in given {
            let Some(port) = port else { continue };
            let name = format!("{port}{}", Direction::In.suffix());
            match inputs.last_mut() {
                Some((last, of_port)) if *last == name => of_port.extend(bits),
                _ => inputs.push((name, bits.clone())),
            }
        }
        words.insert("escapes".into(), vec![cycle.escapes]);
        Self {
            cycle,
            words,
            inputs,
            seen,
        }
    }

    /// Adds the conditions under which paths do not return.
    fn with_fates(mut self) -> Self {
        for (name, fate) in FATES {
            let mut any = Lit::FALSE;
            let taken = self
                .cycle
                .endings
                .iter()
                .filter(|ending| ending.fate == fate);
            for ending in taken.map(|ending| ending.taken).collect::<Vec<_>>() {
                any = self.cycle.aig.or(any, ending);
            }
            self.words.insert(name.into(), vec![any]);
        }
        self
    }

    /// The gates with a mistake.
    pub fn with(&self, mistake: Mistake) -> Self {
        let mistaken = Mistaken::new(&self.cycle, mistake);
        let moved = |bits: &[Lit]| bits.iter().map(|bit| mistaken.literal(*bit)).collect();
        let words = self.words.iter();
        let inputs = self.inputs.iter();
        Self {
            words: words
                .map(|(name, bits)| (name.clone(), moved(bits)))
                .collect(),
            inputs: inputs
                .map(|(name, bits)| (name.clone(), moved(bits)))
                .collect(),
            seen: self.seen.clone(),
            cycle: mistaken.cycle,
        }
    }

    /// Up to so many mistakes in gates and registers that outputs depend on, drawn by a seed. Gates and registers are equally likely,
    /// in proportion to their numbers.
    pub fn mistakes(&self, count: usize, seed: u64) -> Vec<Mistake> {
        let seen = self.cycle.seen();
        let ands = seen.ands.into_iter().flat_map(|node| {
            let operand = |second| Mistake::Operand { node, second };
            [operand(false), operand(true), Mistake::Or { node }]
        });
        let registers = seen.registers.into_iter().flat_map(|register| {
            let stuck = |at| Mistake::Stuck { register, at };
            [Mistake::Inverted { register }, stuck(false), stuck(true)]
        });
        let mut all: Vec<Mistake> = ands.chain(registers).collect();
        let mut random = Random::new(seed);
        let drawn = (0..count.min(all.len())).map(|_| {
            let at = random.below(all.len() as u64) as usize;
            all.swap_remove(at)
        });
        drawn.collect()
    }

    /// All 64 bits of a word.
    pub(super) fn all_bits(&self, name: &str) -> Option<&[Lit]> {
        self.words.get(name).map(Vec::as_slice)
    }

    /// The bits of an input port.
    pub(super) fn input(&self, port: &str) -> &[Lit] {
        let name = format!("{port}{}", Direction::In.suffix());
        let input = self.inputs.iter().find(|(of, _)| *of == name);
        &input.expect("the unit has the port").1
    }

    /// The bits of a word, without zeros above.
    pub fn bits(&self, name: &str) -> Option<&[Lit]> {
        let bits = self.words.get(name)?;
        let width = bits.iter().rposition(|bit| *bit != Lit::FALSE);
        Some(&bits[..width.map_or(1, |last| last + 1)])
    }

    /// A word as a term.
    ///
    /// # Panics
    /// If the unit has no such word: a relation has a mistake.
    pub fn word(&self, name: &str) -> Word {
        let bits = self.bits(name);
        let bits = bits.unwrap_or_else(|| panic!("the golden unit has no word `{name}`"));
        let constants: Option<Vec<Is>> = bits
            .iter()
            .map(|bit| bit.constant().map(Is::from))
            .collect();
        match constants {
            Some(constants) => mask(constants),
            None => inside(&format!("{GOLDEN}{name}"), bits.len() as u32),
        }
    }
}

/// What the functions of a unit are given to make gates: words behind a reset, and how many bits of those of ports are signals.
pub(super) struct Blank {
    reset: Vec<u64>,
    inputs: Vec<u64>,
    input_widths: Vec<u32>,
    outputs: Vec<u64>,
    pub output_widths: Vec<u32>,
}

impl Blank {
    pub fn of<U: Checked>(params: &U::Params) -> Self
    where
        U::In<Values>: Words,
        U::Out<Values>: Words,
    {
        let widths = |ports: Vec<Port>| ports.iter().flat_map(widths).collect();
        Self {
            reset: U::Golden::new(params).to_words(),
            inputs: <U::In<Values>>::zero(params).to_words(),
            input_widths: widths(port_list::<U::In<Values>>(params)),
            outputs: <U::Out<Values>>::zero(params).to_words(),
            output_widths: widths(port_list::<U::Out<Values>>(params)),
        }
    }

    /// The words, and the bits of the state that are known to change.
    pub fn words<'w>(&'w self, changing: &'w [u64]) -> cycle::Words<'w> {
        cycle::Words {
            reset: &self.reset,
            changing,
            inputs: &self.inputs,
            input_widths: &self.input_widths,
            outputs: &self.outputs,
        }
    }
}

/// Names of fates, which are words of one bit.
const FATES: [(&str, Fate); 3] = [
    ("panics", Fate::Panics),
    ("grows", Fate::Grows),
    ("impossible", Fate::Impossible),
];

fn constant(number: u64) -> Vec<Lit> {
    (0..64)
        .map(|bit| Lit::from(number >> bit & 1 == 1))
        .collect()
}

/// For each word of a port's values, how many of its bits are inputs. An array has two words before its elements.
fn widths(port: &Port) -> Vec<u32> {
    match port.kind {
        Kind::Bit => vec![1],
        Kind::Bits(width) => vec![width],
        Kind::Array { width, length } => [0, 0].into_iter().chain(vec![width; length]).collect(),
    }
}

/// For each word of a port's values, its name, if it is a value.
pub(super) fn elements(port: &Port) -> Vec<Option<String>> {
    match port.kind {
        Kind::Bit | Kind::Bits(_) => vec![Some(port.name.into())],
        Kind::Array { length, .. } => {
            let elements = (0..length).map(|at| Some(format!("{}[{at}]", port.name)));
            [None, None].into_iter().chain(elements).collect()
        }
    }
}
