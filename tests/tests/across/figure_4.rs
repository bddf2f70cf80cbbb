//! fung2009, figure 4: the stack before and after B's divergence and after the reconvergence at E, read from the golden unit
//! entry by entry, and from the RTL by reading the top until all entries are popped.

use heddle_contract::config::First;
use heddle_contract::units::ReconvergenceStack;
use heddle_contract::units::reconvergence_stack::{In, Out, Params};
use heddle_contract::{Behaviour, Border, Golden, Values};
use heddle_cosim::verilated::Cache;
use heddle_cosim::{Rtl, emit, rtl};
use heddle_units::{self as units, Entry};

/// The figure's basic blocks; PCs in words.
const A: u64 = 0xA;
const B: u64 = 0xB;
const C: u64 = 0xC;
const D: u64 = 0xD;
const E: u64 = 0xE;
const F: u64 = 0xF;
const G: u64 = 0x10;

/// The figure's masks; it writes the first thread first.
const ALL: u64 = 0b1111;
const OF_B: u64 = 0b0111;
const OF_C: u64 = 0b0001;
const OF_D: u64 = 0b0110;
const OF_F: u64 = 0b1000;

const WARP: u64 = 2;

fn entry(reconverge: impl Into<Option<u64>>, pc: u64, lanes: u64) -> Entry {
    let reconverge = reconverge.into();
    Entry {
        pc,
        lanes,
        reconverge,
    }
}

/// Figure 4(c): reconvergence PC, next PC, active mask; the bottom first.
fn before_b_diverges() -> Vec<Entry> {
    vec![entry(None, G, ALL), entry(G, F, OF_F), entry(G, B, OF_B)]
}

/// Figure 4(d): entries (i), (ii), (iii) above the earlier ones.
fn after_b_diverged() -> Vec<Entry> {
    vec![
        entry(None, G, ALL),
        entry(G, F, OF_F),
        entry(G, E, OF_B),
        entry(E, D, OF_D),
        entry(E, C, OF_C),
    ]
}

/// Figure 4(e).
fn after_reconvergence_at_e() -> Vec<Entry> {
    vec![entry(None, G, ALL), entry(G, F, OF_F), entry(G, E, OF_B)]
}

/// Stacks with one warp in use.
struct Stacks<U> {
    unit: U,
    input: In<Values>,
    output: Out<Values>,
}

impl<U: Behaviour<ReconvergenceStack>> Stacks<U> {
    fn new(params: &Params, unit: U) -> Self {
        let (mut input, output) = (In::zero(params), Out::zero(params));
        (input.start, input.start_warp) = (true, WARP);
        (input.start_pc, input.start_lanes) = (A, ALL);
        let mut stacks = Stacks {
            unit,
            input,
            output,
        };
        stacks.tick();
        stacks
    }

    fn tick(&mut self) {
        self.unit.tick(&self.input);
        (self.input.start, self.input.update) = (false, false);
    }

    /// The branch at the end of a block.
    fn branch(&mut self, target: u64, taken: u64, next: u64, reconverge: u64) {
        (self.input.target, self.input.taken) = (target, taken);
        (self.input.next, self.input.reconverge) = (next, reconverge);
        (self.input.push, self.input.compare) = (true, true);
        self.update();
    }

    /// SSY and BRA of the notes: nothing is compared.
    fn explicit_branch(&mut self, target: u64, taken: u64, next: u64, reconverge: u64) {
        (self.input.target, self.input.taken) = (target, taken);
        (self.input.next, self.input.reconverge) = (next, reconverge);
        (self.input.push, self.input.compare) = (true, false);
        self.update();
    }

    /// SYNC of some lanes; the others go on.
    fn sync(&mut self, lanes: u64, next: u64) {
        (self.input.leave, self.input.push) = (lanes, false);
        (self.input.taken, self.input.next) = (0, next);
        self.update();
        self.input.leave = 0;
    }

    /// The end of a block that has no branch.
    fn go_on(&mut self, next: u64) {
        (self.input.taken, self.input.push) = (0, false);
        self.input.next = next;
        self.update();
    }

    fn update(&mut self) {
        (self.input.update, self.input.update_warp) = (true, WARP);
        self.tick();
    }

    /// The number of entries, and the top entry.
    fn top(&mut self) -> (u64, Entry) {
        (self.input.read, self.input.read_warp) = (true, WARP);
        self.unit.eval(&self.input, &mut self.output);
        let output = &self.output;
        assert_eq!((output.live, output.popping), (1 << WARP, false));
        let reconverge = output.read_waiting.then_some(output.read_reconverge);
        let top = entry(reconverge, output.read_pc, output.read_lanes);
        (output.read_entries, top)
    }

    /// Checks that the top is the last of these entries.
    fn shows(&mut self, entries: &[Entry]) {
        let top = entries.last().copied().expect("entries");
        assert_eq!(self.top(), (entries.len() as u64, top));
    }

    /// Runs from A to the divergence of B.
    fn up_to_b(&mut self) {
        self.shows(&[entry(None, A, ALL)]);
        self.branch(B, OF_B, F, G);
    }
}

fn params(first: First, pops: usize) -> Params {
    Params::new(4, 4, 16, 7, pops, first, 0).expect("within the limits")
}

#[test]
fn the_golden_stacks_hold_what_the_figure_shows() {
    let params = params(First::Taken, 1);
    let mut stacks = Stacks::new(&params, units::ReconvergenceStack::new(&params));
    let entries =
        |stacks: &Stacks<units::ReconvergenceStack>| Vec::from_iter(stacks.unit.entries(2));
    stacks.up_to_b();
    assert_eq!(entries(&stacks), before_b_diverges());
    stacks.branch(C, OF_C, D, E);
    assert_eq!(entries(&stacks), after_b_diverged());
    stacks.go_on(E);
    stacks.go_on(E);
    assert_eq!(entries(&stacks), after_reconvergence_at_e());
    stacks.go_on(G);
    stacks.go_on(G);
    assert_eq!(entries(&stacks), [entry(None, G, ALL)]);
}

/// Lower entries do not change until they are on top, so popping shows all of figure 4(d), and with it (c) and (e).
fn unwinds<U: Behaviour<ReconvergenceStack>>(params: &Params, unit: U) {
    let mut stacks = Stacks::new(params, unit);
    stacks.up_to_b();
    stacks.shows(&before_b_diverges());
    stacks.branch(C, OF_C, D, E);
    let after = after_b_diverged();
    stacks.shows(&after);
    stacks.go_on(E);
    stacks.shows(&after[..4]);
    stacks.go_on(E);
    stacks.shows(&after_reconvergence_at_e());
    stacks.go_on(G);
    stacks.shows(&after[..2]);
    stacks.go_on(G);
    stacks.shows(&after[..1]);
}

/// The order of the notes: the fall-through runs first.
fn unwinds_the_other_way<U: Behaviour<ReconvergenceStack>>(params: &Params, unit: U) {
    let mut stacks = Stacks::new(params, unit);
    stacks.up_to_b();
    stacks.shows(&[entry(None, G, ALL), entry(G, B, OF_B), entry(G, F, OF_F)]);
    stacks.go_on(G);
    stacks.shows(&[entry(None, G, ALL), entry(G, B, OF_B)]);
    stacks.branch(C, OF_C, D, E);
    let bottom = [entry(None, G, ALL), entry(G, E, OF_B)];
    let sides = [entry(E, C, OF_C), entry(E, D, OF_D)];
    stacks.shows(&[bottom, sides].concat());
    stacks.go_on(E);
    stacks.shows(&[&bottom[..], &sides[..1]].concat());
    stacks.go_on(E);
    stacks.shows(&bottom);
    stacks.go_on(G);
    stacks.shows(&bottom[..1]);
}

/// Notes, "Simple Example": SSY RECONV, a branch to EVEN that falls through to ODD, and SYNC at the end
/// of both. An entry at RECONV stays as long as no SYNC is executed.
fn follows_the_simple_example<U: Behaviour<ReconvergenceStack>>(params: &Params, unit: U) {
    const RECONV: u64 = G;
    const EVEN: u64 = C;
    const ODD: u64 = D;
    let mut stacks = Stacks::new(params, unit);
    stacks.explicit_branch(EVEN, 0b0101, ODD, RECONV);
    let (all, even) = (entry(None, RECONV, ALL), entry(None, EVEN, 0b0101));
    stacks.shows(&[all, even, entry(None, ODD, 0b1010)]);
    stacks.go_on(RECONV);
    stacks.shows(&[all, even, entry(None, RECONV, 0b1010)]);
    stacks.sync(0b0010, ODD);
    stacks.shows(&[all, even, entry(None, ODD, 0b1000)]);
    stacks.sync(ALL, RECONV);
    stacks.shows(&[all, even]);
    stacks.sync(ALL, RECONV);
    stacks.shows(&[all]);
}

#[test]
fn the_golden_stacks_follow_the_notes() {
    let params = params(First::FallThrough, 1);
    follows_the_simple_example(&params, units::ReconvergenceStack::new(&params));
}

#[test]
fn the_rtl_follows_the_notes() {
    let params = params(First::FallThrough, 1);
    follows_the_simple_example(&params, compiled(&params));
}

fn compiled(params: &Params) -> Rtl<ReconvergenceStack> {
    let cache = Cache::user().expect("a cache");
    let verilog = emit::<ReconvergenceStack>(params).expect("sound");
    let library = rtl::library::<ReconvergenceStack>(params, verilog, &cache);
    Rtl::new(&library.expect("Verilator and a C++ compiler"))
}

#[test]
fn the_golden_stacks_unwind_as_the_figure_shows() {
    for pops in [1, 2, 8] {
        let (taken, fall_through) = (params(First::Taken, pops), params(First::FallThrough, pops));
        unwinds(&taken, units::ReconvergenceStack::new(&taken));
        unwinds_the_other_way(&fall_through, units::ReconvergenceStack::new(&fall_through));
    }
}

#[test]
fn the_rtl_unwinds_as_the_figure_shows() {
    for pops in [1, 2, 8] {
        let (taken, fall_through) = (params(First::Taken, pops), params(First::FallThrough, pops));
        unwinds(&taken, compiled(&taken));
        unwinds_the_other_way(&fall_through, compiled(&fall_through));
    }
}
