//! RTL of `reconvergence_stack`: the top entry of every warp in memories of its own, what lies
//! below it in memories shared by all warps.
//!
//! An update turns the top into one to three *new* entries: the top itself, changed, and what is
//! pushed on it. They stand before the entries from below; an empty slot has no lanes, so it is
//! passed over like an entry that is done. The first of these candidates that stays becomes the
//! top. What is pushed on is written below whether or not it comes back at once: what lies above
//! the top means nothing.
//!
//! Where fung2009 is silent:
//!
//! * A warp's part of the memory below starts at a power of two. That costs words that are never
//!   used unless `depth` is one more than a power of two, and saves a multiplier.
//! * No more than `depth - 1` entries can leave, so `pops` beyond that builds nothing.

use crate::shapes::lowest_or;
use crate::{Array, Drives, Expr, Hardware, Memory, ModuleBuilder, Reads, Register};
use heddle_contract::config::First;
use heddle_contract::units::ReconvergenceStack;
use heddle_contract::units::reconvergence_stack::{In, Out, Params};

/// Slots for new entries, from the top down: one for each side of a branch, the changed top.
const NEW: usize = 3;

/// The fields of an entry, whatever holds them.
#[derive(Clone, Copy)]
struct Entry<T> {
    pc: T,
    lanes: T,
    /// Where it waits for others.
    reconverge: T,
    /// Whether it does.
    waits: T,
}

impl<T: Copy> Entry<T> {
    fn map<U>(self, mut of: impl FnMut(T) -> U) -> Entry<U> {
        Entry {
            pc: of(self.pc),
            lanes: of(self.lanes),
            reconverge: of(self.reconverge),
            waits: of(self.waits),
        }
    }

    /// Does something to each field and the same field of another entry.
    fn with<U: Copy>(self, other: Entry<U>, mut act: impl FnMut(T, U)) {
        act(self.pc, other.pc);
        act(self.lanes, other.lanes);
        act(self.reconverge, other.reconverge);
        act(self.waits, other.waits);
    }
}

/// Everything that is stored.
#[derive(Clone, Copy)]
struct State<'m> {
    top: Entry<Memory<'m>>,
    below: Entry<Memory<'m>>,
    /// By warp: lanes whose threads have not ended.
    threads: Memory<'m>,
    /// By warp: entries of its stack.
    entries: Memory<'m>,
    live: Register<'m>,
    popping: Register<'m>,
    popping_warp: Register<'m>,
}

/// What the parts of the description share.
struct Stack<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    input: &'a In<Reads<'m>>,
    state: State<'m>,
}

/// The warp at work, with what is stored for it.
#[derive(Clone, Copy)]
struct Work<'m> {
    warp: Expr<'m>,
    top: Entry<Expr<'m>>,
    entries: Expr<'m>,
    /// Lanes whose threads have not ended after this cycle.
    threads: Expr<'m>,
    /// Active lanes that leave the top and wait below.
    leaving: Expr<'m>,
    /// The others that have not ended after this cycle.
    left: Expr<'m>,
}

/// Lanes that go somewhere.
#[derive(Clone, Copy)]
struct Side<'m> {
    lanes: Expr<'m>,
    pc: Expr<'m>,
    any: Expr<'m>,
}

/// What an update asks for.
#[derive(Clone, Copy)]
struct Update<'m> {
    /// It fits.
    accepted: Expr<'m>,
    /// Entries that it pushes on the top, 2 bits.
    pushed: Expr<'m>,
    /// It pushes some.
    pushes: Expr<'m>,
}

/// Which candidate becomes the top.
#[derive(Clone, Copy)]
struct Choice<'m> {
    position: Expr<'m>,
    /// It is done as well, and leaves next.
    leaves: Expr<'m>,
}

impl Hardware for ReconvergenceStack {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let state = state(m, p);
        let stack = Stack {
            m,
            p,
            input: &input,
            state,
        };
        let work = stack.work();
        let [first, second] = stack.sides(work);
        let update = stack.update(work, first, second, &output);
        let candidates = stack.candidates(work, update, first, second);
        let choice = stack.choose(work, update, candidates);
        stack.store(work, update, candidates, choice);
        stack.warps(work, update, choice);
        stack.outputs(&output);
    }
}

fn fields(p: &Params) -> Entry<(&'static str, u32)> {
    Entry {
        pc: ("pc", p.pc_bits()),
        lanes: ("lanes", p.lanes() as u32),
        reconverge: ("reconverge", p.pc_bits()),
        waits: ("waits", 1),
    }
}

/// Width of the position of an entry below the top.
fn below_bits(p: &Params) -> u32 {
    (p.depth() - 1).next_power_of_two().ilog2()
}

/// Entries that can leave in a cycle.
fn pops(p: &Params) -> usize {
    p.pops().min(p.depth() - 1)
}

fn candidate_count(p: &Params) -> usize {
    NEW + pops(p)
}

fn state<'m>(m: &'m ModuleBuilder, p: &Params) -> State<'m> {
    m.section("Stacks by warp: the top entry, what lies below it, threads that have not ended.");
    let entry = |of: &str, depth| {
        fields(p).map(|(name, width)| m.memory(format!("{of}_{name}"), depth, width))
    };
    State {
        top: entry("top", p.warps()),
        below: entry("below", p.warps() << below_bits(p)),
        threads: m.memory("threads", p.warps(), p.lanes() as u32),
        entries: m.memory("entries", p.warps(), p.count_bits()),
        live: m.register("live", p.warps() as u32).reset(0),
        popping: m.register("popping", 1).reset(0),
        popping_warp: m.register("popping_warp", p.warp_bits()),
    }
}

impl<'m> Stack<'_, 'm> {
    fn work(&self) -> Work<'m> {
        let Self {
            m, input, state, ..
        } = self;
        m.section("The warp at work: its stack is popping, or it is updated.");
        let warp = state.popping.mux(state.popping_warp, input.update_warp);
        let warp = warp.named("warp");
        let top = Entry {
            pc: state.top.pc.read(warp).named("old_pc"),
            lanes: state.top.lanes.read(warp).named("old_lanes"),
            reconverge: state.top.reconverge.read(warp).named("old_reconverge"),
            waits: state.top.waits.read(warp).named("old_waits"),
        };
        let threads = state.threads.read(warp).named("old_threads");
        let ended = (top.lanes & input.exit).masked(input.update);
        let active = (top.lanes & threads & !input.exit).named("active");
        Work {
            warp,
            top,
            entries: state.entries.read(warp).named("old_entries"),
            threads: (threads & !ended).named("new_threads"),
            leaving: (active & input.leave).named("leaving"),
            left: (active & !input.leave).named("left"),
        }
    }

    /// The side of a branch that runs first, and the other.
    fn sides(&self, work: Work<'m>) -> [Side<'m>; 2] {
        let Self { m, p, input, .. } = self;
        let taken = (work.left & input.taken, input.target);
        let others = (work.left & !input.taken, input.next);
        let (name, first, second) = match p.first() {
            First::Taken => ("taken", taken, others),
            First::FallThrough => ("fall-through", others, taken),
        };
        m.section(format!(
            "The sides of a branch. The {name} side runs first."
        ));
        let side = |name: &str, (lanes, pc): (Expr<'m>, Expr<'m>)| {
            let lanes = lanes.named(format!("{name}_lanes"));
            let any = lanes.any().named(format!("{name}_any"));
            Side { lanes, pc, any }
        };
        [side("first", first), side("second", second)]
    }

    /// Whether an update fits, and how many entries it pushes.
    fn update(
        &self,
        work: Work<'m>,
        first: Side<'m>,
        second: Side<'m>,
        output: &Out<Drives<'m>>,
    ) -> Update<'m> {
        let Self { p, input, .. } = self;
        let both = (first.any & second.any).named("both");
        let one = input.push.mux(first.any ^ second.any, both);
        let wanted = (input.push & both).cat(one).named("wanted");
        let bits = p.count_bits() + 1;
        let entries = work.entries.zero_extend(bits) + wanted.zero_extend(bits);
        let overflow = entries.gt(p.depth() as u64).named("overflow");
        output.overflow.set(overflow);
        let unbalanced = !input.push & work.leaving.any() & work.entries.eq(1);
        let unbalanced = unbalanced.named("unbalanced");
        output.unbalanced.set(unbalanced);
        let accepted = (input.update & !overflow & !unbalanced).named("accepted");
        let pushed = wanted.masked(accepted).named("pushed");
        let pushes = pushed.any().named("pushes");
        Update {
            accepted,
            pushed,
            pushes,
        }
    }

    /// Entries that may become the top, from the top down. New ones that are not there have no
    /// lanes; `rest` are the lanes of a single side, or of the second.
    fn candidates(
        &self,
        work: Work<'m>,
        update: Update<'m>,
        first: Side<'m>,
        second: Side<'m>,
    ) -> Entry<Array<'m>> {
        let Self { m, p, input, .. } = self;
        m.section(
            "Candidates for the new top: what is pushed, the old top, and what lies below it. \
             Entries that are not there have no lanes.",
        );
        let rest_lanes = second
            .any
            .mux(second.lanes, first.lanes)
            .named("rest_lanes");
        let rest_pc = second.any.mux(second.pc, first.pc).named("rest_pc");
        let (old, push) = (work.top, input.push);
        let top = Entry {
            pc: input
                .update
                .mux(push.mux(input.reconverge, rest_pc), old.pc),
            lanes: (input.update & !push).mux(rest_lanes, old.lanes),
            ..old
        };
        let lower = Entry {
            pc: push.mux(rest_pc, first.pc),
            lanes: push.mux(rest_lanes, first.lanes).masked(update.pushes),
            reconverge: push.mux(input.reconverge, old.reconverge),
            waits: push.mux(input.compare, old.waits),
        };
        let upper = Entry {
            pc: first.pc,
            lanes: first.lanes.masked(update.pushed.bit(1)),
            reconverge: input.reconverge,
            waits: input.compare,
        };
        let candidates = fields(p)
            .map(|(name, width)| m.array(format!("new_{name}"), candidate_count(p), width));
        for (position, entry) in [upper, lower, top].into_iter().enumerate() {
            candidates.with(entry, |array, value| array.set(position, value));
        }
        self.below(work, candidates);
        candidates
    }

    /// Reads the entries below the top.
    fn below(&self, work: Work<'m>, candidates: Entry<Array<'m>>) {
        let Self { m, p, state, .. } = self;
        m.each("below", pops(p), |n| {
            let distance = m.number(n + 2, p.count_bits()).named("distance");
            let position = (work.entries - distance).named("position");
            let address = self.address(work, position);
            candidates.with(state.below, |array, memory| {
                array.set(n + NEW, memory.read(address));
            });
        });
    }

    /// Where an entry of the warp's stack lies in the memory below; the bottom has position 0.
    fn address(&self, work: Work<'m>, position: Expr<'m>) -> Expr<'m> {
        let (bits, all) = (below_bits(self.p), self.p.count_bits());
        if all > bits {
            self.m.unused(position.bits(all - 1, bits));
        }
        work.warp.cat(position.truncate(bits))
    }

    /// The first candidate that is not done, or the one behind as many as may leave.
    fn choose(
        &self,
        work: Work<'m>,
        update: Update<'m>,
        candidates: Entry<Array<'m>>,
    ) -> Choice<'m> {
        let Self { m, p, .. } = self;
        let count = candidate_count(p);
        m.section(
            "The first candidate that is not done becomes the top, or the last one in reach: the \
             one behind as many as may leave.",
        );
        let bits = usize::BITS - (count - 1).leading_zeros();
        let end = m.constant(count as u64 - 1, bits);
        let last = (end - update.pushed.zero_extend(bits)).named("last_in_reach");
        let others = m.ones(count as u32 - 2);
        let in_reach = m.cat([!update.pushes, !update.pushed.bit(1), others]);
        let in_reach = in_reach.named("in_reach");
        let stays = m.wire("stays", count as u32);
        // New entries stand in the slots before the old top.
        let wide = p.count_bits() + 1;
        let bottom = (work.entries.zero_extend(wide) + (NEW as u64 - 2)).named("bottom");
        m.each("candidate", count, |n| {
            let entry = candidates.map(|array| array.at(n));
            let arrived = (entry.waits & entry.pc.eq(entry.reconverge)).named("arrived");
            let has_lanes = (entry.lanes & work.threads).any();
            let is_bottom = bottom.eq(m.number(n, wide).named("slot"));
            let is_done = (arrived | !has_lanes) & !is_bottom;
            stays.set_bit(n, in_reach.bit(n) & !is_done);
        });
        let position = lowest_or(m, "chosen", *stays, last);
        let leaves = !stays.any();
        Choice { position, leaves }
    }

    fn store(
        &self,
        work: Work<'m>,
        update: Update<'m>,
        candidates: Entry<Array<'m>>,
        choice: Choice<'m>,
    ) {
        let Self { m, p, input, state } = self;
        m.section("What lies below the entries that are pushed is written below the top.");
        let next = (work.entries - 1).named("below_top");
        let slots = [
            (2, next, update.pushes),
            (1, work.entries, update.pushed.bit(1)),
        ];
        for (candidate, position, writes) in slots {
            let address = self.address(work, position);
            state.below.with(candidates, |memory, array| {
                memory.write(address, writes, array.at(candidate));
            });
        }
        m.section("The new top. A warp starts with one entry that waits for nothing.");
        let steps = (*state.popping | update.accepted).named("steps");
        state.top.with(candidates, |memory, array| {
            memory.write(work.warp, steps, array.index(choice.position));
        });
        state.threads.write(work.warp, steps, work.threads);
        let bits = p.count_bits();
        let position = resize(choice.position, bits);
        state
            .entries
            .write(work.warp, steps, work.entries + 2 - position);
        let start = |memory: Memory<'m>, value| memory.write(input.start_warp, input.start, value);
        start(state.top.pc, input.start_pc);
        start(state.top.lanes, input.start_lanes);
        start(state.top.waits, m.constant(0, 1));
        start(state.threads, input.start_lanes);
        start(state.entries, m.constant(1, bits));
    }

    fn warps(&self, work: Work<'m>, update: Update<'m>, choice: Choice<'m>) {
        let Self { m, p, input, state } = self;
        m.section("Warps that have threads, and the one whose stack is popping.");
        let warps = p.warps() as u32;
        let alive = work.threads.any().named("alive");
        let started = input.start_warp.decode(warps).masked(input.start);
        let ended = work.warp.decode(warps).masked(update.accepted & !alive);
        state.live.next((*state.live & !ended) | started);
        state
            .popping
            .next((*state.popping | update.accepted) & alive & choice.leaves);
        state.popping_warp.next(work.warp);
    }

    fn outputs(&self, output: &Out<Drives<'m>>) {
        let Self {
            m, input, state, ..
        } = self;
        output.live.set(state.live);
        output.popping.set(state.popping);
        output.popping_warp.set(state.popping_warp);
        let top = state.top.map(|memory| memory.read(input.read_warp));
        output.read_pc.set(top.pc);
        output
            .read_lanes
            .set(top.lanes & state.threads.read(input.read_warp));
        output.read_entries.set(state.entries.read(input.read_warp));
        output.read_waits.set(top.waits);
        output.read_reconverge.set(top.reconverge);
        m.unused(input.read);
    }
}

/// The low bits, or zeros above.
fn resize(value: Expr<'_>, width: u32) -> Expr<'_> {
    if value.width() > width {
        value.truncate(width)
    } else {
        value.zero_extend(width)
    }
}
