//! Expressions that must have a name, because they would stand in several places, be too long to
//! read, or are something that Verilog has no expression for.

use super::walk::{Occurrence, occurrences, roots};
use crate::build::graph::{ExprId, Graph, Node, Repeat};
use crate::error::{Anonymous, Error, Reason};
use crate::shape::{Shape, Text};

/// Characters of an expression that a reader can still take in.
const READABLE: usize = 240;

/// Expressions without a name that need one.
pub(super) fn anonymous(graph: &Graph, shape: &Shape) -> Vec<Error> {
    let mut found = repeated(graph);
    found.extend(long(graph, shape));
    found.extend(numbers(graph));
    let error = |(expr, why): (ExprId, Anonymous)| Error {
        unit: graph.contract.name,
        at: graph.exprs[expr].at,
        reason: Reason::NeedsName { why },
    };
    found.into_iter().map(error).collect()
}

fn repeated(graph: &Graph) -> Vec<(ExprId, Anonymous)> {
    let mut times = vec![0; graph.exprs.len()];
    for occurrence in occurrences(graph) {
        times[occurrence.expr.index()] += 1;
    }
    let ids = graph.exprs.iter().map(|(id, _)| id);
    ids.filter(|&id| times[id.index()] > 1 && !is_simple(graph, id))
        .map(|id| (id, Anonymous::Repeated(times[id.index()])))
        .collect()
}

/// Names, bits of names, numbers, and these side by side: repeating them repeats no hardware.
fn is_simple(graph: &Graph, expr: ExprId) -> bool {
    let node = &graph.exprs[expr].node;
    let wires_only = matches!(
        node,
        Node::Constant(_)
            | Node::Read(_)
            | Node::Number(_)
            | Node::Not(_)
            | Node::Repeat(..)
            | Node::Cat(_)
            | Node::Poison(_)
    );
    wires_only && node.operands().iter().all(|&inner| is_simple(graph, inner))
}

fn long(graph: &Graph, shape: &Shape) -> Vec<(ExprId, Anonymous)> {
    let text = Text::new(graph, shape);
    let length = |root: Occurrence| (root.expr, text.flat(root.expr).len());
    let lengths = roots(graph).into_iter().map(length);
    lengths
        .filter(|(_, length)| *length > READABLE)
        .map(|(expr, length)| (expr, Anonymous::Long(length)))
        .collect()
}

/// Numbers of iterations outside a declaration; only a fold's own variable has bits.
fn numbers(graph: &Graph) -> Vec<(ExprId, Anonymous)> {
    let is_own = |&Occurrence { expr, scope, .. }: &Occurrence| match &graph.exprs[expr].node {
        Node::Number(index) => {
            let fold = matches!(graph.scopes[scope].repeat, Repeat::Fold { .. });
            let mut terms = index.loops();
            fold && terms.all(|term| term.scope == scope && term.factor.abs() == 1)
        }
        _ => true,
    };
    let foreign = occurrences(graph).into_iter().filter(|o| !is_own(o));
    foreign.map(|o| (o.expr, Anonymous::Number)).collect()
}
