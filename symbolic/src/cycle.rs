//! A cycle of a unit as gates, with registers for its state.

use crate::aig::{Aig, Lit, Node};
use crate::error::Refused;
use crate::execute::{Ending, Execution};
use crate::module::Module;
use crate::word::Word;
use heddle_system::parallel::on_stack;
use std::collections::{BTreeMap, BTreeSet};

/// A unit's words: what a function that computes a cycle is given. It takes three rows, each as the address of an address and a
/// number of words: state, inputs and outputs. It writes the state behind the clock edge, and the outputs.
#[derive(Clone, Debug)]
pub struct Words<'w> {
    /// The state behind a reset.
    pub reset: &'w [u64],
    /// Bits of the state that are known to change.
    pub changing: &'w [u64],
    /// The inputs. Bits that `inputs_width` leaves out are constant.
    pub inputs: &'w [u64],
    /// For each word of the inputs, how many of its bits are inputs.
    pub input_widths: &'w [u32],
    /// The outputs before the function sets them.
    pub outputs: &'w [u64],
}

/// A register of one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// The word of the state, and the bit in it.
    pub word: usize,
    /// The bit in the word.
    pub bit: u32,
    /// Its value.
    pub now: Lit,
    /// Its value behind the clock edge.
    pub next: Lit,
    /// Its value behind a reset.
    pub reset: bool,
}

/// A cycle as gates.
#[derive(Debug)]
pub struct Cycle {
    /// The gates.
    pub aig: Aig,
    /// The bits of each word of the inputs.
    pub inputs: Vec<Vec<Lit>>,
    /// The bits of the state that change.
    pub registers: Vec<Register>,
    /// The words of the outputs.
    pub outputs: Vec<Vec<Lit>>,
    /// Paths that do not return.
    pub endings: Vec<Ending>,
    /// Whether a bit of the state that is no register would change.
    pub escapes: Lit,
}

/// Nodes and registers of a cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The numbers of nodes that are ands.
    pub ands: BTreeSet<usize>,
    /// The numbers of registers.
    pub registers: BTreeSet<usize>,
}

/// Number of times that bits are added to those that change.
const ROUNDS: usize = 2;

/// Branches within each other, and the bytes of stack that they may take: loops of units go round often.
const DEPTH: usize = 1 << 18;
const STACK: usize = 1 << 30;

impl Cycle {
    /// The cycle that a function computes. Bits of the state that keep the value of the reset are no registers (EQU-2).
    ///
    /// # Errors
    /// [`Refused`] at what cannot be turned into gates.
    pub fn new(module: &Module, function: &str, words: &Words<'_>) -> Result<Self, Refused> {
        on_stack(STACK, || Self::in_rounds(module, function, words))
    }

    /// The cycle, of which more and more bits change.
    fn in_rounds(module: &Module, function: &str, words: &Words<'_>) -> Result<Self, Refused> {
        let mut changing = words.changing.to_vec();
        for _ in 0..ROUNDS {
            let cycle = Self::with(module, function, words, &changing)?;
            let more = cycle.more(words, &changing);
            if more == changing {
                return Ok(cycle.0);
            }
            changing = more;
        }
        let cycle = Self::with(module, function, words, &changing)?;
        let (more, seen) = (cycle.more(words, &changing), cycle.0.seen_words());
        for (word, changing) in changing.iter_mut().enumerate() {
            // A count that nothing is computed from may as well have all of its bits.
            if more[word] != *changing && !seen.contains(&word) {
                *changing = u64::MAX;
            }
        }
        let mut cycle = Self::with(module, function, words, &changing)?;
        cycle.close(words, &changing);
        Ok(cycle.0)
    }

    /// The words of the state that outputs, or the end of a path, depend on, in this cycle or a later one.
    fn seen_words(&self) -> BTreeSet<usize> {
        let registers = self.seen().registers.into_iter();
        registers.map(|at| self.registers[at].word).collect()
    }

    /// What outputs, or the end of a path, depend on, in this cycle or a later one.
    pub fn seen(&self) -> Seen {
        let of_node: BTreeMap<usize, usize> = self
            .registers
            .iter()
            .enumerate()
            .map(|(at, register)| (register.now.node(), at))
            .collect();
        let outputs = self.outputs.iter().flatten().copied();
        let mut left: Vec<usize> = outputs
            .chain(self.endings.iter().map(|ending| ending.taken))
            .map(Lit::node)
            .collect();
        let (mut known, mut seen) = (BTreeSet::new(), Seen::default());
        while let Some(node) = left.pop() {
            if !known.insert(node) {
                continue;
            }
            if let Node::And(a, b) = self.aig.nodes()[node] {
                seen.ands.insert(node);
                left.extend([a.node(), b.node()]);
            }
            if let Some(at) = of_node.get(&node) {
                seen.registers.insert(*at);
                left.push(self.registers[*at].next.node());
            }
        }
        seen
    }

    /// The same cycle with other gates; `literal` gives a literal's place among them.
    pub(crate) fn moved(&self, aig: Aig, literal: impl Fn(Lit) -> Lit) -> Self {
        let all = |words: &[Vec<Lit>]| -> Vec<Vec<Lit>> {
            let words = words.iter();
            words
                .map(|word| word.iter().map(|lit| literal(*lit)).collect())
                .collect()
        };
        let registers = self.registers.iter().map(|register| Register {
            now: literal(register.now),
            next: literal(register.next),
            ..*register
        });
        let endings = self.endings.iter().map(|ending| Ending {
            taken: literal(ending.taken),
            ..ending.clone()
        });
        Self {
            aig,
            inputs: all(&self.inputs),
            registers: registers.collect(),
            outputs: all(&self.outputs),
            endings: endings.collect(),
            escapes: literal(self.escapes),
        }
    }

    /// Another function of the same inputs and state, in these gates and further ones: its literals are those of this cycle where
    /// hashing shows that both compute the same. Of the outputs before it sets them, `open` bits of each word may be anything.
    ///
    /// # Errors
    /// [`Refused`] at what cannot be turned into gates.
    pub fn beside(
        &self,
        module: &Module,
        function: &str,
        words: &Words<'_>,
        open: &[u32],
    ) -> Result<Beside, Refused> {
        let mut changing = vec![0; words.reset.len()];
        for register in &self.registers {
            changing[register.word] |= 1 << register.bit;
        }
        on_stack(STACK, || {
            let given = Given::of(self, words, open);
            let before = given.outputs.iter().map(|word| word.to_vec()).collect();
            let mut cycle = given.call(module, function, words, &changing)?;
            cycle.close(words, &changing);
            let cycle = cycle.0;
            Ok(Beside { cycle, before })
        })
    }

    fn with(
        module: &Module,
        function: &str,
        words: &Words<'_>,
        changing: &[u64],
    ) -> Result<Open, Refused> {
        Given::new(words, changing).call(module, function, words, changing)
    }
}

/// A function beside a cycle.
#[derive(Debug)]
pub struct Beside {
    /// What it computes. The first gates are those of the cycle.
    pub cycle: Cycle,
    /// The words of the outputs before it sets them.
    pub before: Vec<Vec<Lit>>,
}

/// What a function is given: gates, and words in them.
struct Given {
    aig: Aig,
    inputs: Vec<Word>,
    state: Vec<Word>,
    outputs: Vec<Word>,
}

impl Given {
    fn new(words: &Words<'_>, changing: &[u64]) -> Self {
        let mut aig = Aig::default();
        let inputs = row(&mut aig, words.inputs, masks(words.input_widths));
        let state = row(&mut aig, words.reset, changing.iter().copied());
        let outputs = words.outputs.iter().map(constant).collect();
        Self {
            aig,
            inputs,
            state,
            outputs,
        }
    }

    /// What the function of a cycle is given, and outputs of which so many bits may be anything.
    fn of(cycle: &Cycle, words: &Words<'_>, open: &[u32]) -> Self {
        let mut inputs: Vec<Vec<Lit>> = bits(words.inputs);
        for (word, bits) in inputs.iter_mut().zip(&cycle.inputs) {
            word[..bits.len()].copy_from_slice(bits);
        }
        let mut state: Vec<Vec<Lit>> = bits(words.reset);
        for register in &cycle.registers {
            state[register.word][register.bit as usize] = register.now;
        }
        let mut aig = cycle.aig.clone();
        let outputs = row(&mut aig, words.outputs, masks(open));
        let [inputs, state] =
            [inputs, state].map(|words| words.into_iter().map(Word::from_iter).collect());
        Self {
            aig,
            inputs,
            state,
            outputs,
        }
    }

    fn call(
        self,
        module: &Module,
        function: &str,
        words: &Words<'_>,
        changing: &[u64],
    ) -> Result<Open, Refused> {
        let Self {
            aig,
            inputs,
            state,
            outputs,
        } = self;
        let mut execution = Execution::new(module);
        execution.most_depth = DEPTH;
        execution.aig = aig;
        let rows = [&state, &inputs, &outputs].map(|row| {
            let buffer = execution.buffer(row);
            let count = Word::constant(row.len() as u128, 64);
            let address = execution.address(buffer);
            (buffer, execution.buffer(&[address, count]))
        });
        let arguments = rows.map(|(_, row)| execution.address(row));
        execution.call(function, &arguments)?;
        let [next, _, outputs] = rows.map(|(buffer, _)| execution.words(buffer));
        let registers = state.iter().zip(&next).enumerate();
        let registers = registers.flat_map(|(word, (now, next))| {
            let bits = 0..64u32;
            let changing = changing[word];
            let reset = words.reset[word];
            bits.filter(move |bit| changing >> bit & 1 == 1)
                .map(move |bit| Register {
                    word,
                    bit,
                    now: now[bit as usize],
                    next: next[bit as usize],
                    reset: reset >> bit & 1 == 1,
                })
        });
        let cycle = Cycle {
            registers: registers.collect(),
            inputs: inputs
                .iter()
                .zip(words.input_widths)
                .map(|(word, width)| word[..*width as usize].to_vec())
                .collect(),
            outputs: outputs.iter().map(|word| word.to_vec()).collect(),
            endings: execution.endings,
            escapes: Lit::FALSE,
            aig: execution.aig,
        };
        Ok(Open(cycle, next))
    }
}

/// A cycle, with all bits of the next state.
struct Open(Cycle, Vec<Word>);

impl Open {
    /// The bits that change, given those for which this is known.
    fn more(&self, words: &Words<'_>, changing: &[u64]) -> Vec<u64> {
        let next = self.1.iter().zip(words.reset).zip(changing);
        next.map(|((next, reset), changing)| {
            let bits = next.iter().enumerate();
            let changes =
                bits.map(|(at, bit)| u64::from(*bit != Lit::from(reset >> at & 1 == 1)) << at);
            changing | changes.sum::<u64>()
        })
        .collect()
    }

    /// Notes that bits which are no registers may change.
    fn close(&mut self, words: &Words<'_>, changing: &[u64]) {
        let Open(cycle, next) = self;
        for ((next, reset), changing) in next.iter().zip(words.reset).zip(changing) {
            for (at, bit) in next.iter().enumerate() {
                if changing >> at & 1 == 0 {
                    let differs = cycle.aig.xor(*bit, Lit::from(reset >> at & 1 == 1));
                    cycle.escapes = cycle.aig.or(cycle.escapes, differs);
                }
            }
        }
    }
}

/// Words with inputs where masks have bits.
fn row(aig: &mut Aig, words: &[u64], masks: impl Iterator<Item = u64>) -> Vec<Word> {
    let words = words.iter().zip(masks);
    words
        .map(|(word, mask)| word_of(aig, *word, mask))
        .collect()
}

/// The bits of constant words.
fn bits(words: &[u64]) -> Vec<Vec<Lit>> {
    words.iter().map(|word| constant(word).to_vec()).collect()
}

fn constant(word: &u64) -> Word {
    Word::constant((*word).into(), 64)
}

/// A word with inputs where `changing` has bits.
fn word_of(aig: &mut Aig, word: u64, changing: u64) -> Word {
    (0..64)
        .map(|bit| match changing >> bit & 1 == 1 {
            true => aig.input(),
            false => Lit::from(word >> bit & 1 == 1),
        })
        .collect()
}

/// For each width, a mask of the lowest bits.
fn masks(widths: &[u32]) -> impl Iterator<Item = u64> {
    let widths = widths.iter();
    widths.map(|width| u64::MAX.checked_shr(64 - width).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A counter of three bits that an input enables, in a state whose second word stays. Its loop goes round as often as it says.
    const COUNTER: &str = "
define void @counter(ptr %state, ptr %in, ptr %out) {
start:
  %s = load ptr, ptr %state, align 8
  %i = load ptr, ptr %in, align 8
  %o = load ptr, ptr %out, align 8
  %now = load i64, ptr %s, align 8
  %enable = load i64, ptr %i, align 8
  %sum = add i64 %now, %enable
  %next = and i64 %sum, 7
  store i64 %next, ptr %s, align 8
  br label %loop
loop:
  %k = phi i64 [ 0, %start ], [ %more, %loop ]
  %twice = phi i64 [ 0, %start ], [ %added, %loop ]
  %more = add i64 %k, 1
  %added = add i64 %twice, 2
  %ends = icmp eq i64 %k, %now
  br i1 %ends, label %end, label %loop
end:
  store i64 %added, ptr %o, align 8
  ret void
}
";

    #[test]
    fn registers_are_the_bits_that_change() {
        let module = Module::parse(COUNTER).expect("a module");
        let words = Words {
            reset: &[2, 9],
            changing: &[3, 0],
            inputs: &[0],
            input_widths: &[1],
            outputs: &[0],
        };
        let cycle = Cycle::new(&module, "counter", &words).expect("known constructs");
        let places = cycle
            .registers
            .iter()
            .map(|one| (one.word, one.bit, one.reset));
        assert!(places.eq([(0, 0, false), (0, 1, true), (0, 2, false)]));
        assert_eq!((cycle.escapes, cycle.endings.len()), (Lit::FALSE, 0));
        for state in 0..8 {
            for enable in 0..2 {
                let inputs = cycle.aig.nodes().iter().enumerate();
                let inputs = inputs.filter(|(_, node)| matches!(node, Node::Input(_)));
                let given = inputs.map(|(at, _)| {
                    let register = cycle.registers.iter().find(|one| one.now.node() == at);
                    register.map_or(enable, |one| state >> one.bit & 1)
                });
                let values = cycle.aig.eval(&given.collect::<Vec<u64>>());
                let number = |bits: &mut dyn Iterator<Item = Lit>| {
                    let bits = bits.enumerate();
                    bits.map(|(at, bit)| (crate::aig::value(&values, bit) & 1) << at)
                        .sum::<u64>()
                };
                let next = number(&mut cycle.registers.iter().map(|one| one.next));
                assert_eq!(next, (state + enable) & 7);
                let output = number(&mut cycle.outputs[0].iter().copied());
                assert_eq!(output, 2 * (state + 1));
            }
        }
    }

    /// The counter's next state by another order of steps; the output stays.
    const BESIDE: &str = "
define void @beside(ptr %state, ptr %in, ptr %out) {
start:
  %s = load ptr, ptr %state, align 8
  %i = load ptr, ptr %in, align 8
  %now = load i64, ptr %s, align 8
  %enable = load i64, ptr %i, align 8
  %low = and i64 %now, 7
  %sum = add i64 %low, %enable
  %next = and i64 %sum, 7
  store i64 %next, ptr %s, align 8
  ret void
}
";

    #[test]
    fn a_function_beside_has_the_same_inputs_and_state() {
        let [counter, beside] =
            [COUNTER, BESIDE].map(|text| Module::parse(text).expect("a module"));
        let words = Words {
            reset: &[2, 9],
            changing: &[7, 0],
            inputs: &[0],
            input_widths: &[1],
            outputs: &[0],
        };
        let cycle = Cycle::new(&counter, "counter", &words).expect("known constructs");
        let beside = cycle.beside(&beside, "beside", &words, &[3]);
        let Beside {
            cycle: other,
            before,
        } = beside.expect("known constructs");
        assert_eq!(other.registers, cycle.registers);
        assert_eq!(other.inputs, cycle.inputs);
        assert_eq!(other.outputs, before);
        let open = before[0].iter().filter(|bit| bit.constant().is_none());
        assert_eq!((open.count(), other.aig.inputs()), (3, 3 + 1 + 3));
    }
}
