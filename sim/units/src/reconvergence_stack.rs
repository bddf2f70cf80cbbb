//! Golden `reconvergence_stack`: fung2009, section 3.2, figure 4 (c, d, e); notes.

use heddle_contract::config::First;
use heddle_contract::units::reconvergence_stack::{In, Out, Params};
use heddle_contract::{Golden, Values, units};

/// An entry of a stack: lanes that go on at a PC, and where they wait for others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The next PC, in words.
    pub pc: u64,
    /// Lanes of the entry, those included whose threads have ended.
    pub lanes: u64,
    /// The reconvergence point; nothing for threads that wait for nobody.
    pub reconverge: Option<u64>,
}

/// The stack of a warp, the bottom first, and which of its threads have not ended.
#[derive(Clone, Debug, Default, PartialEq)]
struct Stack {
    entries: Vec<Entry>,
    threads: u64,
}

/// The stacks of a core.
#[derive(Clone, Debug, PartialEq)]
pub struct ReconvergenceStack {
    params: Params,
    stacks: Vec<Stack>,
    /// Warps that have threads, a bit each.
    live: u64,
    /// The warp whose stack has done entries left on top.
    popping: Option<u64>,
}

impl ReconvergenceStack {
    /// The stack of a warp, the bottom first; empty if the warp is not live.
    pub fn entries(&self, warp: usize) -> &[Entry] {
        &self.stacks[warp].entries
    }

    fn start(&mut self, input: &In<Values>) {
        self.live |= 1 << input.start_warp;
        let stack = &mut self.stacks[input.start_warp as usize];
        stack.threads = input.start_lanes;
        stack.push((input.start_pc, input.start_lanes), None);
    }

    fn update(&mut self, input: &In<Values>) {
        let warp = input.update_warp;
        if self.overflows(input) || self.is_unbalanced(input) {
            return;
        }
        let stack = &mut self.stacks[warp as usize];
        stack.update(input, self.params.first());
        if stack.threads == 0 {
            stack.entries.clear();
            self.live &= !(1 << warp);
        }
        self.pop(warp);
    }

    fn overflows(&self, input: &In<Values>) -> bool {
        let stack = self.stacks.get(input.update_warp as usize);
        stack.is_some_and(|stack| stack.entries.len() + stack.growth(input) > self.params.depth())
    }

    fn is_unbalanced(&self, input: &In<Values>) -> bool {
        if input.push || input.leave == 0 {
            return false;
        }
        let stack = self.stacks.get(input.update_warp as usize);
        stack.is_some_and(|stack| stack.entries.len() == 1 && stack.leaving(input) != 0)
    }

    /// Up to `pops` entries leave.
    fn pop(&mut self, warp: u64) {
        let stack = &mut self.stacks[warp as usize];
        (0..self.params.pops()).for_each(|_| stack.pop());
        self.popping = stack.is_done().then_some(warp);
    }
}

impl Stack {
    fn new(depth: usize) -> Self {
        Self {
            entries: Vec::with_capacity(depth),
            threads: 0,
        }
    }

    fn read(&self, output: &mut Out<Values>) {
        let top = self.entries.last().copied().unwrap_or_default();
        output.read_pc = top.pc;
        output.read_lanes = self.active();
        output.read_entries = self.entries.len() as u64;
        output.read_waits = top.reconverge.is_some();
        output.read_reconverge = top.reconverge.unwrap_or(0);
    }

    fn top(&mut self) -> &mut Entry {
        let top = self.entries.last_mut();
        top.expect("a live warp has an entry")
    }

    fn active(&self) -> u64 {
        self.entries.last().map_or(0, |top| top.lanes) & self.threads
    }

    /// Lanes that wait in an entry below from now on.
    fn leaving(&self, input: &In<Values>) -> u64 {
        self.active() & !input.exit & input.leave
    }

    /// Lanes that are taken, and the others; without those that end or leave.
    fn sides(&self, input: &In<Values>) -> (u64, u64) {
        let left = self.active() & !input.exit & !input.leave;
        (left & input.taken, left & !input.taken)
    }

    /// Entries that an update adds.
    fn growth(&self, input: &In<Values>) -> usize {
        let (taken, others) = self.sides(input);
        let sides = usize::from(taken != 0) + usize::from(others != 0);
        match input.push {
            true => sides,
            false => sides.saturating_sub(1),
        }
    }

    fn update(&mut self, input: &In<Values>, first: First) {
        let (taken, others) = self.sides(input);
        let leaving = self.leaving(input);
        self.threads &= !(self.active() & input.exit);
        let (taken, others) = ((input.target, taken), (input.next, others));
        let (runs_second, runs_first) = match first {
            First::Taken => (others, taken),
            First::FallThrough => (taken, others),
        };
        if input.push {
            let point = input.compare.then_some(input.reconverge);
            self.top().pc = input.reconverge;
            self.push(runs_second, point);
            self.push(runs_first, point);
        } else if taken.1 != 0 && others.1 != 0 {
            // No reconvergence point of their own: both have the top's.
            (self.top().pc, self.top().lanes) = runs_second;
            let reconverge = self.top().reconverge;
            self.push(runs_first, reconverge);
        } else {
            let one = if runs_second.1 != 0 {
                runs_second
            } else {
                runs_first
            };
            self.top().pc = one.0;
            self.top().lanes &= !leaving;
        }
    }

    /// Adds an entry for one side of a branch, if that has a lane.
    fn push(&mut self, (pc, lanes): (u64, u64), reconverge: Option<u64>) {
        if lanes != 0 {
            self.entries.push(Entry {
                pc,
                lanes,
                reconverge,
            });
        }
    }

    /// Whether the top is at its reconvergence point or has no threads left. The bottom stays.
    fn is_done(&self) -> bool {
        let done = |top: &Entry| top.reconverge == Some(top.pc) || top.lanes & self.threads == 0;
        self.entries.len() > 1 && self.entries.last().is_some_and(done)
    }

    fn pop(&mut self) {
        if self.is_done() {
            self.entries.pop();
        }
    }
}

impl Golden<units::ReconvergenceStack> for ReconvergenceStack {
    fn new(params: &Params) -> Self {
        let stacks = (0..params.warps()).map(|_| Stack::new(params.depth()));
        Self {
            params: *params,
            stacks: stacks.collect(),
            live: 0,
            popping: None,
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.live = self.live;
        output.popping = self.popping.is_some();
        output.popping_warp = self.popping.unwrap_or(0);
        output.overflow = self.overflows(input);
        output.unbalanced = self.is_unbalanced(input);
        if let Some(stack) = self.stacks.get(input.read_warp as usize) {
            stack.read(output);
        }
    }

    fn clock(&mut self, input: &In<Values>) {
        match self.popping {
            Some(warp) => self.pop(warp),
            None if input.update => self.update(input),
            None => {}
        }
        if input.start {
            self.start(input);
        }
    }
}
