//! Instructions.

use super::places::Sum;
use super::run::State;
use super::value::Value;
use super::{Execution, Object, memory};
use crate::error::Refused;
use crate::module::{Cast, Function, Instruction, Operand, Step, Term};
use crate::word::Word;

impl<'m> Execution<'m> {
    /// The value of an operand.
    pub(super) fn operand(&mut self, operand: &Operand, values: &[Option<Value>]) -> Value {
        match operand {
            // A value that no path has set is read only where it does not matter.
            Operand::Value(number) => match &values[*number] {
                Some(value) => value.clone(),
                None => Value::Word(Word::constant(0, 64)),
            },
            Operand::Number(word) => Value::Word(word.clone()),
            Operand::Address(name, offset) => {
                let address = self.global(name).wrapping_add(*offset);
                Value::Word(Word::constant(address.into(), 64))
            }
            Operand::Fields(fields) => {
                let fields = fields.iter().map(|field| self.operand(field, values));
                Value::Fields(fields.collect())
            }
        }
    }

    /// The word of an operand that is one.
    pub(super) fn read(&mut self, operand: &Operand, state: &State) -> Word {
        self.operand(operand, &state.values).word().clone()
    }

    /// Executes an instruction; false if the path ends.
    pub(super) fn step(
        &mut self,
        function: &'m Function,
        step: &'m Step,
        state: &mut State,
    ) -> Result<bool, Refused> {
        let refuse = |what: String| Refused::new(&function.name, step.line, what);
        let value = match &step.instruction {
            Instruction::Binary(operation, a, b) => {
                let [a, b] = [a, b].map(|operand| self.read(operand, state));
                Value::Word(self.binary(*operation, &a, &b))
            }
            Instruction::Compare(kind, a, b) => {
                let [a, b] = [a, b].map(|operand| self.read(operand, state));
                Value::Word(Word::from(self.compare(*kind, &a, &b)))
            }
            Instruction::Cast(kind, operand, bits) => {
                let word = self.read(operand, state);
                Value::Word(match kind {
                    Cast::Resize => word.resized(*bits as usize),
                    Cast::Sign => word.sign_extended(*bits as usize),
                })
            }
            Instruction::Select(condition, then, otherwise) => {
                let condition = self.read(condition, state)[0];
                let [a, b] = [then, otherwise].map(|of| self.operand(of, &state.values));
                match condition.constant() {
                    Some(true) => a,
                    Some(false) => b,
                    None => Value::mux(&mut self.aig, condition, &a, &b),
                }
            }
            Instruction::Address(base, terms) => {
                let base = self.read(base, state);
                Value::Word(self.address_of(base, terms, state))
            }
            Instruction::Load(from, shape) => {
                let from = self.read(from, state);
                self.load(&from, shape, state).map_err(refuse)?
            }
            Instruction::Store(value, shape, to) => {
                let (value, to) = (self.operand(value, &state.values), self.read(to, state));
                self.store(&to, shape, &value, state).map_err(refuse)?;
                return Ok(true);
            }
            Instruction::Alloca(bytes) => {
                let id = self.number();
                self.variables.insert(id);
                state.memory.insert(id, Object::new(*bytes));
                Value::Word(Word::constant(memory::address(id).into(), 64))
            }
            Instruction::Call(call) => match self.call_of(call, state, &refuse)? {
                Some(value) => value,
                None => return Ok(false),
            },
            Instruction::Extract(value, place) => {
                let value = self.operand(value, &state.values);
                place
                    .iter()
                    .fold(value, |value, at| value.fields()[*at].clone())
            }
            Instruction::Insert(value, field, place) => {
                let [value, field] = [value, field].map(|of| self.operand(of, &state.values));
                value.with(field, place)
            }
            Instruction::Same(operand) => self.operand(operand, &state.values),
        };
        if let Some(result) = step.result {
            state.values[result] = Some(value);
        }
        Ok(true)
    }

    /// A base and what is added to it.
    fn address_of(&mut self, base: Word, terms: &[Term], state: &State) -> Word {
        let mut address = base;
        for Term { index, bytes } in terms {
            let index = self.read(index, state);
            let index = index.sign_extended(64);
            let scale = Word::constant((*bytes).into(), 64);
            let added = self.aig.mul(&index, &scale);
            let sum = self.sums.of(&address);
            address = self.aig.add(&address, &added);
            if let Some(sum) = sum {
                self.sums.insert(&address, summed(sum, *bytes, index));
            }
        }
        address
    }
}

/// A sum with one more term.
fn summed(mut sum: Sum, scale: u64, index: Word) -> Sum {
    match index.number() {
        Some(number) => sum.start = sum.start.wrapping_add((number as u64).wrapping_mul(scale)),
        None => sum.terms.push((scale, index)),
    }
    sum
}
