//! The values of a function: a data flow from its start over all paths.
//!
//! A location holds one value at the start of a node if all paths bring that value, and a value joined there otherwise. A copy,
//! and a value that was spilled and loaded again, keep their names, so that a value that two paths keep at different
//! places is one value where they meet.

use super::body::{Body, successors};
use super::effect::{Effect, Execution, Rule};
use super::expression::Expressions;
use super::state::State;
use super::value::{Location, Value};
use super::values::{Call, Store, Values};
use crate::block::{Block, End};
use heddle_isa::{Op, Program};
use petgraph::graph::NodeIndex;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// How often a location may change at a node before its value counts as joined there.
const MOST_CHANGES: u32 = 8;

impl Values {
    /// The values of a function.
    ///
    /// A first pass joins values at a node that it reaches before it knows what a loop around the node does. Where they turn out
    /// to be one value, a second pass gives them one name, so that equal expressions of them are equal.
    pub fn of(program: &Program, body: &Body, assumed: Assumed) -> Values {
        let first = Tracking::new(program, body, assumed, BTreeMap::new()).values();
        let single = first.same(body).into_keys();
        let single = single.map(|joined| (joined, MOST_CHANGES)).collect();
        let second = Tracking::new(program, body, assumed, single);
        match second.agrees() {
            true => second.values(),
            false => first,
        }
    }
}

/// What the paths bring to each joined value.
type Joined = BTreeMap<Value, Vec<(Option<NodeIndex>, Value)>>;

/// The data flow over a function.
struct Tracking<'a> {
    pub program: &'a Program,
    pub body: &'a Body<'a>,
    pub assumed: Assumed,
    /// Joined values that were found to be one value, each with how often it may still change.
    single: BTreeMap<Value, u32>,
    starts: BTreeMap<NodeIndex, State>,
    expressions: RefCell<Expressions>,
}

/// What is assumed of a function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assumed {
    /// Words of its frame from this offset on may be read and written through pointers, and are memory.
    pub escaped: i32,
    /// Whether pointers in the program may lead to private stacks.
    pub has_pointers: bool,
    /// Whether a launcher starts it.
    pub is_kernel: bool,
}

impl<'a> Tracking<'a> {
    fn new(
        program: &'a Program,
        body: &'a Body<'a>,
        assumed: Assumed,
        single: BTreeMap<Value, u32>,
    ) -> Self {
        let starts = BTreeMap::from([(body.entry, State::entry())]);
        let mut tracking = Tracking {
            program,
            body,
            assumed,
            single,
            starts,
            expressions: RefCell::default(),
        };
        tracking.spread();
        tracking
    }

    /// Carries values over all paths until nothing changes.
    fn spread(&mut self) {
        let order = &self.body.order;
        let rank: BTreeMap<NodeIndex, usize> =
            order.iter().enumerate().map(|(at, &n)| (n, at)).collect();
        let mut open = BTreeSet::from([rank[&self.body.entry]]);
        while let Some(at) = open.pop_first() {
            let node = order[at];
            let mut state = self.starts[&node].clone();
            self.walk(node, &mut state, None);
            let to = successors(self.body.flow, node);
            open.extend(to.filter(|&to| self.arrive(to, &state)).map(|to| rank[&to]));
        }
    }

    /// Brings a state to the start of a node; `true` if that changes what the node starts with.
    fn arrive(&mut self, node: NodeIndex, state: &State) -> bool {
        let joins = self.body.joins(node);
        let before = self.starts.remove(&node);
        let mut start = match &before {
            Some(before) if joins => before.clone(),
            _ => state.clone(),
        };
        if joins {
            let left = self.body.left.get(&node);
            let all: Vec<Location> = start.locations().chain(state.more_slots(&start)).collect();
            for location in all {
                let value = state.get(location);
                if start.get(location) != value || self.is_made_in(left, value) {
                    let joined = Value::Joined(node, location);
                    let held = match self.is_single(joined) {
                        true => value,
                        false => joined,
                    };
                    start.set(location, held);
                }
            }
        }
        let changed = before.as_ref() != Some(&start);
        self.starts.insert(node, start);
        changed
    }

    /// Whether a location holds one value in place of a joined one, and may change to another.
    fn is_single(&mut self, joined: Value) -> bool {
        let Some(left) = self.single.get_mut(&joined) else {
            return false;
        };
        *left = left.saturating_sub(1);
        *left > 0
    }

    /// Whether all paths bring what their nodes start with.
    fn agrees(&self) -> bool {
        self.in_order().all(|(node, start)| {
            let mut state = start.clone();
            self.walk(node, &mut state, None);
            successors(self.body.flow, node).all(|to| {
                let start = &self.starts[&to];
                start.locations().all(|location| {
                    let value = start.get(location);
                    value == Value::Joined(to, location) || value == state.get(location)
                })
            })
        })
    }

    /// Whether a value was made in a loop that threads have left, if they have left one.
    fn is_made_in(&self, left: Option<&BTreeSet<NodeIndex>>, value: Value) -> bool {
        left.is_some_and(|left| {
            let expressions = &self.expressions.borrow();
            self.body.is_made_in(left, value, expressions)
        })
    }

    /// The instruction at an address, to be executed in a state.
    fn execution<'s>(&'s self, pc: u32, state: &'s State) -> Execution<'s> {
        Execution {
            state,
            instruction: self.program.instruction(pc).expect("blocks hold code"),
            pc,
            escaped: self.assumed.escaped,
            has_pointers: self.assumed.has_pointers,
            is_kernel: self.assumed.is_kernel,
        }
    }

    /// Executes a node. Records the values that it makes, if asked.
    fn walk(&self, node: NodeIndex, state: &mut State, mut into: Option<&mut Values>) {
        let Some(block) = self.body.flow.block(node) else {
            return;
        };
        for pc in (block.start..block.end).step_by(4) {
            self.step(node, pc, state, into.as_deref_mut());
        }
        self.leave(node, block, state, into);
    }

    fn step(&self, node: NodeIndex, pc: u32, state: &mut State, into: Option<&mut Values>) {
        let mut made = Vec::new();
        let (mut stored, mut constant) = (None, None);
        let execution = self.execution(pc, state);
        match execution.effect(&mut self.expressions.borrow_mut()) {
            Effect::None => {}
            Effect::Holds(to, value) => {
                if let Value::Constant(made) = value {
                    constant = Some(made);
                }
                state.set(to, value);
            }
            Effect::Makes(to, value, rule) => made.push((to, value, rule)),
            Effect::Meets => {
                let to = Location::Interval;
                made.push((to, Value::Made(pc, to), Rule::Computed(Vec::new())));
            }
            Effect::Stores {
                address,
                value,
                words,
                whole,
            } => {
                stored = Some(Store {
                    node,
                    address,
                    value,
                });
                for to in words {
                    match whole {
                        true => state.set(to, value),
                        false => made.push((
                            to,
                            Value::Made(pc, to),
                            Rule::Computed(vec![value, state.get(to)]),
                        )),
                    }
                }
            }
        }
        for &(to, value, _) in &made {
            state.set(to, value);
        }
        if let Some(into) = into {
            let rules = made.into_iter().map(|(_, value, rule)| (value, rule));
            into.rules.extend(rules);
            let memory = stored.filter(|store| self.is_memory(store));
            into.stores.extend(memory);
            into.constants.extend(constant);
        }
    }

    /// Whether the word that a store writes is memory, which pointers can reach (BAR-5). A register that the function saves is
    /// not.
    fn is_memory(&self, store: &Store) -> bool {
        let saves = matches!(store.value, Value::Entry(location) if location.is_saved());
        match store.address {
            Value::Frame(offset) => offset >= self.assumed.escaped && !saves,
            _ => true,
        }
    }

    /// Leaves a node: a call changes registers, a branch has a condition.
    fn leave(&self, node: NodeIndex, block: &Block, state: &mut State, into: Option<&mut Values>) {
        let pc = block.last();
        let target = match block.leaves {
            End::Call { target } => target,
            End::Unknown => None,
            _ => {
                if let Some(into) = into.filter(|_| self.body.regions.contains_key(&node)) {
                    into.conditions.insert(node, self.condition(pc, state));
                    into.equal.extend(self.equal(node, block, state));
                }
                return;
            }
        };
        if let Some(into) = into {
            let through = match target {
                None => self.execution(pc, state).operands(),
                Some(_) => Vec::new(),
            };
            let state = state.clone();
            let call = Call {
                node,
                target,
                through,
                state,
            };
            into.calls.insert(pc, call);
            let left = State::clobbered().map(|to| (Value::Made(pc, to), Rule::Returned));
            into.rules.extend(left);
        }
        for to in State::clobbered() {
            state.set(to, Value::Made(pc, to));
        }
    }

    /// What a comparison with zero, or of two values for equality, tells of them on its two edges.
    fn equal(
        &self,
        node: NodeIndex,
        block: &Block,
        state: &State,
    ) -> Vec<((NodeIndex, NodeIndex), (Value, Value))> {
        let execution = self.execution(block.last(), state);
        let End::Branch { taken } = block.leaves else {
            return Vec::new();
        };
        let ways = [taken, block.end].map(|pc| self.body.flow.node_at(pc));
        let (Some(same), Some(other)) = (match execution.instruction.op {
            Op::Beq => (ways[0], ways[1]),
            Op::Bne => (ways[1], ways[0]),
            _ => (None, None),
        }) else {
            return Vec::new();
        };
        if same == other {
            return Vec::new();
        }
        let (a, b) = (execution.operands()[0], execution.operands()[1]);
        let mut equal = vec![((node, same), (a, b))];
        if b == Value::ZERO && self.expressions.borrow().is_bit(a) {
            equal.push(((node, other), (a, Value::Constant(1))));
        }
        equal
    }

    fn condition(&self, pc: u32, state: &State) -> Rule {
        let execution = self.execution(pc, state);
        match execution.instruction.op {
            Op::Beq | Op::Bne => Rule::Difference(execution.operands()),
            _ => Rule::Computed(execution.operands()),
        }
    }

    /// The values of the function, once all paths have been followed.
    pub fn values(self) -> Values {
        let mut values = Values::default();
        let mut joined = Joined::new();
        for (node, start) in self.in_order() {
            for location in start.locations() {
                let value = Value::Joined(node, location);
                if start.get(location) == value {
                    values.rules.push((value, Rule::Joined(Vec::new())));
                    joined.insert(value, Vec::new());
                }
            }
            self.walk(node, &mut start.clone(), Some(&mut values));
        }
        self.bring(&mut joined);
        for (value, rule) in &mut values.rules {
            if let Some(brought) = joined.remove(value) {
                *rule = Rule::Joined(brought);
            }
        }
        values.exit = self.starts.get(&self.body.flow.exit()).cloned();
        values.find_inputs();
        values.expressions = self.expressions.into_inner();
        values
    }

    fn in_order(&self) -> impl Iterator<Item = (NodeIndex, &State)> {
        let order = self.body.order.iter();
        order.filter_map(|&node| Some((node, self.starts.get(&node)?)))
    }

    /// Collects what the paths bring to each joined value.
    fn bring(&self, joined: &mut Joined) {
        let entry = [(None, self.body.entry, State::entry())];
        let ends = self.in_order().flat_map(|(node, start)| {
            let mut state = start.clone();
            self.walk(node, &mut state, None);
            successors(self.body.flow, node).map(move |to| (Some(node), to, state.clone()))
        });
        for (from, node, state) in entry.into_iter().chain(ends) {
            let Some(start) = self.starts.get(&node) else {
                continue;
            };
            for location in start.locations() {
                let value = Value::Joined(node, location);
                // Most locations are not joined there: comparing is cheaper than looking up.
                if start.get(location) == value
                    && let Some(brought) = joined.get_mut(&value)
                {
                    brought.push((from, state.get(location)));
                }
            }
        }
    }
}
