//! 64 runs of a cycle's gates at once: each signal is a word with a bit for each run.

use crate::aig::{self, Lit, Node};
use crate::cycle::Cycle;

/// Number of runs.
pub const RUNS: usize = u64::BITS as usize;

/// Runs of a unit, which begin behind a reset.
#[derive(Debug)]
pub struct Runs<'c> {
    cycle: &'c Cycle,
    /// For each bit of the unit's inputs, the number of the graph's input.
    inputs: Vec<usize>,
    /// For each register, the number of the graph's input.
    registers: Vec<usize>,
    /// The values of the graph's inputs.
    given: Vec<u64>,
    /// The values of all nodes.
    values: Vec<u64>,
}

impl<'c> Runs<'c> {
    /// Runs of a cycle.
    pub fn new(cycle: &'c Cycle) -> Self {
        let number = |lit: &Lit| match cycle.aig.nodes()[lit.node()] {
            Node::Input(at) => at,
            _ => unreachable!("inputs and registers are inputs of the graph"),
        };
        let registers = cycle.registers.iter();
        let registers: Vec<usize> = registers.map(|register| number(&register.now)).collect();
        let mut given = vec![0; cycle.aig.inputs()];
        for (at, register) in registers.iter().zip(&cycle.registers) {
            given[*at] = u64::from(register.reset).wrapping_neg();
        }
        Self {
            inputs: cycle.inputs.iter().flatten().map(number).collect(),
            registers,
            given,
            values: Vec::new(),
            cycle,
        }
    }

    /// Evaluates all gates. `inputs` has a word for each bit of the unit's inputs, in the order of [`columns`].
    pub fn eval(&mut self, inputs: &[u64]) {
        assert_eq!(inputs.len(), self.inputs.len(), "a word for each bit");
        for (at, word) in self.inputs.iter().zip(inputs) {
            self.given[*at] = *word;
        }
        self.cycle.aig.eval_into(&self.given, &mut self.values);
    }

    /// The value of a literal in all runs, of the last evaluation.
    pub fn value(&self, lit: Lit) -> u64 {
        aig::value(&self.values, lit)
    }

    /// The clock edge behind an evaluation.
    pub fn tick(&mut self) {
        for (at, register) in self.registers.iter().zip(&self.cycle.registers) {
            self.given[*at] = aig::value(&self.values, register.next);
        }
    }
}

/// A bit of a word of all runs, each run a row.
pub fn column(rows: &[Vec<u64>], word: usize, bit: u32) -> u64 {
    let bits = rows.iter().map(|row| row[word] >> bit & 1);
    bits.zip(0..).fold(0, |all, (bit, run)| all | bit << run)
}

/// The words of all runs, each run a row, as columns: of each word the lowest bits, as many as `widths` says.
pub fn columns(rows: &[Vec<u64>], widths: &[u32]) -> Vec<u64> {
    let words = widths.iter().enumerate();
    let bits = words.flat_map(|(word, width)| (0..*width).map(move |bit| (word, bit)));
    bits.map(|(word, bit)| column(rows, word, bit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Aig;
    use crate::cycle::Register;

    /// A register that each high input turns, and which is the output.
    fn toggle() -> Cycle {
        let mut aig = Aig::default();
        let (now, input) = (aig.input(), aig.input());
        let next = aig.xor(now, input);
        let register = Register {
            word: 0,
            bit: 0,
            now,
            next,
            reset: true,
        };
        Cycle {
            aig,
            inputs: vec![vec![input]],
            registers: vec![register],
            outputs: vec![vec![now]],
            endings: Vec::new(),
            escapes: Lit::FALSE,
        }
    }

    #[test]
    fn each_run_has_its_own_inputs() {
        let cycle = toggle();
        let mut runs = Runs::new(&cycle);
        let mut seen = Vec::new();
        for inputs in [0b01, 0b11, 0b10] {
            runs.eval(&[inputs]);
            seen.push(runs.value(cycle.outputs[0][0]) & 0b11);
            runs.tick();
        }
        assert_eq!(seen, [0b11, 0b10, 0b01]);
    }

    #[test]
    fn a_column_is_a_bit_of_all_rows() {
        let rows = [vec![0b10, 7], vec![0b11, 0]];
        assert_eq!(columns(&rows, &[2, 0]), [0b10, 0b11]);
        assert_eq!(columns(&rows, &[0, 3]), [0b01, 0b01, 0b01]);
    }
}
