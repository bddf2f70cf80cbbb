//! Expressions as Verilog text, with parentheses where precedence or a reader wants them.

use super::{Layout, Shape};
use crate::build::graph::{
    Binary, Element, ExprId, Graph, Node, Part, Reduce, Repeat, ScopeId, Shift, SignalId,
};
use crate::build::{DEPTH, Index};

/// Loop variables by depth, outermost first.
const LOOP_NAMES: [&str; DEPTH] = ["i", "j", "k", "l"];
/// The loop variable of folds.
const FOLD_NAME: &str = "n";

/// The name of a loop's variable.
pub(crate) fn variable(graph: &Graph, scope: ScopeId) -> &'static str {
    let scope = &graph.scopes[scope];
    match scope.repeat {
        Repeat::Fold { .. } => FOLD_NAME,
        _ => LOOP_NAMES[(scope.depth - 1).min(DEPTH - 1)],
    }
}

/// Prints expressions of one module.
#[derive(Clone, Copy)]
pub(crate) struct Text<'a> {
    graph: &'a Graph,
    shape: &'a Shape,
}

/// How tightly an expression holds together when it stands inside another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hold {
    /// Names, numbers, braces.
    Atom,
    /// `~a`, `~|a`.
    Not,
    /// `|a`.
    Reduction,
    Operator(Binary),
    Shift,
    Choice,
}

impl<'a> Text<'a> {
    pub(crate) fn new(graph: &'a Graph, shape: &'a Shape) -> Self {
        Self { graph, shape }
    }

    fn node(&self, expr: ExprId) -> &'a Node {
        &self.graph.exprs[expr].node
    }

    /// On one line.
    pub(crate) fn flat(&self, expr: ExprId) -> String {
        match self.node(expr) {
            Node::Constant(value) => self.constant(expr, *value),
            Node::Read(part) => self.part(part),
            Node::Number(index) => self.number(expr, index),
            Node::Not(a) => self.not(*a),
            Node::Reduce(by, a) => format!("{}{}", by.symbol(), self.tight(*a)),
            Node::Binary(op, a, b) => {
                let (a, b) = (self.operand(*op, *a, true), self.operand(*op, *b, false));
                format!("{a} {} {b}", op.symbol())
            }
            Node::Shift(way, a, by) => {
                format!("{} {} {}", self.tight(*a), way.symbol(), self.index(by))
            }
            Node::Decode(a) => format!("{}'d1 << {}", self.width(expr), self.tight(*a)),
            Node::Mux(c, a, b) => self.choice(*c, *a, *b),
            Node::Cat(parts) => format!("{{{}}}", self.list(parts)),
            Node::Repeat(times, a) => format!("{{{times}{{{}}}}}", self.flat(*a)),
            Node::Poison(parts) => format!("<mistake: {}>", self.list(parts)),
        }
    }

    /// On one line, as all that is assigned.
    pub(crate) fn assigned(&self, expr: ExprId) -> String {
        match self.hold(expr) {
            Hold::Operator(op) if op.compares() => format!("({})", self.flat(expr)),
            _ => self.flat(expr),
        }
    }

    fn list(&self, parts: &[ExprId]) -> String {
        let parts: Vec<String> = parts.iter().map(|&part| self.flat(part)).collect();
        parts.join(", ")
    }

    fn width(&self, expr: ExprId) -> u32 {
        self.graph.exprs[expr].width.unwrap_or(0)
    }

    fn constant(&self, expr: ExprId, value: u64) -> String {
        match self.width(expr) {
            1 => format!("1'b{value}"),
            width => format!("{width}'d{value}"),
        }
    }

    /// The variable of a fold is an integer, whose bits can be selected: `n[2:0]`, `3'd7 - n[2:0]`.
    fn number(&self, expr: ExprId, index: &Index) -> String {
        let width = self.width(expr);
        let term = index
            .loops()
            .next()
            .expect("a number that depends on a loop");
        let bits = constant_range(0, width);
        let variable = format!("{}{bits}", variable(self.graph, term.scope));
        match (term.factor, index.offset()) {
            (1, 0) => variable,
            (1, offset) if offset < 0 => format!("{variable} - {width}'d{}", -offset),
            (1, offset) => format!("{variable} + {width}'d{offset}"),
            (_, offset) => format!("{width}'d{offset} - {variable}"),
        }
    }

    fn not(&self, a: ExprId) -> String {
        match self.node(a) {
            Node::Reduce(by, inner) => format!("~{}{}", by.symbol(), self.tight(*inner)),
            _ => format!("~{}", self.tight(a)),
        }
    }

    fn choice(&self, c: ExprId, a: ExprId, b: ExprId) -> String {
        let (condition, then) = (self.condition(c), self.arm(a));
        format!("{condition} ? {then} : {}", self.flat(b))
    }

    fn condition(&self, c: ExprId) -> String {
        match self.hold(c) {
            Hold::Atom | Hold::Not => self.flat(c),
            _ => format!("({})", self.flat(c)),
        }
    }

    fn arm(&self, a: ExprId) -> String {
        match self.hold(a) {
            Hold::Choice => format!("({})", self.flat(a)),
            _ => self.flat(a),
        }
    }

    fn hold(&self, expr: ExprId) -> Hold {
        match self.node(expr) {
            Node::Not(_) => Hold::Not,
            Node::Reduce(..) => Hold::Reduction,
            Node::Binary(op, ..) => Hold::Operator(*op),
            Node::Shift(..) | Node::Decode(_) => Hold::Shift,
            Node::Mux(..) => Hold::Choice,
            Node::Number(index) if index.offset() != 0 => Hold::Operator(Binary::Sub),
            _ => Hold::Atom,
        }
    }

    /// As the operand of a unary operator or a shift.
    fn tight(&self, expr: ExprId) -> String {
        match self.hold(expr) {
            Hold::Atom => self.flat(expr),
            _ => format!("({})", self.flat(expr)),
        }
    }

    /// As an operand of `op`; chains of one operator need no parentheses.
    fn operand(&self, op: Binary, expr: ExprId, left: bool) -> String {
        let bare = match self.hold(expr) {
            Hold::Atom | Hold::Not => true,
            Hold::Operator(inner) => chains(op, inner, left),
            _ => false,
        };
        if bare {
            self.flat(expr)
        } else {
            format!("({})", self.flat(expr))
        }
    }

    /// Splits what a fold carries on into a condition and the value under it.
    pub(crate) fn conditional(&self, carried: SignalId, next: ExprId) -> (Option<ExprId>, ExprId) {
        match *self.node(next) {
            Node::Mux(c, a, b) if self.is_whole(b, carried) => (Some(c), a),
            _ => (None, next),
        }
    }

    fn is_whole(&self, expr: ExprId, signal: SignalId) -> bool {
        matches!(self.node(expr), Node::Read(part)
            if part.signal == signal && part.width as usize == self.total(signal) as usize)
    }

    /// An index: `2*i+1`, `7-n`.
    pub(crate) fn index(&self, index: &Index) -> String {
        let mut text = String::new();
        let starts_negative = index.loops().next().is_some_and(|term| term.factor < 0);
        let offset_first = starts_negative && index.offset() > 0;
        if offset_first {
            text += &index.offset().to_string();
        }
        for term in index.loops() {
            let name = variable(self.graph, term.scope);
            text += match (text.is_empty(), term.factor < 0) {
                (true, false) => "",
                (false, false) => "+",
                (_, true) => "-",
            };
            text += &match term.factor.unsigned_abs() {
                1 => name.to_owned(),
                factor => format!("{factor}*{name}"),
            };
        }
        match index.offset() {
            offset if text.is_empty() => offset.to_string(),
            offset if offset_first || offset == 0 => text,
            offset => format!("{text}{offset:+}"),
        }
    }

    /// Some bits of a signal.
    pub(crate) fn part(&self, part: &Part) -> String {
        let name = self.shape.name(part.signal);
        match self.shape.layout(part.signal) {
            Layout::Vector => format!("{name}{}", self.bits(part, self.own_width(part.signal))),
            Layout::Packed => format!("{name}{}", self.packed(part)),
            Layout::Unpacked => {
                let element = match &part.element {
                    Element::All => String::new(),
                    Element::At(index) => format!("[{}]", self.index(index)),
                    Element::By(index) => format!("[{}]", self.flat(*index)),
                };
                format!(
                    "{name}{element}{}",
                    self.bits(part, self.own_width(part.signal))
                )
            }
        }
    }

    fn own_width(&self, signal: SignalId) -> u32 {
        self.graph.signals[signal].width
    }

    /// A selection of bits out of `own`; nothing where all are meant.
    fn bits(&self, part: &Part, own: u32) -> String {
        if part.width == own {
            return String::new();
        }
        match part.low.constant() {
            Some(low) => constant_range(low, part.width),
            None => self.range(self.index(&part.low), part.width),
        }
    }

    fn range(&self, low: String, width: u32) -> String {
        match width {
            1 => format!("[{low}]"),
            _ => format!("[{low} +: {width}]"),
        }
    }

    /// Bits of a vector that holds an array.
    fn packed(&self, part: &Part) -> String {
        let own = self.own_width(part.signal);
        let start = match &part.element {
            Element::All => return self.bits(part, self.total(part.signal)),
            Element::At(index) => match (index.constant(), part.low.constant()) {
                (Some(element), Some(low)) => {
                    return constant_range(element * i64::from(own) + low, part.width);
                }
                _ => scaled(self.index(index), own),
            },
            Element::By(index) => scaled(self.tight(*index), own),
        };
        let start = match part.low.constant() {
            Some(0) => start,
            _ => format!("{start} + {}", self.index(&part.low)),
        };
        self.range(start, part.width)
    }

    fn total(&self, signal: SignalId) -> u32 {
        self.graph.signals[signal].total_bits() as u32
    }

    /// For what does not fit beside its target: lines of at most `room` characters, as far as the
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

/// Whether `inner` can stand inside `outer` without parentheses.
fn chains(outer: Binary, inner: Binary, left: bool) -> bool {
    use Binary::*;
    match (outer, inner) {
        (And, And) | (Or, Or) | (Xor, Xor) => true,
        (Add | Sub, Add | Sub) => left,
        _ => false,
    }
}

fn constant_range(low: i64, width: u32) -> String {
    match width {
        1 => format!("[{low}]"),
        _ => format!("[{}:{low}]", low + i64::from(width) - 1),
    }
}

fn scaled(index: String, width: u32) -> String {
    match width {
        1 => index,
        _ if index.contains(['+', '-']) => format!("({index})*{width}"),
        _ => format!("{index}*{width}"),
    }
}

impl Reduce {
    fn symbol(self) -> &'static str {
        match self {
            Reduce::And => "&",
            Reduce::Or => "|",
            Reduce::Xor => "^",
        }
    }
}

impl Shift {
    fn symbol(self) -> &'static str {
        match self {
            Shift::Left => "<<",
            Shift::Right => ">>",
        }
    }
}
