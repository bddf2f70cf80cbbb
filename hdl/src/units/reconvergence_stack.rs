//! RTL of `reconvergence_stack`: the top entries of all warps have their own memories; the entries
//! below are in banks shared by all warps.
//!
//! An update turns the top into one to three *new* entries: the changed top itself, and the entries
//! pushed on it. They come before the entries from below; an empty slot is skipped like an entry that
//! is done. The first of these candidates that is not done becomes the
//! top. Entries that something is pushed on are written below, even if they become the top again at once: entries above
//! the top have no meaning.
//!
//! Every memory has one write port (RST-15). With a latency the banks have registered reads, and there are pipeline registers
//! in as many places (`Cut`) as the latency has cycles. Each stage works on a different warp, so nothing needs to be forwarded.
//!
//! Where fung2009 is silent:
//!
//! * VER-15: a warp's part of the memory for entries below the top starts at a multiple of a power of two. That costs words
//!   that are never used unless `depth` is one more than a power of two, and saves a multiplier.
//! * At most `depth - 1` entries can leave, so a larger `pops` builds no more hardware.

mod banks;
mod choice;
mod invariants;
mod splits;
mod store;
mod tops;

use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads, Register};
use choice::Choice;
use heddle_contract::Property;
use heddle_contract::terms::Terms;
use heddle_contract::units::ReconvergenceStack;
use heddle_contract::units::reconvergence_stack::{In, Out, Params};
use tops::{Tops, tops};

/// Slots for new entries, from the top down: one for each side of a branch, one for the changed top.
const NEW: usize = 3;

/// The fields of an entry, whatever holds them.
#[derive(Clone, Copy)]
struct Entry<T> {
    pc: T,
    lanes: T,
    /// The PC at which the entry waits for others.
    reconverge: T,
    /// Whether the entry waits for others.
    waiting: T,
}

impl<T> Entry<T> {
    fn map<U>(self, mut of: impl FnMut(T) -> U) -> Entry<U> {
        Entry {
            pc: of(self.pc),
            lanes: of(self.lanes),
            reconverge: of(self.reconverge),
            waiting: of(self.waiting),
        }
    }

    fn zip<U>(self, other: Entry<U>) -> Entry<(T, U)> {
        Entry {
            pc: (self.pc, other.pc),
            lanes: (self.lanes, other.lanes),
            reconverge: (self.reconverge, other.reconverge),
            waiting: (self.waiting, other.waiting),
        }
    }

    /// Calls `act` with each field and the same field of another entry.
    fn with<U>(self, other: Entry<U>, mut act: impl FnMut(T, U)) {
        self.zip(other).map(|(own, other)| act(own, other));
    }
}

/// All storage except the entries below the tops.
#[derive(Clone, Copy)]
struct State<'m> {
    tops: Tops<'m>,
    live: Register<'m>,
    popping: Register<'m>,
    popping_warp: Register<'m>,
}

/// Values shared by the parts of the description.
struct Stack<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    input: &'a In<Reads<'m>>,
    state: State<'m>,
}

/// The warp in a stage.
#[derive(Clone, Copy)]
struct Turn<'m> {
    /// Whether a warp is in the stage.
    taken: Expr<'m>,
    warp: Expr<'m>,
}

/// The request to the stack of the warp at work.
#[derive(Clone, Copy)]
struct Request<'m> {
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

/// The places of pipeline registers if there is a latency (RST-17).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// After the request to the stack.
    Request,
    /// After the reads of the stored top.
    Stored,
    /// After the sides and the comparators.
    Splits,
    /// The same values once more, for banks that are read a stage later.
    Rows,
    /// After the decision which entry becomes the top.
    Choice,
}

impl Cut {
    /// The cuts of a latency, in order.
    fn of(p: &Params) -> &'static [Cut] {
        use Cut::{Choice, Request, Rows, Splits, Stored};
        match p.latency() {
            0 => &[],
            1 => &[Stored],
            2 => &[Stored, Splits],
            3 => &[Stored, Splits, Choice],
            4 => &[Request, Stored, Splits, Choice],
            _ => &[Request, Stored, Splits, Rows, Choice],
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
        let request = stack.request();
        m.section("The stored state of the current warp.");
        let stored = stack.stored(request.turn.warp, "old");
        let work = stack.hold_request(Cut::Stored, request);
        let held = stack.hold_stored(stored);
        let splits = stack.hold_splits(Cut::Splits, stack.splits(work, held));
        let later = stack.hold_splits(Cut::Rows, splits);
        let banks = stack.banks(later);
        let choice = stack.hold_choice(stack.choice(later, banks));
        let highest = match stack.stage(Cut::Rows) {
            None => (request.turn.warp, stored.entries_below),
            Some(_) => (work.turn.warp, held.entries),
        };
        stack.store_below(highest, choice, banks);
        stack.store(choice);
        stack.warps(choice);
        let turns = [
            (Cut::Request, request.turn),
            (Cut::Stored, work.turn),
            (Cut::Splits, splits.turn),
            (Cut::Rows, later.turn),
            (Cut::Choice, choice.turn),
        ];
        stack.outputs(&turns, choice, &output);
    }

    /// Invariants of stacks whose updates take one cycle.
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
        waiting: ("waiting", 1),
    }
}

/// The most entries that can leave in a cycle.
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
    fn request(&self) -> Request<'m> {
        let Self {
            m, input, state, ..
        } = self;
        m.section("The current warp: its stack is popping, or it is updated.");
        let popping = *state.popping;
        let warp = popping.mux(state.popping_warp, input.update_warp);
        let request = Request {
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
        self.hold_request(Cut::Request, request)
    }

    /// The stage after a cut.
    fn stage(&self, cut: Cut) -> Option<usize> {
        let before = Cut::of(self.p).iter().position(|&other| other == cut);
        before.map(|before| before + 1)
    }

    /// Starts a section about the registers of a cut, if the cut has registers.
    fn describe(&self, cut: Cut, text: &str) {
        if let Some(stage) = self.stage(cut) {
            self.m.section(format!("Stage {stage}: {text}."));
        }
    }

    /// A value after a cut: in a register, if the cut has registers.
    fn hold(&self, cut: Cut, name: &str, value: Expr<'m>) -> Expr<'m> {
        match self.stage(cut) {
            None => value,
            Some(stage) => {
                let register = self.m.register(format!("{name}{stage}"), value.width());
                register.next(value)
            }
        }
    }

    /// A one-bit value after a cut, 0 after reset.
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

    fn hold_request(&self, cut: Cut, request: Request<'m>) -> Request<'m> {
        let hold = |name: &str, value| self.hold(cut, name, value);
        self.describe(cut, "the request");
        Request {
            turn: self.hold_turn(cut, request.turn),
            update: self.hold_flag(cut, "update", request.update),
            exit: hold("exit", request.exit),
            leave: hold("leave", request.leave),
            taken: hold("taken", request.taken),
            target: hold("target", request.target),
            next: hold("next", request.next),
            push: hold("push", request.push),
            reconverge: hold("reconverge", request.reconverge),
            compare: hold("compare", request.compare),
        }
    }

    fn warps(&self, choice: Choice<'m>) {
        let Self { m, p, input, state } = self;
        m.section("Live warps (those with threads), and the warp whose stack is popping.");
        let warps = p.warps() as u32;
        let started = input.start_warp.decode(warps).masked(input.start);
        let ended = choice.turn.warp.decode(warps);
        let ended = ended.masked(choice.step_en & !choice.alive);
        state.live.next((*state.live & !ended) | started);
        let leaves = !choice.keep.any();
        state.popping.next(choice.step_en & choice.alive & leaves);
        state.popping_warp.next(choice.turn.warp);
    }

    /// The warps in the stages, and the warp whose stack is popping.
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
        m.section("The stored state of the warp that is read.");
        let stored = self.stored(input.read_warp, "read");
        output.read_pc.set(stored.top.pc);
        output.read_lanes.set(stored.top.lanes);
        output.read_entries.set(stored.entries);
        output.read_waiting.set(stored.top.waiting);
        output.read_reconverge.set(stored.top.reconverge);
        m.unused(input.read);
    }
}

/// The value truncated, or extended with zeros, to `width`.
fn resize(value: Expr<'_>, width: u32) -> Expr<'_> {
    if value.width() > width {
        value.truncate(width)
    } else {
        value.zero_extend(width)
    }
}
