//! The top entries, the number of entries and the living threads of every warp.
//!
//! A warp that starts is written beside one that is updated, so there are two memories with one write port each, and a bit
//! for each warp that says which of them has it. Of a warp that has started and not changed
//! since, only its PC and its lanes are stored.

use super::{Cut, Entry, Stack, fields};
use crate::{Array, Expr, Memory, ModuleBuilder};
use heddle_contract::units::reconvergence_stack::Params;

/// What is stored by warp.
#[derive(Clone, Copy)]
pub(super) struct Tops<'m> {
    pub top: Entry<Memory<'m>>,
    /// Lanes whose threads have not ended.
    pub threads: Memory<'m>,
    /// Entries of the stack.
    pub entries: Memory<'m>,
    pub start_pc: Memory<'m>,
    pub start_lanes: Memory<'m>,
    /// Warps that have started and not changed since.
    pub fresh: Array<'m>,
}

/// What is stored of a warp.
#[derive(Clone, Copy)]
pub(super) struct Stored<'m> {
    /// Its lanes are those whose threads have not ended.
    pub top: Entry<Expr<'m>>,
    pub threads: Expr<'m>,
    pub entries: Expr<'m>,
    /// The same, and anything for a stack that has none below the top.
    pub entries_below: Expr<'m>,
}

pub(super) fn tops<'m>(m: &'m ModuleBuilder, p: &Params) -> Tops<'m> {
    m.section(
        "Stacks by warp: the top entry with its living lanes, living threads, number of entries. A fresh warp \
         has what it started with instead.",
    );
    let lanes = p.lanes() as u32;
    let top = fields(p).map(|(name, width)| m.memory(format!("top_{name}"), p.warps(), width));
    Tops {
        top,
        threads: m.memory("threads", p.warps(), lanes),
        entries: m.memory("entries", p.warps(), p.count_bits()),
        start_pc: m.memory("start_pc", p.warps(), p.pc_bits()),
        start_lanes: m.memory("start_lanes", p.warps(), lanes),
        fresh: m.array("fresh", p.warps(), 1),
    }
}

impl<'m> Stack<'_, 'm> {
    /// What is stored of a warp; its names begin with `of`.
    pub(super) fn stored(&self, warp: Expr<'m>, of: &str) -> Stored<'m> {
        let tops = self.state.tops;
        let name = |field: &str| format!("{of}_{field}");
        let fresh = tops.fresh.index(warp).named(name("fresh"));
        let top = tops.top.map(|memory| memory.read(warp));
        let start_lanes = tops.start_lanes.read(warp).named(name("start_lanes"));
        let entries_below = tops.entries.read(warp).named(name("entries_below"));
        Stored {
            top: Entry {
                pc: fresh.mux(tops.start_pc.read(warp), top.pc),
                lanes: fresh.mux(start_lanes, top.lanes).named(name("lanes")),
                reconverge: top.reconverge.named(name("reconverge")),
                waits: (top.waits & !fresh).named(name("waits")),
            },
            threads: fresh.mux(start_lanes, tops.threads.read(warp)),
            entries: fresh.mux(1, entries_below).named(name("entries")),
            entries_below,
        }
    }

    pub(super) fn hold_stored(&self, stored: Stored<'m>) -> Stored<'m> {
        let hold = |name: &str, value| self.hold(Cut::Stored, name, value);
        self.describe(Cut::Stored, "what is stored of the warp");
        let top = stored.top;
        Stored {
            top: Entry {
                lanes: hold("old_lanes", top.lanes),
                reconverge: hold("old_reconverge", top.reconverge),
                waits: hold("old_waits", top.waits),
                ..top
            },
            threads: hold("old_threads", stored.threads),
            entries: hold("entries", stored.entries),
            ..stored
        }
    }
}
