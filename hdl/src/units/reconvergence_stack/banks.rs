//! The entries below the tops: banks by position, so that entries which are read or written together are in
//! different ones. Each has one read port and one write port.

use super::choice::Choice;
use super::parts::Parts;
use super::{Cut, Entry, Stack, fields, pops};
use crate::{Array, Elements, Expr, ReadDuringWrite};
use heddle_contract::units::reconvergence_stack::Params;

/// What is read of each bank.
#[derive(Clone, Copy)]
pub(super) struct Banks<'m> {
    row: Entry<Array<'m>>,
    /// With lanes whose threads have not ended.
    pub entry: Entry<Elements<'m>>,
    /// The entry is at its reconvergence point, or has no lanes.
    pub done: Elements<'m>,
}

/// Width of the position of an entry below the top.
fn below_bits(p: &Params) -> u32 {
    (p.depth() - 1).next_power_of_two().ilog2()
}

/// Width of the number of a bank: as many are read as can leave, and two are written.
pub(super) fn bank_bits(p: &Params) -> u32 {
    pops(p).max(2).next_power_of_two().ilog2()
}

fn bank_count(p: &Params) -> usize {
    1 << bank_bits(p)
}

impl<'m> Stack<'_, 'm> {
    /// What has been read below the top.
    pub(super) fn banks(&self, parts: Parts<'m>) -> Banks<'m> {
        let Self { m, p, .. } = self;
        m.section("An entry of each bank from below the top.");
        let count = bank_count(p);
        let row = fields(p).map(|(name, width)| m.array(format!("row_{name}"), count, width));
        let lanes = m.array("row_living", count, p.lanes() as u32);
        let done = m.array("row_done", count, 1);
        m.each("row", count, |bank| {
            let own = row.map(|array| array.at(bank));
            let living = (own.lanes & parts.threads).named("living");
            let arrived = own.waits & own.pc.eq(own.reconverge);
            lanes.set(bank, living);
            done.set(bank, arrived | !living.any());
        });
        Banks {
            row,
            entry: Entry {
                lanes: *lanes,
                ..row.map(|array| *array)
            },
            done: *done,
        }
    }

    /// What lies below entries that are pushed is written below the top; a row of each bank is read for a
    /// warp with so many entries.
    pub(super) fn store_below(
        &self,
        (warp, entries): (Expr<'m>, Expr<'m>),
        choice: Choice<'m>,
        banks: Banks<'m>,
    ) {
        let Self { m, p, .. } = self;
        m.section(
            "Banks of entries below the top, by position. What lies below entries that are pushed is written. The \
             highest entry of each bank below the top is read; that of a stack without one means nothing.",
        );
        let captured = match self.stage(Cut::Rows) {
            None => Cut::Parts,
            Some(_) => Cut::Rows,
        };
        let bits = bank_bits(p);
        // There may be more banks than entries.
        let wide = p.count_bits().max(bits + 1);
        let below_top = (choice.entries - 1).named("below_top");
        let bank_of = |position: Expr<'m>| position.truncate(bits).decode(bank_count(p) as u32);
        let of_lower = bank_of(choice.entries)
            .masked(choice.pushes_two)
            .named("of_lower");
        let of_top = bank_of(below_top).masked(choice.pushes).named("of_top");
        m.each("bank", bank_count(p), |bank| {
            let lower = of_lower.bit(bank).named("lower");
            let writes = (lower | of_top.bit(bank)).named("writes");
            let position = lower.mux(choice.entries, below_top).named("position");
            let write = self.address(choice.turn.warp, position).named("write_row");
            let distance = m.number(bank + 2, wide).named("distance");
            let position = (entries.zero_extend(wide) - distance).named("highest");
            let read = self.address(warp, position).named("read_row");
            let rows = p.warps() << (below_bits(p) - bits);
            let memories = fields(p).map(|(name, width)| {
                let memory = m.memory(format!("below_{name}"), rows, width);
                (name, memory)
            });
            memories.with(choice.candidates, |(_, memory), candidates| {
                let value = lower.mux(candidates.at(1u32), candidates.at(2u32));
                memory.write(write, writes, value);
            });
            memories.with(banks.row, |(name, memory), row| {
                let value = match p.latency() {
                    0 => memory.read(read),
                    _ => {
                        let always = m.constant(1, 1);
                        memory.read_registered(name, always, read, ReadDuringWrite::Any)
                    }
                };
                row.set(bank, self.hold(captured, name, value));
            });
        });
    }

    /// Where an entry of a warp's stack lies in its bank; the bottom has position 0.
    fn address(&self, warp: Expr<'m>, position: Expr<'m>) -> Expr<'m> {
        let (low, high) = (bank_bits(self.p), below_bits(self.p));
        self.m.unused(position.truncate(low));
        if position.width() > high {
            self.m.unused(position.bits(position.width() - 1, high));
        }
        match high > low {
            true => warp.cat(position.bits(high - 1, low)),
            false => warp,
        }
    }
}
