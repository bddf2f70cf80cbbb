//! Always blocks: what registers load at the clock edge.

use super::body::{Block, Body};
use super::rows::{Row, Value, load};
use crate::build::graph::{DriveId, Kind, Mode};

impl Body<'_> {
    /// The always block of these registers: resettable ones first, then data.
    pub(super) fn always(&mut self, loads: &[DriveId]) {
        let Some(&first) = loads.first() else {
            return;
        };
        let (reset, data): (Vec<DriveId>, Vec<DriveId>) =
            loads.iter().partition(|&&id| self.reset_of(id).is_some());
        self.begin(Block::Other, self.graph.drives[first].scope);
        self.block("always @(posedge clk_i) begin", "end", |body| {
            if !reset.is_empty() {
                body.resettable(&reset);
            }
            body.loads(body.by_enable(&data));
        });
    }

    fn resettable(&mut self, loads: &[DriveId]) {
        self.page.text("if (rst_i) begin");
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

    /// Neighbours with one enable together.
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
            let row = self.load(id);
            self.page.row(row);
        }
    }

    fn enable(&self, drive: DriveId) -> Option<String> {
        match self.graph.drives[drive].mode {
            Mode::Assign => None,
            Mode::Next { enable } => enable.map(|enable| self.text.flat(enable)),
            Mode::Write { enable, .. } => Some(self.text.flat(enable)),
        }
    }

    fn load(&self, id: DriveId) -> Row {
        let drive = &self.graph.drives[id];
        let target = match drive.mode {
            Mode::Write { index, .. } => {
                let name = self.shape.name(drive.target.signal);
                format!("{name}[{}]", self.text.flat(index))
            }
            _ => self.text.part(&drive.target),
        };
        let value = match self.shape.next_wire(self.graph, id) {
            Some(name) => Value::new("<=", name),
            None => self.value("<=", drive.value),
        };
        load(target, value)
    }
}
