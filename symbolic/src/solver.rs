//! Whether inputs make gates high: whether a path can be taken at all, or two literals differ.

use crate::aig::{Aig, Lit, Node};
use batsat::{BasicSolver, Lit as Literal, SolverInterface, Var, lbool};
use rustc_hash::FxHashMap;

/// Words of inputs that are tried before the solver is asked.
const TRIED: usize = 4;

/// A SAT solver with the gates that were asked about, and the values of all gates under inputs that are tried first: a solver
/// takes longer to say yes than to say no, because it has to find all values.
#[derive(Default)]
pub struct Solver {
    solver: BasicSolver,
    known: FxHashMap<usize, Var>,
    /// For each node, its values under random inputs, and under those that the solver has found.
    tried: Vec<[u64; TRIED]>,
    /// Number of inputs that the solver has found.
    found: usize,
}

impl Solver {
    /// Whether some inputs make all of these high.
    pub fn is_possible(&mut self, aig: &Aig, all: &[Lit]) -> bool {
        if all.contains(&Lit::FALSE) {
            return false;
        }
        self.try_new(aig);
        if self.is_tried(all) {
            return true;
        }
        let literals: Vec<Literal> = all.iter().map(|lit| self.literal(aig, *lit)).collect();
        let is_possible = self.solver.solve_limited(&literals) != lbool::FALSE;
        if is_possible {
            self.keep(aig);
        }
        is_possible
    }

    /// Whether inputs that were tried make all of these high.
    fn is_tried(&self, all: &[Lit]) -> bool {
        (0..TRIED).any(|word| {
            let values = all.iter().map(|lit| self.value(*lit, word));
            values.fold(u64::MAX, |all, one| all & one) != 0
        })
    }

    fn value(&self, lit: Lit, word: usize) -> u64 {
        self.tried[lit.node()][word] ^ u64::from(lit.is_complement()).wrapping_neg()
    }

    /// Tries the nodes that are new.
    fn try_new(&mut self, aig: &Aig) {
        for (at, node) in aig.nodes().iter().enumerate().skip(self.tried.len()) {
            let values = std::array::from_fn(|word| match *node {
                Node::Constant => 0,
                Node::Input(_) => random(at * TRIED + word),
                Node::And(a, b) => self.value(a, word) & self.value(b, word),
            });
            self.tried.push(values);
        }
    }

    /// Keeps the inputs that the solver has found, in the place of others. What it has not been asked about stays.
    fn keep(&mut self, aig: &Aig) {
        let (word, bit) = (self.found / 64 % (TRIED - 1) + 1, self.found % 64);
        self.found += 1;
        for (at, node) in aig.nodes().iter().enumerate() {
            let value = match *node {
                Node::Constant => continue,
                Node::Input(_) => match self.known.get(&at) {
                    Some(var) => self.solver.value_var(*var) == lbool::TRUE,
                    None => continue,
                },
                Node::And(a, b) => (self.value(a, word) & self.value(b, word)) >> bit & 1 == 1,
            };
            let kept = &mut self.tried[at][word];
            *kept = *kept & !(1 << bit) | u64::from(value) << bit;
        }
    }

    fn literal(&mut self, aig: &Aig, lit: Lit) -> Literal {
        self.encode(aig, lit.node());
        Literal::new(self.known[&lit.node()], !lit.is_complement())
    }

    /// Adds a node and all that it depends on.
    fn encode(&mut self, aig: &Aig, node: usize) {
        let mut left = vec![node];
        while let Some(&node) = left.last() {
            if self.known.contains_key(&node) {
                left.pop();
                continue;
            }
            let operands = match aig.nodes()[node] {
                Node::And(a, b) => vec![a, b],
                Node::Constant | Node::Input(_) => Vec::new(),
            };
            let unknown = operands.iter().map(|lit| lit.node());
            let unknown: Vec<usize> = unknown.filter(|at| !self.known.contains_key(at)).collect();
            if unknown.is_empty() {
                left.pop();
                self.add(aig.nodes()[node], node);
            }
            left.extend(unknown);
        }
    }

    fn add(&mut self, node: Node, at: usize) {
        let var = self.solver.new_var_default();
        self.known.insert(at, var);
        let this = Literal::new(var, true);
        match node {
            Node::Constant => self.clause(&[!this]),
            Node::Input(_) => {}
            Node::And(a, b) => {
                let [a, b] =
                    [a, b].map(|lit| Literal::new(self.known[&lit.node()], !lit.is_complement()));
                self.clause(&[!this, a]);
                self.clause(&[!this, b]);
                self.clause(&[this, !a, !b]);
            }
        }
    }

    fn clause(&mut self, literals: &[Literal]) {
        self.solver.add_clause_reuse(&mut literals.to_vec());
    }
}

/// A word that looks random, the same for one number in every run (splitmix64).
fn random(number: usize) -> u64 {
    let mut word = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_machines::Random;

    #[test]
    fn what_is_possible_is_what_some_input_does() {
        let random = &mut Random::new(5);
        let cases: Vec<u64> = (0..6)
            .map(|bit| (0..64).map(|case| (case >> bit & 1) << case).sum())
            .collect();
        let (mut possible, mut asked) = (0, 0);
        for _ in 0..60 {
            let (mut aig, mut solver) = (Aig::default(), Solver::default());
            let mut known: Vec<Lit> = (0..6).map(|_| aig.input()).collect();
            for _ in 0..60 {
                let [a, b] = [(); 2].map(|()| *random.pick(&known));
                let b = if random.one_in(2) { !b } else { b };
                known.extend([aig.and(a, b), aig.xor(a, b)]);
                let all = [(); 4].map(|()| *random.pick(&known));
                let values = aig.eval(&cases);
                let high = all.iter().map(|lit| crate::aig::value(&values, *lit));
                let expected = high.fold(u64::MAX, |all, one| all & one) != 0;
                assert_eq!(solver.is_possible(&aig, &all), expected, "{all:?}");
                possible += usize::from(expected);
                asked += 1;
            }
        }
        assert!(
            possible > asked / 10 && possible < asked,
            "{possible} of {asked}"
        );
    }
}
