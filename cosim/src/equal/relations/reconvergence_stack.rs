//! `reconvergence_stack`: a list of entries for each warp on both sides. The golden unit has the top by itself, and the entries
//! below it in a list; the RTL has the latter in banks, and of a warp that has only started the start alone. Masks in the RTL's
//! top have no threads that have ended; those of other entries may have.

use super::{Golden, Is, Property, Word, all, each, inside, memory};
use heddle_contract::units::reconvergence_stack::Params;

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    // With a latency updates are in flight.
    if p.latency() > 0 {
        return Vec::new();
    }
    let stacks: Vec<Stack> = (0..p.warps()).map(|warp| Stack { p, golden, warp }).collect();
    let of_each = |label, name, is: fn(&Stack) -> Is| each(label, name, stacks.iter().map(is));
    let below = stacks.iter().flat_map(|stack| {
        (0..p.depth() - 1).map(|at| stack.is_grown().implies(stack.has_below(at)))
    });
    let popping = golden.word("popping.some").any();
    let both = [
        Property::new(
            "live_is_live",
            "the same warps are live",
            golden.word("live").eq(inside("live_q", p.warps() as u32)),
        ),
        Property::new(
            "popping_is_popping",
            "the same stack is popping",
            !(popping ^ inside("popping_q", 1).any())
                & popping.implies(golden.word("popping").eq(inside("popping_warp_q", p.warp_bits()))),
        ),
    ];
    let of_warps = [
        of_each(
            "popping_is_done",
            "a stack that is popping has a top that is done: the RTL pops it without looking at it",
            |stack| stack.is_popping().implies(stack.is_grown() & stack.is_done()),
        ),
        of_each(
            "sizes_agree",
            "a live warp has threads and a top beside its list; others have nothing to be pushed on",
            |stack| stack.has_size(),
        ),
        of_each(
            "fresh_is_start",
            "a fresh warp has one entry, its start",
            |stack| (stack.is_live() & stack.is_fresh()).implies(stack.is_start()),
        ),
        of_each(
            "tops_are_tops",
            "a warp that was updated has the same top, threads and number of entries",
            |stack| stack.is_grown().implies(stack.has_top()),
        ),
    ];
    let below = each("below_is_below", "and the same entry below, if there is one", below);
    both.into_iter()
        .chain(of_warps.into_iter().flatten())
        .chain(below)
        .collect()
}

/// The stack of a warp.
struct Stack<'a> {
    p: &'a Params,
    golden: &'a Golden<'a>,
    warp: usize,
}

/// An entry, with its lanes whose threads have not ended.
struct Entry {
    pc: Word,
    lanes: Word,
    waiting: Is,
    reconverge: Word,
}

impl Entry {
    fn is(&self, other: &Entry) -> Is {
        self.pc.eq(other.pc)
            & self.lanes.eq(other.lanes)
            & !(self.waiting ^ other.waiting)
            & self.waiting.implies(self.reconverge.eq(other.reconverge))
    }
}

impl Stack<'_> {
    fn golden(&self, name: &str) -> Word {
        self.golden.word(&format!("stacks[{}].{name}", self.warp))
    }

    fn rtl(&self, name: &str, width: u32) -> Word {
        memory(name, self.p.warps(), width)[self.warp]
    }

    fn is_live(&self) -> Is {
        inside("live_q", self.p.warps() as u32).bit(self.warp)
    }

    fn is_fresh(&self) -> Is {
        inside(&format!("g_warp[{}].fresh_q", self.warp), 1).any()
    }

    fn is_grown(&self) -> Is {
        self.is_live() & !self.is_fresh()
    }

    fn threads(&self) -> Word {
        self.golden("threads")
    }

    fn has_size(&self) -> Is {
        let (entries, length) = (self.golden("entries"), self.golden("below.length"));
        // The length has 64 bits: one more than the greatest is none.
        let size = entries.eq(length + 1) & entries.ge(1) & entries.le(self.p.depth());
        let some = size & self.threads().any();
        let top = [self.golden("top.pc"), self.golden("top.lanes"), self.golden("top.reconverge.some")];
        let none = entries.none() & length.none() & self.threads().none() & all(top.map(Word::none));
        (self.is_live() & some) | (!self.is_live() & none)
    }

    fn is_start(&self) -> Is {
        let lanes = self.rtl("start_lanes_q", self.p.lanes() as u32);
        self.golden("top.pc").eq(self.rtl("start_pc_q", self.p.pc_bits()))
            & self.golden("top.lanes").eq(lanes)
            & self.threads().eq(lanes)
            & self.golden("top.reconverge.some").none()
            & self.golden("entries").eq(1)
    }

    /// An entry of the golden list.
    fn entry(&self, name: &str) -> Entry {
        let of = |field: &str| self.golden(&format!("{name}.{field}"));
        Entry {
            pc: of("pc"),
            lanes: of("lanes") & self.threads(),
            waiting: of("reconverge.some").any(),
            reconverge: of("reconverge"),
        }
    }

    fn has_top(&self) -> Is {
        let p = self.p;
        let top = Entry {
            pc: self.rtl("top_pc_q", p.pc_bits()),
            lanes: self.rtl("top_lanes_q", p.lanes() as u32),
            waiting: self.rtl("top_waiting_q", 1).any(),
            reconverge: self.rtl("top_reconverge_q", p.pc_bits()),
        };
        self.entry("top").is(&top)
            & self.threads().eq(self.rtl("threads_q", p.lanes() as u32))
            & self.golden("entries").eq(self.rtl("entries_q", p.count_bits()))
    }

    fn has_below(&self, at: usize) -> Is {
        let same = self.entry(&format!("below[{at}]")).is(&self.below(at));
        self.golden("below.length").gt(at).implies(same)
    }

    fn is_popping(&self) -> Is {
        let warp = self.golden.word("popping").eq(self.warp);
        self.golden.word("popping.some").any() & warp
    }

    /// Whether the top is at its reconvergence point or has no threads, and is not the bottom.
    fn is_done(&self) -> Is {
        let top = self.entry("top");
        let arrived = top.waiting & top.pc.eq(top.reconverge);
        self.golden("entries").gt(1) & (arrived | top.lanes.none())
    }

    /// An entry below the top. Banks have the entries in turn.
    fn below(&self, at: usize) -> Entry {
        let p = self.p;
        let banks = p.pops().max(2).next_power_of_two();
        let rows = ((p.depth() - 1).next_power_of_two() / banks).max(1);
        let of = |name: &str, width| {
            let path = format!("g_bank[{}].below_{name}_q", at % banks);
            memory(&path, p.warps() * rows, width)[self.warp * rows + at / banks]
        };
        Entry {
            pc: of("pc", p.pc_bits()),
            lanes: of("lanes", p.lanes() as u32) & self.threads(),
            waiting: of("waiting", 1).any(),
            reconverge: of("reconverge", p.pc_bits()),
        }
    }
}
