//! Expressions as Verilog text, with parentheses where precedence or readability requires them.

use super::{ArrayLayout, Layout, Width};
use crate::builder::graph::{
    Binary, ExprId, Graph, Node, Reduce, Repeat, ScopeId, Shift, SignalId,
};
use crate::builder::{DEPTH, Index};

/// Loop variables by depth, outermost first.
const LOOP_NAMES: [&str; DEPTH - 1] = ["i", "j", "k"];
/// The loop variable of folds.
const FOLD_NAME: &str = "n";

/// The name of a loop's variable.
pub(crate) fn variable(graph: &Graph, scope: ScopeId) -> &'static str {
    let scope = &graph.scopes[scope];
    match scope.repeat {
        Repeat::Fold { .. } => FOLD_NAME,
        _ => LOOP_NAMES[(scope.depth - 1).min(LOOP_NAMES.len() - 1)],
    }
}

/// A selection of bits at a known position.
pub(super) fn constant_range(low: i64, width: u32) -> String {
    match width {
        1 => format!("[{low}]"),
        _ => format!("[{}:{low}]", low + i64::from(width) - 1),
    }
}

/// Prints expressions of one module.
#[derive(Clone, Copy)]
pub(crate) struct Text<'a> {
    pub(super) graph: &'a Graph,
    pub(super) layout: &'a Layout,
}

/// How tightly an expression binds inside another expression.
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
    pub(crate) fn new(graph: &'a Graph, layout: &'a Layout) -> Self {
        Self { graph, layout }
    }

    pub(super) fn node(&self, expr: ExprId) -> &'a Node {
        &self.graph.exprs[expr].node
    }

    /// The expression on one line.
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
                format!("{} {} {}", self.tight(*a), way.symbol(), self.amount(by))
            }
            Node::Decode(a) => format!("{}'d1 << {}", self.width(expr), self.tight(*a)),
            Node::Mux(c, a, b) => self.choice(*c, *a, *b),
            Node::Cat(parts) => format!("{{{}}}", self.list(parts)),
            Node::Repeat(times, a) => {
                format!("{{{}{{{}}}}}", self.times(expr, *times, *a), self.flat(*a))
            }
            Node::Poison(parts) => format!("<mistake: {}>", self.list(parts)),
        }
    }

    /// The expression on one line, as the whole right-hand side of an assignment.
    pub(crate) fn assigned(&self, expr: ExprId) -> String {
        match self.hold(expr) {
            Hold::Operator(op) if op.compares() => format!("({})", self.flat(expr)),
            _ => self.flat(expr),
        }
    }

    /// By how much a value is shifted. Sums bind tighter than shifts, which not every reader knows.
    pub(super) fn amount(&self, by: &Index) -> String {
        match self.index(by) {
            sum if sum.contains(['+', '-']) => format!("({sum})"),
            term => term,
        }
    }

    fn list(&self, parts: &[ExprId]) -> String {
        let parts: Vec<String> = parts.iter().map(|&part| self.flat(part)).collect();
        parts.join(", ")
    }

    fn width(&self, expr: ExprId) -> u32 {
        self.graph.exprs[expr].width.unwrap_or(0)
    }

    /// The repetition count; a single bit is repeated as many times as the result is wide.
    fn times(&self, expr: ExprId, times: u32, of: ExprId) -> Width<'_> {
        match self.width(of) {
            1 => self.layout.widths.of_expr(self.graph, expr),
            _ => Width::Bits(times),
        }
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

    pub(super) fn condition(&self, c: ExprId) -> String {
        match self.hold(c) {
            Hold::Atom | Hold::Not => self.flat(c),
            _ => format!("({})", self.flat(c)),
        }
    }

    pub(super) fn arm(&self, a: ExprId) -> String {
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
            Node::Read(part)
                if matches!(self.layout.array_layout(part.signal), ArrayLayout::Banks(_)) =>
            {
                Hold::Choice
            }
            Node::Number(index) if index.offset() != 0 => Hold::Operator(Binary::Sub),
            _ => Hold::Atom,
        }
    }

    /// The expression as the operand of a unary operator or a shift.
    pub(super) fn tight(&self, expr: ExprId) -> String {
        match self.hold(expr) {
            Hold::Atom => self.flat(expr),
            _ => format!("({})", self.flat(expr)),
        }
    }

    /// The expression as an operand of `op`; chains of one operator need no parentheses.
    pub(super) fn operand(&self, op: Binary, expr: ExprId, left: bool) -> String {
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

    /// Splits the next value of a fold into a condition and the value under that condition.
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
}

/// Whether `inner` needs no parentheses inside `outer`.
pub(super) fn chains(outer: Binary, inner: Binary, left: bool) -> bool {
    use Binary::*;
    match (outer, inner) {
        (And, And) | (Or, Or) | (Xor, Xor) => true,
        (Add | Sub, Add | Sub) => left,
        _ => false,
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
    pub(super) fn symbol(self) -> &'static str {
        match self {
            Shift::Left => "<<",
            Shift::Right => ">>",
        }
    }
}
