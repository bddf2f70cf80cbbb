//! RTL of `reconvergence_stack`: the top entry of every warp in memories of its own, what lies
//! below it in banks shared by all warps.
//!
//! An update turns the top into one to three *new* entries: the top itself, changed, and what is
//! pushed on it. They stand before the entries from below; an empty slot is passed over like an entry that
//! is done. The first of these candidates that stays becomes the
//! top. What is pushed on is written below whether or not it comes back at once: what lies above
//! the top means nothing.
//!
//! Every memory has one write port. With a latency the banks are read with registers, and registers stand in as many
//! places as it has cycles (`Cut`); another warp is at work in each stage. No warp is in two, so nothing is forwarded.
//!
//! Where fung2009 is silent:
//!
//! * A warp's part of the memory below starts at a power of two. That costs words that are never
//!   used unless `depth` is one more than a power of two, and saves a multiplier.
//! * No more than `depth - 1` entries can leave, so `pops` beyond that builds nothing.

mod banks;
mod choice;
mod invariants;
mod parts;
mod store;
mod tops;

use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads, Register};
use choice::Choice;
use heddle_contract::Property;
use heddle_contract::terms::Terms;
use heddle_contract::units::ReconvergenceStack;
use heddle_contract::units::reconvergence_stack::{In, Out, Params};
use tops::{Tops, tops};

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

impl<T> Entry<T> {
    fn map<U>(self, mut of: impl FnMut(T) -> U) -> Entry<U> {
        Entry {
            pc: of(self.pc),
            lanes: of(self.lanes),
            reconverge: of(self.reconverge),
            waits: of(self.waits),
        }
    }

    fn zip<U>(self, other: Entry<U>) -> Entry<(T, U)> {
        Entry {
            pc: (self.pc, other.pc),
            lanes: (self.lanes, other.lanes),
            reconverge: (self.reconverge, other.reconverge),
            waits: (self.waits, other.waits),
        }
    }

    /// Does something to each field and the same field of another entry.
    fn with<U>(self, other: Entry<U>, mut act: impl FnMut(T, U)) {
        self.zip(other).map(|(own, other)| act(own, other));
    }
}

/// Everything that is stored, but the entries below the tops.
#[derive(Clone, Copy)]
struct State<'m> {
    tops: Tops<'m>,
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

/// Whose turn it is in a stage.
#[derive(Clone, Copy)]
struct Turn<'m> {
    /// Somebody's.
    taken: Expr<'m>,
    warp: Expr<'m>,
}

/// What the stack of the warp at work is told.
#[derive(Clone, Copy)]
struct Told<'m> {
    turn: Turn<'m>,
    /// The warp is updated.
    update: Expr<'m>,
    exit: Expr<'m>,
    leave: Expr<'m>,
    taken: Expr<'m>,
    target: Expr<'m>,
    next: Expr<'m>,
    push: Expr<'m>,
    reconverge: Expr<'m>,
    compare: Expr<'m>,
}

/// Where registers stand if there is a latency.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// Behind what the stack is told.
    Told,
    /// Behind the reads.
    Stored,
    /// Behind the sides and the comparators.
    Parts,
    /// Behind the same once more, for banks that are read a stage later.
    Rows,
    /// Behind what says which entry becomes the top.
    Choice,
}

impl Cut {
    /// Those of a latency, in order.
    fn of(p: &Params) -> &'static [Cut] {
        use Cut::{Choice, Parts, Rows, Stored, Told};
        match p.latency() {
            0 => &[],
            1 => &[Stored],
            2 => &[Stored, Parts],
            3 => &[Stored, Parts, Choice],
            4 => &[Told, Stored, Parts, Choice],
            _ => &[Told, Stored, Parts, Rows, Choice],
        }
    }
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
        let told = stack.told();
        m.section("What is stored of the warp at work.");
        let stored = stack.stored(told.turn.warp, "old");
        let work = stack.hold_told(Cut::Stored, told);
        let held = stack.hold_stored(stored);
        let parts = stack.hold_parts(Cut::Parts, stack.parts(work, held));
        let later = stack.hold_parts(Cut::Rows, parts);
        let banks = stack.banks(later);
        let choice = stack.hold_choice(stack.choice(later, banks));
        let highest = match stack.stage(Cut::Rows) {
            None => (told.turn.warp, stored.entries_below),
            Some(_) => (work.turn.warp, held.entries),
        };
        stack.store_below(highest, choice, banks);
        stack.store(choice);
        stack.warps(choice);
        let turns = [
            (Cut::Told, told.turn),
            (Cut::Stored, work.turn),
            (Cut::Parts, parts.turn),
            (Cut::Rows, later.turn),
            (Cut::Choice, choice.turn),
        ];
        stack.outputs(&turns, choice, &output);
    }

    /// Of stacks whose updates are of one cycle.
    fn invariants(p: &Params, i: &In<Terms>, _: &Out<Terms>) -> Vec<Property> {
        match p.latency() {
            0 => invariants::invariants(p, i),
            _ => Vec::new(),
        }
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

/// Entries that can leave in a cycle.
fn pops(p: &Params) -> usize {
    p.pops().min(p.depth() - 1)
}

fn candidate_count(p: &Params) -> usize {
    NEW + pops(p)
}

fn state<'m>(m: &'m ModuleBuilder, p: &Params) -> State<'m> {
    State {
        tops: tops(m, p),
        live: m.register("live", p.warps() as u32).reset(0),
        popping: m.register("popping", 1).reset(0),
        popping_warp: m.register("popping_warp", p.warp_bits()),
    }
}

impl<'m> Stack<'_, 'm> {
    fn told(&self) -> Told<'m> {
        let Self {
            m, input, state, ..
        } = self;
        m.section("The warp at work: its stack is popping, or it is updated.");
        let popping = *state.popping;
        let warp = popping.mux(state.popping_warp, input.update_warp);
        let told = Told {
            turn: Turn {
                taken: (popping | input.update).named("busy"),
                warp: warp.named("warp"),
            },
            update: input.update,
            exit: input.exit.masked(input.update).named("exit"),
            leave: input.leave,
            taken: input.taken,
            target: input.target,
            next: input.next,
            push: input.push,
            reconverge: input.reconverge,
            compare: input.compare,
        };
        self.hold_told(Cut::Told, told)
    }

    /// The stage behind a cut.
    fn stage(&self, cut: Cut) -> Option<usize> {
        let before = Cut::of(self.p).iter().position(|&other| other == cut);
        before.map(|before| before + 1)
    }

    /// Says what the registers of a cut are, if it has some.
    fn describe(&self, cut: Cut, text: &str) {
        if let Some(stage) = self.stage(cut) {
            self.m.section(format!("Stage {stage}: {text}."));
        }
    }

    /// A value as it is behind a cut: in a register, if the cut has registers.
    fn hold(&self, cut: Cut, name: &str, value: Expr<'m>) -> Expr<'m> {
        match self.stage(cut) {
            None => value,
            Some(stage) => {
                let register = self.m.register(format!("{name}{stage}"), value.width());
                register.next(value)
            }
        }
    }

    /// The same of a value that means something after reset.
    fn hold_flag(&self, cut: Cut, name: &str, value: Expr<'m>) -> Expr<'m> {
        match self.stage(cut) {
            None => value,
            Some(stage) => {
                let register = self.m.register(format!("{name}{stage}"), 1).reset(0);
                register.next(value)
            }
        }
    }

    fn hold_turn(&self, cut: Cut, turn: Turn<'m>) -> Turn<'m> {
        Turn {
            taken: self.hold_flag(cut, "busy", turn.taken),
            warp: self.hold(cut, "warp", turn.warp),
        }
    }

    fn hold_told(&self, cut: Cut, told: Told<'m>) -> Told<'m> {
        let hold = |name: &str, value| self.hold(cut, name, value);
        self.describe(cut, "what the stack is told");
        Told {
            turn: self.hold_turn(cut, told.turn),
            update: self.hold_flag(cut, "update", told.update),
            exit: hold("exit", told.exit),
            leave: hold("leave", told.leave),
            taken: hold("taken", told.taken),
            target: hold("target", told.target),
            next: hold("next", told.next),
            push: hold("push", told.push),
            reconverge: hold("reconverge", told.reconverge),
            compare: hold("compare", told.compare),
        }
    }

    fn warps(&self, choice: Choice<'m>) {
        let Self { m, p, input, state } = self;
        m.section("Warps that have threads, and the one whose stack is popping.");
        let warps = p.warps() as u32;
        let started = input.start_warp.decode(warps).masked(input.start);
        let ended = choice.turn.warp.decode(warps);
        let ended = ended.masked(choice.steps & !choice.alive);
        state.live.next((*state.live & !ended) | started);
        let leaves = !choice.stays.any();
        state.popping.next(choice.steps & choice.alive & leaves);
        state.popping_warp.next(choice.turn.warp);
    }

    /// Warps of the stages, and the one whose stack is popping.
    fn busy(&self, turns: &[(Cut, Turn<'m>)]) -> Expr<'m> {
        let warp = |turn: Turn<'m>| {
            let warps = self.p.warps() as u32;
            turn.warp.decode(warps).masked(turn.taken)
        };
        let popping = warp(Turn {
            taken: *self.state.popping,
            warp: *self.state.popping_warp,
        });
        let held = turns.iter().filter(|(cut, _)| self.stage(*cut).is_some());
        held.fold(popping, |busy, (_, turn)| busy | warp(*turn))
    }

    fn outputs(&self, turns: &[(Cut, Turn<'m>)], choice: Choice<'m>, output: &Out<Drives<'m>>) {
        let Self {
            m, input, state, ..
        } = self;
        output.live.set(state.live);
        output.popping.set(state.popping);
        output.popping_warp.set(state.popping_warp);
        output.busy.set(self.busy(turns));
        output.overflow.set(choice.overflow);
        output.unbalanced.set(choice.unbalanced);
        m.section("What is stored of the warp that is read.");
        let stored = self.stored(input.read_warp, "read");
        output.read_pc.set(stored.top.pc);
        output.read_lanes.set(stored.top.lanes);
        output.read_entries.set(stored.entries);
        output.read_waits.set(stored.top.waits);
        output.read_reconverge.set(stored.top.reconverge);
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
