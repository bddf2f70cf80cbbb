//! Storage of a module, counted in the expanded netlist.

use crate::build::Graph;
use crate::build::graph::{Kind, Signal, SignalId};
use crate::check::Netlist;
use crate::shape::Shape;

/// What a structure that remembers is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageKind {
    /// Flip-flops: registers, and memories of which all entries are read at once.
    Register,
    /// A memory that is only read by index.
    Memory,
    /// What the source of the unit does not count: control state; and what the memory style adds to
    /// a memory, further banks and the table of live values.
    Overhead,
}

/// Why the banks of a memory style are overhead.
const STYLE: &str = "the memory style holds every bit once for each write port";

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
    /// Why it is overhead, if it is.
    pub reason: Option<&'static str>,
}

impl Storage {
    /// Bits altogether.
    pub fn bits(&self) -> usize {
        self.entries * self.width as usize
    }
}

/// Every structure of a module, without its instances, in order of declaration.
pub(crate) fn storage(graph: &Graph, shape: &Shape, net: &Netlist) -> Vec<Storage> {
    let mut copies = vec![0; graph.signals.len()];
    for copy in &net.copies {
        copies[copy.signal.index()] += 1;
    }
    let of = |(id, signal): (SignalId, &Signal)| {
        let kind = match signal.kind {
            Kind::Memory { .. } | Kind::Register { .. } if signal.overhead.is_some() => {
                StorageKind::Overhead
            }
            Kind::Memory { .. } if shape.is_indexed(id) => StorageKind::Memory,
            Kind::Memory { .. } | Kind::Register { .. } => StorageKind::Register,
            _ => return Vec::new(),
        };
        let entries = copies[id.index()] * signal.length.unwrap_or(1);
        let path = crate::shape::path(graph, id);
        let structure = |name: &str, kind, width, reason| Storage {
            name: path.clone() + name,
            kind,
            entries,
            width,
            reason,
        };
        let mut found = vec![structure(
            shape.name(id),
            kind,
            signal.width,
            signal.overhead,
        )];
        // The first bank is counted as the memory.
        for bank in shape.banks(graph, id).iter().skip(1) {
            let kind = StorageKind::Overhead;
            found.push(structure(&bank.name, kind, bank.width, Some(STYLE)));
        }
        found.retain(|storage| storage.entries > 0);
        found
    };
    graph.signals.iter().flat_map(of).collect()
}
