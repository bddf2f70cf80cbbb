//! Expressions: instructions whose result depends on nothing but their operands.
//!
//! Equal expressions of equal values are one value, wherever they are computed: compilers compute addresses and load arguments
//! anew in each arm of a branch. Two threads that load from one address between two barriers get the same word too, as legal
//! programs do not write it there in the meantime (BAR-4).

use super::value::Value;
use heddle_isa::{Instruction, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// An instruction without its registers, with the values of its operands.
type Expression = (Op, i32, Vec<Value>);

/// Numbers for all expressions of a function.
#[derive(Default)]
pub(super) struct Expressions {
    numbers: FxHashMap<Expression, u32>,
    operands: Vec<Vec<Value>>,
    /// Numbers of those that are 0 or 1.
    bits: FxHashSet<u32>,
}

impl Expressions {
    /// The value of an instruction with these operands.
    pub fn value(&mut self, instruction: &Instruction, operands: Vec<Value>) -> Value {
        let next = self.operands.len() as u32;
        let rounding = (instruction.rm as i32) << 16;
        let immediate = if instruction.op.has_rounding_mode() {
            rounding
        } else {
            instruction.imm
        };
        let expression = (instruction.op, immediate, operands);
        if is_bit(instruction) {
            self.bits
                .insert(self.numbers.get(&expression).copied().unwrap_or(next));
        }
        let operands = &mut self.operands;
        let number = self.numbers.entry(expression);
        let number = number.or_insert_with_key(|(_, _, values)| {
            operands.push(values.clone());
            next
        });
        Value::Expression(*number)
    }

    /// Whether a value is 0 or 1.
    pub fn is_bit(&self, value: Value) -> bool {
        matches!(value, Value::Expression(number) if self.bits.contains(&number))
    }

    /// The values that are not expressions from which a value is computed; may list one several times.
    pub fn leaves(&self, value: Value) -> Vec<Value> {
        let (mut open, mut seen, mut leaves) = (vec![value], Vec::new(), Vec::new());
        while let Some(value) = open.pop() {
            match value {
                Value::Expression(number) if seen.contains(&number) => {}
                Value::Expression(number) => {
                    seen.push(number);
                    open.extend(&self.operands[number as usize]);
                }
                value => leaves.push(value),
            }
        }
        leaves
    }
}

fn is_bit(instruction: &Instruction) -> bool {
    match instruction.op {
        Op::Slt | Op::Slti | Op::Sltu | Op::Sltiu | Op::FeqS | Op::FltS | Op::FleS => true,
        op => op == Op::Andi && instruction.imm == 1,
    }
}
