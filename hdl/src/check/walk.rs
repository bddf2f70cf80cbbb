//! Everything that a module reads, with the scope in which it does.

use crate::build::graph::{ExprId, Graph, Item, Kind, Mode, ScopeId};

/// Expressions that stand in items, with their scopes.
pub(super) fn roots(graph: &Graph) -> Vec<(ExprId, ScopeId)> {
    let mut roots = Vec::new();
    for (scope, body) in graph.scopes.iter() {
        for item in &body.items {
            match *item {
                Item::Declare(signal) => {
                    if let Kind::Defined(value) = graph.signals[signal].kind {
                        roots.push((value, scope));
                    }
                }
                Item::Drive(drive) => {
                    let drive = &graph.drives[drive];
                    roots.push((drive.value, scope));
                    roots.extend(triggers(drive.mode).map(|expr| (expr, scope)));
                }
                Item::Fold(fold) => {
                    let fold = &graph.folds[fold];
                    roots.extend([(fold.init, scope), (fold.next, fold.scope)]);
                }
                Item::Unused(value) => roots.push((value, scope)),
                Item::Section(_) | Item::Loop(_) | Item::Instance(_) => {}
            }
        }
    }
    roots
}

/// What decides whether and where a register loads.
fn triggers(mode: Mode) -> impl Iterator<Item = ExprId> {
    let (index, enable) = match mode {
        Mode::Assign => (None, None),
        Mode::Next { enable } => (None, enable),
        Mode::Write { index, enable } => (Some(index), Some(enable)),
    };
    index.into_iter().chain(enable)
}

/// Every place where an expression stands; one that stands in two places is there twice, what is
/// inside it once.
pub(crate) fn occurrences(graph: &Graph) -> Vec<(ExprId, ScopeId)> {
    let mut seen = vec![false; graph.exprs.len()];
    let mut found = Vec::new();
    let mut open = roots(graph);
    while let Some((expr, scope)) = open.pop() {
        found.push((expr, scope));
        if !std::mem::replace(&mut seen[expr.index()], true) {
            let inner = graph.exprs[expr].node.operands();
            open.extend(inner.into_iter().map(|inner| (inner, scope)));
        }
    }
    found
}
