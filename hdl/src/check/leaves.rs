//! The bits that a value reads: exact for bitwise operators, all operand bits for the others.

use super::elaborate::Elaborator;
use super::netlist::Bit;
use crate::builder::graph::{Binary, Element, ExprId, Kind, Node, PartSelect, Shift};
use crate::error::Caller;

impl Elaborator<'_> {
    /// The bits that bit `k` of a value depends on.
    pub(super) fn bit(&mut self, expr: ExprId, k: u32, into: &mut Vec<Bit>) {
        let graph = self.graph;
        let expression = &graph.exprs[expr];
        match &expression.node {
            Node::Constant(_) | Node::Number(_) => {}
            Node::Read(part) => self.read(part, k..k + 1, expression.at, into),
            Node::Not(a) => self.bit(*a, k, into),
            Node::Binary(op, a, b) => self.binary_bit(*op, *a, *b, k, into),
            Node::Shift(way, a, by) => {
                let by = by.at(&self.iteration);
                let from = match way {
                    Shift::Left => i64::from(k) - by,
                    Shift::Right => i64::from(k) + by,
                };
                if (0..i64::from(self.width(*a))).contains(&from) {
                    self.bit(*a, from as u32, into);
                }
            }
            Node::Mux(c, a, b) => {
                self.all(*c, into);
                self.bit(*a, k, into);
                self.bit(*b, k, into);
            }
            Node::Cat(parts) => self.cat_bit(parts, k, into),
            Node::Repeat(_, a) => self.bit(*a, k % self.width(*a).max(1), into),
            Node::Reduce(..) | Node::Decode(_) | Node::Poison(_) => self.all(expr, into),
        }
    }

    fn binary_bit(&mut self, op: Binary, a: ExprId, b: ExprId, k: u32, into: &mut Vec<Bit>) {
        let lowest = match op {
            Binary::And | Binary::Or | Binary::Xor => k,
            Binary::Add | Binary::Sub => 0,
            _ => {
                self.all(a, into);
                return self.all(b, into);
            }
        };
        for bit in lowest..=k {
            self.bit(a, bit, into);
            self.bit(b, bit, into);
        }
    }

    fn cat_bit(&mut self, parts: &[ExprId], mut k: u32, into: &mut Vec<Bit>) {
        for &part in parts.iter().rev() {
            let width = self.width(part);
            if k < width {
                return self.bit(part, k, into);
            }
            k -= width;
        }
    }

    fn width(&self, expr: ExprId) -> u32 {
        self.graph.exprs[expr].width.unwrap_or(0)
    }

    /// The bits that any bit of a value depends on.
    pub(super) fn all(&mut self, expr: ExprId, into: &mut Vec<Bit>) {
        let expression = &self.graph.exprs[expr];
        match &expression.node {
            Node::Read(part) => self.read(part, 0..part.width, expression.at, into),
            Node::Shift(..) => (0..self.width(expr)).for_each(|k| self.bit(expr, k, into)),
            node => {
                for operand in node.operands() {
                    self.all(operand, into);
                }
            }
        }
    }

    /// Collects the bits that a read of some bits of a part depends on.
    fn read(
        &mut self,
        part: &PartSelect,
        bits: std::ops::Range<u32>,
        at: Caller,
        into: &mut Vec<Bit>,
    ) {
        let Some(first) = self.first(part, at) else {
            return;
        };
        let signal = &self.graph.signals[part.signal];
        let mut elements = 1;
        if let Element::By(index) = part.element {
            self.all(index, into);
            if let Kind::Memory { .. } = signal.kind {
                return self.use_memory(part, first, bits);
            }
            elements = signal.length.unwrap_or(1) as u32;
        }
        for element in 0..elements {
            let start = first + element * signal.width;
            into.extend(bits.clone().map(|bit| start + bit));
        }
    }

    /// Marks some bits of every word of a memory as read. They are not collected: no combinational path
    /// leads through them, and they are many.
    fn use_memory(&mut self, part: &PartSelect, first: Bit, bits: std::ops::Range<u32>) {
        let signal = &self.graph.signals[part.signal];
        let words = signal.length.unwrap_or(1) as u32;
        for start in (0..words).map(|word| first + word * signal.width) {
            let range = start + bits.start..start + bits.end;
            range.for_each(|bit| self.use_bit(bit));
        }
    }
}
