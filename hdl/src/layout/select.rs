//! Indices and selections as Verilog text: `key[2*i+1][7:0]`, `address_i[i*32 + 7 +: 25]`.

use super::text::{constant_range, variable};
use super::{ArrayLayout, Text, Width};
use crate::builder::Index;
use crate::builder::graph::{Element, ExprId, PartSelect, SignalId};

impl<'a> Text<'a> {
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
    pub(crate) fn part(&self, part: &PartSelect) -> String {
        let name = self.layout.name(part.signal);
        match self.layout.array_layout(part.signal) {
            ArrayLayout::Vector => {
                format!("{name}{}", self.bits(part, self.own_width(part.signal)))
            }
            ArrayLayout::Packed => format!("{name}{}", self.packed(part)),
            ArrayLayout::Banks(_) if let Some(index) = self.live_index(part) => {
                self.live(part, index)
            }
            ArrayLayout::Unpacked
                if let Element::By(index) = part.element
                    && let Some(read) = self.wrapped(part, index) =>
            {
                read.concat()
            }
            ArrayLayout::Unpacked | ArrayLayout::Banks(_) => {
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

    /// The index of an entry of a memory with banks, of which the live one is read.
    pub(super) fn live_index(&self, part: &PartSelect) -> Option<ExprId> {
        match (self.layout.array_layout(part.signal), part.element) {
            (ArrayLayout::Banks(_), Element::By(index)) => Some(index),
            _ => None,
        }
    }

    /// The width of some bits of a signal.
    pub(crate) fn part_width(&self, part: &PartSelect) -> Width<'a> {
        match part.width == self.own_width(part.signal) {
            true => self.layout.widths.of_signal(self.graph, part.signal),
            false => Width::Bits(part.width),
        }
    }

    fn own_width(&self, signal: SignalId) -> u32 {
        self.graph.signals[signal].width
    }

    /// A selection of bits out of `own`; empty if all bits are selected.
    pub(super) fn bits(&self, part: &PartSelect, own: u32) -> String {
        if part.width == own {
            return String::new();
        }
        match part.low.constant() {
            Some(low) => constant_range(low, part.width),
            None => range(&self.index(&part.low), Width::Bits(part.width)),
        }
    }

    /// Bits of a vector that holds an array.
    fn packed(&self, part: &PartSelect) -> String {
        let own = self.own_width(part.signal);
        let element = self.layout.widths.of_signal(self.graph, part.signal);
        if part.width == self.total(part.signal) {
            // All bits of the vector are selected. A vector of one bit allows no selection.
            return String::new();
        }
        let start = match &part.element {
            Element::All => return self.bits(part, self.total(part.signal)),
            Element::At(index) => match (index.constant(), part.low.constant()) {
                (Some(element), Some(low)) => {
                    return constant_range(element * i64::from(own) + low, part.width);
                }
                _ => scaled(self.index(index), element),
            },
            // A number, not the name of the width: a parameter is signed, and the index is not.
            Element::By(index) => scaled(self.tight(*index), Width::Bits(own)),
        };
        let start = match part.low.constant() {
            Some(0) => start,
            _ => format!("{start} + {}", self.index(&part.low)),
        };
        range(&start, self.part_width(part))
    }

    pub(super) fn total(&self, signal: SignalId) -> u32 {
        self.graph.signals[signal].total_bits() as u32
    }
}

/// A range of bits that starts at a bit known only at run time or in an iteration.
fn range(low: &str, width: Width<'_>) -> String {
    match width {
        Width::Bits(1) => format!("[{low}]"),
        _ => format!("[{low} +: {width}]"),
    }
}

fn scaled(index: String, width: Width<'_>) -> String {
    match width {
        Width::Bits(1) => index,
        _ if index.contains(['+', '-']) => format!("({index})*{width}"),
        _ => format!("{index}*{width}"),
    }
}
