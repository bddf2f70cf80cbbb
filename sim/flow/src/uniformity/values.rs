//! The values of a function, and how each of them comes about.

use super::body::Body;
use super::effect::Rule;
use super::expression::Expressions;
use super::state::State;
use super::value::{Location, Value};
use petgraph::graph::NodeIndex;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A store to memory whose words are not tracked, or that pointers can reach too.
pub(super) struct Store {
    pub node: NodeIndex,
    pub address: Value,
    pub value: Value,
}

/// A call, or a tail call through a pointer.
pub(super) struct Call {
    pub node: NodeIndex,
    /// Entry of the called function; `None` if it is not known.
    pub target: Option<u32>,
    /// The pointer that the call goes through.
    pub through: Vec<Value>,
    /// What the locations hold at the call.
    pub state: State,
}

impl Call {
    /// What the argument registers hold: a0 to a7, fa0 to fa7.
    fn arguments(&self) -> impl Iterator<Item = Value> {
        let arguments = (10..18).chain(42..50).map(Location::Register);
        arguments.map(|location| self.state.get(location))
    }

    fn used(&self) -> impl Iterator<Item = Value> {
        self.through.iter().copied().chain(self.state.values())
    }
}

/// The values of a function.
#[derive(Default)]
pub(super) struct Values {
    /// How each value comes about, in an order in which most values come after those that they are computed from.
    pub rules: Vec<(Value, Rule)>,
    pub stores: Vec<Store>,
    pub calls: BTreeMap<u32, Call>,
    /// What decides the direction, for each node that can split threads.
    pub conditions: BTreeMap<NodeIndex, Rule>,
    /// Two values that are equal where a thread goes from one node to another.
    pub equal: BTreeMap<(NodeIndex, NodeIndex), (Value, Value)>,
    /// What the locations hold at the exit.
    pub exit: Option<State>,
    /// Locations whose contents at the start of the function are used.
    pub inputs: BTreeSet<Location>,
    pub expressions: Expressions,
    /// Constants that instructions make: among them the addresses of functions that are called through pointers.
    pub constants: BTreeSet<u32>,
}

impl Values {
    /// Joined values that are one value, by name.
    pub fn same(&self, body: &Body) -> FxHashMap<Value, Value> {
        let mut same: FxHashMap<Value, Value> = FxHashMap::default();
        loop {
            let before = same.len();
            for (value, rule) in &self.rules {
                if let Rule::Joined(brought) = rule
                    && !same.contains_key(value)
                    && let Some(only) = only(body, *value, brought, &same, &self.expressions)
                {
                    same.insert(*value, only);
                }
            }
            if same.len() == before {
                return same;
            }
        }
    }

    /// The lowest address of the frame that is kept or computed with, so that pointers may lead to what lies from there on.
    pub fn lowest_taken(&self) -> Option<i32> {
        let computed = self.rules.iter().flat_map(|(_, rule)| match rule {
            Rule::Loaded { .. } => Vec::new(),
            rule => rule.operands(),
        });
        let stored = self.stores.iter().map(|store| store.value);
        let passed = self.calls.values().flat_map(Call::arguments);
        let all = computed.chain(stored).chain(passed);
        all.filter_map(|value| match value {
            Value::Frame(offset) => Some(offset),
            _ => None,
        })
        .min()
    }

    /// All values that something is computed from or depends on.
    fn used(&self) -> impl Iterator<Item = Value> {
        let computed = self.rules.iter().flat_map(|(_, rule)| rule.operands());
        let stored = self.stores.iter().flat_map(|s| [s.value, s.address]);
        let called = self.calls.values().flat_map(Call::used);
        let decided = self.conditions.values().flat_map(Rule::operands);
        let left = self.exit.iter().flat_map(State::values);
        computed
            .chain(stored)
            .chain(called)
            .chain(decided)
            .chain(left)
    }

    pub fn find_inputs(&mut self) {
        let inputs = self.used().filter_map(|value| match value {
            Value::Entry(location) => Some(location),
            _ => None,
        });
        self.inputs = inputs.collect();
    }
}

/// The one value that all paths bring to where a value is joined, if it is one, and of one iteration.
fn only(
    body: &Body,
    joined: Value,
    brought: &[(Option<NodeIndex>, Value)],
    same: &FxHashMap<Value, Value>,
    expressions: &Expressions,
) -> Option<Value> {
    let Value::Joined(node, _) = joined else {
        return None;
    };
    let mut only = None;
    for &(_, value) in brought {
        let mut value = value;
        while let Some(&other) = same.get(&value) {
            value = other;
        }
        if body.is_left(node, value, expressions)
            || value != joined && *only.get_or_insert(value) != value
        {
            return None;
        }
    }
    only
}
