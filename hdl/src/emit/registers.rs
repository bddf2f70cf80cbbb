//! Always blocks: what registers load at the clock edge.

use super::body::{Block, Body};
use super::rows::{Row, Value, load};
use crate::builder::graph::{DriveId, Kind, Mode};
use crate::style::Reset;

impl Body<'_> {
    /// Prints the always blocks of these registers: registers with a reset first, then data.
    pub(super) fn always(&mut self, loads: &[DriveId]) {
        let (reset, data): (Vec<DriveId>, Vec<DriveId>) =
            loads.iter().partition(|&&id| self.reset_of(id).is_some());
        let style = self.layout.style;
        if style.reset == Reset::Asynchronous && !reset.is_empty() {
            self.clocked(&reset, &[]);
            self.clocked(&[], &data);
        } else {
            self.clocked(&reset, &data);
        }
    }

    /// Prints one always block.
    fn clocked(&mut self, reset: &[DriveId], data: &[DriveId]) {
        if let Some(first) = reset.iter().chain(data).next() {
            self.begin(Block::Other, self.graph.drives[*first].scope);
            let edges = self.layout.style.edges(!reset.is_empty());
            self.block(format!("always @({edges}) begin"), "end", |body| {
                if !reset.is_empty() {
                    body.resettable(reset);
                }
                body.loads(body.by_enable(data));
            });
        }
    }

    fn resettable(&mut self, loads: &[DriveId]) {
        let resets = self.layout.style.resets();
        self.page.text(format!("if ({resets}) begin"));
        self.page.indent(1);
        loads.iter().for_each(|&id| self.reset(id));
        self.page.indent(-1);
        let groups = self.by_enable(loads);
        match &groups[..] {
            [(Some(enable), all)] => {
                self.block(format!("end else if ({enable}) begin"), "end", |body| {
                    body.load_all(all);
                })
            }
            _ => self.block("end else begin", "end", |body| body.loads(groups)),
        }
    }

    fn reset_of(&self, drive: DriveId) -> Option<u64> {
        match self.graph.signals[self.graph.drives[drive].target.signal].kind {
            Kind::Register { reset } => reset,
            _ => None,
        }
    }

    fn reset(&mut self, id: DriveId) {
        let target = self.graph.drives[id].target;
        let value = self.reset_of(id).unwrap_or(0) >> target.low.constant().unwrap_or(0);
        let value = match target.width {
            1 => format!("1'b{}", value & 1),
            width => format!("{width}'d{value}"),
        };
        let row = load(self.text.part(&target), Value::new("<=", value));
        self.page.row(row);
    }

    /// Groups neighbouring loads with the same enable.
    fn by_enable(&self, loads: &[DriveId]) -> Vec<(Option<String>, Vec<DriveId>)> {
        let mut groups: Vec<(Option<String>, Vec<DriveId>)> = Vec::new();
        for &id in loads {
            let enable = self.enable(id);
            match groups.last_mut() {
                Some((last, group)) if *last == enable => group.push(id),
                _ => groups.push((enable, vec![id])),
            }
        }
        groups
    }

    fn loads(&mut self, groups: Vec<(Option<String>, Vec<DriveId>)>) {
        for (enable, loads) in groups {
            match enable {
                None => self.load_all(&loads),
                Some(enable) => self.block(format!("if ({enable}) begin"), "end", |body| {
                    body.load_all(&loads);
                }),
            }
        }
    }

    fn load_all(&mut self, loads: &[DriveId]) {
        for &id in loads {
            let rows = self.load(id);
            rows.into_iter().for_each(|row| self.page.row(row));
        }
    }

    pub(super) fn enable(&self, drive: DriveId) -> Option<String> {
        match self.graph.drives[drive].mode {
            Mode::Assign => None,
            Mode::Write { .. } if self.is_wrapped_write(drive) => {
                Some(self.write_wire(drive).enable)
            }
            Mode::Next { enable } => enable.map(|enable| self.text.flat(enable)),
            Mode::Write { enable } => Some(self.text.flat(enable)),
        }
    }

    fn load(&self, id: DriveId) -> Vec<Row> {
        let drive = &self.graph.drives[id];
        let value = match self.layout.next_wire(self.graph, id) {
            Some(name) => Value::new("<=", name),
            None => self.value("<=", drive.value),
        };
        match self.text.bank_write(id) {
            None => vec![load(self.text.part(&drive.target), value)],
            Some(write) => {
                let number = load(write.table, Value::new("<=", write.number));
                match self.is_wrapped_write(id) {
                    true => vec![number],
                    false => vec![load(write.bank, value), number],
                }
            }
        }
    }
}
