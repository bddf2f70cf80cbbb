//! Expressions that must have a name, because they would be written in several places, are too long to
//! read, or cannot be written as an expression in Verilog.

use crate::builder::graph::{Element, ExprId, Graph, Node, PartSelect, Repeat};
use crate::builder::walk::{Occurrence, occurrences, roots};
use crate::error::{Anonymous, Error, Reason};
use crate::layout::{Layout, Text, write_ports};
use crate::style::Style;

/// The most characters of an expression that is still readable.
const READABLE: usize = 240;

/// Expressions without a name that need one. The result is the same in every style of emission.
pub(super) fn anonymous(graph: &Graph) -> Vec<Error> {
    let layout = Layout::with_numbers(graph, Style::default());
    let text = Text::new(graph, &layout);
    let mut found = repeated(graph, &text);
    found.extend(long(graph, &text));
    found.extend(numbers(graph));
    found.extend(indices(graph));
    let error = |(expr, why): (ExprId, Anonymous)| Error {
        unit: graph.contract.name,
        at: graph.exprs[expr].at,
        reason: Reason::NeedsName { why },
    };
    found.into_iter().map(error).collect()
}

fn repeated(graph: &Graph, text: &Text) -> Vec<(ExprId, Anonymous)> {
    let mut times = vec![0; graph.exprs.len()];
    for occurrence in occurrences(graph) {
        times[occurrence.expr.index()] += 1;
    }
    for (_, fold) in graph.folds.iter() {
        let conditions = fold.carried.iter();
        let conditions = conditions.map(|c| text.conditional(c.signal, c.next).0);
        let conditions: Vec<Option<ExprId>> = conditions.collect();
        // Neighbours with the same condition share one `if`.
        for pair in conditions.windows(2).filter(|pair| pair[0] == pair[1]) {
            pair[0]
                .iter()
                .for_each(|condition| times[condition.index()] -= 1);
        }
    }
    let simple = simple(graph);
    let ids = graph.exprs.iter().map(|(id, _)| id);
    ids.filter(|id| times[id.index()] > 1 && !simple[id.index()])
        .map(|id| (id, Anonymous::Repeated(times[id.index()])))
        .collect()
}

/// By expression: whether it consists only of names, bits of names, numbers and their concatenations. Writing such an
/// expression twice duplicates no hardware.
fn simple(graph: &Graph) -> Vec<bool> {
    let mut simple = Vec::with_capacity(graph.exprs.len());
    for (_, expression) in graph.exprs.iter() {
        let node = &expression.node;
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
        let all_simple = node
            .operands()
            .iter()
            .all(|operand| simple[operand.index()]);
        simple.push(wires_only && all_simple);
    }
    simple
}

fn long(graph: &Graph, text: &Text) -> Vec<(ExprId, Anonymous)> {
    let sizes = graph.text_sizes();
    let length = |expr: ExprId| match sizes[expr.index()] {
        // The text has at least as many characters as expressions. The text itself is not built: it could fill the memory.
        size if size > READABLE as u64 => size as usize,
        _ => text.flat(expr).len(),
    };
    let roots = roots(graph).into_iter();
    let lengths = roots.map(|root| (root.expr, length(root.expr)));
    lengths
        .filter(|(_, length)| *length > READABLE)
        .map(|(expr, length)| (expr, Anonymous::Long(length)))
        .collect()
}

/// Indices of memories with several write ports: some memory styles write such an index once per bank.
fn indices(graph: &Graph) -> Vec<(ExprId, Anonymous)> {
    let (ports, simple) = (write_ports(graph), simple(graph));
    let reads = graph.exprs.iter().filter_map(|(_, e)| match &e.node {
        Node::Read(part) => Some(*part),
        _ => None,
    });
    let targets = graph.drives.iter().map(|(_, drive)| drive.target);
    let index = |part: PartSelect| match part.element {
        Element::By(index) if ports[part.signal.index()] > 1 => Some(index),
        _ => None,
    };
    let indices = reads.chain(targets).filter_map(index);
    let unnamed = indices.filter(|index| !simple[index.index()]);
    unnamed.map(|index| (index, Anonymous::Ports)).collect()
}

/// Iteration numbers used outside a declaration; only the variable of a fold has a width.
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
