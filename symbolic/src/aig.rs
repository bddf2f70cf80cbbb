//! And-inverter graphs: two-input ands and complements, each gate stored once.

use rustc_hash::FxHashMap;
use std::ops::Not;

/// A signal of a graph, or its complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The constant 0.
    pub const FALSE: Lit = Lit(0);
    /// The constant 1.
    pub const TRUE: Lit = Lit(1);

    /// The literal of a node.
    fn of(node: usize) -> Self {
        Lit(u32::try_from(node << 1).expect("a graph has less than 2^31 nodes"))
    }

    /// The number of the node; 0 is the constant.
    pub fn node(self) -> usize {
        self.0 as usize >> 1
    }

    /// Whether this is the complement of its node.
    pub fn is_complement(self) -> bool {
        self.0 & 1 == 1
    }

    /// The constant, if it is one.
    pub fn constant(self) -> Option<bool> {
        match self {
            Lit::FALSE => Some(false),
            Lit::TRUE => Some(true),
            _ => None,
        }
    }
}

impl From<bool> for Lit {
    fn from(value: bool) -> Self {
        Lit(value.into())
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// A node of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The constant 0, which is node 0.
    Constant,
    /// The input with this number.
    Input(usize),
    /// Both are high.
    And(Lit, Lit),
}

/// A graph. Operands of a node come before it.
#[derive(Clone, Debug)]
pub struct Aig {
    nodes: Vec<Node>,
    gates: FxHashMap<(Lit, Lit), Lit>,
    inputs: usize,
}

impl Default for Aig {
    fn default() -> Self {
        Self {
            nodes: vec![Node::Constant],
            gates: FxHashMap::default(),
            inputs: 0,
        }
    }
}

impl Aig {
    /// The nodes, by number.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// A new input.
    pub fn input(&mut self) -> Lit {
        let node = Node::Input(self.inputs);
        self.inputs += 1;
        self.push(node)
    }

    fn push(&mut self, node: Node) -> Lit {
        self.nodes.push(node);
        Lit::of(self.nodes.len() - 1)
    }

    /// The operands, if the literal is an and and not the complement of one.
    fn operands(&self, lit: Lit) -> Option<[Lit; 2]> {
        match self.nodes[lit.node()] {
            Node::And(a, b) if !lit.is_complement() => Some([a, b]),
            _ => None,
        }
    }

    /// Whether both are high.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        if let Some(known) = self.folded(a, b).or_else(|| self.folded_below(a, b)) {
            return known;
        }
        if let Some(smaller) = self.substituted(a, b) {
            return self.and(smaller.0, smaller.1);
        }
        if let Some(gate) = self.gates.get(&(a, b)) {
            return *gate;
        }
        let gate = self.push(Node::And(a, b));
        self.gates.insert((a, b), gate);
        gate
    }

    /// An and that needs no look at its operands' operands.
    fn folded(&self, a: Lit, b: Lit) -> Option<Lit> {
        match (a, b) {
            (Lit::FALSE, _) => Some(Lit::FALSE),
            (Lit::TRUE, other) => Some(other),
            _ if a == b => Some(a),
            _ if a == !b => Some(Lit::FALSE),
            _ => None,
        }
    }

    /// An and that its operands' operands decide: contradiction, idempotence, subsumption, resolution (Brummayer and Biere,
    /// "Local two-level and-inverter graph minimization without blowup", 2006).
    fn folded_below(&self, a: Lit, b: Lit) -> Option<Lit> {
        for (one, other) in [(a, b), (b, a)] {
            if let Some([x, y]) = self.operands(one) {
                if x == !other || y == !other {
                    return Some(Lit::FALSE);
                }
                if x == other || y == other {
                    return Some(one);
                }
            }
            if let Some([x, y]) = self.operands(!one)
                && (x == !other || y == !other)
            {
                return Some(other);
            }
        }
        if let (Some([x, y]), Some([v, w])) = (self.operands(a), self.operands(b))
            && (x == !v || x == !w || y == !v || y == !w)
        {
            return Some(Lit::FALSE);
        }
        for (one, other) in [(a, b), (b, a)] {
            if let (Some([x, y]), Some([v, w])) = (self.operands(!one), self.operands(other))
                && [x, y].iter().any(|lit| *lit == !v || *lit == !w)
            {
                return Some(other);
            }
        }
        let (Some([x, y]), Some([v, w])) = (self.operands(!a), self.operands(!b)) else {
            return None;
        };
        [(x, y), (y, x)].into_iter().find_map(|(same, turned)| {
            let resolves = same == v && turned == !w || same == w && turned == !v;
            resolves.then_some(!same)
        })
    }

    /// Smaller operands for the same and, where an operand of an operand repeats the other one.
    fn substituted(&self, a: Lit, b: Lit) -> Option<(Lit, Lit)> {
        for (one, other) in [(a, b), (b, a)] {
            // !(x & y) & x = x & !y
            if let Some([x, y]) = self.operands(!one) {
                if x == other {
                    return Some((other, !y));
                }
                if y == other {
                    return Some((other, !x));
                }
            }
            // !(x & y) & (x & w) = !y & (x & w)
            if let (Some([x, y]), Some([v, w])) = (self.operands(!one), self.operands(other)) {
                if x == v || x == w {
                    return Some((other, !y));
                }
                if y == v || y == w {
                    return Some((other, !x));
                }
            }
        }
        None
    }

    /// Whether at least one is high.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Whether exactly one is high.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (one, other) = (self.and(a, !b), self.and(!a, b));
        self.or(one, other)
    }

    /// `then` where `condition` is high, else `otherwise`.
    pub fn mux(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if then == otherwise {
            return then;
        }
        // What is written on one of two paths, and only perhaps, is one multiplexer: of memory only the places that are written
        // differ.
        if let Some([inner, one, other]) = self.parts_of_mux(then) {
            if other == otherwise {
                let both = self.and(condition, inner);
                return self.plain_mux(both, one, otherwise);
            }
            if one == otherwise {
                let both = self.and(condition, !inner);
                return self.plain_mux(both, other, otherwise);
            }
        }
        if let Some([inner, one, other]) = self.parts_of_mux(otherwise) {
            if other == then {
                let both = self.and(!condition, inner);
                return self.plain_mux(both, one, then);
            }
            if one == then {
                let both = self.and(!condition, !inner);
                return self.plain_mux(both, other, then);
            }
        }
        self.plain_mux(condition, then, otherwise)
    }

    fn plain_mux(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        let (one, other) = (self.and(condition, then), self.and(!condition, otherwise));
        self.or(one, other)
    }

    /// Condition and operands of a literal that is a multiplexer of two operands.
    fn parts_of_mux(&self, lit: Lit) -> Option<[Lit; 3]> {
        // An or is the complement of an and of complements.
        let [a, b] = self.operands(!lit)?;
        let ([p, q], [r, s]) = (self.operands(!a)?, self.operands(!b)?);
        [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)]
            .into_iter()
            .find_map(|(is, then, is_not, otherwise)| {
                (is == !is_not).then_some([is, then, otherwise])
            })
    }

    /// The values of all nodes for 64 inputs at once, one in each bit of a word; `inputs` has a word for each input.
    pub fn eval(&self, inputs: &[u64]) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let value = match *node {
                Node::Constant => 0,
                Node::Input(at) => inputs[at],
                Node::And(a, b) => value(&values, a) & value(&values, b),
            };
            values.push(value);
        }
        values
    }
}

/// The value of a literal, given the values of all nodes.
pub fn value(values: &[u64], lit: Lit) -> u64 {
    values[lit.node()] ^ u64::from(lit.is_complement()).wrapping_neg()
}
