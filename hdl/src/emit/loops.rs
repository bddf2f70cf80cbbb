//! Loops: generate blocks, and procedural loops that carry a value.

use super::body::{Block, Body};
use super::rows::{Value, load};
use crate::build::graph::{ExprId, FoldId, Item, Repeat, ScopeId, SignalId};
use crate::shape::variable;

impl Body<'_> {
    /// Loops that stand next to each other.
    pub(super) fn loops(&mut self, scope: ScopeId, items: &[Item]) {
        let loops: Vec<ScopeId> = items
            .iter()
            .filter_map(|item| self.repeated(item))
            .collect();
        if loops.is_empty() {
            return;
        }
        self.begin(Block::Loops, scope);
        if self.is_inside(scope) {
            return loops.iter().for_each(|&id| self.each(id));
        }
        self.declare_genvars();
        self.block("generate", "endgenerate", |body| {
            loops.iter().for_each(|&id| body.each(id));
        });
    }

    /// A loop, unless it is known to run not even once.
    fn repeated(&self, item: &Item) -> Option<ScopeId> {
        let &Item::Loop(id) = item else { return None };
        let span = self.graph.scopes[id].span()?;
        match (span.start.constant(), span.end.constant()) {
            (Some(start), Some(end)) if start >= end => None,
            _ => Some(id),
        }
    }

    fn declare_genvars(&mut self) {
        if std::mem::replace(&mut self.has_genvars, true) {
            return;
        }
        let mut names: Vec<&str> = Vec::new();
        for (id, scope) in self.graph.scopes.iter() {
            let each = matches!(scope.repeat, Repeat::Each { .. });
            let name = each.then(|| variable(self.graph, id));
            names.extend(name.filter(|name| !names.contains(name)));
        }
        for name in names {
            self.page.text(format!("genvar {name};"));
        }
    }

    fn each(&mut self, id: ScopeId) {
        let Repeat::Each { label, .. } = &self.graph.scopes[id].repeat else {
            return;
        };
        let head = format!("{} : g_{label}", self.for_head(id));
        self.block(head, "end", |body| {
            body.scope(id);
            body.unused(id, Vec::new());
        });
    }

    /// `for (i = 0; i < 8; i = i + 1) begin`
    fn for_head(&self, scope: ScopeId) -> String {
        let span = self.graph.scopes[scope].span().expect("a loop");
        let name = variable(self.graph, scope);
        let (start, end) = (self.text.index(&span.start), self.text.index(&span.end));
        format!("for ({name} = {start}; {name} < {end}; {name} = {name} + 1) begin")
    }

    pub(super) fn fold(&mut self, id: FoldId) {
        let fold = &self.graph.folds[id];
        let scope = self.graph.signals[fold.signal].scope;
        self.declare_as("reg", fold.signal, Value::end());
        self.begin(Block::Other, scope);
        let name = self.shape.name(fold.signal);
        self.block(format!("always @* begin : fold_{name}"), "end", |body| {
            body.page
                .text(format!("integer {};", variable(body.graph, fold.scope)));
            let init = body.value("=", fold.init);
            body.page.row(load(name.to_owned(), init));
            body.block(body.for_head(fold.scope), "end", |body| {
                body.step(fold.signal, fold.next);
            });
        });
    }

    /// One iteration: `if (condition) carried = value;` where it is kept otherwise.
    fn step(&mut self, carried: SignalId, next: ExprId) {
        let (condition, value) = self.text.conditional(carried, next);
        let row = load(self.shape.name(carried).to_owned(), self.value("=", value));
        match condition {
            None => self.page.row(row),
            Some(condition) => {
                let head = format!("if ({}) begin", self.text.flat(condition));
                self.block(head, "end", |body| body.page.row(row));
            }
        }
    }
}
