//! Memories that are instances of wrappers.

use super::body::{Block, Body};
use super::rows::{Kind, Row, Value, connection, declaration, row};
use crate::builder::graph::{DriveId, Element, Mode, ScopeId, SignalId};
use crate::builder::index_bits;
use crate::layout::{ReadPort, Width, WriteWires};
use crate::style::Style;

impl Body<'_> {
    /// Declares the wires for the reads of a memory that are in the scope of its declaration.
    pub(super) fn read_wires(&mut self, memory: SignalId) {
        let scope = self.graph.signals[memory].scope;
        let ports = self.layout.wrapped_ports(scope).into_iter();
        ports
            .filter(|port| port.memory == memory)
            .for_each(|port| self.read_wire(port));
    }

    /// Declares the wires for the reads in a loop, of memories declared outside it.
    pub(super) fn inner_read_wires(&mut self, scope: ScopeId) {
        let ports = self.layout.wrapped_ports(scope).into_iter();
        ports
            .filter(|port| self.graph.signals[port.memory].scope != scope)
            .for_each(|port| self.read_wire(port));
    }

    /// Declares a wire for each bank; a register inside the wrapper keeps the name of the register that it replaces.
    fn read_wire(&mut self, port: ReadPort) {
        if self.layout.held(port).is_some() {
            return;
        }
        self.begin(Block::Declarations, port.scope);
        let width = self.layout.widths.of_signal(self.graph, port.memory);
        for stem in self.layout.bank_stems(self.graph, port.memory) {
            self.page
                .row(declaration("wire", width, port.wire(&stem), Value::end()));
        }
    }

    /// Whether a driver is a write port of a memory that is made of wrappers.
    pub(super) fn is_wrapped_write(&self, id: DriveId) -> bool {
        let drive = &self.graph.drives[id];
        matches!(drive.mode, Mode::Write { .. }) && self.layout.is_wrapped(drive.target.signal)
    }

    /// Names of the wires at a write port.
    pub(super) fn write_wire(&self, id: DriveId) -> WriteWires {
        let memory = self.graph.drives[id].target.signal;
        let stems = self.layout.bank_stems(self.graph, memory);
        WriteWires::of(&stems[self.graph.write_port(id)])
    }

    /// Declares the wires at the write ports of a memory; its wrappers may be printed before the drivers of these wires.
    pub(super) fn write_wires(&mut self, memory: SignalId) {
        let entry = &self.graph.signals[memory];
        self.begin(Block::Declarations, entry.scope);
        let address = Width::Bits(index_bits(entry.length.unwrap_or(1)));
        let word = self.layout.widths.of_signal(self.graph, memory);
        for stem in self.layout.bank_stems(self.graph, memory) {
            let WriteWires {
                enable,
                address: index,
                data,
            } = WriteWires::of(&stem);
            for (width, name) in [(Width::Bits(1), enable), (address, index), (word, data)] {
                self.page
                    .row(declaration("wire", width, name, Value::end()));
            }
        }
    }

    /// Drives the wires at a write port.
    pub(super) fn write(&mut self, id: DriveId) {
        let drive = &self.graph.drives[id];
        let (Mode::Write { enable }, Element::By(index)) = (drive.mode, drive.target.element)
        else {
            return;
        };
        let wires = self.write_wire(id);
        self.begin(Block::Assignments, drive.scope);
        for (name, expr) in [
            (wires.enable, enable),
            (wires.address, index),
            (wires.data, drive.value),
        ] {
            let cells = vec!["assign".to_owned(), name];
            let value = self.value("=", expr);
            self.page.row(row(Kind::Assignment, cells, value));
        }
    }

    /// Prints the wrappers of a scope.
    pub(super) fn wrappers(&mut self, scope: ScopeId) {
        for port in self.layout.wrapped_ports(scope) {
            for stem in self.layout.bank_stems(self.graph, port.memory) {
                self.begin(Block::Other, scope);
                self.wrapper(port, &stem);
            }
        }
    }

    fn wrapper(&mut self, port: ReadPort, stem: &str) {
        let memory = &self.graph.signals[port.memory];
        let entries = memory.length.unwrap_or(1);
        let parameters = [
            ("ENTRIES", entries.to_string()),
            ("ADDRESS", index_bits(entries).to_string()),
            ("WIDTH", memory.width.to_string()),
        ];
        let ports = self.wrapper_ports(port, stem);
        let name = port.wire(stem);
        let module = self.layout.wrapper(port);
        self.page.text(format!("{}{module} #(", self.names.prefix));
        self.connections(&parameters);
        self.page.text(format!(") u_{name} ("));
        self.connections(&ports);
        self.page.text(");");
    }

    fn wrapper_ports(&self, port: ReadPort, stem: &str) -> Vec<(&'static str, String)> {
        let wires = WriteWires::of(stem);
        let mut ports = vec![
            (Style::CLOCK, Style::CLOCK.to_owned()),
            ("write_i", wires.enable),
            ("write_address_i", wires.address),
            ("write_data_i", wires.data),
        ];
        let mut data = port.wire(stem);
        if let Some(load) = self.layout.held(port) {
            let enable = self.enable(load).unwrap_or_else(|| "1'b1".into());
            ports.push(("read_i", enable));
            let register = self.graph.drives[load].target.signal;
            data = self.layout.name(register).to_owned();
        }
        ports.push(("read_address_i", self.text.flat(port.index)));
        ports.push(("read_data_o", data));
        ports
    }

    fn connections(&mut self, all: &[(&str, String)]) {
        let mut rows: Vec<Row> = all
            .iter()
            .map(|(name, value)| connection(name, value, Vec::new()))
            .collect();
        rows.last_mut().expect("something is connected").value.end = ")";
        self.page.indent(1);
        rows.into_iter().for_each(|row| self.page.row(row));
        self.page.indent(-1);
    }
}
