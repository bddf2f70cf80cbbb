//! The writes of a step: the new top, and the entries below pushed ones. The rows of the next step are read
//! from the same memories.

use super::banks::{Banks, bank_bits, bank_count, below_bits};
use super::choice::Choice;
use super::{Cut, Stack, fields, resize};
use crate::blocks::lowest_or;
use crate::{Expr, ReadDuringWrite};

impl<'m> Stack<'_, 'm> {
    /// Writes the entries that something is pushed on to the banks below the top; reads a row of each bank for a
    /// warp with this number of entries.
    pub(super) fn store_below(
        &self,
        (warp, entries): (Expr<'m>, Expr<'m>),
        choice: Choice<'m>,
        banks: Banks<'m>,
    ) {
        let Self { m, p, .. } = self;
        m.section(
            "Banks of entries below the top, by position. A push writes the entries that it covers. \
             The highest entry below the top is read from each bank; it is meaningless if the stack \
             has none.",
        );
        let captured = match self.stage(Cut::Rows) {
            None => Cut::Splits,
            Some(_) => Cut::Rows,
        };
        let bits = bank_bits(p);
        // There may be more banks than entries.
        let wide = p.count_bits().max(bits + 1);
        let below_top = (choice.entries - 1).named("below_top");
        let bank_of = |position: Expr<'m>| position.truncate(bits).decode(bank_count(p) as u32);
        let of_lower = bank_of(choice.entries)
            .masked(choice.push_two)
            .named("of_lower");
        let of_top = bank_of(below_top).masked(choice.push_en).named("of_top");
        m.each("bank", bank_count(p), |bank| {
            let lower = of_lower.bit(bank).named("lower");
            let we = (lower | of_top.bit(bank)).named("we");
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
                memory.write(write, we, value);
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

    /// The address of an entry of a warp's stack in its bank; the bottom has position 0.
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

    /// Writes the new top.
    pub(super) fn store(&self, choice: Choice<'m>) {
        let Self { m, p, input, state } = self;
        let (tops, warp, step_en) = (state.tops, choice.turn.warp, choice.step_en);
        let position = lowest_or(m, "chosen", choice.keep, choice.last);
        m.section("The new top.");
        tops.top.with(choice.candidates, |memory, candidates| {
            memory.write(warp, step_en, candidates.index(position));
        });
        tops.threads.write(warp, step_en, choice.threads);
        let position = resize(position, p.count_bits());
        let entries = choice.entries + 2 - position;
        tops.entries.write(warp, step_en, entries);
        m.section("The PC and the lanes with which a warp starts.");
        tops.start_pc
            .write(input.start_warp, input.start, input.start_pc);
        tops.start_lanes
            .write(input.start_warp, input.start, input.start_lanes);
        let warps = p.warps() as u32;
        let started = input.start_warp.decode(warps).masked(input.start);
        let started = started.named("started");
        let changed = warp.decode(warps).masked(step_en).named("changed");
        m.each("warp", p.warps(), |warp| {
            let fresh = m.register("fresh", 1);
            let keep_fresh = *fresh & !changed.bit(warp);
            tops.fresh
                .set(warp, fresh.next(started.bit(warp) | keep_fresh));
        });
    }
}
