//! `reconvergence_stack`: a list of entries for each warp on both sides. The RTL keeps the top by itself, of a warp that has only
//! started the start, and of the top the lanes only whose threads have not ended.

use super::{Golden, Is, Property, Word, all, inside, memory};
use heddle_contract::units::reconvergence_stack::Params;

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    let stacks: Vec<Stack> = (0..p.warps()).map(|warp| Stack { p, golden, warp }).collect();
    let of_all = |label, name, is: &dyn Fn(&Stack) -> Is| {
        Property::new(label, name, all(stacks.iter().map(is)))
    };
    let popping = inside("popping_q", 1).any();
    let popping_warp = inside("popping_warp_q", p.warp_bits());
    vec![
        Property::new(
            "live_is_live",
            "the same warps are live",
            golden.word("live").eq(inside("live_q", p.warps() as u32)),
        ),
        Property::new(
            "popping_is_popping",
            "the same stack is popping",
            !(golden.word("popping.some").any() ^ popping)
                & popping.implies(golden.word("popping").eq(popping_warp)),
        ),
        of_all(
            "popping_is_live",
            "the warp whose stack is popping is live, and was updated",
            &|stack| (popping & popping_warp.eq(stack.warp)).implies(stack.is_live() & !stack.is_fresh()),
        ),
        of_all(
            "sizes_agree",
            "a live warp has an entry that the list does not have; others have none at all",
            &|stack| stack.has_size(),
        ),
        of_all(
            "fresh_is_start",
            "a fresh warp has one entry, its start",
            &|stack| (stack.is_live() & stack.is_fresh()).implies(stack.is_start()),
        ),
        of_all(
            "tops_are_tops",
            "a warp that was updated has the same top, threads and number of entries",
            &|stack| stack.is_grown().implies(stack.has_top()),
        ),
        of_all(
            "below_is_below",
            "and the same entries below",
            &|stack| stack.is_grown().implies(stack.has_below()),
        ),
    ]
}

/// The stack of a warp.
struct Stack<'a> {
    p: &'a Params,
    golden: &'a Golden,
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
        let some = entries.eq(length + 1) & entries.le(self.p.depth()) & self.threads().any();
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

    fn has_below(&self) -> Is {
        let length = self.golden("below.length");
        all((0..self.p.depth() - 1).map(|at| {
            let same = self.entry(&format!("below[{at}]")).is(&self.below(at));
            length.gt(at).implies(same)
        }))
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
