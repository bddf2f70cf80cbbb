//! Names of widths: a signal that holds a PC is as wide as the ports that hold one, `PC_BITS`.
//!
//! Names are printed in place of numbers (VER-4). Nothing else depends on them. What remains a number: VER-5.

use super::kinds::Kinds;
use crate::builder::Graph;
use crate::builder::graph::{ExprId, Kind, SignalId};
use std::fmt;

/// A width as it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width<'a> {
    Bits(u32),
    Named(&'a str),
    /// The width of several elements of a named width.
    Times(usize, &'a str),
}

impl Width<'_> {
    /// The width of several elements side by side.
    pub(crate) fn times(self, length: usize) -> Self {
        match self {
            Width::Bits(bits) => Width::Bits(bits * length as u32),
            Width::Named(name) if length > 1 => Width::Times(length, name),
            _ => self,
        }
    }
}

impl fmt::Display for Width<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Width::Bits(bits) => write!(f, "{bits}"),
            Width::Named(name) => write!(f, "{name}"),
            Width::Times(length, name) => write!(f, "{length}*{name}"),
        }
    }
}

/// A width that has a name in a module.
pub(crate) struct WidthName {
    /// The parameter that gives the width: `pc_bits`.
    pub(crate) parameter: &'static str,
    /// The name in capitals, which no signal uses.
    pub(crate) name: String,
    pub(crate) bits: u32,
    /// The first port of this width, or with elements of this width.
    pub(crate) port: SignalId,
}

/// The names of one module.
#[derive(Default)]
pub(crate) struct Widths {
    names: Vec<WidthName>,
    /// Index of the name by signal.
    of_signals: Vec<Option<usize>>,
    /// Index of the name by expression.
    of_exprs: Vec<Option<usize>>,
}

impl Widths {
    pub(crate) fn new(graph: &Graph) -> Self {
        let mut names = Vec::new();
        let ports: Vec<Option<usize>> = parameters(graph)
            .into_iter()
            .zip(graph.signals.iter())
            .map(|(parameter, (port, _))| position(graph, &mut names, parameter?, port))
            .collect();
        let mut kinds = Kinds::new(graph, &ports);
        let signals = graph.signals.iter();
        let exprs = graph.exprs.iter();
        Self {
            names,
            of_signals: signals.map(|(id, _)| kinds.of_signal(id)).collect(),
            of_exprs: exprs.map(|(id, _)| kinds.of_expr(id)).collect(),
        }
    }

    /// All names, in the order of the ports.
    pub(crate) fn names(&self) -> &[WidthName] {
        &self.names
    }

    /// The width of a signal, or of one element if it is an array.
    pub(crate) fn of_signal(&self, graph: &Graph, signal: SignalId) -> Width<'_> {
        let name = self.of_signals.get(signal.index());
        self.width(name, graph.signals[signal].width)
    }

    pub(crate) fn of_expr(&self, graph: &Graph, expr: ExprId) -> Width<'_> {
        let name = self.of_exprs.get(expr.index());
        self.width(name, graph.exprs[expr].width.unwrap_or(0))
    }

    fn width(&self, name: Option<&Option<usize>>, bits: u32) -> Width<'_> {
        match name {
            Some(Some(name)) => Width::Named(&self.names[*name].name),
            _ => Width::Bits(bits),
        }
    }
}

/// By signal: the parameter that gives its width, if the signal is a port of the module or of an instance.
fn parameters(graph: &Graph) -> Vec<Option<&'static str>> {
    let mut parameters = vec![None; graph.signals.len()];
    for (id, signal) in graph.signals.iter() {
        if let Kind::Input(port) | Kind::Output(port) = &signal.kind {
            parameters[id.index()] = port.width;
        }
    }
    for (_, instance) in graph.instances.iter() {
        for (port, id) in &instance.ports {
            parameters[id.index()] = port.width;
        }
    }
    parameters
}

/// Index of the name of a port's width; adds the name if it is new. If a parameter has another value elsewhere, in an instance,
/// the first value gets its name; a single bit has no name.
fn position(
    graph: &Graph,
    names: &mut Vec<WidthName>,
    parameter: &'static str,
    port: SignalId,
) -> Option<usize> {
    let bits = graph.signals[port].width;
    let known = names.iter().position(|name| name.parameter == parameter);
    match known {
        Some(known) => (names[known].bits == bits).then_some(known),
        None if bits == 1 => None,
        None => {
            names.push(WidthName {
                parameter,
                name: parameter.to_ascii_uppercase(),
                bits,
                port,
            });
            Some(names.len() - 1)
        }
    }
}
