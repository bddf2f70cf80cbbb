//! Storage of a module, counted in the expanded netlist.

use crate::builder::Graph;
use crate::builder::graph::{Kind, Signal, SignalId};
use crate::check::Netlist;
use crate::layout::Layout;

/// How a storage structure is implemented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageKind {
    /// Flip-flops: registers, and memories whose entries are all read at once.
    Register,
    /// A memory that is only read by index (SLR-25).
    Memory,
    /// Bits that the source of the unit does not count: control state, and the additions of the memory style to
    /// a memory (further banks and the table of live values).
    Overhead,
}

/// Why the banks of a memory style are overhead.
const STYLE: &str = "the memory style holds every bit once for each write port";

/// A storage structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Storage {
    /// Name in the Verilog; inside loops it includes the names of the loops: `g_lane.target_q`.
    pub name: String,
    /// Registers or memory.
    pub kind: StorageKind,
    /// Elements, counted over all iterations of the loops around it.
    pub entries: usize,
    /// Bits of an element.
    pub width: u32,
    /// Why the structure is overhead, if it is.
    pub reason: Option<&'static str>,
}

impl Storage {
    /// Total number of bits.
    pub fn bits(&self) -> usize {
        self.entries * self.width as usize
    }
}

/// Every structure of a module, without its instances, in order of declaration.
pub(crate) fn storage(graph: &Graph, layout: &Layout, net: &Netlist) -> Vec<Storage> {
    let mut copies = vec![0; graph.signals.len()];
    for copy in &net.copies {
        copies[copy.signal.index()] += 1;
    }
    let of = |(id, signal): (SignalId, &Signal)| {
        let kind = match signal.kind {
            Kind::Memory { .. } | Kind::Register { .. } if signal.overhead.is_some() => {
                StorageKind::Overhead
            }
            Kind::Memory { .. } if layout.is_indexed(id) => StorageKind::Memory,
            Kind::Memory { .. } | Kind::Register { .. } => StorageKind::Register,
            _ => return Vec::new(),
        };
        let entries = copies[id.index()] * signal.length.unwrap_or(1);
        let path = crate::layout::path(graph, id);
        let structure = |name: &str, kind, width, reason| Storage {
            name: path.clone() + name,
            kind,
            entries,
            width,
            reason,
        };
        let mut found = vec![structure(
            layout.name(id),
            kind,
            signal.width,
            signal.overhead,
        )];
        // The first bank counts as the memory itself.
        for bank in layout.banks(graph, id).iter().skip(1) {
            let kind = StorageKind::Overhead;
            found.push(structure(&bank.name, kind, bank.width, Some(STYLE)));
        }
        found.retain(|storage| storage.entries > 0);
        found
    };
    graph.signals.iter().flat_map(of).collect()
}
