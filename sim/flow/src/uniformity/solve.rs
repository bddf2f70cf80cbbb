//! Which values differ between threads, over all functions at once.
//!
//! A value differs if it is computed from one that does, or if threads bring different values to the node where it is joined. Paths bring
//! different values where a divergent branch parted the threads: in its region and at the region's end. Arguments and results
//! of a function are joined over its calls.

use super::body::Body;
use super::effect::Rule;
use super::value::{A0, Location, SP, Value};
use super::values::{Assumed, Call, Store, Values};
use super::{Uniformity, kernels, words};
use crate::flow::Flow;
use heddle_isa::Program;
use petgraph::graph::NodeIndex;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The most nodes on the way to a node whose branches are looked at.
const MOST_BRANCHES: usize = 64;

/// A function with its values and what is known of them so far.
struct Solved<'a> {
    body: &'a Body<'a>,
    values: Values,
    rules: HashMap<Value, Rule>,
    /// Joined values that are one value.
    same: HashMap<Value, Value>,
    /// Whether the launcher may enter it, with a thread's number in a0.
    is_kernel: bool,
    divergent: HashSet<Value>,
    /// Values that may be addresses of private stacks.
    private: HashSet<Value>,
    /// Divergent branches, and for a node at which threads may arrive by different paths, the branches that parted them.
    branches: BTreeSet<NodeIndex>,
    apart: BTreeMap<NodeIndex, Vec<NodeIndex>>,
    /// Whether only some threads of a block may be in it.
    called_apart: bool,
}

/// What memory may hold, by the way it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Memory {
    /// Words of private stacks that were written at a constant distance from `sp`, or through pointers, differ.
    direct_differs: bool,
    pointed_differs: bool,
    /// Memory holds addresses of private stacks.
    holds_private: bool,
}

/// The uniformity of a program.
pub(super) struct Solver<'a> {
    functions: Vec<Solved<'a>>,
    by_entry: BTreeMap<u32, usize>,
    /// Entries of the functions whose address code or data hold. A launcher alone starts kernels, whose addresses the headers
    /// of a loaded file may hold.
    pointed: BTreeSet<u32>,
    memory: Memory,
    changed: bool,
}

impl<'a> Solver<'a> {
    /// `has_pointers` says whether pointers into private stacks exist: then words at and above an address that was taken are
    /// memory.
    pub fn new(
        program: &'a Program,
        flow: &Flow,
        bodies: &'a [Body<'a>],
        has_pointers: bool,
    ) -> Self {
        let kernels: BTreeSet<u32> = kernels(program, flow);
        let solved = |body| Solved::new(program, body, has_pointers, &kernels);
        let functions = flow.functions().iter().enumerate();
        let solved: Vec<Solved> = bodies.iter().map(solved).collect();
        let constants = solved.iter().flat_map(|f| &f.values.constants).copied();
        let held: HashSet<u32> = constants.chain(words(program)).collect();
        let entries = flow.functions().iter().map(|function| function.entry);
        let mut solver = Solver {
            functions: solved,
            pointed: entries
                .filter(|entry| held.contains(entry) && !kernels.contains(entry))
                .collect(),
            by_entry: functions
                .map(|(at, function)| (function.entry, at))
                .collect(),
            memory: Memory::default(),
            changed: true,
        };
        while std::mem::take(&mut solver.changed) {
            for at in 0..solver.functions.len() {
                solver.pass(at);
            }
        }
        solver
    }

    /// Whether the program accesses private stacks through pointers.
    pub fn has_pointers(&self) -> bool {
        self.functions.iter().any(|function| {
            let loads = function
                .values
                .rules
                .iter()
                .filter_map(|(_, rule)| match rule {
                    Rule::Loaded { address, .. } => Some(*address),
                    _ => None,
                });
            let stores = function.values.stores.iter().map(|store| store.address);
            let mut addresses = loads.chain(stores);
            addresses.any(|address| function.is_pointer(address))
        })
    }

    /// What was found.
    pub fn found(self) -> Uniformity {
        let all = self.functions.into_iter();
        Uniformity {
            divergent: all.flat_map(|function| function.branches).collect(),
            pointed: self.pointed,
        }
    }

    fn pass(&mut self, at: usize) {
        self.enter(at);
        for index in 0..self.functions[at].values.rules.len() {
            self.value(at, index);
        }
        self.store(at);
        self.split(at);
    }

    /// Joins what all calls of a function bring to it.
    fn enter(&mut self, at: usize) {
        let own = &self.functions[at];
        let entry = own.body.flow.block(own.body.entry).expect("a block").start;
        let mut found: Vec<(Location, bool, bool)> = Vec::new();
        let mut apart = false;
        for caller in &self.functions {
            for call in caller.values.calls.values() {
                if !self.may_call(call, entry) {
                    continue;
                }
                apart |=
                    caller.called_apart || caller.is_parted(call.node) || caller.any(&call.through);
                found.extend(own.inputs().map(|input| {
                    let value = brought(call, input);
                    let differs = value.is_none_or(|value| caller.differs(value));
                    let private = value.is_some_and(|value| caller.is_private(value));
                    (input, differs, private)
                }));
            }
        }
        let own = &mut self.functions[at];
        self.changed |= apart && !std::mem::replace(&mut own.called_apart, true);
        for (input, differs, private) in found {
            let value = Value::Entry(input);
            self.changed |= differs && own.divergent.insert(value);
            self.changed |= private && own.private.insert(value);
        }
        if own.is_kernel {
            self.changed |= own.divergent.insert(Value::Entry(A0));
        }
    }

    /// Whether a call can lead to the function with this entry.
    fn may_call(&self, call: &Call, entry: u32) -> bool {
        match call.target {
            Some(target) => target == entry,
            None => self.pointed.contains(&entry),
        }
    }

    fn value(&mut self, at: usize, index: usize) {
        let own = &self.functions[at];
        let (value, rule) = &own.values.rules[index];
        let value = *value;
        let (differs, private) = match rule {
            Rule::OfThread => (true, false),
            Rule::Computed(_) | Rule::Sum(_) | Rule::Difference(_) => own.computed(rule),
            Rule::Loaded { address, words } => self.loaded(own, *address, words),
            Rule::Joined(brought) => own.joined(value, brought),
            Rule::Returned => self.returned(own, value),
        };
        let own = &mut self.functions[at];
        self.changed |= differs && own.divergent.insert(value);
        self.changed |= private && own.private.insert(value);
    }

    fn loaded(&self, own: &Solved, address: Value, words: &[Value]) -> (bool, bool) {
        let memory = self.memory;
        let from_private = own.is_private(address)
            && (memory.pointed_differs || memory.direct_differs && own.is_pointer(address));
        let differs = own.differs(address) || own.any(words) || from_private;
        let private = words.iter().any(|&word| own.is_private(word));
        (differs, private || memory.holds_private)
    }

    /// What the called functions leave in the location of a value.
    fn returned(&self, own: &Solved, value: Value) -> (bool, bool) {
        let Value::Made(pc, location) = value else {
            return (true, false);
        };
        let call = &own.values.calls[&pc];
        let mut result = (own.any(&call.through), false);
        for (&entry, &at) in &self.by_entry {
            let called = &self.functions[at];
            if self.may_call(call, entry)
                && let Some(exit) = &called.values.exit
            {
                let left = exit.get(location);
                result.0 |= called.differs(left);
                result.1 |= called.is_private(left);
            }
        }
        result
    }

    fn store(&mut self, at: usize) {
        let own = &self.functions[at];
        for Store {
            node,
            address,
            value,
        } in &own.values.stores
        {
            let before = self.memory;
            let differs = own.differs(*address)
                || own.differs(*value)
                || own.called_apart
                || own.is_parted(*node);
            self.memory.holds_private |= own.is_private(*value);
            self.memory.pointed_differs |= differs && own.is_pointer(*address);
            self.memory.direct_differs |= differs && matches!(address, Value::Frame(_));
            self.changed |= self.memory != before;
        }
    }

    /// Finds the branches that may split threads.
    fn split(&mut self, at: usize) {
        let own = &mut self.functions[at];
        let conditions = std::mem::take(&mut own.values.conditions);
        for (&branch, condition) in &conditions {
            if own.computed(condition).0 && own.branches.insert(branch) {
                let region = &own.body.regions[&branch];
                for &node in region.nodes.iter().chain(&region.end) {
                    own.apart.entry(node).or_default().push(branch);
                }
                self.changed = true;
            }
        }
        own.values.conditions = conditions;
        let calls = own.values.calls.values();
        let split: Vec<NodeIndex> = calls
            .filter(|call| own.any(&call.through))
            .map(|call| call.node)
            .collect();
        for node in split {
            self.changed |= own.branches.insert(node);
        }
    }
}

/// What a call brings to an input of the called function; `None` if that is not known.
fn brought(call: &Call, input: Location) -> Option<Value> {
    match (input, call.state.get(SP)) {
        (Location::Register(_), _) => Some(call.state.get(input)),
        (Location::Slot(offset), Value::Frame(sp)) => {
            Some(call.state.get(Location::Slot(sp.wrapping_add(offset))))
        }
        _ => None,
    }
}

impl<'a> Solved<'a> {
    fn new(
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
            rules: values.rules.iter().cloned().collect(),
            body,
            values,
            is_kernel,
            divergent: HashSet::new(),
            private: HashSet::new(),
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

    fn differs(&self, value: Value) -> bool {
        self.divergent.contains(&self.resolve(value))
    }

    fn any(&self, values: &[Value]) -> bool {
        values.iter().any(|&value| self.differs(value))
    }

    fn is_private(&self, value: Value) -> bool {
        let value = self.resolve(value);
        matches!(value, Value::Frame(_)) || self.private.contains(&value)
    }

    /// Whether a value is an address of a private stack at an unknown distance from `sp`.
    fn is_pointer(&self, value: Value) -> bool {
        !matches!(value, Value::Frame(_)) && self.is_private(value)
    }

    /// Whether only some threads may be at a node.
    fn is_parted(&self, node: NodeIndex) -> bool {
        let mut branches = self.branches.iter();
        branches.any(|branch| {
            let region = self.body.regions.get(branch);
            region.is_some_and(|region| region.nodes.contains(&node))
        })
    }

    fn joined(&self, value: Value, brought: &[(Option<NodeIndex>, Value)]) -> (bool, bool) {
        if self.same.contains_key(&value) {
            return (false, false);
        }
        let mut values = brought.iter().map(|&(_, value)| value);
        let differs = values.clone().any(|value| self.differs(value));
        let private = values.any(|value| self.is_private(value));
        (differs || self.is_mixed(value, brought), private)
    }

    /// Whether threads that a branch has parted bring different values, or values of different iterations, to where a value is
    /// joined.
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
    fn computed(&self, rule: &Rule) -> (bool, bool) {
        let from = rule.operands();
        let private = from.iter().any(|&value| self.is_private(value));
        let apart = match (rule, from.as_slice()) {
            // Threads that walk by equal steps keep their distance.
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
        let (mut open, mut seen) = (vec![value], HashSet::new());
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
        match self.rules.get(&value)? {
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

    /// Whether a value was loaded. Two loads from one address need not agree, if the thread has stored there.
    fn is_loaded(&self, value: Value) -> bool {
        matches!(self.rules.get(&value), Some(Rule::Loaded { .. }))
    }

    /// Locations whose contents at the start of the function may matter.
    fn inputs(&self) -> impl Iterator<Item = Location> + use<'_> {
        self.values.inputs.iter().copied()
    }
}
