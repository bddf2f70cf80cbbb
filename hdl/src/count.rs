//! Storage of a module, counted in the expanded netlist.

use crate::build::Graph;
use crate::build::graph::{Element, Kind, Mode, Node, SignalId};
use crate::check::{Netlist, occurrences};

/// What a structure that remembers is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageKind {
    /// Flip-flops.
    Register,
    /// Entries that are only read and written by index, and have no reset: a memory.
    Memory,
}

/// A structure that remembers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Storage {
    /// Name in the Verilog; inside loops with the names of the loops: `g_lane.target_q`.
    pub name: String,
    /// Registers or memory.
    pub kind: StorageKind,
    /// Elements, counted over all iterations of the loops around it.
    pub entries: usize,
    /// Bits of an element.
    pub width: u32,
}

impl Storage {
    /// Bits altogether.
    pub fn bits(&self) -> usize {
        self.entries * self.width as usize
    }
}

/// Every structure of a module, without its instances, in order of declaration.
pub(crate) fn storage(graph: &Graph, net: &Netlist) -> Vec<Storage> {
    let indexed = only_indexed(graph);
    let mut copies = vec![0; graph.signals.len()];
    for copy in &net.copies {
        copies[copy.signal.index()] += 1;
    }
    let of = |(id, signal): (SignalId, &crate::build::graph::Signal)| {
        let Kind::Register { .. } = signal.kind else {
            return None;
        };
        let entries = copies[id.index()] * signal.length.unwrap_or(1);
        let kind = if indexed[id.index()] {
            StorageKind::Memory
        } else {
            StorageKind::Register
        };
        (entries > 0).then(|| Storage {
            name: crate::shape::path(graph, id),
            kind,
            entries,
            width: signal.width,
        })
    };
    graph.signals.iter().filter_map(of).collect()
}

/// By signal: an array without reset that is read and written by index only.
fn only_indexed(graph: &Graph) -> Vec<bool> {
    let mut indexed = vec![false; graph.signals.len()];
    for (_, drive) in graph.drives.iter() {
        if let Mode::Write { .. } = drive.mode {
            indexed[drive.target.signal.index()] = true;
        }
    }
    for occurrence in occurrences(graph) {
        if let Node::Read(part) = &graph.exprs[occurrence.expr].node
            && !matches!(part.element, Element::By(_))
        {
            indexed[part.signal.index()] = false;
        }
    }
    indexed
}
