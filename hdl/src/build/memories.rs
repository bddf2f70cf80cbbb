//! Memories: rows of words that are read and written by index.

use super::graph::{Element, Graph, Item, Kind, Mode, SignalId};
use super::places::element;
use super::{Elements, Expr, ExprId, ModuleBuilder, Operand};
use crate::error::{Caller, Reason};
use std::panic::Location;

/// What a registered read port loads when the entry is written at the same clock edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadDuringWrite {
    /// What the entry held before the edge.
    Old,
    /// What is written: explicit forwarding, a comparator per write port.
    New,
    /// Anything: what is loaded then is not used. Synthesis need not keep the old value where its block RAM has
    /// none; Yosys is told so with an attribute of the memory.
    Any,
}

/// A row of words with any number of read and write ports.
///
/// Every [`write`](Self::write) is a write port, every [`read`](Self::read) a read port. There is
/// no reset: an entry is unknown until it is first written, and a unit that needs a defined start
/// walks over the entries after reset. An index is just wide enough to number the entries; one
/// beyond the last reads as unknown and writes nothing.
///
/// In Verilog it is the array `name_q`, written in one always block; see
/// [`MemoryStyle`](crate::MemoryStyle) for tools that cannot infer several write ports.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'m>(Elements<'m>);

impl<'m> Memory<'m> {
    /// A combinational read port: what the entry holds before the clock edge, whatever is written
    /// at it.
    #[track_caller]
    pub fn read(self, index: impl Into<Expr<'m>>) -> Expr<'m> {
        self.0.index(index)
    }

    /// A combinational read port behind the writes: what the entry holds after this clock edge.
    ///
    /// All write ports must be recorded before. What they take is compared and chosen here as well,
    /// so it needs names.
    #[track_caller]
    pub fn read_new(self, index: impl Into<Expr<'m>>) -> Expr<'m> {
        let at = Location::caller();
        let index: Expr<'m> = index.into();
        let Elements { module, signal } = self.0;
        module.with(|g| {
            g.signals[signal].kind = Kind::Memory {
                forwarded: Some(at),
            }
        });
        let writes = module.with(|g| g.writes(signal));
        writes.into_iter().fold(self.read(index), |held, write| {
            let [enable, target, value] = write.map(|id| module.expr(id));
            (enable & target.eq(index)).mux(value, held)
        })
    }

    /// A registered read port: at clock edges at which `enable` is 1, the register `name` loads the
    /// entry. Returns what the register holds.
    #[track_caller]
    pub fn read_registered(
        self,
        name: impl Into<String>,
        enable: impl Into<Expr<'m>>,
        index: impl Into<Expr<'m>>,
        meeting: ReadDuringWrite,
    ) -> Expr<'m> {
        let Elements { module, signal } = self.0;
        let (value, sees) = match meeting {
            ReadDuringWrite::Old => (self.read(index), "old"),
            ReadDuringWrite::New => (self.read_new(index), "new"),
            ReadDuringWrite::Any => {
                module.with(|g| g.signals[signal].attribute = "(* no_rw_check *)");
                (self.read(index), "any")
            }
        };
        let register = module.register(name, value.width().max(1));
        let memory = module.with(|g| g.signals[signal].name.clone());
        register.note(format!(
            "reads {memory}_q; {sees} value if it is written too"
        ));
        register.next_when(enable, value)
    }

    /// A write port: at clock edges at which `enable` is 1, the entry that `index` says becomes
    /// `value`. Where several writes meet in an entry, the last one recorded wins.
    #[track_caller]
    pub fn write(
        self,
        index: impl Into<Expr<'m>>,
        enable: impl Into<Expr<'m>>,
        value: impl Operand<'m>,
    ) {
        let at = Location::caller();
        let Elements { module, signal } = self.0;
        let (index, enable) = (index.into().id, enable.into().id);
        let part = element(module, signal, 0usize.into());
        let value = value.beside(module.read(part, at)).id;
        module.with(|g| {
            g.pick(part, index, at);
            g.expect_width("an enable", enable, 1, at);
            g.refuse_write(signal, at);
            let element = Element::By(index);
            g.drive(
                super::graph::Part { element, ..part },
                value,
                Mode::Write { enable },
                at,
            );
        });
    }

    /// Counts its bits as [`StorageKind::Overhead`](crate::StorageKind::Overhead): state that the
    /// source of the unit does not count, for `reason`.
    pub fn overhead(self, reason: &'static str) -> Self {
        let Elements { module, signal } = self.0;
        module.with(|g| g.overhead(signal, reason));
        self
    }

    /// All entries at once, for what looks at many in a cycle. No tool makes a memory of such a
    /// row: it counts as registers.
    pub fn entries(self) -> Elements<'m> {
        self.0
    }
}

impl ModuleBuilder {
    /// A memory of `depth` words of `width` bits; declares it here. It is written in the scope
    /// that it is declared in: several write ports are a loop in Rust, not an
    /// [`each`](Self::each).
    #[track_caller]
    pub fn memory(&self, name: impl Into<String>, depth: usize, width: u32) -> Memory<'_> {
        let at = Location::caller();
        let signal = self.with(|g| {
            let kind = Kind::Memory { forwarded: None };
            let signal = g.declare(name.into(), kind, width, Some(depth), at);
            g.item(Item::Declare(signal));
            signal
        });
        Memory(Elements {
            module: self,
            signal,
        })
    }
}

impl Graph {
    /// Enable, index and value of every write port of a memory, in order.
    fn writes(&self, memory: SignalId) -> Vec<[ExprId; 3]> {
        let of_memory = self
            .drives
            .iter()
            .filter(|(_, d)| d.target.signal == memory);
        let ports = of_memory.filter_map(|(_, drive)| match (drive.mode, drive.target.element) {
            (Mode::Write { enable }, Element::By(index)) => Some([enable, index, drive.value]),
            _ => None,
        });
        ports.collect()
    }

    /// Records writes whose order would be lost: behind a read that should have seen them, or in a
    /// loop.
    fn refuse_write(&mut self, memory: SignalId, at: Caller) {
        let signal = &self.signals[memory];
        let name = signal.name.clone();
        if let Kind::Memory {
            forwarded: Some(read),
        } = signal.kind
        {
            self.report(at, Reason::WriteAfterRead { memory: name, read });
        } else if signal.scope != self.open {
            self.report(at, Reason::WriteInLoop { memory: name });
        }
    }
}
