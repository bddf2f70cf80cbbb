//! How arrays are declared.

use super::ArrayLayout;
use crate::builder::Graph;
use crate::builder::graph::{Element, Kind, Mode, Node, Repeat, Signal, SignalId};
use crate::builder::walk::{Occurrence, occurrences};
use crate::style::MemoryStyle;

/// By signal: whether it is read only by index, like a memory.
pub(super) fn indexed(graph: &Graph) -> Vec<bool> {
    let mut indexed = vec![true; graph.signals.len()];
    for occurrence in occurrences(graph) {
        if let Node::Read(part) = &graph.exprs[occurrence.expr].node
            && !matches!(part.element, Element::By(_))
        {
            indexed[part.signal.index()] = false;
        }
    }
    indexed
}

/// By signal: whether it is read as a whole, or by a fold, one element per iteration.
fn read_as_vector(graph: &Graph) -> Vec<bool> {
    let mut vector = vec![false; graph.signals.len()];
    for Occurrence { expr, scope, .. } in occurrences(graph) {
        if let Node::Read(part) = &graph.exprs[expr].node {
            let in_fold = matches!(graph.scopes[scope].repeat, Repeat::Fold { .. });
            vector[part.signal.index()] |= match part.element {
                Element::All => true,
                Element::At(_) => in_fold,
                Element::By(_) => false,
            };
        }
    }
    vector
}

/// Wires and memories become arrays, unless a fold reads them, or an instance reads them as a whole. Ports are packed, as
/// Verilog-2005 has no array ports; so are arrays of registers, because synthesis tools warn about arrays whose elements are
/// loaded one by one.
pub(super) fn layouts(graph: &Graph, indexed: &[bool], memory: MemoryStyle) -> Vec<ArrayLayout> {
    let (writes, vector) = (write_ports(graph), read_as_vector(graph));
    let banks = |id: SignalId| match memory.has_banks() && indexed[id.index()] {
        true => writes[id.index()],
        false => 1,
    };
    let layout = |(id, signal): (SignalId, &Signal)| match signal.kind {
        _ if signal.length.is_none() => ArrayLayout::Vector,
        Kind::Memory { .. } if banks(id) > 1 => ArrayLayout::Banks(banks(id)),
        Kind::Wire | Kind::Memory { .. } if !vector[id.index()] => ArrayLayout::Unpacked,
        _ => ArrayLayout::Packed,
    };
    graph.signals.iter().map(layout).collect()
}

/// Number of write ports by signal.
pub(crate) fn write_ports(graph: &Graph) -> Vec<usize> {
    let mut ports = vec![0; graph.signals.len()];
    for (_, drive) in graph.drives.iter() {
        ports[drive.target.signal.index()] += usize::from(matches!(drive.mode, Mode::Write { .. }));
    }
    ports
}
