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
            Node::Binary(op, a, b) if op.compares() => {
                let (a_text, b_text) = (self.operand(*op, *a, true), self.operand(*op, *b, false));
                let end = format!(" {} {b_text}", op.symbol());
                let room = room.saturating_sub(end.len());
                with_end(self.operand_lines(*a, &a_text, room), &end)
            }
            Node::Binary(op, ..) => self.chain_lines(*op, expr, room),
            Node::Read(part) if let Some(index) = self.live_index(part) => {
                let mut choices = self.live_choices(part, index).into_iter();
                let first = choices.next().into_iter();
                first
                    .chain(choices.map(|choice| format!(": {choice}")))
                    .collect()
            }
            Node::Cat(parts) => self.cat_lines(parts, room),
            Node::Shift(way, a, by) => {
                let end = format!(" {} {}", way.symbol(), self.amount(by));
                let room = room.saturating_sub(end.len());
                with_end(self.operand_lines(*a, &self.tight(*a), room), &end)
            }
            _ => vec![flat],
        }
    }

    /// An operand, whose text on one line is `text`, on lines of its own: in parentheses if that text is.
    fn operand_lines(&self, expr: ExprId, text: &str, room: usize) -> Vec<String> {
        if text == self.flat(expr) {
            return self.lines(expr, room);
        }
        let inner = self.lines(expr, room.saturating_sub(4));
        let inner = inner.into_iter().map(|line| format!("    {line}"));
        let (open, close) = (["(".to_owned()], [")".to_owned()]);
        open.into_iter().chain(inner).chain(close).collect()
    }

    fn is_choice_of_many(&self, expr: ExprId) -> bool {
        matches!(self.node(expr), Node::Mux(_, _, b) if matches!(self.node(*b), Node::Mux(..)))
    }

    /// A chain of choices, one to a line.
    fn choice_lines(&self, mut expr: ExprId, room: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let mut colon = "";
        while let Node::Mux(c, a, b) = *self.node(expr) {
            let (condition, arm) = (self.condition(c), self.arm(a));
            match colon.len() + condition.len() + 3 + arm.len() <= room {
                true => lines.push(format!("{colon}{condition} ? {arm}")),
                false => {
                    lines.push(format!("{colon}{condition}"));
                    let arm = self.operand_lines(a, &arm, room.saturating_sub(4));
                    lines.extend(with_lead("  ? ", arm));
                }
            }
            (expr, colon) = (b, ": ");
        }
        let last = self.lines(expr, room.saturating_sub(2));
        lines.extend(with_lead(": ", last));
        lines
    }

    fn chain_lines(&self, op: Binary, expr: ExprId, room: usize) -> Vec<String> {
        let mut operands = Vec::new();
        self.chain(op, expr, true, &mut operands);
        let mut lines: Vec<String> = Vec::new();
        for (operand, left) in operands {
            let text = self.operand(op, operand, left);
            let lead = match lines.is_empty() {
                true => String::new(),
                false => format!("{} ", op.symbol()),
            };
            match lines.last_mut() {
                Some(last) if last.len() + 1 + lead.len() + text.len() <= room => {
                    *last += &format!(" {lead}{text}");
                }
                _ if lead.len() + text.len() <= room => lines.push(format!("{lead}{text}")),
                _ => {
                    let broken =
                        self.operand_lines(operand, &text, room.saturating_sub(lead.len()));
                    lines.extend(with_lead(&lead, broken));
                }
            }
        }
        lines
    }

    /// The operands of a chain of one operator, in reading order.
    fn chain(&self, op: Binary, expr: ExprId, left: bool, into: &mut Vec<(ExprId, bool)>) {
        match self.node(expr) {
            Node::Binary(inner, a, b) if *inner == op && chains(op, op, left) => {
                self.chain(op, *a, true, into);
                self.chain(op, *b, false, into);
            }
            _ => into.push((expr, left)),
        }
    }

    fn cat_lines(&self, parts: &[ExprId], room: usize) -> Vec<String> {
        let mut lines = vec!["{".to_owned()];
        for (at, &part) in parts.iter().enumerate() {
            let comma = if at + 1 < parts.len() { "," } else { "" };
            let inner = with_end(self.lines(part, room.saturating_sub(4)), comma);
            lines.extend(inner.into_iter().map(|line| format!("    {line}")));
        }
        lines.push("}".to_owned());
        lines
    }
}

/// Lines whose first one begins with `lead`; the others are as far to the right.
fn with_lead(lead: &str, lines: Vec<String>) -> impl Iterator<Item = String> {
    let blank = " ".repeat(lead.len());
    let leads = std::iter::once(lead.to_owned()).chain(std::iter::repeat(blank));
    leads.zip(lines).map(|(lead, line)| lead + &line)
}

/// Lines whose last one ends with `end`.
fn with_end(mut lines: Vec<String>, end: &str) -> Vec<String> {
    lines
        .last_mut()
        .expect("an expression has text")
        .push_str(end);
    lines
}

/// A list, with as many items to a line as `room` characters hold.
pub(crate) fn listed(items: &[String], room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let comma = if at + 1 < items.len() { "," } else { "" };
        match lines.last_mut() {
            Some(last) if last.len() + item.len() + 2 <= room => {
                *last += &format!(" {item}{comma}")
            }
            _ => lines.push(format!("{item}{comma}")),
        }
    }
    lines
}
