//! Which values differ between threads, over all functions at once.
//!
//! A value differs if it is computed from one that does, or if threads bring different values to the node where it is joined. Paths bring
//! different values where a divergent branch parted the threads: in its region and at the region's end. Arguments and results
//! of a function are joined over its calls (BAR-8).

use super::body::Body;
use super::effect::Rule;
use super::roots::{kernels, words};
use super::solved::Solved;
use super::value::{A0, Location, SP, Value};
use super::values::{Call, Store};
use crate::flow::Flow;
use heddle_isa::Program;
use petgraph::graph::NodeIndex;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a program.
pub(crate) struct Uniformity {
    /// Nodes whose last instruction may split threads.
    pub divergent: BTreeSet<NodeIndex>,
    /// Entries of the functions that a call through an unknown pointer may lead to.
    pub pointed: BTreeSet<u32>,
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
        let held: FxHashSet<u32> = constants.chain(words(program)).collect();
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
