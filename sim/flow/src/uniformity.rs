//! Which branches may diverge: whose condition may differ between the threads of a block.
//!
//! A forward analysis over the whole program. Values differ that come from the thread's index, from atomics, from memory at
//! addresses that differ, and from what was computed with such values. Threads that part at a branch bring different values to
//! the place where they reconverge: what either of them wrote on the way. Calls are followed, with one summary for each
//! function.
//!
//! Memory at an address that is the same for all threads counts as the same value for all: a program without races reads it
//! between the same barriers. The rounding mode counts as the same for all threads too.

mod state;

use crate::block::{Block, Edge, End};
use crate::flow::Flow;
use heddle_isa::Program;
use heddle_isa::program::KERNEL_PREFIX;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;
use state::{A0, ARGUMENTS, CALLER_SAVED, Registers, State, Written, contains};
use std::collections::{BTreeMap, BTreeSet};

/// The divergent branches of a program.
pub(crate) struct Uniformity<'f> {
    flow: &'f Flow,
    program: &'f Program,
    /// The entries of the functions that a node belongs to.
    owners: BTreeMap<NodeIndex, Vec<u32>>,
    /// The states before nodes that threads are known to reach.
    states: BTreeMap<NodeIndex, State>,
    /// The states behind these nodes.
    behind: BTreeMap<NodeIndex, State>,
    /// What each node writes.
    written: BTreeMap<NodeIndex, Written>,
    /// What threads bring that part before a node and reconverge there.
    brought: BTreeMap<NodeIndex, Written>,
    /// The registers that differ when a function returns, by its entry.
    returned: BTreeMap<u32, Registers>,
    /// Nodes whose last instruction parts threads, and the nodes that lie between it and its reconvergence point.
    regions: BTreeMap<NodeIndex, BTreeSet<NodeIndex>>,
}

impl<'f> Uniformity<'f> {
    /// Analyses a program.
    pub fn of(flow: &'f Flow, program: &'f Program) -> Self {
        let mut found = Self {
            flow,
            program,
            owners: BTreeMap::new(),
            states: BTreeMap::new(),
            behind: BTreeMap::new(),
            written: BTreeMap::new(),
            brought: BTreeMap::new(),
            returned: BTreeMap::new(),
            regions: BTreeMap::new(),
        };
        for function in flow.functions() {
            for node in flow.nodes_of(function) {
                found.owners.entry(node).or_default().push(function.entry);
            }
        }
        found.enter();
        // A branch that is found to diverge makes more values differ, and those make more branches diverge.
        let all: BTreeSet<_> = found.states.keys().copied().collect();
        found.follow(all);
        while let Some(open) = found.diverge() {
            found.follow(open);
        }
        found
    }

    /// The nodes that lie between a divergent branch and its reconvergence point, by the node that ends with the branch.
    pub fn regions(&self) -> &BTreeMap<NodeIndex, BTreeSet<NodeIndex>> {
        &self.regions
    }

    /// The states at the entries of functions that no code of the program is known to call.
    fn enter(&mut self) {
        let blocks = self.flow.blocks();
        let called: BTreeSet<u32> = blocks
            .flat_map(|block| match &block.leaves {
                End::Call { target } => target.as_slice(),
                // Perhaps a tail call.
                End::Jump { .. } | End::Table { .. } => block.leaves.targets(),
                _ => &[],
            })
            .copied()
            .collect();
        for function in self.flow.functions() {
            let name = function.name.as_deref().unwrap_or_default();
            let is_kernel = name.starts_with(KERNEL_PREFIX);
            if !is_kernel && called.contains(&function.entry) {
                continue;
            }
            // A kernel gets its thread's index and the argument block. Others may be called through pointers.
            let differ = match is_kernel || self.program.kernels().contains(&name) {
                true => 1 << A0,
                false => ARGUMENTS,
            };
            if let Some(node) = self.flow.node_at(function.entry) {
                self.states.insert(node, State::entry(differ));
            }
        }
    }

    /// Follows states from some nodes on, until none changes.
    fn follow(&mut self, mut open: BTreeSet<NodeIndex>) {
        while let Some(node) = open.pop_first() {
            let (Some(block), Some(state)) = (self.flow.block(node), self.states.get(&node)) else {
                continue;
            };
            let mut state = state.clone();
            if let Some(brought) = self.brought.get(&node) {
                state.reconverge(brought);
            }
            let mut written = Written::default();
            for pc in (block.start..block.end).step_by(4) {
                if let Some(instruction) = self.program.instruction(pc) {
                    state.execute(pc, instruction, &mut written);
                }
            }
            self.leave(node, &block.clone(), &state, &mut written, &mut open);
            self.written.insert(node, written);
        }
    }

    /// Hands the state behind a block on.
    fn leave(
        &mut self,
        node: NodeIndex,
        block: &Block,
        state: &State,
        written: &mut Written,
        open: &mut BTreeSet<NodeIndex>,
    ) {
        let mut behind = Some(state.clone());
        match block.leaves {
            End::Call { target } => {
                written.registers |= CALLER_SAVED;
                behind = self.call(target, state, open);
            }
            End::Return => self.come_back(node, state.divergent, open),
            End::Unknown => self.come_back(node, CALLER_SAVED, open),
            _ => {}
        }
        let Some(behind) = behind else { return };
        self.behind.insert(node, behind.clone());
        for edge in self.flow.graph().edges(node) {
            if !matches!(edge.weight(), Edge::Never) && edge.target() != self.flow.exit() {
                self.reach(edge.target(), &behind, open);
            }
        }
    }

    /// Enters a function; the state behind the call, if threads come back from it.
    fn call(
        &mut self,
        target: Option<u32>,
        state: &State,
        open: &mut BTreeSet<NodeIndex>,
    ) -> Option<State> {
        let entry = target.and_then(|target| Some((target, self.flow.node_at(target)?)));
        let Some((target, entry)) = entry else {
            return Some(state.after_call(CALLER_SAVED));
        };
        self.reach(entry, &state.called(), open);
        let returned = *self.returned.get(&target)?;
        Some(state.after_call(returned))
    }

    /// Threads return from the functions of a node: what called them goes on.
    fn come_back(&mut self, node: NodeIndex, divergent: Registers, open: &mut BTreeSet<NodeIndex>) {
        let brought = self.brought.get(&self.flow.exit());
        let divergent = divergent | brought.map_or(0, |written| written.registers);
        for &entry in self.owners.get(&node).into_iter().flatten() {
            let before = self.returned.insert(entry, 0);
            let now = before.unwrap_or_default() | divergent;
            self.returned.insert(entry, now);
            if before != Some(now) {
                open.extend(self.callers(entry));
            }
        }
    }

    fn callers(&self, entry: u32) -> impl Iterator<Item = NodeIndex> {
        self.states.keys().copied().filter(move |&node| {
            let block = self.flow.block(node);
            block.is_some_and(|block| {
                block.leaves
                    == End::Call {
                        target: Some(entry),
                    }
            })
        })
    }

    fn reach(&mut self, node: NodeIndex, state: &State, open: &mut BTreeSet<NodeIndex>) {
        let is_new = match self.states.get_mut(&node) {
            Some(known) => known.join(state),
            None => self.states.insert(node, state.clone()).is_none(),
        };
        if is_new {
            open.insert(node);
        }
    }

    /// Finds branches that diverge in the states as they are, and what threads that part bring to the places where they reconverge.
    /// Returns the nodes whose states change for that, or `None` if there are none.
    fn diverge(&mut self) -> Option<BTreeSet<NodeIndex>> {
        let nodes: Vec<NodeIndex> = self.states.keys().copied().collect();
        for node in nodes {
            if !self.regions.contains_key(&node) && self.diverges(node) {
                self.regions.insert(node, self.region(node));
            }
        }
        let mut brought: BTreeMap<NodeIndex, Written> = BTreeMap::new();
        for (&node, region) in &self.regions {
            if let Some(end) = self.flow.immediate_post_dominator(node) {
                let written = self.written_between(node, region, end);
                brought.entry(end).or_default().add(&written);
            }
        }
        let is_new =
            |(end, written): &(&NodeIndex, &Written)| self.brought.get(end) != Some(written);
        let ends: Vec<NodeIndex> = brought.iter().filter(is_new).map(|(&end, _)| end).collect();
        let open = ends
            .iter()
            .flat_map(|&end| self.entered_from(end))
            .collect();
        self.brought = brought;
        (!ends.is_empty()).then_some(open)
    }

    /// The nodes to follow when threads bring something else to a place: the place, or all returns.
    fn entered_from(&self, end: NodeIndex) -> Vec<NodeIndex> {
        match end == self.flow.exit() {
            true => self.states.keys().copied().collect(),
            false => vec![end],
        }
    }

    /// What threads write between a branch and the place where they reconverge, without registers to which all ways there give the
    /// same value.
    fn written_between(
        &self,
        branch: NodeIndex,
        region: &BTreeSet<NodeIndex>,
        end: NodeIndex,
    ) -> Written {
        let mut written = Written::default();
        for part in region.iter().filter_map(|node| self.written.get(node)) {
            written.add(part);
        }
        let graph = self.flow.graph();
        let leads = |node: &&NodeIndex| graph.contains_edge(**node, end);
        let last = region.iter().chain([&branch]).filter(leads);
        let mut states = last.filter_map(|node| self.behind.get(node));
        if let Some(first) = states.next().filter(|_| end != self.flow.exit()) {
            let agreed = first.agreed(first, &written);
            let agreed = states.fold(agreed, |agreed, state| {
                agreed & first.agreed(state, &written)
            });
            written.registers &= !agreed;
        }
        written
    }

    /// Whether the last instruction of a node parts threads.
    fn diverges(&self, node: NodeIndex) -> bool {
        let Some(block) = self.flow.block(node) else {
            return false;
        };
        let parts = matches!(
            block.leaves,
            End::Branch { .. } | End::Table { .. } | End::Unknown
        );
        let instruction = self.program.instruction(block.last());
        let Some(instruction) = instruction.filter(|_| parts) else {
            return false;
        };
        let mut state = self.states[&node].clone();
        if let Some(brought) = self.brought.get(&node) {
            state.reconverge(brought);
        }
        for pc in (block.start..block.last()).step_by(4) {
            if let Some(instruction) = self.program.instruction(pc) {
                state.execute(pc, instruction, &mut Written::default());
            }
        }
        match block.leaves {
            End::Branch { .. } => state.parts(instruction),
            _ => contains(state.divergent, instruction.rs1, false),
        }
    }

    /// The nodes that threads reach from a branch before they reconverge.
    fn region(&self, node: NodeIndex) -> BTreeSet<NodeIndex> {
        let end = self.flow.immediate_post_dominator(node);
        let mut region = BTreeSet::new();
        let mut open = vec![node];
        while let Some(from) = open.pop() {
            for to in self.flow.graph().neighbors(from) {
                let is_end = Some(to) == end || to == self.flow.exit();
                if !is_end && region.insert(to) {
                    open.push(to);
                }
            }
        }
        region
    }
}
