//! Attributes of memories for tools (VER-12), and memories that are instances of wrappers (VER-13).

use super::read_ports::{ReadPort, read_ports};
use super::{ArrayLayout, Layout, Text};
use crate::builder::graph::{DriveId, ExprId, Graph, PartSelect, ScopeId, SignalId};
use crate::style::MemoryStyle;

/// Names and texts of the wrappers, before any prefix: with a combinational read, with a registered one.
pub(crate) const WRAPPERS: [(&str, &str); 2] = [
    (
        "heddle_ram_1r1w",
        include_str!("../verilog/heddle_ram_1r1w.v"),
    ),
    (
        "heddle_ram_1r1w_registered",
        include_str!("../verilog/heddle_ram_1r1w_registered.v"),
    ),
];

/// Read ports, for the memory styles that need them.
pub(super) fn ports(graph: &Graph, style: MemoryStyle) -> Vec<ReadPort> {
    match style {
        MemoryStyle::Block | MemoryStyle::Wrapper => read_ports(graph),
        _ => Vec::new(),
    }
}

impl Layout {
    /// The kind of RAM that an attribute tells tools to use for a memory.
    pub(crate) fn ram_style(&self, memory: SignalId) -> Option<&'static str> {
        let is_memory = self.is_indexed(memory);
        match self.style.memory {
            MemoryStyle::Registers if is_memory => Some("registers"),
            MemoryStyle::Distributed if is_memory => Some("distributed"),
            MemoryStyle::Block if is_memory => Some(match self.is_registered(memory) {
                true => "block",
                false => "distributed",
            }),
            _ => None,
        }
    }

    /// Whether a memory has one write port and registered reads only.
    fn is_registered(&self, memory: SignalId) -> bool {
        self.array_layout(memory) == ArrayLayout::Unpacked
            && self.ports_of(memory).all(|port| port.register.is_some())
    }

    /// Whether a memory is made of wrappers.
    pub(crate) fn is_wrapped(&self, memory: SignalId) -> bool {
        self.style.memory == MemoryStyle::Wrapper
            && self.is_indexed(memory)
            && self.ports_of(memory).next().is_some()
    }

    fn ports_of(&self, memory: SignalId) -> impl Iterator<Item = ReadPort> {
        let ports = self.read_ports.iter().copied();
        ports.filter(move |port| port.memory == memory)
    }

    /// Read ports of a scope that are wrappers.
    pub(crate) fn wrapped_ports(&self, scope: ScopeId) -> Vec<ReadPort> {
        let ports = self.read_ports.iter().copied();
        ports
            .filter(|port| port.scope == scope && self.is_wrapped(port.memory))
            .collect()
    }

    /// The register in the wrapper of a port. A wrapper has one if the memory has one bank and the read is registered.
    pub(crate) fn held(&self, port: ReadPort) -> Option<DriveId> {
        port.register
            .filter(|_| self.array_layout(port.memory) == ArrayLayout::Unpacked)
    }

    /// Whether the register that a driver loads is inside a wrapper.
    pub(crate) fn is_held(&self, load: DriveId) -> bool {
        let mut ports = self.read_ports.iter();
        ports.any(|&port| self.is_wrapped(port.memory) && self.held(port) == Some(load))
    }

    /// The wrapper of a port.
    pub(crate) fn wrapper(&self, port: ReadPort) -> &'static str {
        WRAPPERS[usize::from(self.held(port).is_some())].0
    }

    /// Modules that are instantiated as wrappers, once per instance.
    pub(crate) fn wrappers(&self, graph: &Graph) -> Vec<String> {
        let ports = self.read_ports.iter();
        let ports = ports.filter(|port| self.is_wrapped(port.memory));
        let names = |&port: &ReadPort| {
            std::iter::repeat_n(
                self.wrapper(port).to_owned(),
                self.bank_stems(graph, port.memory).len(),
            )
        };
        ports.flat_map(names).collect()
    }

    /// The prefix of the names around each bank of a memory; there is a bank for each write port: `pc_w0`, `pc_w1`.
    pub(crate) fn bank_stems(&self, graph: &Graph, memory: SignalId) -> Vec<String> {
        let banks = match self.array_layout(memory) {
            ArrayLayout::Banks(banks) => banks,
            _ => 1,
        };
        let stem = |bank| format!("{}_w{bank}", graph.signals[memory].name);
        (0..banks).map(stem).collect()
    }

    /// Names of wires around a memory that is made of wrappers, with the scopes of the wires.
    pub(crate) fn wrapper_names(&self, graph: &Graph, memory: SignalId) -> Vec<(ScopeId, String)> {
        if !self.is_wrapped(memory) {
            return Vec::new();
        }
        let scope = graph.signals[memory].scope;
        let mut names = Vec::new();
        for stem in self.bank_stems(graph, memory) {
            names.extend(WriteWires::of(&stem).all().map(|name| (scope, name)));
            let ports = self.ports_of(memory);
            names.extend(ports.map(|port| (port.scope, port.wire(&stem))));
        }
        names
    }
}

impl ReadPort {
    /// Name of the wire with the value read from a bank.
    pub(crate) fn wire(&self, stem: &str) -> String {
        format!("{stem}_r{}", self.number)
    }
}

/// The wires at the write port of a bank.
pub(crate) struct WriteWires {
    pub(crate) enable: String,
    pub(crate) address: String,
    pub(crate) data: String,
}

impl WriteWires {
    pub(crate) fn of(stem: &str) -> Self {
        Self {
            enable: format!("{stem}_enable"),
            address: format!("{stem}_address"),
            data: format!("{stem}_data"),
        }
    }

    fn all(self) -> impl Iterator<Item = String> {
        [self.enable, self.address, self.data].into_iter()
    }
}

impl Text<'_> {
    /// The wires with the values read from each bank of a memory that is made of wrappers.
    pub(super) fn wrapped(&self, part: &PartSelect, index: ExprId) -> Option<Vec<String>> {
        if !self.layout.is_wrapped(part.signal) {
            return None;
        }
        let mut ports = self.layout.ports_of(part.signal);
        let port = ports.find(|port| port.index == index)?;
        let bits = self.bits(part, self.graph.signals[part.signal].width);
        let stems = self.layout.bank_stems(self.graph, part.signal);
        Some(stems.iter().map(|stem| port.wire(stem) + &bits).collect())
    }
}
