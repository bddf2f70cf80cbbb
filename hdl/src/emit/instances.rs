//! Instances of other modules.

use super::body::{Block, Body};
use super::rows::{Row, connection};
use crate::builder::graph::{InstanceId, Kind, SignalId};
use crate::layout::instance_name;
use crate::style::Style;
use heddle_contract::Direction;

impl Body<'_> {
    /// Declares the wires at the ports of an instance.
    pub(super) fn instance_wires(&mut self, id: InstanceId) {
        for (_, signal) in &self.graph.instances[id].ports {
            if self.layout.connection(*signal).is_none() {
                self.declare(*signal);
            }
        }
    }

    /// Prints the instance itself, after the last value that it needs.
    pub(super) fn instance(&mut self, id: InstanceId) {
        let instance = &self.graph.instances[id];
        let clocks = [Style::CLOCK, self.layout.style.reset_port()];
        let mut rows: Vec<Row> = clocks.map(|name| connection(name, name, Vec::new())).into();
        rows.extend(instance.ports.iter().map(|(port, signal)| {
            let direction = match self.graph.signals[*signal].kind {
                Kind::InstanceInput(_) => Direction::In,
                _ => Direction::Out,
            };
            let port = format!("{}{}", port.name, direction.suffix());
            let (flat, broken) = self.connected(*signal);
            connection(&port, &flat, broken)
        }));
        rows.last_mut().expect("clock and reset").value.end = ")";
        let name = instance_name(self.graph, id);
        let head = format!("{} {name} (", self.names.children[id.index()]);
        self.begin(Block::Other, instance.scope);
        self.block(head, ");", |body| {
            rows.into_iter().for_each(|row| body.page.row(row))
        });
    }

    /// What a port is connected to, on one line, and broken into lines one level deeper.
    fn connected(&self, signal: SignalId) -> (String, Vec<String>) {
        match self.layout.connection(signal) {
            Some(drive) => {
                let value = self.graph.drives[drive].value;
                let lines = self.text.lines(value, self.page.room().saturating_sub(4));
                (self.text.flat(value), lines)
            }
            None => (self.layout.name(signal).to_owned(), Vec::new()),
        }
    }
}
