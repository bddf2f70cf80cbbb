//! Everything that a module reads, with the scope of each read.

use super::graph::{Drive, Element, ExprId, Graph, Item, Kind, Mode, ScopeId};
use crate::error::Caller;

/// One occurrence of an expression.
#[derive(Clone, Copy)]
pub(crate) struct Occurrence {
    pub(crate) expr: ExprId,
    pub(crate) scope: ScopeId,
    /// The place of the enclosing expression or driver.
    pub(crate) at: Caller,
}

/// Expressions that occur directly in items.
pub(crate) fn roots(graph: &Graph) -> Vec<Occurrence> {
    let mut roots = Vec::new();
    for (scope, body) in graph.scopes.iter() {
        for item in &body.items {
            let found = in_item(graph, scope, item);
            roots.extend(found.map(|(expr, scope, at)| Occurrence { expr, scope, at }));
        }
    }
    roots
}

fn in_item(
    graph: &Graph,
    scope: ScopeId,
    item: &Item,
) -> impl Iterator<Item = (ExprId, ScopeId, Caller)> {
    let mut found = Vec::new();
    match *item {
        Item::Declare(signal) => {
            let signal = &graph.signals[signal];
            if let Kind::Defined(value) = signal.kind {
                found.push((value, scope, signal.at));
            }
        }
        Item::Drive(drive) => {
            let drive = &graph.drives[drive];
            found.push((drive.value, scope, drive.at));
            found.extend(triggers(drive).map(|expr| (expr, scope, drive.at)));
        }
        Item::Fold(fold) => {
            let fold = &graph.folds[fold];
            for carried in &fold.carried {
                let at = graph.signals[carried.signal].at;
                found.extend([(carried.init, scope, at), (carried.next, fold.scope, at)]);
            }
        }
        Item::Unused(value) => found.push((value, scope, graph.exprs[value].at)),
        Item::Section(_) | Item::Loop(_) | Item::Instance(_) => {}
    }
    found.into_iter()
}

/// Expressions that decide whether and where a register loads.
fn triggers(drive: &Drive) -> impl Iterator<Item = ExprId> {
    let enable = match drive.mode {
        Mode::Assign => None,
        Mode::Next { enable } => enable,
        Mode::Write { enable } => Some(enable),
    };
    let index = match drive.target.element {
        Element::By(index) => Some(index),
        _ => None,
    };
    index.into_iter().chain(enable)
}

/// Every occurrence of every expression. An expression that occurs in two places is listed twice, but its
/// operands only once.
pub(crate) fn occurrences(graph: &Graph) -> Vec<Occurrence> {
    let mut seen = vec![false; graph.exprs.len()];
    let mut found = Vec::new();
    let mut open = roots(graph);
    while let Some(occurrence) = open.pop() {
        let Occurrence { expr, scope, .. } = occurrence;
        found.push(occurrence);
        if !std::mem::replace(&mut seen[expr.index()], true) {
            let (inner, at) = (graph.exprs[expr].node.operands(), graph.exprs[expr].at);
            open.extend(inner.into_iter().map(|expr| Occurrence { expr, scope, at }));
        }
    }
    found
}
