//! A function, and what is known so far of its values.

use super::body::Body;
use super::effect::Rule;
use super::tracking::Assumed;
use super::value::{Location, Value};
use super::values::Values;
use heddle_isa::Program;
use petgraph::graph::NodeIndex;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// The most nodes on the way to a node whose branches are looked at.
const MOST_BRANCHES: usize = 64;

/// A function with its values and what is known of them so far.
pub(super) struct Solved<'a> {
    pub body: &'a Body<'a>,
    pub values: Values,
    /// Where the rule of a value stands.
    rules: FxHashMap<Value, usize>,
    /// Joined values that are one value.
    same: FxHashMap<Value, Value>,
    /// Whether the launcher may enter it, with a thread's number in a0.
    pub is_kernel: bool,
    pub divergent: FxHashSet<Value>,
    /// Values that may be addresses of private stacks.
    pub private: FxHashSet<Value>,
    /// Divergent branches, and for a node at which threads may arrive by different paths, the branches that parted them.
    pub branches: BTreeSet<NodeIndex>,
    pub apart: BTreeMap<NodeIndex, Vec<NodeIndex>>,
    /// Whether only some threads of a block may be in it.
    pub called_apart: bool,
}

impl<'a> Solved<'a> {
    pub fn new(
        program: &'a Program,
        body: &'a Body<'a>,
        has_pointers: bool,
        kernels: &BTreeSet<u32>,
    ) -> Self {
        let entry = body.flow.block(body.entry).expect("a block").start;
        let is_kernel = kernels.contains(&entry);
        let mut assumed = Assumed {
            escaped: i32::MAX,
            has_pointers,
            is_kernel,
        };
        let mut values = Values::of(program, body, assumed);
        while has_pointers
            && let Some(lower) = values
                .lowest_taken()
                .filter(|&lower| lower < assumed.escaped)
        {
            assumed.escaped = lower;
            values = Values::of(program, body, assumed);
        }
        Solved {
            same: values.same(body),
            rules: places(&values.rules),
            body,
            values,
            is_kernel,
            divergent: FxHashSet::default(),
            private: FxHashSet::default(),
            branches: BTreeSet::new(),
            apart: BTreeMap::new(),
            called_apart: false,
        }
    }

    /// The name of a value that has several.
    fn resolve(&self, mut value: Value) -> Value {
        while let Some(&same) = self.same.get(&value) {
            value = same;
        }
        value
    }

    pub fn differs(&self, value: Value) -> bool {
        self.divergent.contains(&self.resolve(value))
    }

    pub fn any(&self, values: &[Value]) -> bool {
        values.iter().any(|&value| self.differs(value))
    }

    pub fn is_private(&self, value: Value) -> bool {
        let value = self.resolve(value);
        matches!(value, Value::Frame(_)) || self.private.contains(&value)
    }

    /// Whether a value is an address of a private stack at an unknown distance from `sp`.
    pub fn is_pointer(&self, value: Value) -> bool {
        !matches!(value, Value::Frame(_)) && self.is_private(value)
    }

    /// Whether only some threads may be at a node.
    pub fn is_parted(&self, node: NodeIndex) -> bool {
        let mut branches = self.branches.iter();
        branches.any(|branch| {
            let region = self.body.regions.get(branch);
            region.is_some_and(|region| region.nodes.contains(&node))
        })
    }

    pub fn joined(&self, value: Value, brought: &[(Option<NodeIndex>, Value)]) -> (bool, bool) {
        if self.same.contains_key(&value) {
            return (false, false);
        }
        let mut values = brought.iter().map(|&(_, value)| value);
        let differs = values.clone().any(|value| self.differs(value));
        let private = values.any(|value| self.is_private(value));
        (differs || self.is_mixed(value, brought), private)
    }

    /// Whether threads that a branch has parted bring different values, or values of different iterations, to where a value is
    /// joined (BAR-6).
    fn is_mixed(&self, joined: Value, brought: &[(Option<NodeIndex>, Value)]) -> bool {
        let Value::Joined(node, _) = joined else {
            return true;
        };
        let branches = self.apart.get(&node).into_iter().flatten();
        branches.into_iter().any(|branch| {
            let nodes = &self.body.regions[branch].nodes;
            let is_parted = |from: NodeIndex| from == *branch || nodes.contains(&from);
            let parted = brought
                .iter()
                .filter(|(from, _)| from.is_some_and(is_parted));
            let mut names = parted.map(|&(from, value)| self.names(from, node, value));
            let Some(first) = names.next() else {
                return false;
            };
            let mut common = first;
            names.for_each(|names| common.retain(|name| names.contains(name)));
            let is_of_loop = |value| {
                let ends = self.body.regions[branch].end == Some(node) && nodes.contains(branch);
                ends && self.body.is_made_in(nodes, value, &self.values.expressions)
            };
            common.into_iter().all(is_of_loop)
        })
    }

    /// A value that a thread brings from a node to the next one, and for a constant also the values that have to be equal to it
    /// there, by the branches on the only way to that node.
    fn names(&self, from: Option<NodeIndex>, to: NodeIndex, value: Value) -> Vec<Value> {
        let value = self.resolve(value);
        let mut names = vec![value];
        if !matches!(value, Value::Constant(_)) {
            return names;
        }
        let (mut from, mut to) = (from, to);
        for _ in 0..MOST_BRANCHES {
            let Some(node) = from else { break };
            match self.values.equal.get(&(node, to)) {
                Some(&(a, b)) if b == value => names.push(self.resolve(a)),
                Some(&(a, b)) if a == value => names.push(self.resolve(b)),
                _ => {}
            }
            (from, to) = (self.body.only_way(node), node);
        }
        names
    }

    /// Whether a result differs between threads, and whether it may be an address of a private stack.
    pub fn computed(&self, rule: &Rule) -> (bool, bool) {
        let from = rule.operands();
        let private = from.iter().any(|&value| self.is_private(value));
        let apart = match (rule, from.as_slice()) {
            // BAR-7: threads that walk by equal steps keep their distance.
            (Rule::Difference(_), &[a, b, ..]) if self.differs(a) && self.differs(b) => {
                let start = self.start(a);
                start.is_none() || start != self.start(b)
            }
            _ => self.any(&from),
        };
        (apart, private)
    }

    /// The value of a thread from which a value is reached by steps that all threads take; `None` if there is none.
    fn start(&self, value: Value) -> Option<Value> {
        let (mut open, mut seen) = (vec![value], FxHashSet::default());
        let mut start = None;
        while let Some(value) = open.pop() {
            let value = self.resolve(value);
            if !seen.insert(value) {
                continue;
            }
            match self.steps(value) {
                Some(from) => open.extend(from),
                None if self.is_loaded(value) || *start.get_or_insert(value) != value => {
                    return None;
                }
                None => {}
            }
        }
        start
    }

    /// The values from which a value differs by a step that all threads take; `None` if it is a start.
    fn steps(&self, value: Value) -> Option<Vec<Value>> {
        match self.rule(value)? {
            Rule::Joined(brought) if !self.is_mixed(value, brought) => {
                Some(brought.iter().map(|&(_, value)| value).collect())
            }
            Rule::Sum(from) => {
                let steps = from.iter().copied().filter(|&value| value != Value::ZERO);
                let (differ, equal): (Vec<_>, Vec<_>) = steps.partition(|&v| self.differs(v));
                match (differ.len(), equal.len()) {
                    (1, _) => Some(differ),
                    (0, 1) => Some(equal),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn rule(&self, value: Value) -> Option<&Rule> {
        Some(&self.values.rules[*self.rules.get(&value)?].1)
    }

    /// Whether a value was loaded. Two loads from one address need not agree, if the thread has stored there.
    fn is_loaded(&self, value: Value) -> bool {
        matches!(self.rule(value), Some(Rule::Loaded { .. }))
    }

    /// Locations whose contents at the start of the function may matter.
    pub fn inputs(&self) -> impl Iterator<Item = Location> + use<'_> {
        self.values.inputs.iter().copied()
    }
}

fn places(rules: &[(Value, Rule)]) -> FxHashMap<Value, usize> {
    let places = rules.iter().enumerate();
    places.map(|(at, (value, _))| (*value, at)).collect()
}
