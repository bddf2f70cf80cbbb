//! Breaks long expressions where a reader would: one choice to a line, chains at their operator.

use super::Text;
use super::text::chains;
use crate::builder::graph::{Binary, ExprId, Node};

impl Text<'_> {
    /// For an expression that does not fit beside its target: lines of at most `room` characters, as far as the
    /// expression can be broken.
    pub(crate) fn lines(&self, expr: ExprId, room: usize) -> Vec<String> {
        let flat = self.flat(expr);
        if flat.len() <= room && !self.is_choice_of_many(expr) {
            return vec![flat];
        }
        match self.node(expr) {
            Node::Mux(..) => self.choice_lines(expr, room),
            Node::Binary(op, ..) if !op.compares() => self.chain_lines(*op, expr, room),
            Node::Cat(parts) => self.cat_lines(parts, room),
            _ => vec![flat],
        }
    }

    fn is_choice_of_many(&self, expr: ExprId) -> bool {
        matches!(self.node(expr), Node::Mux(_, _, b) if matches!(self.node(*b), Node::Mux(..)))
    }

    /// A chain of choices, one to a line.
    fn choice_lines(&self, mut expr: ExprId, room: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let mut colon = "";
        while let Node::Mux(c, a, b) = *self.node(expr) {
            lines.push(format!("{colon}{} ? {}", self.condition(c), self.arm(a)));
            (expr, colon) = (b, ": ");
        }
        let last = self.lines(expr, room.saturating_sub(2));
        let lead = std::iter::once(": ").chain(std::iter::repeat("  "));
        lines.extend(lead.zip(last).map(|(lead, line)| format!("{lead}{line}")));
        lines
    }

    fn chain_lines(&self, op: Binary, expr: ExprId, room: usize) -> Vec<String> {
        let mut operands = Vec::new();
        self.chain(op, expr, true, &mut operands);
        let mut lines: Vec<String> = Vec::new();
        for operand in operands {
            match lines.last_mut() {
                None => lines.push(operand),
                Some(last) if last.len() + operand.len() + 3 <= room => {
                    *last += &format!(" {} {operand}", op.symbol());
                }
                Some(_) => lines.push(format!("{} {operand}", op.symbol())),
            }
        }
        lines
    }

    /// The operands of a chain of one operator, in reading order.
    fn chain(&self, op: Binary, expr: ExprId, left: bool, into: &mut Vec<String>) {
        match self.node(expr) {
            Node::Binary(inner, a, b) if *inner == op && chains(op, op, left) => {
                self.chain(op, *a, true, into);
                self.chain(op, *b, false, into);
            }
            _ => into.push(self.operand(op, expr, left)),
        }
    }

    fn cat_lines(&self, parts: &[ExprId], room: usize) -> Vec<String> {
        let mut lines = vec!["{".to_owned()];
        for (at, &part) in parts.iter().enumerate() {
            let comma = if at + 1 < parts.len() { "," } else { "" };
            let mut inner = self.lines(part, room.saturating_sub(4));
            inner
                .last_mut()
                .expect("an expression has text")
                .push_str(comma);
            lines.extend(inner.into_iter().map(|line| format!("    {line}")));
        }
        lines.push("}".to_owned());
        lines
    }
}
