//! The top entries, with living lanes only (RST-16), the number of entries and the living threads of every warp.
//!
//! A warp that starts may be written in the same cycle as a warp that is updated, so there are two sets of memories with one
//! write port each, and a bit for each warp that says which set is valid. For a warp that has started and not changed
//! since, only the PC and the lanes are stored.

use super::{Cut, Entry, Stack, fields};
use crate::{Array, Expr, Memory, ModuleBuilder};
use heddle_contract::units::reconvergence_stack::Params;

/// The memories by warp.
#[derive(Clone, Copy)]
pub(super) struct Tops<'m> {
    pub top: Entry<Memory<'m>>,
    /// Lanes whose threads have not ended.
    pub threads: Memory<'m>,
    /// Number of entries in the stack.
    pub entries: Memory<'m>,
    pub start_pc: Memory<'m>,
    pub start_lanes: Memory<'m>,
    /// Warps that have started and not changed since.
    pub fresh: Array<'m>,
}

/// The stored values of a warp.
#[derive(Clone, Copy)]
pub(super) struct Stored<'m> {
    /// The top entry, with only the lanes whose threads have not ended.
    pub top: Entry<Expr<'m>>,
    pub threads: Expr<'m>,
    pub entries: Expr<'m>,
    /// The number of entries; undefined for a stack without entries below the top.
    pub entries_below: Expr<'m>,
}

pub(super) fn tops<'m>(m: &'m ModuleBuilder, p: &Params) -> Tops<'m> {
    m.section(
        "Stacks by warp: the top entry with its living lanes, the living threads, and the number of \
         entries. A fresh warp has its start PC and start lanes instead.",
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
    /// The stored values of a warp; their names begin with `of`.
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
                waiting: (top.waiting & !fresh).named(name("waiting")),
            },
            threads: fresh.mux(start_lanes, tops.threads.read(warp)),
            entries: fresh.mux(1, entries_below).named(name("entries")),
            entries_below,
        }
    }

    pub(super) fn hold_stored(&self, stored: Stored<'m>) -> Stored<'m> {
        let hold = |name: &str, value| self.hold(Cut::Stored, name, value);
        self.describe(Cut::Stored, "the stored state of the warp");
        let top = stored.top;
        Stored {
            top: Entry {
                lanes: hold("old_lanes", top.lanes),
                reconverge: hold("old_reconverge", top.reconverge),
                waiting: hold("old_waiting", top.waiting),
                ..top
            },
            threads: hold("old_threads", stored.threads),
            entries: hold("entries", stored.entries),
            ..stored
        }
    }
}
