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
        let mut values = Vec::new();
        self.eval_into(inputs, &mut values);
        values
    }

    /// As [`Aig::eval`], in place of what `values` holds.
    pub fn eval_into(&self, inputs: &[u64], values: &mut Vec<u64>) {
        values.clear();
        values.reserve(self.nodes.len());
        for node in &self.nodes {
            let value = match *node {
                Node::Constant => 0,
                Node::Input(at) => inputs[at],
                Node::And(a, b) => value(values, a) & value(values, b),
            };
            values.push(value);
        }
    }
}

/// The value of a literal, given the values of all nodes.
pub fn value(values: &[u64], lit: Lit) -> u64 {
    values[lit.node()] ^ u64::from(lit.is_complement()).wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_machines::Random;

    /// The values of six inputs in all 64 cases.
    const CASES: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];

    /// A literal, and its value in all cases.
    type Known = (Lit, u64);

    /// A graph with inputs, and these and the constants, plain and as complements.
    fn leaves(count: usize) -> (Aig, Vec<Known>) {
        let mut aig = Aig::default();
        let mut known = vec![(Lit::FALSE, 0), (Lit::TRUE, u64::MAX)];
        for case in &CASES[..count] {
            let input = aig.input();
            known.extend([(input, *case), (!input, !case)]);
        }
        (aig, known)
    }

    fn check(aig: &Aig, known: &[Known]) {
        let values = aig.eval(&CASES[..aig.inputs()]);
        for (lit, expected) in known {
            assert_eq!(value(&values, *lit), *expected, "{lit:?}");
        }
    }

    #[test]
    fn random_graphs_are_what_they_were_made_of() {
        let random = &mut Random::new(1);
        for _ in 0..200 {
            let (mut aig, mut known) = leaves(6);
            for _ in 0..60 {
                let [(a, x), (b, y), (c, z)] = [(); 3].map(|()| *random.pick(&known));
                let made = match random.below(4) {
                    0 => (aig.and(a, b), x & y),
                    1 => (aig.or(a, b), x | y),
                    2 => (aig.xor(a, b), x ^ y),
                    _ => (aig.mux(a, b, c), x & y | !x & z),
                };
                known.extend([made, (!made.0, !made.1)]);
            }
            check(&aig, &known);
        }
    }

    /// All ands of two of these, with their complements.
    fn ands(aig: &mut Aig, of: &[Known]) -> Vec<Known> {
        let mut all = Vec::new();
        for (at, (a, x)) in of.iter().enumerate() {
            for (b, y) in &of[..at] {
                let made = (aig.and(*a, *b), x & y);
                all.extend([made, (!made.0, !made.1)]);
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn rules_hold_for_all_operands_of_two_levels() {
        let (mut aig, known) = leaves(4);
        let mut operands = ands(&mut aig, &known);
        operands.extend(&known);
        operands.sort_unstable();
        let (mut folded, mut substituted) = (0, 0);
        let values = aig.eval(&CASES[..4]);
        for (at, (a, x)) in operands.iter().enumerate() {
            // The lower operand is the first one, as in a gate.
            for (b, y) in operands[at..].iter() {
                if aig.folded(*a, *b).is_some() {
                    continue;
                }
                if let Some(known) = aig.folded_below(*a, *b) {
                    assert_eq!(value(&values, known), x & y, "{a:?} {b:?}");
                    folded += 1;
                } else if let Some((c, d)) = aig.substituted(*a, *b) {
                    let both = value(&values, c) & value(&values, d);
                    assert_eq!(both, x & y, "{a:?} {b:?}");
                    substituted += 1;
                } else {
                    assert!(![0, *x, *y].contains(&(x & y)), "{a:?} {b:?} is not folded");
                }
            }
        }
        assert!(folded > 100 && substituted > 100, "{folded} {substituted}");
    }

    #[test]
    fn ands_and_multiplexers_of_three_levels_hold() {
        let (mut aig, known) = leaves(3);
        let two = ands(&mut aig, &known);
        let mut three = ands(&mut aig, &two);
        let inputs = &known[2..];
        for (condition, x) in inputs {
            for (then, y) in &two {
                for (otherwise, z) in &two {
                    let made = aig.mux(*condition, *then, *otherwise);
                    three.push((made, x & y | !x & z));
                }
            }
        }
        check(&aig, &three);
    }

    #[test]
    fn equal_gates_are_one() {
        let (mut aig, known) = leaves(2);
        let (a, b) = (known[2].0, known[4].0);
        let gate = aig.and(a, b);
        let nodes = aig.nodes().len();
        assert_eq!(aig.and(b, a), gate);
        assert_eq!(aig.and(gate, a), gate);
        assert_eq!(aig.mux(a, b, b), b);
        assert_eq!(aig.nodes().len(), nodes);
        assert_eq!((gate.constant(), Lit::TRUE.constant()), (None, Some(true)));
    }
}
