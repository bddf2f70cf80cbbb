//! Creation of expressions in the arena: widths are decided here, and mistakes become poison.
//!
//! Poison has no width, or the width that the correct result would have had; expressions made from poison record no
//! further mistakes. Poison keeps its operands, so that they still count as used.

use super::graph::{Binary, Element, ExprId, Expression, Graph, Node, PartSelect, Reduce, Shift};
use super::index::Index;
use crate::error::{Anonymous, Caller, Reason};

/// The largest width of a value in bits.
const WIDEST: u64 = 1 << 20;

/// Number of bits that a number needs.
pub(crate) fn bits_of(value: u64) -> u32 {
    (u64::BITS - value.leading_zeros()).max(1)
}

/// Number of bits that can number `length` elements.
pub(crate) fn index_bits(length: usize) -> u32 {
    bits_of(length.saturating_sub(1) as u64)
}

impl Graph {
    fn make(&mut self, node: Node, width: impl Into<Option<u32>>, at: Caller) -> ExprId {
        let width = width.into();
        self.exprs.push(Expression { node, width, at })
    }

    /// Records a mistake and creates poison in place of the result.
    fn poison(
        &mut self,
        reason: Reason,
        operands: Vec<ExprId>,
        width: Option<u32>,
        at: Caller,
    ) -> ExprId {
        self.report(at, reason);
        self.make(Node::Poison(operands), width, at)
    }

    pub(crate) fn width(&self, expr: ExprId) -> Option<u32> {
        self.exprs[expr].width
    }

    pub(crate) fn constant(&mut self, value: u64, width: u32, at: Caller) -> ExprId {
        if bits_of(value) > width {
            let reason = Reason::TooLarge { value, width };
            return self.poison(reason, Vec::new(), Some(width), at);
        }
        self.make(Node::Constant(value), width, at)
    }

    pub(crate) fn number(&mut self, index: Index, width: u32, at: Caller) -> ExprId {
        match index.constant() {
            Some(value) => self.constant(value as u64, width, at),
            None => self.make(Node::Number(index), width, at),
        }
    }

    pub(crate) fn read(&mut self, part: PartSelect, at: Caller) -> ExprId {
        self.make(Node::Read(part), part.width, at)
    }

    pub(crate) fn not(&mut self, a: ExprId, at: Caller) -> ExprId {
        self.make(Node::Not(a), self.width(a), at)
    }

    pub(crate) fn reduce(&mut self, by: Reduce, a: ExprId, at: Caller) -> ExprId {
        match self.width(a) {
            Some(1) => a,
            _ => self.make(Node::Reduce(by, a), 1, at),
        }
    }

    pub(crate) fn binary(&mut self, op: Binary, a: ExprId, b: ExprId, at: Caller) -> ExprId {
        let joined = self.same_width(op.symbol(), a, b, at);
        let width = if op.compares() {
            Some(1)
        } else {
            joined.flatten()
        };
        match joined {
            Some(_) => self.make(Node::Binary(op, a, b), width, at),
            None => self.make(Node::Poison(vec![a, b]), width, at),
        }
    }

    /// The common width, unknown after an earlier mistake. If the widths differ, records a mistake and returns `None`.
    fn same_width(
        &mut self,
        operation: &'static str,
        a: ExprId,
        b: ExprId,
        at: Caller,
    ) -> Option<Option<u32>> {
        match (self.width(a), self.width(b)) {
            (Some(left), Some(right)) if left != right => {
                let reason = Reason::Widths {
                    operation,
                    left,
                    right,
                };
                self.report(at, reason);
                None
            }
            (left, right) => Some(left.or(right)),
        }
    }

    pub(crate) fn shift(&mut self, way: Shift, a: ExprId, by: Index, at: Caller) -> ExprId {
        if by.constant() == Some(0) {
            return a;
        }
        // No bit is left; tools warn of such shifts.
        if let (Some(by), Some(width)) = (by.constant(), self.width(a))
            && by >= i64::from(width)
        {
            return self.make(Node::Constant(0), width, at);
        }
        self.make(Node::Shift(way, a, by), self.width(a), at)
    }

    pub(crate) fn decode(&mut self, a: ExprId, width: u32, at: Caller) -> ExprId {
        self.make(Node::Decode(a), width, at)
    }

    pub(crate) fn mux(&mut self, c: ExprId, a: ExprId, b: ExprId, at: Caller) -> ExprId {
        let joined = self.same_width("mux", a, b, at);
        let fits = self.expect_width("the condition of mux", c, 1, at);
        match joined {
            Some(width) if fits => self.make(Node::Mux(c, a, b), width, at),
            width => self.make(Node::Poison(vec![c, a, b]), width.flatten(), at),
        }
    }

    /// Whether an expression has this width, or an unknown one; otherwise a mistake is recorded.
    pub(crate) fn expect_width(
        &mut self,
        operation: &'static str,
        a: ExprId,
        width: u32,
        at: Caller,
    ) -> bool {
        let found = self.width(a).unwrap_or(width);
        if found != width {
            let expected = width.to_string();
            let reason = Reason::Width {
                operation,
                expected,
                found,
            };
            self.report(at, reason);
        }
        found == width
    }

    /// Concatenates values, highest bits first.
    pub(crate) fn cat(&mut self, parts: Vec<ExprId>, at: Caller) -> ExprId {
        if let [only] = parts[..] {
            return only;
        }
        let widths = parts.iter().map(|&part| self.width(part).map(u64::from));
        let width: Option<u64> = widths.sum();
        self.joined("cat", Node::Cat(parts), width, at)
    }

    pub(crate) fn repeat(&mut self, times: u32, a: ExprId, at: Caller) -> ExprId {
        if times == 1 {
            return a;
        }
        let width = self
            .width(a)
            .map(|width| u64::from(width) * u64::from(times));
        self.joined("repeat", Node::Repeat(times, a), width, at)
    }

    /// Concatenates values; no values at all, or too many bits, are a mistake.
    fn joined(
        &mut self,
        operation: &'static str,
        node: Node,
        width: Option<u64>,
        at: Caller,
    ) -> ExprId {
        match width {
            None => self.make(node, None, at),
            Some(width @ 1..=WIDEST) => self.make(node, width as u32, at),
            Some(width) => {
                let expected = format!("1 to {WIDEST}");
                let found = u32::try_from(width).unwrap_or(u32::MAX);
                let reason = Reason::Width {
                    operation,
                    expected,
                    found,
                };
                self.poison(reason, node.operands(), None, at)
            }
        }
    }

    /// Copies of one bit as a mask for another value.
    pub(crate) fn mask(&mut self, bit: ExprId, of: ExprId, at: Caller) -> ExprId {
        match self.width(of) {
            Some(width) if self.expect_width("the condition of masked", bit, 1, at) => {
                self.repeat(width, bit, at)
            }
            width => self.make(Node::Poison(vec![bit]), width, at),
        }
    }

    /// Extends with zeros.
    pub(crate) fn zero_extend(&mut self, a: ExprId, width: u32, at: Caller) -> ExprId {
        match self.width(a) {
            None => self.make(Node::Poison(vec![a]), width, at),
            Some(own) if own == width => a,
            Some(found) if found > width => self.too_wide("zero_extend", a, width, found, at),
            Some(own) => {
                let zeros = self.constant(0, width - own, at);
                self.cat(vec![zeros, a], at)
            }
        }
    }

    /// Extends with copies of the highest bit.
    pub(crate) fn sign_extend(&mut self, a: ExprId, width: u32, at: Caller) -> ExprId {
        match self.width(a) {
            None => self.make(Node::Poison(vec![a]), width, at),
            Some(own) if own == width => a,
            Some(found) if found > width => self.too_wide("sign_extend", a, width, found, at),
            Some(own) => {
                let sign = self.slice(a, (own - 1).into(), 1, at);
                let copies = self.repeat(width - own, sign, at);
                self.cat(vec![copies, a], at)
            }
        }
    }

    fn too_wide(
        &mut self,
        operation: &'static str,
        a: ExprId,
        width: u32,
        found: u32,
        at: Caller,
    ) -> ExprId {
        let expected = format!("at most {width}");
        let reason = Reason::Width {
            operation,
            expected,
            found,
        };
        self.poison(reason, vec![a], Some(width), at)
    }

    /// `width` bits from bit `low`; bits can be selected from names only.
    pub(crate) fn slice(&mut self, a: ExprId, low: Index, width: u32, at: Caller) -> ExprId {
        let Some(own) = self.width(a) else {
            return self.make(Node::Poison(vec![a]), width, at);
        };
        if let Some(reason) = no_such_bits(low, width, own) {
            return self.poison(reason, vec![a], Some(width), at);
        }
        match self.exprs[a].node {
            _ if own == width && low.constant() == Some(0) => a,
            Node::Read(part) => {
                let low = part.low + low;
                self.read(PartSelect { low, width, ..part }, at)
            }
            Node::Poison(_) => self.make(Node::Poison(vec![a]), width, at),
            _ => {
                let why = Anonymous::Selected;
                self.poison(Reason::NeedsName { why }, vec![a], Some(width), at)
            }
        }
    }

    /// The element of an array that `index` selects at run time.
    pub(crate) fn pick(&mut self, array: PartSelect, index: ExprId, at: Caller) -> ExprId {
        let length = self.signals[array.signal].length.unwrap_or(1);
        if !self.expect_width("this index", index, index_bits(length), at) {
            return self.make(Node::Poison(vec![index]), array.width, at);
        }
        let element = Element::By(index);
        self.read(PartSelect { element, ..array }, at)
    }
}

/// The mistake of selecting bits that do not exist, if it can be detected without expanding loops.
pub(crate) fn no_such_bits(low: Index, width: u32, own: u32) -> Option<Reason> {
    let low = low.constant()?;
    let high = low + i64::from(width) - 1;
    (low < 0 || width == 0 || high >= i64::from(own)).then_some(Reason::NoSuchBits {
        high,
        low,
        width: own,
    })
}

impl Binary {
    /// The symbol in Verilog and in messages.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Binary::And => "&",
            Binary::Or => "|",
            Binary::Xor => "^",
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Eq => "==",
            Binary::Ne => "!=",
            Binary::Lt => "<",
            Binary::Le => "<=",
            Binary::Gt => ">",
            Binary::Ge => ">=",
        }
    }
}
