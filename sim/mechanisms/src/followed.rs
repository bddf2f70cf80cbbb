//! The stacks of an external unit, followed at its ports (COS-13).
//!
//! The ports show what is on top. What lies below was on top before, or an update has pushed it: by the contract of
//! `reconvergence_stack` an update pushes at most two entries, and its inputs say what the lower one holds. Whatever the ports
//! show takes the place of what the contract lets expect, so a unit that works otherwise shows other entries.

use heddle_contract::Values;
use heddle_contract::config::First;
use heddle_contract::units::reconvergence_stack::{In, Params};
use heddle_types::{WarpId, WarpMask};
use heddle_units::{Entry, ReconvergenceStack};

/// The top of a stack at the ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Top {
    pub pc: u64,
    /// Lanes whose threads have not ended.
    pub lanes: u64,
    /// What some units do not show.
    pub rest: Option<Rest>,
}

/// See [`Top::rest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rest {
    /// Number of entries of the stack.
    pub entries: usize,
    /// The reconvergence point of the top.
    pub reconverge: Option<u64>,
}

/// The stack of a warp.
#[derive(Clone, Debug, Default)]
struct Stack {
    /// The bottom first.
    entries: Vec<Entry>,
    /// Lanes whose threads have not ended.
    threads: u64,
    /// What is not done yet, and the clock edges until it is.
    under_way: Option<(u32, Step)>,
}

/// What changes a stack.
#[derive(Clone, Debug)]
enum Step {
    Update(In<Values>),
    /// Entries are popped that an update has left although they are done.
    Pop,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(crate) struct Followed {
    params: Params,
    stacks: Vec<Stack>,
    /// Warps whose stack has to be read.
    changed: WarpMask,
}

impl Followed {
    /// Begins to follow. Of stacks that are there already, nothing is known but their top.
    pub fn new(params: &Params) -> Self {
        let warps = params.warps();
        Followed {
            params: *params,
            stacks: vec![Stack::default(); warps],
            changed: WarpMask::all(warps),
        }
    }

    /// The clock edge.
    pub fn tick(&mut self, input: &In<Values>) {
        if input.update {
            let stack = &mut self.stacks[input.update_warp as usize];
            stack.under_way = Some((self.params.latency(), Step::Update(input.clone())));
        }
        for (warp, stack) in self.stacks.iter_mut().enumerate() {
            match stack.under_way.take() {
                Some((0, step)) => {
                    stack.perform(&step, &self.params);
                    self.changed.insert(WarpId::new(warp));
                }
                Some((edges, step)) => stack.under_way = Some((edges - 1, step)),
                None => {}
            }
        }
        if input.start {
            let warp = input.start_warp as usize;
            self.stacks[warp] = Stack {
                entries: Vec::new(),
                threads: input.start_lanes,
                under_way: None,
            };
            self.changed.insert(WarpId::new(warp));
        }
    }

    /// Takes what the ports show after the edge: warps with a stack, warps whose stack still changes, and the top of a warp.
    pub fn read(&mut self, live: WarpMask, busy: WarpMask, mut top: impl FnMut(usize) -> Top) {
        for warp in self.changed {
            let stack = &mut self.stacks[warp.index()];
            match live.contains(warp) {
                true => stack.show(top(warp.index())),
                false => *stack = Stack::default(),
            }
        }
        self.changed &= busy;
    }

    fn entries(&self, warp: usize) -> &[Entry] {
        &self.stacks[warp].entries
    }
}

impl Stack {
    fn perform(&mut self, step: &Step, params: &Params) {
        if let Step::Update(update) = step {
            self.update(update, params.first());
        }
        for _ in 0..params.pops() {
            if self.is_done() {
                self.entries.pop();
            }
        }
        // A stack that is still done takes the place of an update in the next cycle.
        self.under_way = self.is_done().then_some((params.latency(), Step::Pop));
    }

    fn is_done(&self) -> bool {
        let done =
            |entry: &Entry| entry.reconverge == Some(entry.pc) || entry.lanes & self.threads == 0;
        self.entries.len() > 1 && self.entries.last().is_some_and(done)
    }

    /// What the contract says of an update, before entries are popped.
    fn update(&mut self, update: &In<Values>, first: First) {
        let Some(top) = self.entries.last_mut() else {
            return;
        };
        let active = top.lanes & self.threads;
        let stay = active & !update.exit & !update.leave;
        self.threads &= !(active & update.exit);
        let side = |pc, lanes, reconverge| Entry {
            pc,
            lanes,
            reconverge,
        };
        let point = match update.push {
            true => update.compare.then_some(update.reconverge),
            false => top.reconverge,
        };
        let taken = side(update.target, stay & update.taken, point);
        let other = side(update.next, stay & !update.taken, point);
        let (second, first) = match first {
            First::Taken => (other, taken),
            First::FallThrough => (taken, other),
        };
        let sides = [second, first].into_iter().filter(|side| side.lanes != 0);
        match (update.push, stay) {
            (true, _) => top.pc = update.reconverge,
            (false, 0) => *top = Entry { lanes: 0, ..first },
            // The sides take its place.
            (false, _) => drop(self.entries.pop()),
        }
        self.entries.extend(sides);
    }

    /// The ports show this on top.
    fn show(&mut self, top: Top) {
        let expected = self.entries.len().max(1);
        let entries = top.rest.map_or(expected, |rest| rest.entries);
        self.entries.resize(entries, Entry::default());
        // Those of a stack that was there before are not known otherwise.
        self.threads |= top.lanes;
        let threads = self.threads;
        let Some(shown) = self.entries.last_mut() else {
            return;
        };
        shown.pc = top.pc;
        // Lanes that have ended stay in the mask, as below.
        shown.lanes = shown.lanes & !threads | top.lanes;
        if let Some(rest) = top.rest {
            shown.reconverge = rest.reconverge;
        }
    }
}

/// The stacks of a core, as they are shown.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shown<'a> {
    Golden(&'a ReconvergenceStack),
    Followed(&'a Followed),
}

impl<'a> Shown<'a> {
    /// The stack of a warp, the bottom first.
    pub fn entries(self, warp: usize) -> impl Iterator<Item = Entry> + 'a {
        let (golden, followed) = match self {
            Shown::Golden(stacks) => (Some(stacks.entries(warp)), &[][..]),
            Shown::Followed(stacks) => (None, stacks.entries(warp)),
        };
        golden.into_iter().flatten().chain(followed.iter().copied())
    }
}
