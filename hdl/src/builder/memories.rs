//! Memories: arrays of words that are read and written by index.

use super::graph::{Element, Graph, Item, Kind, Mode, SignalId};
use super::sinks::element;
use super::{Elements, Expr, ExprId, ModuleBuilder, Operand};
use crate::error::{Caller, Reason};
use std::panic::Location;

/// The value that a registered read port loads if the entry is written at the same clock edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadDuringWrite {
    /// The value of the entry before the edge.
    Old,
    /// The written value: explicit forwarding, with a comparator per write port.
    New,
    /// Any value: the loaded value is not used in this case. Synthesis need not preserve the old value if its block RAM
    /// does not; an attribute of the memory tells Yosys so.
    Any,
}

/// An array of words with any number of read and write ports.
///
/// Every [`write`](Self::write) is a write port, every [`read`](Self::read) a read port. A memory has
/// no reset: an entry is unknown until it is first written, and a unit that needs defined initial values
/// walks over the entries after reset. An index is just wide enough to number the entries; an index
/// beyond the last entry reads an unknown value and writes nothing.
///
/// In Verilog a memory is the array `name_q`, written in one always block; see
/// [`MemoryStyle`](crate::MemoryStyle) for tools that cannot infer several write ports.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'m>(Elements<'m>);

impl<'m> Memory<'m> {
    /// A combinational read port: the value of the entry before the clock edge, whatever is written
    /// at that edge.
    #[track_caller]
    pub fn read(self, index: impl Into<Expr<'m>>) -> Expr<'m> {
        self.0.index(index)
    }

    /// A combinational read port with forwarding: the value of the entry after this clock edge.
    ///
    /// All write ports must be recorded before. Their indices and values are used here too,
    /// so they need names.
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

    /// A registered read port: at clock edges with `enable` = 1, the register `name` loads the
    /// entry. Returns the value of the register.
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
                // RST-18: Yosys would keep the old value with a multiplexer behind the block RAM; the value never matters.
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

    /// A write port: at clock edges with `enable` = 1, the entry at `index` becomes
    /// `value`. If several ports write the same entry, the last one recorded wins.
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
                super::graph::PartSelect { element, ..part },
                value,
                Mode::Write { enable },
                at,
            );
        });
    }

    /// Counts the bits of the memory as [`StorageKind::Overhead`](crate::StorageKind::Overhead): state that the
    /// source of the unit does not count, for `reason`.
    pub fn overhead(self, reason: &'static str) -> Self {
        let Elements { module, signal } = self.0;
        module.with(|g| g.overhead(signal, reason));
        self
    }

    /// All entries at once, for logic that reads many entries in a cycle. No tool implements such an
    /// array as a memory: it counts as registers.
    pub fn entries(self) -> Elements<'m> {
        self.0
    }
}

impl ModuleBuilder {
    /// Declares a memory of `depth` words of `width` bits. It must be written in the scope
    /// in which it is declared: use a loop in Rust for several write ports, not an
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

    /// Records a mistake for a write whose order would be lost: after a read that should see the write, or in a
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
