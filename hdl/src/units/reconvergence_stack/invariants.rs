//! Invariants of all stacks, including the entries below their tops.
//!
//! PRP-16: the lanes of an entry are not always a subset of the lanes of the entry below: a branch without its own
//! reconvergence point splits a top into two entries that have no lane in common.

use super::banks::{bank_bits, bank_count, below_bits};
use super::{Entry, fields};
use heddle_contract::Property;
use heddle_contract::terms::{self, Is, Terms, Word, inside, memory};
use heddle_contract::units::reconvergence_stack::{In, Params, left_without_push};

/// The stack of a warp.
struct Stack {
    warp: usize,
    live: Is,
    popping: Is,
    /// The warp has not changed since it started.
    fresh: Is,
    start_lanes: Word,
    top: Entry<Word>,
    threads: Word,
    entries: Word,
    /// The entries below the top, the bottom first; entries beyond the size of the stack have no meaning.
    below: Vec<Entry<Word>>,
}

/// Invariants of stacks whose updates take one cycle.
pub(super) fn invariants(p: &Params, i: &In<Terms>) -> Vec<Property> {
    let stacks: Vec<Stack> = (0..p.warps()).map(|warp| Stack::of(p, warp)).collect();
    let remaining = left_without_push(p, i);
    let of_all = |label, name, is: &dyn Fn(&Stack) -> Is| {
        Property::new(label, name, terms::all(stacks.iter().map(is)))
    };
    let grown = |label, name, is: &dyn Fn(&Stack) -> Is| {
        of_all(label, name, &|stack| stack.is_grown().implies(is(stack)))
    };
    vec![
        of_all(
            "started_with_thread",
            "a warp starts with a thread",
            &|stack| !(stack.live & stack.fresh) | stack.start_lanes.any(),
        ),
        of_all(
            "popping_warp_is_live",
            "the stack that is popping is that of a live warp",
            &|stack| !stack.popping | stack.is_grown(),
        ),
        grown(
            "grown_within_depth",
            "a stack has an entry at least, and no more than depth",
            &|stack| stack.entries.ge(1) & stack.entries.le(p.depth()),
        ),
        grown(
            "top_lanes_live",
            "lanes of the top have threads that have not ended",
            &|stack| stack.threads.any() & (stack.top.lanes & !stack.threads).none(),
        ),
        grown(
            "done_top_leaves",
            "a top that is done leaves, but for the bottom",
            &|stack| stack.popping | stack.entries.eq(1) | !stack.is_done(),
        ),
        grown(
            "reconverges_at_entry_below",
            "an entry's reconvergence PC is the PC or the reconvergence PC of the entry below",
            &Stack::reconverges,
        ),
        grown(
            "entries_nest_or_part",
            "lanes of an entry are among those of each entry below it, or none of them is",
            &Stack::nests,
        ),
        grown(
            "waiting_lanes_are_below",
            "lanes that wait for others are in entries below too",
            &Stack::wait_above_others,
        ),
        grown(
            "thread_in_an_entry",
            "each thread is in an entry, unless lanes have left without a push",
            &|stack| remaining.bit(stack.warp) | (stack.threads & !stack.held()).none(),
        ),
    ]
}

impl Stack {
    fn of(p: &Params, warp: usize) -> Self {
        let of_warp = |path: &str, width| memory(path, p.warps(), width)[warp];
        let popping_warp = inside("popping_warp_q", p.warp_bits());
        Self {
            warp,
            live: inside("live_q", p.warps() as u32).bit(warp),
            popping: inside("popping_q", 1).any() & popping_warp.eq(warp),
            fresh: inside(&format!("g_warp[{warp}].fresh_q"), 1).any(),
            start_lanes: of_warp("start_lanes_q", p.lanes() as u32),
            top: fields(p).map(|(name, width)| of_warp(&format!("top_{name}_q"), width)),
            threads: of_warp("threads_q", p.lanes() as u32),
            entries: of_warp("entries_q", p.count_bits()),
            below: (0..p.depth() - 1).map(|at| below(p, warp, at)).collect(),
        }
    }

    /// Whether the warp is live, and was updated since it started.
    fn is_grown(&self) -> Is {
        self.live & !self.fresh
    }

    /// Lanes of all entries.
    fn held(&self) -> Word {
        self.top.lanes | self.below(self.below.len())
    }

    /// The entry at a position, if the stack has that many entries.
    fn at(&self, position: usize) -> Entry<Word> {
        match self.below.get(position) {
            Some(&below) => {
                let is_top = self.entries.eq(position + 1);
                self.top
                    .zip(below)
                    .map(|(top, below)| is_top.mux(top, below))
            }
            None => self.top,
        }
    }

    fn is_done(&self) -> Is {
        let arrived = self.top.waiting.any() & self.top.pc.eq(self.top.reconverge);
        arrived | self.top.lanes.none()
    }

    fn reconverges(&self) -> Is {
        let pairs = self.below.iter().enumerate();
        terms::all(pairs.map(|(position, below)| {
            let above = self.at(position + 1);
            let alike = below.waiting.any() & above.reconverge.eq(below.reconverge);
            let at_reconverge = above.reconverge.eq(below.pc) | alike;
            self.entries.le(position + 1) | !above.waiting.any() | at_reconverge
        }))
    }

    fn nests(&self) -> Is {
        terms::all((1..=self.below.len()).flat_map(|position| {
            let lanes = self.at(position).lanes;
            self.below[..position].iter().map(move |below| {
                let apart = (lanes & below.lanes).none();
                self.entries.le(position) | apart | (lanes & !below.lanes).none()
            })
        }))
    }

    fn wait_above_others(&self) -> Is {
        terms::all((0..=self.below.len()).map(|position| {
            let Entry { lanes, waiting, .. } = self.at(position);
            let alone = (lanes & self.below(position)).ne(lanes);
            self.entries.le(position) | !(waiting.any() & alone)
        }))
    }

    /// Lanes of the entries below a position, without the top.
    fn below(&self, position: usize) -> Word {
        let below = self.below[..position].iter().enumerate();
        below.fold(Word::from(0), |lanes, (at, below)| {
            lanes | below.lanes.masked(self.entries.gt(at + 1))
        })
    }
}

/// An entry below the tops.
fn below(p: &Params, warp: usize, position: usize) -> Entry<Word> {
    let (bank, rows) = (
        position % bank_count(p),
        1 << (below_bits(p).max(bank_bits(p)) - bank_bits(p)),
    );
    fields(p).map(|(name, width)| {
        let path = format!("g_bank[{bank}].below_{name}_q");
        memory(&path, p.warps() * rows, width)[warp * rows + position / bank_count(p)]
    })
}
