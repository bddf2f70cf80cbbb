//! Small mistakes in the gates of a cycle.

use crate::aig::{Aig, Lit, Node};
use crate::cycle::Cycle;
use std::fmt;

/// A mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The first or second operand of an and is its complement.
    Operand {
        /// The node of the and.
        node: usize,
        /// Whether it is the second operand.
        second: bool,
    },
    /// An and is an or.
    Or {
        /// The node of the and.
        node: usize,
    },
    /// A register takes the complement of its next value.
    Inverted {
        /// The register's number.
        register: usize,
    },
    /// A register takes a constant.
    Stuck {
        /// The register's number.
        register: usize,
        /// The constant.
        at: bool,
    },
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Operand { node, second } => {
                let which = if *second { "second" } else { "first" };
                write!(f, "and {node}: its {which} operand is inverted")
            }
            Self::Or { node } => write!(f, "and {node} is an or"),
            Self::Inverted { register } => {
                write!(f, "register {register} takes its next value inverted")
            }
            Self::Stuck { register, at } => {
                write!(f, "register {register} takes {}", u8::from(*at))
            }
        }
    }
}

/// A cycle with a mistake.
#[derive(Debug)]
pub struct Mistaken {
    /// The cycle.
    pub cycle: Cycle,
    /// For each node of the right cycle, its literal in this one.
    literals: Vec<Lit>,
}

impl Mistaken {
    /// A cycle's copy with a mistake.
    ///
    /// # Panics
    /// If the mistake's node is no and.
    pub fn new(of: &Cycle, mistake: Mistake) -> Self {
        let mut aig = Aig::default();
        let mut literals = Vec::with_capacity(of.aig.nodes().len());
        for (number, node) in of.aig.nodes().iter().enumerate() {
            let literal = match *node {
                Node::Constant => Lit::FALSE,
                Node::Input(_) => aig.input(),
                Node::And(a, b) => {
                    let [a, b] = [a, b].map(|lit| moved(&literals, lit));
                    and(&mut aig, number, [a, b], mistake)
                }
            };
            literals.push(literal);
        }
        let cycle = of.moved(aig, |lit| moved(&literals, lit));
        let mut mistaken = Self { cycle, literals };
        mistaken.at_register(mistake);
        mistaken
    }

    /// A literal of the right cycle in this one.
    pub fn literal(&self, of: Lit) -> Lit {
        moved(&self.literals, of)
    }

    fn at_register(&mut self, mistake: Mistake) {
        let registers = &mut self.cycle.registers;
        match mistake {
            Mistake::Inverted { register } => registers[register].next = !registers[register].next,
            Mistake::Stuck { register, at } => registers[register].next = at.into(),
            Mistake::Operand { .. } | Mistake::Or { .. } => (),
        }
    }
}

fn moved(literals: &[Lit], lit: Lit) -> Lit {
    let positive = literals[lit.node()];
    if lit.is_complement() {
        !positive
    } else {
        positive
    }
}

/// An and's copy, which may have the mistake.
fn and(aig: &mut Aig, number: usize, [a, b]: [Lit; 2], mistake: Mistake) -> Lit {
    match mistake {
        Mistake::Operand { node, second } if node == number => match second {
            true => aig.and(a, !b),
            false => aig.and(!a, b),
        },
        Mistake::Or { node } if node == number => aig.or(a, b),
        _ => aig.and(a, b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cycle::Register;
    use crate::runs::Runs;

    /// The output is a & !b; the register takes it.
    fn cycle() -> Cycle {
        let mut aig = Aig::default();
        let [now, a, b] = [(); 3].map(|()| aig.input());
        let next = aig.and(a, !b);
        let register = Register {
            word: 0,
            bit: 0,
            now,
            next,
            reset: false,
        };
        Cycle {
            aig,
            inputs: vec![vec![a, b]],
            registers: vec![register],
            outputs: vec![vec![next, now]],
            endings: Vec::new(),
            escapes: Lit::FALSE,
        }
    }

    /// The output for all values of a and b, then what the register holds.
    fn shown(cycle: &Cycle) -> [u64; 2] {
        let mut runs = Runs::new(cycle);
        runs.eval(&[0b0101, 0b0011]);
        let shown = runs.value(cycle.outputs[0][0]) & 0b1111;
        runs.tick();
        runs.eval(&[0, 0]);
        [shown, runs.value(cycle.outputs[0][1]) & 0b1111]
    }

    #[test]
    fn each_mistake_changes_what_it_says() {
        let right = cycle();
        let node = right.outputs[0][0].node();
        assert_eq!(shown(&right), [0b0100; 2]);
        let mistaken = |mistake| shown(&Mistaken::new(&right, mistake).cycle);
        let operand = |second| mistaken(Mistake::Operand { node, second });
        assert_eq!(operand(false), [0b1000; 2]);
        assert_eq!(operand(true), [0b0001; 2]);
        assert_eq!(mistaken(Mistake::Or { node }), [0b1101; 2]);
        let register = 0;
        let inverted = mistaken(Mistake::Inverted { register });
        assert_eq!(inverted, [0b0100, 0b1011]);
        let stuck = |at| mistaken(Mistake::Stuck { register, at });
        assert_eq!((stuck(false), stuck(true)), ([0b0100, 0], [0b0100, 0b1111]));
    }
}
