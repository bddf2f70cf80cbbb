//! An entry of the heap, whatever holds its fields.

use crate::{Expr, ModuleBuilder};
use heddle_contract::units::max_heap::{Order, Params};

/// The fields of an entry, highest bits first.
#[derive(Clone, Copy)]
pub(super) struct Entry<T> {
    pub(super) pc: T,
    pub(super) threads: T,
    /// The first and the last warp of the group.
    pub(super) head: T,
    pub(super) tail: T,
    /// Number of its entry in the look-up table.
    pub(super) lut: T,
}

impl<T: Copy> Entry<T> {
    pub(super) fn map<U>(self, mut of: impl FnMut(T) -> U) -> Entry<U> {
        Entry {
            pc: of(self.pc),
            threads: of(self.threads),
            head: of(self.head),
            tail: of(self.tail),
            lut: of(self.lut),
        }
    }

    /// Combines each field with the same field of another entry.
    pub(super) fn zip<U: Copy, V>(
        self,
        other: Entry<U>,
        mut of: impl FnMut(T, U) -> V,
    ) -> Entry<V> {
        Entry {
            pc: of(self.pc, other.pc),
            threads: of(self.threads, other.threads),
            head: of(self.head, other.head),
            tail: of(self.tail, other.tail),
            lut: of(self.lut, other.lut),
        }
    }
}

/// Names and widths of the fields.
pub(super) fn fields(p: &Params) -> Entry<(&'static str, u32)> {
    // DWF-16: only the heap with one level a cycle stores the top bit of pointers and the PC itself. The other heap
    // stores the complement of the PC, so that the largest comes first.
    let pointer = p.pointer_bits() - (p.heap_latency() - 1);
    let pc = if p.heap_latency() > 1 { "not_pc" } else { "pc" };
    Entry {
        pc: (pc, p.pc_bits()),
        threads: ("threads", p.count_bits()),
        head: ("head", pointer),
        tail: ("tail", pointer),
        lut: ("lut", p.lut_bits()),
    }
}

/// Bits of an entry.
pub(super) fn word_bits(p: &Params) -> u32 {
    let Entry {
        pc,
        threads,
        head,
        tail,
        lut,
    } = fields(p).map(|(_, width)| width);
    pc + threads + head + tail + lut
}

impl<'m> Entry<Expr<'m>> {
    /// The fields of a word of the memory, called `name`.
    pub(super) fn of(p: &Params, name: &str, word: Expr<'m>) -> Self {
        let word = word.named(name);
        let mut above = word_bits(p);
        fields(p).map(|(field, width)| {
            above -= width;
            word.part(above, width).named(format!("{name}_{field}"))
        })
    }

    pub(super) fn word(self, m: &'m ModuleBuilder) -> Expr<'m> {
        m.cat([self.pc, self.threads, self.head, self.tail, self.lut])
    }

    /// This entry if `condition` is 1, `other` if it is 0.
    pub(super) fn or(self, condition: Expr<'m>, other: Self) -> Self {
        self.zip(other, |then, otherwise| condition.mux(then, otherwise))
    }

    pub(super) fn named(self, p: &Params, name: &str) -> Self {
        self.zip(fields(p), |value, (field, _)| {
            value.named(format!("{name}_{field}"))
        })
    }

    /// Whether it has an entry in the look-up table: the top bit of the LUT# is zero.
    pub(super) fn has_lut(self) -> Expr<'m> {
        !self.lut.bit(self.lut.width() - 1)
    }

    /// The key of an entry that holds the complement of its PC: the entry with the larger key comes first.
    pub(super) fn key(self, order: Order) -> Expr<'m> {
        match order {
            Order::Majority => self.threads.cat(self.pc),
            Order::Minority => (!self.threads).cat(self.pc),
            Order::Pc => self.pc,
        }
    }

    /// Whether it comes before `other`.
    pub(super) fn before(self, order: Order, other: Self) -> Expr<'m> {
        match order {
            Order::Majority => self.threads.cat(!self.pc).gt(other.threads.cat(!other.pc)),
            Order::Minority => self.threads.cat(self.pc).lt(other.threads.cat(other.pc)),
            Order::Pc => self.pc.lt(other.pc),
        }
    }
}
