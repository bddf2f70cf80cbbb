//! Checks that values and indices of a loop are used only inside it.

use crate::builder::Index;
use crate::builder::graph::{Element, Graph, Kind, Node, PartSelect, Repeat, ScopeId};
use crate::builder::walk::{Occurrence, occurrences};
use crate::error::{Caller, Error, Reason};
use crate::layout::{ArrayLayout, Layout};

/// Mistakes: values and indices of loops used outside their loop, and memories read in folds.
pub(super) fn scopes(graph: &Graph, layout: &Layout) -> Vec<Error> {
    let mut checker = Checker {
        graph,
        layout,
        errors: Vec::new(),
    };
    for occurrence in occurrences(graph) {
        checker.node(occurrence);
    }
    for (_, drive) in graph.drives.iter() {
        checker.part(&drive.target, drive.scope, drive.at);
    }
    for (_, signal) in graph.signals.iter() {
        if let Kind::Number(index) = &signal.kind {
            checker.index(index, signal.scope, signal.at);
        }
    }
    checker.errors
}

struct Checker<'a> {
    graph: &'a Graph,
    layout: &'a Layout,
    errors: Vec<Error>,
}

impl Checker<'_> {
    fn node(&mut self, Occurrence { expr, scope, at }: Occurrence) {
        let expression = &self.graph.exprs[expr];
        match &expression.node {
            Node::Read(part) => {
                self.part(part, scope, at);
                self.memory_in_fold(part, scope, expression.at);
            }
            Node::Number(index) | Node::Shift(_, _, index) => self.index(index, scope, at),
            _ => {}
        }
    }

    fn part(&mut self, part: &PartSelect, scope: ScopeId, at: Caller) {
        let signal = &self.graph.signals[part.signal];
        if self.graph.chain(scope).all(|around| around != signal.scope) {
            self.outside(signal.name.clone(), signal.scope, at);
        }
        self.index(&part.low, scope, at);
        if let Element::At(index) = &part.element {
            self.index(index, scope, at);
        }
    }

    fn index(&mut self, index: &Index, scope: ScopeId, at: Caller) {
        for term in index.loops() {
            if self.graph.chain(scope).all(|around| around != term.scope) {
                self.outside("this index".to_owned(), term.scope, at);
            }
        }
    }

    fn outside(&mut self, what: String, scope: ScopeId, at: Caller) {
        let inside = self.graph.scopes[scope].at;
        self.error(at, Reason::OutsideLoop { what, inside });
    }

    /// Reports a memory read in a fold: `always @*` would be sensitive to every element of a Verilog array, which linters report.
    fn memory_in_fold(&mut self, part: &PartSelect, scope: ScopeId, at: Caller) {
        let in_fold = matches!(self.graph.scopes[scope].repeat, Repeat::Fold { .. });
        let is_array = matches!(
            self.layout.array_layout(part.signal),
            ArrayLayout::Unpacked | ArrayLayout::Banks(_)
        );
        if in_fold && is_array {
            let signal = self.graph.signals[part.signal].name.clone();
            self.error(at, Reason::MemoryInFold { signal });
        }
    }

    fn error(&mut self, at: Caller, reason: Reason) {
        let unit = self.graph.contract.name;
        self.errors.push(Error { unit, at, reason });
    }
}
