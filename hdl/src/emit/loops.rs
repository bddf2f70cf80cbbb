//! Loops: generate blocks, and procedural loops that carry a value.

use super::body::{Block, Body};
use super::rows::{Row, Value, load};
use crate::builder::graph::{Carried, FoldId, Item, Repeat, ScopeId};
use crate::layout::variable;

impl Body<'_> {
    /// Prints adjacent loops.
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

    /// The scope of a loop, unless the loop is known to have no iterations.
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
        for carried in &fold.carried {
            self.declare_as("reg", carried.signal, Value::end());
        }
        self.begin(
            Block::Other,
            self.graph.signals[fold.carried[0].signal].scope,
        );
        let label = self.layout.name(fold.carried[0].signal);
        self.block(format!("always @* begin : fold_{label}"), "end", |body| {
            body.page
                .text(format!("integer {};", variable(body.graph, fold.scope)));
            for carried in &fold.carried {
                let name = body.layout.name(carried.signal).to_owned();
                let init = body.value("=", carried.init);
                body.page.row(load(name, init));
            }
            body.block(body.for_head(fold.scope), "end", |body| {
                body.steps(&fold.carried);
            });
        });
    }

    /// Prints one iteration: `if (condition) carried = value;` if the value is otherwise kept; neighbours with
    /// the same condition share one `if`.
    fn steps(&mut self, carried: &[Carried]) {
        let mut groups: Vec<(Option<String>, Vec<Row>)> = Vec::new();
        for carried in carried {
            let (condition, value) = self.text.conditional(carried.signal, carried.next);
            let condition = condition.map(|condition| self.text.flat(condition));
            let name = self.layout.name(carried.signal).to_owned();
            let row = load(name, self.value("=", value));
            match groups.last_mut() {
                Some((last, rows)) if *last == condition => rows.push(row),
                _ => groups.push((condition, vec![row])),
            }
        }
        for (condition, rows) in groups {
            let print = |body: &mut Self| rows.into_iter().for_each(|row| body.page.row(row));
            match condition {
                None => print(self),
                Some(condition) => self.block(format!("if ({condition}) begin"), "end", print),
            }
        }
    }
}
