//! Terms compiled to a list of steps. Each step is evaluated once a cycle, however often its result is used.

use super::node::{Op, Ref};
use crate::Direction;
use std::collections::HashMap;

/// Index of a value among the values of a cycle.
type Slot = u32;

/// One operation; step `n` writes its result to slot `n`.
#[derive(Clone, Copy, Debug)]
enum Step {
    Input(u32),
    Output(u32),
    Constant(u64),
    Not(Slot, u64),
    And(Slot, Slot),
    Or(Slot, Slot),
    Xor(Slot, Slot),
    Eq(Slot, Slot),
    Lt(Slot, Slot),
    Add(Slot, Slot),
    Ones(Slot),
    Mux(Slot, Slot, Slot),
    Part(Slot, u32, u64),
    /// The first, concatenated with the second shifted up by this many bits.
    Cat(Slot, Slot, u32),
    Decode(Slot, u64),
    /// The second slot if the first one holds this number, else the third.
    Pick(Slot, u32, Slot, Slot),
    /// The value kept from the last cycle at this index.
    Past(u32),
}

/// The steps that compute a set of terms.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    steps: Vec<Step>,
    slots: Vec<u64>,
    known: HashMap<Ref, Slot>,
    /// The values kept for the next cycle, and the slot that each one comes from.
    kept: Vec<(u64, Slot)>,
}

impl Program {
    /// Adds a term and all its operands; returns the slot of the term's value.
    pub fn add(&mut self, term: Ref) -> Slot {
        if let Some(slot) = self.known.get(&term) {
            return *slot;
        }
        let slot = self.compile(term);
        self.known.insert(term, slot);
        slot
    }

    fn compile(&mut self, term: Ref) -> Slot {
        let operands: Vec<Slot> = term
            .op
            .operands()
            .into_iter()
            .map(|o| self.add(o))
            .collect();
        let ones = u64::MAX >> (64 - term.width);
        let (a, b) = (operands.first().copied(), operands.get(1).copied());
        let (a, b) = (a.unwrap_or_default(), b.unwrap_or_default());
        let step = match &term.op {
            Op::Port(leaf) => match leaf.direction {
                Direction::In => Step::Input(leaf.word as u32),
                Direction::Out => Step::Output(leaf.word as u32),
            },
            Op::Inside(_) | Op::Unknown(_) => unreachable!("only proofs see it"),
            Op::Constant(value) => Step::Constant(*value),
            Op::Not(_) => Step::Not(a, ones),
            Op::And(..) => Step::And(a, b),
            Op::Or(..) => Step::Or(a, b),
            Op::Xor(..) => Step::Xor(a, b),
            Op::Eq(..) => Step::Eq(a, b),
            Op::Lt(..) => Step::Lt(a, b),
            Op::Add(..) => Step::Add(a, b),
            Op::Ones(_) => Step::Ones(a),
            Op::Mux(..) => Step::Mux(a, b, operands[2]),
            Op::Part(_, low) => Step::Part(a, *low, ones),
            Op::Decode(_) => Step::Decode(a, ones),
            Op::Cat(parts) => return self.cat(parts, &operands),
            Op::Index(..) => return self.index(&operands),
            Op::Past(_) => self.keep(a),
            // `Op::State` sets the slot of the next value.
            Op::Held(_) => self.keep(0),
            Op::State(..) => {
                if let Step::Past(at) = self.steps[a as usize] {
                    self.kept[at as usize].1 = b;
                }
                return a;
            }
        };
        self.push(step)
    }

    fn keep(&mut self, from: Slot) -> Step {
        self.kept.push((0, from));
        Step::Past(self.kept.len() as u32 - 1)
    }

    fn push(&mut self, step: Step) -> Slot {
        self.steps.push(step);
        self.slots.push(0);
        self.steps.len() as Slot - 1
    }

    fn cat(&mut self, parts: &[Ref], slots: &[Slot]) -> Slot {
        let (mut whole, mut width) = (slots[0], parts[0].width);
        for (part, slot) in parts.iter().zip(slots).skip(1) {
            whole = self.push(Step::Cat(whole, *slot, width));
            width += part.width;
        }
        whole
    }

    fn index(&mut self, operands: &[Slot]) -> Slot {
        let (index, words) = operands.split_last().expect("an index");
        let none = self.push(Step::Constant(0));
        let mut picked = none;
        for (number, word) in words.iter().enumerate() {
            picked = self.push(Step::Pick(*index, number as u32, *word, picked));
        }
        picked
    }

    /// Evaluates one cycle with the words of all ports.
    pub fn cycle(&mut self, inputs: &[u64], outputs: &[u64]) {
        for at in 0..self.steps.len() {
            self.slots[at] = self.step(self.steps[at], inputs, outputs);
        }
        for (value, from) in &mut self.kept {
            *value = self.slots[*from as usize];
        }
    }

    #[inline]
    fn step(&self, step: Step, inputs: &[u64], outputs: &[u64]) -> u64 {
        let value = |slot: Slot| self.slots[slot as usize];
        match step {
            Step::Input(word) => inputs[word as usize],
            Step::Output(word) => outputs[word as usize],
            Step::Constant(number) => number,
            Step::Not(a, ones) => !value(a) & ones,
            Step::And(a, b) => value(a) & value(b),
            Step::Or(a, b) => value(a) | value(b),
            Step::Xor(a, b) => value(a) ^ value(b),
            Step::Eq(a, b) => u64::from(value(a) == value(b)),
            Step::Lt(a, b) => u64::from(value(a) < value(b)),
            Step::Add(a, b) => value(a).wrapping_add(value(b)),
            Step::Ones(a) => value(a).count_ones().into(),
            Step::Mux(c, a, b) => value([b, a][value(c) as usize & 1]),
            Step::Part(a, low, ones) => value(a) >> low & ones,
            Step::Cat(a, b, up) => value(a) | value(b) << up,
            Step::Decode(a, ones) => 1u64.checked_shl(value(a).min(64) as u32).unwrap_or(0) & ones,
            Step::Pick(index, number, a, b) => {
                value([b, a][usize::from(value(index) == u64::from(number))])
            }
            Step::Past(at) => self.kept[at as usize].0,
        }
    }

    /// The value in a slot.
    pub fn value(&self, slot: Slot) -> u64 {
        self.slots[slot as usize]
    }
}
