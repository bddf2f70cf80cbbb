//! Golden `reconvergence_stack`: fung2009, section 3.2, figure 4 (c, d, e); notes.

use heddle_contract::config::First;
use heddle_contract::units::reconvergence_stack::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};
use std::collections::VecDeque;

/// An update adds at most so many entries: one for each side of a branch.
const MOST_GROWTH: usize = 2;

/// An entry of a stack: lanes with a common next PC, and the PC at which they wait for other lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub struct Entry {
    /// The next PC, in words.
    pub pc: u64,
    /// Lanes of the entry, including those whose threads have ended.
    pub lanes: u64,
    /// The reconvergence point; `None` for threads that wait for no others.
    pub reconverge: Option<u64>,
}

/// The stack of a warp, and the warp's threads that have not ended.
#[derive(Clone, Debug, Default, PartialEq, Words)]
struct Stack {
    /// The top entry, which every instruction reads and changes; zero if the stack is empty.
    top: Entry,
    /// The entries below it, the bottom first.
    below: Vec<Entry>,
    /// Number of entries.
    entries: usize,
    /// The most entries since `take_most`, before those that are completed are popped; not in hardware.
    most: usize,
    threads: u64,
}

/// An instruction that a warp has executed: which lanes end, which leave, and where the others go; not what it was (RST-2).
#[derive(Clone, Copy, Debug, PartialEq, Words)]
struct Update {
    warp: usize,
    exit: u64,
    leave: u64,
    taken: u64,
    target: u64,
    next: u64,
    /// The reconvergence point, if the lanes meet again.
    meeting: Option<u64>,
    compare: bool,
}

impl Update {
    fn of(input: &In<Values>) -> Self {
        Self {
            warp: input.update_warp as usize,
            exit: input.exit,
            leave: input.leave,
            taken: input.taken,
            target: input.target,
            next: input.next,
            meeting: input.push.then_some(input.reconverge),
            compare: input.compare,
        }
    }
}

/// What the stacks do in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Words)]
enum Step {
    Nothing,
    Update(Update),
    /// Entries are popped from the stack of this warp.
    Pop(usize),
}

impl Step {
    /// The warp whose stack the step changes.
    fn warp(self) -> Option<usize> {
        match self {
            Step::Nothing => None,
            Step::Update(update) => Some(update.warp),
            Step::Pop(warp) => Some(warp),
        }
    }
}

/// The stacks of a core, which take one step in a cycle (RST-1).
#[derive(Clone, Debug, PartialEq, Words)]
pub struct ReconvergenceStack {
    params: Params,
    stacks: Vec<Stack>,
    /// Warps that have threads, one bit each.
    live: u64,
    /// The warp whose stack still has completed entries on top.
    popping: Option<usize>,
    /// Steps taken in earlier cycles that have not been performed yet, the next one first: one for each cycle of the
    /// latency.
    under_way: VecDeque<Step>,
}

impl ReconvergenceStack {
    /// The stack of a warp, the bottom first; empty if the warp is not live.
    pub fn entries(&self, warp: usize) -> impl DoubleEndedIterator<Item = Entry> {
        let stack = &self.stacks[warp];
        let top = (stack.entries > 0).then_some(stack.top);
        stack.below.iter().copied().chain(top)
    }

    /// PC and active lanes of the top entry of a warp's stack; zero if the warp is not live.
    #[inline]
    pub fn top(&self, warp: usize) -> (u64, u64) {
        let stack = &self.stacks[warp];
        (stack.top.pc, stack.active())
    }

    /// Whether the update that is answered in this cycle finds no room on its stack, and whether it is unbalanced.
    #[inline]
    pub fn answer(&self, input: &In<Values>) -> (bool, bool) {
        let answered = self.answered(input);
        answered.map_or((false, false), |update| {
            (self.overflows(&update), self.is_unbalanced(&update))
        })
    }

    /// The most entries that a stack had since the last call, before completed entries were popped: an update needs room for
    /// those that it pushes and pops at once.
    pub fn take_most(&mut self) -> u64 {
        let most = self.stacks.iter().map(|stack| stack.most).max();
        for stack in &mut self.stacks {
            stack.most = stack.entries;
        }
        most.unwrap_or(0) as u64
    }

    /// Sets the outputs that depend on state alone, except those of a read.
    #[inline]
    pub fn state(&self, output: &mut Out<Values>) {
        output.live = self.live;
        output.popping = self.popping.is_some();
        output.popping_warp = self.popping.unwrap_or(0) as u64;
        output.busy = self.busy();
    }

    /// Warps that have threads, one bit each.
    pub(super) fn live(&self) -> u64 {
        self.live
    }

    /// Whether a stack still pops entries, so that no update is accepted.
    pub(super) fn is_popping(&self) -> bool {
        self.popping.is_some()
    }

    fn start(&mut self, input: &In<Values>) {
        self.live |= 1 << input.start_warp;
        let stack = &mut self.stacks[input.start_warp as usize];
        stack.threads = input.start_lanes;
        stack.push((input.start_pc, input.start_lanes), None);
    }

    /// The step that this cycle takes.
    fn taken(&self, input: &In<Values>) -> Step {
        match self.popping {
            Some(warp) => Step::Pop(warp),
            None if input.update => Step::Update(Update::of(input)),
            None => Step::Nothing,
        }
    }

    /// The step that is performed at the end of this cycle.
    fn performed(&mut self, input: &In<Values>) -> Step {
        let taken = self.taken(input);
        match self.under_way.pop_front() {
            None => taken,
            Some(step) => {
                self.under_way.push_back(taken);
                step
            }
        }
    }

    /// The update that is answered in this cycle.
    fn answered(&self, input: &In<Values>) -> Option<Update> {
        match self.under_way.front().copied() {
            None => input.update.then(|| Update::of(input)),
            Some(Step::Update(update)) => Some(update),
            Some(_) => None,
        }
    }

    fn update(&mut self, update: &Update) {
        if self.overflows(update) || self.is_unbalanced(update) {
            return;
        }
        let stack = &mut self.stacks[update.warp];
        stack.update(update, self.params.first());
        if stack.threads == 0 {
            stack.clear();
            self.live &= !(1 << update.warp);
        }
        self.pop(update.warp);
    }

    fn overflows(&self, update: &Update) -> bool {
        let Some(stack) = self.stacks.get(update.warp) else {
            return false;
        };
        let room = self.params.depth() - stack.entries;
        room < MOST_GROWTH && room < stack.growth(update)
    }

    fn is_unbalanced(&self, update: &Update) -> bool {
        if update.meeting.is_some() || update.leave == 0 {
            return false;
        }
        let stack = self.stacks.get(update.warp);
        stack.is_some_and(|stack| stack.entries == 1 && stack.leaving(update) != 0)
    }

    /// Pops up to `pops` entries (RST-3), and remembers the warp if more are completed.
    fn pop(&mut self, warp: usize) {
        let stack = &mut self.stacks[warp];
        for _ in 0..self.params.pops() {
            if !stack.is_done() {
                return;
            }
            stack.pop();
        }
        self.popping = stack.is_done().then_some(warp);
    }

    /// Warps whose stack is still changing.
    #[inline]
    pub(super) fn busy(&self) -> u64 {
        if self.under_way.is_empty() {
            return self.popping.map_or(0, |warp| 1 << warp);
        }
        // RST-13: a warp is in one stage at a time and counts as busy, so nothing is forwarded.
        let under_way = self.under_way.iter().filter_map(|step| step.warp());
        under_way
            .chain(self.popping)
            .fold(0, |busy, warp| busy | 1 << warp)
    }
}

impl Stack {
    fn new(depth: usize) -> Self {
        Self {
            below: Vec::with_capacity(depth - 1),
            ..Self::default()
        }
    }

    fn read(&self, output: &mut Out<Values>) {
        output.read_pc = self.top.pc;
        output.read_lanes = self.active();
        output.read_entries = self.entries as u64;
        output.read_waiting = self.top.reconverge.is_some();
        output.read_reconverge = self.top.reconverge.unwrap_or(0);
    }

    fn active(&self) -> u64 {
        // RST-4: lanes that have ended stay in the masks.
        self.top.lanes & self.threads
    }

    /// Lanes that leave the top entry and wait in an entry below from now on.
    fn leaving(&self, update: &Update) -> u64 {
        self.active() & !update.exit & update.leave
    }

    /// The lanes that take the branch, and the others, in both cases without those that end or leave.
    fn sides(&self, update: &Update) -> (u64, u64) {
        let left = self.active() & !update.exit & !update.leave;
        (left & update.taken, left & !update.taken)
    }

    /// Number of entries that an update adds.
    fn growth(&self, update: &Update) -> usize {
        let (taken, others) = self.sides(update);
        let sides = usize::from(taken != 0) + usize::from(others != 0);
        match update.meeting {
            Some(_) => sides,
            None => sides.saturating_sub(1),
        }
    }

    fn update(&mut self, update: &Update, first: First) {
        debug_assert!(self.entries > 0, "a live warp has an entry");
        let (taken, others) = self.sides(update);
        let leaving = self.leaving(update);
        self.threads &= !(self.active() & update.exit);
        let (taken, others) = ((update.target, taken), (update.next, others));
        // RST-6: fung2009 runs the taken side first, the notes the other.
        let (runs_second, runs_first) = match first {
            First::Taken => (others, taken),
            First::FallThrough => (taken, others),
        };
        if let Some(meeting) = update.meeting {
            let point = update.compare.then_some(meeting);
            self.top.pc = meeting;
            self.push(runs_second, point);
            self.push(runs_first, point);
        } else if taken.1 != 0 && others.1 != 0 {
            // RST-5: correct whatever the point is, because an entry is popped only at its point.
            // Without a reconvergence point of their own, both sides have that of the top.
            (self.top.pc, self.top.lanes) = runs_second;
            self.push(runs_first, self.top.reconverge);
        } else {
            let one = if runs_second.1 != 0 {
                runs_second
            } else {
                runs_first
            };
            self.top.pc = one.0;
            self.top.lanes &= !leaving;
        }
    }

    /// Pushes an entry for one side of a branch, if the side has a lane.
    fn push(&mut self, (pc, lanes): (u64, u64), reconverge: Option<u64>) {
        if lanes == 0 {
            return;
        }
        let below = std::mem::replace(
            &mut self.top,
            Entry {
                pc,
                lanes,
                reconverge,
            },
        );
        if self.entries > 0 {
            self.below.push(below);
        }
        self.entries += 1;
        self.most = self.most.max(self.entries);
    }

    /// Removes the top entry, which is not the bottom one.
    fn pop(&mut self) {
        self.top = self.below.pop().expect("the bottom entry stays");
        self.entries -= 1;
    }

    fn clear(&mut self) {
        self.below.clear();
        (self.top, self.entries) = (Entry::default(), 0);
    }

    /// Whether the top is at its reconvergence point or has no threads left. The bottom entry always stays (EXS-14).
    fn is_done(&self) -> bool {
        let done = self.top.reconverge == Some(self.top.pc) || self.active() == 0;
        self.entries > 1 && done
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
            under_way: vec![Step::Nothing; params.latency() as usize].into(),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        self.out_of_state(input, output);
        (output.overflow, output.unbalanced) = self.answer(input);
        match self.stacks.get(input.read_warp as usize) {
            Some(stack) => stack.read(output),
            None => Stack::default().read(output),
        }
    }

    fn out_of_state(&self, _input: &In<Values>, output: &mut Out<Values>) {
        self.state(output);
    }

    fn clock(&mut self, input: &In<Values>) {
        let step = self.performed(input);
        self.popping = None;
        match step {
            Step::Update(update) => self.update(&update),
            Step::Pop(warp) => self.pop(warp),
            Step::Nothing => {}
        }
        if input.start {
            self.start(input);
        }
    }
}
