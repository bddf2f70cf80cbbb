//! Read ports of memories: address, scope, and whether a register takes the value read.

use crate::builder::Graph;
use crate::builder::graph::{
    Drive, DriveId, Element, ExprId, Kind, Mode, Node, PartSelect, ScopeId, SignalId,
};
use crate::builder::walk::{Occurrence, occurrences, roots};
use std::collections::HashSet;

/// A read port of a memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadPort {
    pub(crate) memory: SignalId,
    pub(crate) index: ExprId,
    /// Number among the read ports of the memory.
    pub(crate) number: usize,
    /// The innermost scope around all reads.
    pub(crate) scope: ScopeId,
    /// The load of the register that alone reads the port, if one does: the port is then registered.
    pub(crate) register: Option<DriveId>,
}

/// The read ports of all memories.
pub(super) fn read_ports(graph: &Graph) -> Vec<ReadPort> {
    let mut ports: Vec<ReadPort> = Vec::new();
    for (memory, index, scope) in reads(graph) {
        let known = ports
            .iter_mut()
            .find(|port| (port.memory, port.index) == (memory, index));
        match known {
            Some(port) => port.scope = around(graph, port.scope, scope),
            None => ports.push(ReadPort {
                memory,
                index,
                number: ports.iter().filter(|port| port.memory == memory).count(),
                scope,
                register: register(graph, memory, index),
            }),
        }
    }
    ports
}

/// Memory, address and scope of every read; equal reads in a scope are listed once.
fn reads(graph: &Graph) -> Vec<(SignalId, ExprId, ScopeId)> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for Occurrence { expr, scope, .. } in roots(graph) {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            if seen.insert((expr, scope)) {
                found.extend(read(graph, expr).map(|(part, index)| (part.signal, index, scope)));
                open.extend(graph.exprs[expr].node.operands());
            }
        }
    }
    found
}

/// The part of a memory that an expression reads, and the index, if the expression does nothing else.
fn read(graph: &Graph, expr: ExprId) -> Option<(PartSelect, ExprId)> {
    match graph.exprs[expr].node {
        Node::Read(part) => match (part.element, &graph.signals[part.signal].kind) {
            (Element::By(index), Kind::Memory { .. }) => Some((part, index)),
            _ => None,
        },
        _ => None,
    }
}

/// The innermost scope that contains both scopes.
fn around(graph: &Graph, one: ScopeId, other: ScopeId) -> ScopeId {
    let mut outwards = graph.chain(one);
    outwards
        .find(|&scope| graph.chain(other).any(|outer| outer == scope))
        .expect("the body is around all")
}

/// The load of a register without reset that is the only reader of a port.
fn register(graph: &Graph, memory: SignalId, index: ExprId) -> Option<DriveId> {
    let reads_port =
        |expr: ExprId| read(graph, expr).filter(|(part, at)| (part.signal, *at) == (memory, index));
    let times = occurrences(graph).into_iter();
    let times = times
        .filter(|found| reads_port(found.expr).is_some())
        .count();
    let takes_all = |drive: &Drive| {
        reads_port(drive.value).is_some_and(|(part, _)| part.width == graph.signals[memory].width)
    };
    let mut loads = graph
        .drives
        .iter()
        .filter(|(_, drive)| takes_all(drive) && is_plain_register(graph, drive));
    let (load, _) = loads.next()?;
    (times == 1).then_some(load)
}

/// Whether a driver is the only load of a register without reset.
fn is_plain_register(graph: &Graph, drive: &Drive) -> bool {
    let target = &graph.signals[drive.target.signal];
    let drivers = graph.drives.iter();
    let drivers = drivers.filter(|(_, other)| other.target.signal == drive.target.signal);
    matches!(drive.mode, Mode::Next { .. })
        && matches!(target.kind, Kind::Register { reset: None })
        && target.length.is_none()
        && target.width == drive.target.width
        && target.scope == drive.scope
        && drivers.count() == 1
}
