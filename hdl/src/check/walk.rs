//! Everything that a module reads and drives, with the scope in which it does.

use crate::build::graph::{ExprId, Graph, Item, Kind, Mode, Part, ScopeId};
use crate::error::Caller;

/// One occurrence.
#[derive(Clone, Copy)]
pub(super) enum Use {
    /// An expression stands somewhere: in an item, or inside another expression.
    Value { expr: ExprId, scope: ScopeId },
    /// Bits are driven.
    Target {
        part: Part,
        scope: ScopeId,
        at: Caller,
    },
}

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

/// Every occurrence; an expression that stands in two places occurs twice, what is inside it once.
pub(super) fn uses(graph: &Graph) -> Vec<Use> {
    let mut seen = vec![false; graph.exprs.len()];
    let mut found = Vec::new();
    let mut open = roots(graph);
    while let Some((expr, scope)) = open.pop() {
        found.push(Use::Value { expr, scope });
        if !std::mem::replace(&mut seen[expr.index()], true) {
            let inner = graph.exprs[expr].node.operands();
            open.extend(inner.into_iter().map(|inner| (inner, scope)));
        }
    }
    found.extend(graph.drives.iter().map(|(_, drive)| Use::Target {
        part: drive.target,
        scope: drive.scope,
        at: drive.at,
    }));
    found.extend(
        graph
            .signals
            .iter()
            .filter_map(|(id, signal)| match signal.kind {
                Kind::Number(index) => Some(Use::Target {
                    part: Part {
                        low: index,
                        ..graph.all(id)
                    },
                    scope: signal.scope,
                    at: signal.at,
                }),
                _ => None,
            }),
    );
    found
}

/// Expressions that stand somewhere in the module.
pub(crate) fn values(graph: &Graph) -> impl Iterator<Item = ExprId> {
    uses(graph).into_iter().filter_map(|used| match used {
        Use::Value { expr, .. } => Some(expr),
        Use::Target { .. } => None,
    })
}
