//! Golden `stackless_front_end`: collange2011, sections 4.1 to 4.3, figure 4a.
//!
//! The control unit and the arbiter are separate, so that an external arbiter (its RTL, for example) can serve the
//! golden control unit: [`AroundArbiter`].

use super::part::Part;
use super::unified_arbiter::{Choice, MAX_LATENCY, Operands, UnifiedArbiter, shift};
use heddle_contract::bits;
use heddle_contract::units::stackless_front_end::{In, Out, Params};
use heddle_contract::units::unified_arbiter;
use heddle_contract::{Behaviour, Border, Golden, Values, Words, units};

/// The longest time from a grant to its answer that the contract allows.
const MAX_ANSWER: usize = MAX_LATENCY + 3;

/// What a warp requests from the arbiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(super) enum Want {
    /// A new common PC.
    Pc,
    /// The first line of a memory instruction.
    Line,
    /// A line for lanes that an earlier pass left over.
    Replay,
}

/// A request of a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(super) struct Request {
    pub warp: usize,
    pub want: Want,
}

/// The common PC of a warp, in words, and the lanes that hold it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub(super) struct Path {
    pub pc: u64,
    pub lanes: u64,
}

/// The inputs of a cycle without the operands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Events {
    pub fetch: bool,
    pub fetch_warp: u64,
    pub advance: u64,
    pub arbitrate: u64,
    pub access: u64,
    pub replay: u64,
}

fn events(input: &In<Values>) -> Events {
    Events {
        fetch: input.fetch,
        fetch_warp: input.fetch_warp,
        advance: input.advance,
        arbitrate: input.arbitrate,
        access: input.access,
        replay: input.replay,
    }
}

/// Everything except the arbiter: common PCs, open requests, and the requests that the arbiter works on.
#[derive(Clone, Debug, PartialEq, Words)]
pub(super) struct Control {
    params: Params,
    paths: Vec<Path>,
    /// Warps that may be fetched, one bit each.
    fetchable: u64,
    /// Warps whose fetched instruction is not done, one bit each.
    busy: u64,
    /// Requests that have not been chosen, the oldest first; at most one for each warp.
    open: Vec<Request>,
    /// With a registered grant: the request that was chosen in the cycle before, and is granted in this one.
    chosen: Option<Request>,
    /// Granted requests in step with their operands and the arbiter's pipeline, the one answered next first.
    granted: [Option<Request>; MAX_ANSWER],
}

impl Control {
    pub(super) fn new(params: &Params) -> Self {
        Self {
            params: *params,
            paths: vec![Path::default(); params.warps()],
            fetchable: 0,
            busy: 0,
            open: Vec::with_capacity(params.warps()),
            chosen: None,
            granted: [None; MAX_ANSWER],
        }
    }

    /// The position in `open` of the request that is chosen: replays first, then the oldest request (SLR-8).
    fn choice(&self) -> Option<usize> {
        let replay = self
            .open
            .iter()
            .position(|request| request.want == Want::Replay);
        replay.or(if self.open.is_empty() { None } else { Some(0) })
    }

    /// The request that is granted in this cycle.
    pub(super) fn granted_now(&self) -> Option<Request> {
        match self.params.grant_latency() {
            0 => self.choice().map(|position| self.open[position]),
            _ => self.chosen,
        }
    }

    /// The granted request whose operands come in this cycle.
    pub(super) fn presented(&self) -> Option<Request> {
        match self.params.operand_latency() {
            0 => self.granted_now(),
            _ => self.granted[self.params.arbiter().tree_latency() as usize],
        }
    }

    /// The request that is answered in this cycle.
    pub(super) fn answered(&self) -> Option<Request> {
        match self.latency() {
            0 => self.granted_now(),
            _ => self.granted[0],
        }
    }

    fn latency(&self) -> usize {
        self.params.answer_latency() as usize
    }

    /// The common PC of a warp, and the lanes that hold it.
    pub(super) fn path(&self, warp: usize) -> Path {
        self.paths.get(warp).copied().unwrap_or_default()
    }

    /// The inputs of the arbiter: the operands of the granted warp, or no lane at all.
    fn operands<'a>(&self, input: &'a In<Values>) -> Operands<'a> {
        let presented = self.presented();
        Operands {
            memory: presented.is_some_and(|request| request.want != Want::Pc),
            lanes: presented.map_or(0, |_| input.lanes),
            address: &input.address,
            key: &input.key,
        }
    }

    /// Warps that wait for an answer. A warp that requests a line only waits for the grant.
    fn waiting(&self) -> u64 {
        let for_pc = |request: &&Request| request.want == Want::Pc;
        let granted = self.granted[..self.latency()].iter().flatten();
        let granted = granted.filter(for_pc);
        let requests = self.open.iter().chain(&self.chosen).chain(granted);
        requests.fold(0, |mask, request| mask | 1 << request.warp)
    }

    /// Sets the new common PC of a warp; if there is none, the warp becomes idle (SLR-11).
    fn answer(&mut self, request: Request, choice: Choice) {
        if request.want != Want::Pc {
            return;
        }
        self.paths[request.warp] = Path {
            pc: choice.target,
            lanes: choice.match_lanes,
        };
        if choice.any {
            self.fetchable |= 1 << request.warp;
        }
    }

    fn fetch(&mut self, warp: u64) {
        self.fetchable &= !(1 << warp);
        self.busy |= 1 << warp;
    }

    fn advance(&mut self, warps: u64) {
        self.busy &= !warps;
        self.fetchable |= warps;
        self.pass(warps);
    }

    /// The common PCs of warps move behind the instruction that is done.
    fn pass(&mut self, warps: u64) {
        for warp in bits(warps) {
            self.paths[warp].pc =
                (self.paths[warp].pc + 1) % (1 << self.params.arbiter().pc_bits());
        }
    }

    /// Opens the requests of this cycle, the lowest warp first: they are granted a cycle later at the earliest (SLR-9).
    fn request(&mut self, input: Events) {
        // TPC-2: lanes that go on park behind their instruction.
        self.pass(input.arbitrate & self.busy);
        self.fetchable &= !input.arbitrate;
        self.busy &= !input.arbitrate;
        for warp in bits(input.arbitrate | input.access | input.replay) {
            let want = match () {
                () if input.replay >> warp & 1 == 1 => Want::Replay,
                () if input.access >> warp & 1 == 1 => Want::Line,
                () => Want::Pc,
            };
            self.open.push(Request { warp, want });
        }
    }

    /// Moves the granted request into the pipeline of those that wait for their operands and for the arbiter.
    fn accept(&mut self) {
        let chosen = self.choice().map(|position| self.open.remove(position));
        let granted = match self.params.grant_latency() {
            0 => chosen,
            _ => std::mem::replace(&mut self.chosen, chosen),
        };
        let latency = self.latency();
        if latency > 0 {
            shift(&mut self.granted[..latency], granted);
        }
    }
}

impl Control {
    /// Computes the outputs of this cycle, given the arbiter's answer.
    pub(super) fn out(&self, fetch_warp: u64, choice: Choice, output: &mut Out<Values>) {
        self.out_of_state(output);
        (output.fetch_pc, output.fetch_lanes) = self.fetched(fetch_warp);
        output.result_any = choice.any;
        output.result_target = choice.target;
        output.result_lanes = choice.match_lanes;
    }

    /// The common PC of the warp that is fetched, and the lanes that hold it.
    pub(super) fn fetched(&self, warp: u64) -> (u64, u64) {
        let path = self.paths.get(warp as usize);
        path.map_or((0, 0), |path| (path.pc, path.lanes))
    }

    /// Sets the outputs that depend on state alone. SLR-10: the environment needs the states of the warps for legal inputs.
    pub(super) fn out_of_state(&self, output: &mut Out<Values>) {
        output.fetchable = self.fetchable;
        output.busy = self.busy;
        output.waiting = self.waiting();

        let granted = self.granted_now();
        output.grant = granted.is_some();
        output.grant_warp = granted.map_or(0, |request| request.warp as u64);
        output.grant_memory = granted.is_some_and(|request| request.want != Want::Pc);

        let answered = self.answered();
        output.result = answered.is_some();
        output.result_warp = answered.map_or(0, |request| request.warp as u64);
        output.result_memory = answered.is_some_and(|request| request.want != Want::Pc);
    }

    /// The clock edge, given the arbiter's answer.
    pub(super) fn clock(&mut self, input: Events, choice: Choice) {
        if let Some(request) = self.answered() {
            self.answer(request, choice);
        }
        self.accept();
        if input.fetch {
            self.fetch(input.fetch_warp);
        }
        self.advance(input.advance);
        self.request(input);
    }
}

/// The front end: control unit and golden arbiter.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct StacklessFrontEnd {
    control: Control,
    arbiter: UnifiedArbiter,
}

impl StacklessFrontEnd {
    /// The common PC of the warp that is fetched, and the lanes that hold it.
    #[inline]
    pub fn fetched(&self, input: &In<Values>) -> (u64, u64) {
        self.control.fetched(input.fetch_warp)
    }
}

impl Golden<units::StacklessFrontEnd> for StacklessFrontEnd {
    fn new(params: &Params) -> Self {
        Self {
            control: Control::new(params),
            arbiter: UnifiedArbiter::new(params.arbiter()),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        let choice = self.arbiter.answer(&self.control.operands(input));
        self.control.out(input.fetch_warp, choice, output);
    }

    fn out_of_state(&self, _input: &In<Values>, output: &mut Out<Values>) {
        self.control.out_of_state(output);
    }

    fn clock(&mut self, input: &In<Values>) {
        let operands = self.control.operands(input);
        let choice = self.arbiter.answer(&operands);
        self.arbiter.step(&operands);
        self.control.clock(events(input), choice);
    }
}

/// The golden control unit around an external arbiter.
#[derive(Debug)]
pub struct AroundArbiter<A> {
    control: Control,
    arbiter: A,
    operands: unified_arbiter::In<Values>,
    answer: unified_arbiter::Out<Values>,
}

impl Part for units::UnifiedArbiter {
    type Whole = units::StacklessFrontEnd;
    type Around<B: Behaviour<Self>> = AroundArbiter<B>;

    fn install<B: Behaviour<Self>>(params: &Params, arbiter: B) -> AroundArbiter<B> {
        AroundArbiter {
            control: Control::new(params),
            arbiter,
            operands: Border::zero(params.arbiter()),
            answer: Border::zero(params.arbiter()),
        }
    }

    fn uninstall<B: Behaviour<Self>>(around: AroundArbiter<B>) -> B {
        around.arbiter
    }
}

impl<A: Behaviour<units::UnifiedArbiter>> AroundArbiter<A> {
    fn ask(&mut self, input: &In<Values>) -> Choice {
        let operands = self.control.operands(input);
        self.operands.memory = operands.memory;
        self.operands.lanes = operands.lanes;
        self.operands.address.copy_from_slice(operands.address);
        self.operands.key.copy_from_slice(operands.key);
        self.arbiter.eval(&self.operands, &mut self.answer);
        Choice {
            any: self.answer.any,
            target: self.answer.target,
            match_lanes: self.answer.match_lanes,
        }
    }
}

impl<A: Behaviour<units::UnifiedArbiter>> Behaviour<units::StacklessFrontEnd> for AroundArbiter<A> {
    fn eval(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        let choice = self.ask(input);
        self.control.out(input.fetch_warp, choice, output);
    }

    fn tick(&mut self, input: &In<Values>) {
        let choice = self.ask(input);
        self.arbiter.tick(&self.operands);
        self.control.clock(events(input), choice);
    }
}
