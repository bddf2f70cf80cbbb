//! Whether a path can be taken at all.

use crate::aig::{Aig, Lit, Node};
use batsat::{BasicSolver, Lit as Literal, SolverInterface, Var, lbool};
use rustc_hash::FxHashMap;

/// A SAT solver with the gates that were asked about.
#[derive(Default)]
pub(super) struct Solver {
    solver: BasicSolver,
    known: FxHashMap<usize, Var>,
}

impl Solver {
    /// Whether some inputs make all of these high.
    pub fn is_possible(&mut self, aig: &Aig, all: &[Lit]) -> bool {
        if all.contains(&Lit::FALSE) {
            return false;
        }
        let literals: Vec<Literal> = all.iter().map(|lit| self.literal(aig, *lit)).collect();
        self.solver.solve_limited(&literals) != lbool::FALSE
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
