//! Which values are of the same kind: PCs, sets of lanes, numbers of warps.
//!
//! Values that are assigned, chosen between, compared, added or combined bit by bit are of the same kind, and so are one-hot
//! sets over numbers of the same kind. Constants, selections of bits and concatenations say nothing about a kind. A kind has
//! the label of its ports; it has no label if its ports have different ones.

use crate::builder::Graph;
use crate::builder::graph::{Element, ExprId, Kind, Node, PartSelect, SignalId};
use std::collections::HashMap;

/// Signals and expressions in a forest: each tree is a kind.
pub(super) struct Kinds<'a> {
    graph: &'a Graph,
    /// By signal, then by expression.
    parents: Vec<usize>,
    /// By root of a tree.
    labels: Vec<Label>,
}

/// The label of a kind.
#[derive(Clone, Copy)]
enum Label {
    Unknown,
    Only(usize),
    /// Several labels, which means no label.
    Several,
}

impl Label {
    fn and(self, label: usize) -> Self {
        match self {
            Label::Unknown => Label::Only(label),
            Label::Only(known) if known == label => self,
            _ => Label::Several,
        }
    }
}

impl<'a> Kinds<'a> {
    /// The kinds of a module, given the labels of its ports and of its instances' ports, by signal.
    pub(super) fn new(graph: &'a Graph, ports: &[Option<usize>]) -> Self {
        let trees = graph.signals.len() + graph.exprs.len();
        let mut kinds = Self {
            graph,
            parents: (0..trees).collect(),
            labels: Vec::new(),
        };
        kinds.join_expressions();
        kinds.join_signals();
        kinds.labels = kinds.labelled(ports);
        kinds.join_labels();
        kinds.join_sets();
        kinds.labels = kinds.labelled(ports);
        kinds
    }

    pub(super) fn of_signal(&mut self, signal: SignalId) -> Option<usize> {
        self.label(signal.index())
    }

    pub(super) fn of_expr(&mut self, expr: ExprId) -> Option<usize> {
        self.label(self.tree(expr))
    }

    fn label(&mut self, tree: usize) -> Option<usize> {
        let root = self.root(tree);
        match self.labels[root] {
            Label::Only(label) => Some(label),
            _ => None,
        }
    }

    /// Joins each expression with its operands.
    fn join_expressions(&mut self) {
        let graph = self.graph;
        for (id, expression) in graph.exprs.iter() {
            match expression.node {
                Node::Read(part) => self.join_part(&part, id),
                Node::Not(a) | Node::Shift(_, a, _) => self.join(id, a),
                Node::Binary(op, a, b) if op.compares() => self.join(a, b),
                Node::Binary(_, a, b) | Node::Mux(_, a, b) => {
                    self.join(id, a);
                    self.join(id, b);
                }
                _ => {}
            }
        }
    }

    /// Joins each signal with the values that drive it.
    fn join_signals(&mut self) {
        let graph = self.graph;
        for (id, signal) in graph.signals.iter() {
            if let Kind::Defined(value) = signal.kind {
                self.join_signal(id, value);
            }
        }
        for (_, drive) in graph.drives.iter() {
            self.join_part(&drive.target, drive.value);
        }
        for carried in graph.folds.iter().flat_map(|(_, fold)| &fold.carried) {
            self.join_signal(carried.signal, carried.init);
            self.join_signal(carried.signal, carried.next);
        }
    }

    /// Joins kinds with the same label.
    fn join_labels(&mut self) {
        let mut first = HashMap::new();
        for tree in 0..self.parents.len() {
            if let Some(label) = self.label(tree) {
                self.unite(tree, *first.entry(label).or_insert(tree));
            }
        }
    }

    /// Joins one-hot sets over numbers of the same kind: `24'd1 << warp`.
    fn join_sets(&mut self) {
        let mut first = HashMap::new();
        for (id, expression) in self.graph.exprs.iter() {
            if let Node::Decode(number) = expression.node {
                let over = (self.root(self.tree(number)), expression.width);
                let set = self.tree(id);
                self.unite(set, *first.entry(over).or_insert(set));
            }
        }
    }

    /// Labels by root, computed from the labels of ports by signal.
    fn labelled(&mut self, ports: &[Option<usize>]) -> Vec<Label> {
        let mut labels = vec![Label::Unknown; self.parents.len()];
        for (signal, label) in ports.iter().enumerate() {
            if let Some(label) = *label {
                let root = self.root(signal);
                labels[root] = labels[root].and(label);
            }
        }
        labels
    }

    /// Joins a signal with the value of its bits, if all bits of one element are selected.
    fn join_part(&mut self, part: &PartSelect, value: ExprId) {
        let signal = &self.graph.signals[part.signal];
        let is_row = matches!(part.element, Element::All) && signal.length.unwrap_or(1) > 1;
        if !is_row && part.width == signal.width {
            self.join_signal(part.signal, value);
        }
    }

    fn join_signal(&mut self, signal: SignalId, value: ExprId) {
        if !self.is_constant(value) {
            self.unite(signal.index(), self.tree(value));
        }
    }

    fn join(&mut self, a: ExprId, b: ExprId) {
        if !self.is_constant(a) && !self.is_constant(b) {
            self.unite(self.tree(a), self.tree(b));
        }
    }

    /// Whether an expression is a constant, which may be used in several places for values of several kinds.
    fn is_constant(&self, expr: ExprId) -> bool {
        matches!(self.graph.exprs[expr].node, Node::Constant(_))
    }

    fn tree(&self, expr: ExprId) -> usize {
        self.graph.signals.len() + expr.index()
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a] = b;
    }

    fn root(&mut self, mut tree: usize) -> usize {
        while self.parents[tree] != tree {
            self.parents[tree] = self.parents[self.parents[tree]];
            tree = self.parents[tree];
        }
        tree
    }
}
