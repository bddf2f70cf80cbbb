//! Memories with a bank for each write port, and the table that says which bank is live (VER-14).

use super::{ArrayLayout, Layout, Text};
use crate::builder::graph::{DriveId, Element, ExprId, Graph, PartSelect, SignalId};
use crate::builder::index_bits;

/// One array of a memory with banks, or its table.
pub(crate) struct Bank {
    pub(crate) name: String,
    pub(crate) memory: SignalId,
    /// Bits of an entry.
    pub(crate) width: u32,
    pub(crate) is_table: bool,
}

/// A write port: the value goes into its own bank, its number into the table.
pub(crate) struct BankWrite {
    pub(crate) bank: String,
    pub(crate) table: String,
    pub(crate) number: String,
}

impl Layout {
    /// The parts of a memory that replace one array: a bank for each write port, then the table.
    pub(crate) fn banks(&self, graph: &Graph, memory: SignalId) -> Vec<Bank> {
        let ArrayLayout::Banks(count) = self.array_layout(memory) else {
            return Vec::new();
        };
        let signal = &graph.signals[memory];
        let bank = |stem| Bank {
            name: format!("{stem}_q"),
            memory,
            width: signal.width,
            is_table: false,
        };
        let table = Bank {
            name: format!("{}_live_q", signal.name),
            memory,
            width: index_bits(count),
            is_table: true,
        };
        let stems = self.bank_stems(graph, memory).into_iter();
        stems.map(bank).chain([table]).collect()
    }
}

impl Text<'_> {
    /// The live value: `pc_live_q[at] ? pc_w1_q[at] : pc_w0_q[at]`.
    pub(super) fn live(&self, part: &PartSelect, index: ExprId) -> String {
        self.live_choices(part, index).join(" : ")
    }

    /// The live value as a chain of choices: `pc_live_q[at] ? pc_w1_q[at]`, and the value that is left.
    pub(super) fn live_choices(&self, part: &PartSelect, index: ExprId) -> Vec<String> {
        let banks = self.layout.banks(self.graph, part.signal);
        let (table, banks) = banks.split_last().expect("a table and banks");
        let own = self.graph.signals[part.signal].width;
        let bits = self.bits(part, own);
        let read = |bank: &Bank| format!("{}[{}]{bits}", bank.name, self.flat(index));
        let reads = self.wrapped(part, index);
        let reads = reads.unwrap_or_else(|| banks.iter().map(read).collect());
        let live = self.entry(table, index);
        let choice = |(number, read): (usize, &String)| match table.width {
            1 => format!("{live} ? {read}"),
            width => format!("({live} == {width}'d{number}) ? {read}"),
        };
        let others = reads.iter().enumerate().skip(1);
        let choices = others.rev().map(choice);
        choices.chain([reads[0].clone()]).collect()
    }

    /// What a write port of a memory with banks writes.
    pub(crate) fn bank_write(&self, drive: DriveId) -> Option<BankWrite> {
        let target = self.graph.drives[drive].target;
        let Element::By(index) = target.element else {
            return None;
        };
        let banks = self.layout.banks(self.graph, target.signal);
        let table = banks.last()?;
        let port = self.graph.write_port(drive);
        let number = match table.width {
            1 => format!("1'b{port}"),
            width => format!("{width}'d{port}"),
        };
        Some(BankWrite {
            bank: self.entry(&banks[port], index),
            table: self.entry(table, index),
            number,
        })
    }

    /// An entry of a bank, or of the table, which is one vector.
    fn entry(&self, bank: &Bank, index: ExprId) -> String {
        let name = &bank.name;
        match bank.width {
            width if bank.is_table && width > 1 => {
                format!("{name}[{}*{width} +: {width}]", self.tight(index))
            }
            _ => format!("{name}[{}]", self.flat(index)),
        }
    }
}

impl Graph {
    /// Which of its memory's write ports a write is.
    pub(crate) fn write_port(&self, write: DriveId) -> usize {
        let memory = self.drives[write].target.signal;
        let before = self.drives.iter().take(write.index());
        before
            .filter(|(_, drive)| drive.target.signal == memory)
            .count()
    }
}
