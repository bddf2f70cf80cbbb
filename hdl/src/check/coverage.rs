//! Every bit has a driver and a reader.

use super::netlist::{Netlist, describe};
use crate::builder::Graph;
use crate::builder::graph::{Kind, SignalId};
use crate::error::{Error, Reason};
use std::collections::HashSet;

/// Bits without a driver, by signal. A signal with an index out of range is left out: the bits
/// that the index was meant to drive are probably the missing ones.
pub(super) fn undriven(graph: &Graph, net: &Netlist, errors: &[Error]) -> Vec<Error> {
    let doubtful = |id: SignalId| {
        let name = &graph.signals[id].name;
        let of =
            |e: &Error| matches!(&e.reason, Reason::OutOfRange { signal, .. } if signal == name);
        errors.iter().any(of)
    };
    missing(graph, net, |bit| net.drivers[bit].is_none())
        .filter(|(id, _)| !doubtful(*id))
        .map(|(id, bits)| {
            let signal = graph.signals[id].name.clone();
            error(graph, id, Reason::Undriven { signal, bits })
        })
        .collect()
}

/// Bits without a reader, by signal.
pub(super) fn unused(graph: &Graph, net: &Netlist) -> Vec<Error> {
    missing(graph, net, |bit| !net.is_used[bit])
        .map(|(id, bits)| {
            let signal = graph.signals[id].name.clone();
            error(graph, id, Reason::Unused { signal, bits })
        })
        .collect()
}

fn error(graph: &Graph, id: SignalId, reason: Reason) -> Error {
    let (unit, at) = (graph.contract.name, graph.signals[id].at);
    Error { unit, at, reason }
}

/// The first copy of each signal that has such bits, with the bits in words.
fn missing<'a>(
    graph: &'a Graph,
    net: &'a Netlist,
    is_missing: impl Fn(usize) -> bool + 'a,
) -> impl Iterator<Item = (SignalId, String)> + 'a {
    let mut seen = HashSet::new();
    (0..net.copies.len()).filter_map(move |copy| {
        let id = net.copies[copy].signal;
        let bits: Vec<usize> = net.range(copy).filter(|&bit| is_missing(bit)).collect();
        let is_number = matches!(graph.signals[id].kind, Kind::Number(_));
        let found = !bits.is_empty() && !is_number && seen.insert(id);
        found.then(|| (id, describe(graph, net, copy, &bits)))
    })
}
