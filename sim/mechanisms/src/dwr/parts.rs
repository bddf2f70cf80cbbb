//! The units of a core: a synchroniser and the stacks of all positions, each by itself or in one unit.

use super::synchroniser::Synchroniser;
use crate::external::Substitute;
use crate::followed::{Followed, Shown, Top};
use heddle_contract::units::{dwr_subsystem, dwr_synchronizer, reconvergence_stack};
use heddle_contract::{Behaviour, Border, Golden, Values, units};
use heddle_types::WarpMask;
use heddle_units::{DwrSynchronizer, ReconvergenceStack};

type SyncIn = dwr_synchronizer::In<Values>;
type SyncOut = dwr_synchronizer::Out<Values>;
type StackIn = reconvergence_stack::In<Values>;
type StackOut = reconvergence_stack::Out<Values>;

/// See the [module](self). Inputs and outputs are those of the synchroniser and of the stacks at each position, whatever the
/// units are. The clock edge of a cycle is [`tick`](Self::tick) and [`tick_stack`](Self::tick_stack), which give the inputs, then
/// [`end`](Self::end).
pub(crate) trait Parts {
    /// Whether the units must be clocked in every cycle; see [`Synchroniser::EVERY_CYCLE`].
    const EVERY_CYCLE: bool;

    /// Whether the units read the tops of a large warp that is shown by themselves.
    const READ_SHOWN: bool;

    /// See [`Synchroniser::age`].
    fn age(&mut self, _cycles: u64) {}

    /// See [`Synchroniser::late_in`].
    fn late_in(&self) -> Option<u64> {
        None
    }

    /// The stacks at a position between two cycles. External ones are followed from the first call on.
    fn stacks(&mut self, position: usize) -> Shown<'_>;

    /// The synchroniser, if it is the golden one.
    fn synchronizer(&self) -> Option<&DwrSynchronizer> {
        None
    }

    /// The synchroniser's outputs for its inputs.
    fn eval(&mut self, input: &SyncIn, output: &mut SyncOut);

    /// Its outputs that depend on state alone.
    fn eval_state(&mut self, input: &SyncIn, output: &mut SyncOut);

    /// Its inputs at the clock edge.
    fn tick(&mut self, input: &SyncIn);

    /// The outputs of the stacks at a position that depend on state alone, except those of a read.
    fn stack_state(&mut self, position: usize, output: &mut StackOut);

    /// PC and lanes on top of the stack of a live sub-warp.
    fn top(&mut self, position: usize, warp: usize) -> (u64, u64);

    /// Whether the update that is answered in this cycle finds no room on its stack.
    fn overflows(&mut self, position: usize, input: &StackIn) -> bool;

    /// The inputs of the stacks at a position at the clock edge. Positions without inputs are left out if none of their stacks
    /// is busy.
    fn tick_stack(&mut self, position: usize, input: &StackIn);

    /// The most entries that a stack needed since the last call, if the units show it.
    fn take_most(&mut self) -> Option<u64>;

    /// The clock edge.
    fn end(&mut self) {}
}

/// A synchroniser beside golden stacks.
#[derive(Debug)]
pub(super) struct Apart<U> {
    synchronizer: U,
    /// The stacks at each position.
    stacks: Vec<ReconvergenceStack>,
}

impl<U: Synchroniser> Apart<U> {
    pub fn new(synchronizer: U, partners: usize, stack: &reconvergence_stack::Params) -> Self {
        let stacks = vec![ReconvergenceStack::new(stack); partners];
        Apart {
            synchronizer,
            stacks,
        }
    }
}

impl<U: Synchroniser> Parts for Apart<U> {
    const EVERY_CYCLE: bool = U::EVERY_CYCLE;
    const READ_SHOWN: bool = false;

    fn age(&mut self, cycles: u64) {
        self.synchronizer.age(cycles);
    }

    fn late_in(&self) -> Option<u64> {
        self.synchronizer.late_in()
    }

    fn stacks(&mut self, position: usize) -> Shown<'_> {
        Shown::Golden(&self.stacks[position])
    }

    fn synchronizer(&self) -> Option<&DwrSynchronizer> {
        self.synchronizer.golden()
    }

    fn eval(&mut self, input: &SyncIn, output: &mut SyncOut) {
        self.synchronizer.eval(input, output);
    }

    fn eval_state(&mut self, input: &SyncIn, output: &mut SyncOut) {
        self.synchronizer.eval_state(input, output);
    }

    fn tick(&mut self, input: &SyncIn) {
        self.synchronizer.tick(input);
    }

    fn stack_state(&mut self, position: usize, output: &mut StackOut) {
        // None of these depends on an input.
        let stacks = &self.stacks[position];
        stacks.state(output);
    }

    fn top(&mut self, position: usize, warp: usize) -> (u64, u64) {
        self.stacks[position].top(warp)
    }

    fn overflows(&mut self, position: usize, input: &StackIn) -> bool {
        self.stacks[position].answer(input).0
    }

    fn tick_stack(&mut self, position: usize, input: &StackIn) {
        self.stacks[position].clock(input);
    }

    fn take_most(&mut self) -> Option<u64> {
        let stacks = self.stacks.iter_mut();
        stacks.map(ReconvergenceStack::take_most).max()
    }
}

/// All in one external unit.
pub(super) struct Whole<'a> {
    unit: Substitute<'a, units::DwrSubsystem>,
    input: dwr_subsystem::In<Values>,
    output: dwr_subsystem::Out<Values>,
    /// The stacks at each position, if they are followed.
    followed: Vec<Followed>,
}

impl<'a> Whole<'a> {
    pub fn new(mut unit: Substitute<'a, units::DwrSubsystem>) -> Self {
        let input = Border::zero(&unit.params);
        let mut output = Border::zero(&unit.params);
        unit.eval(&input, &mut output);
        Whole {
            unit,
            input,
            output,
            followed: Vec::new(),
        }
    }

    fn take_sync(&mut self, from: &SyncIn) {
        let input = &mut self.input;
        input.arrive = from.arrive;
        input.arrive_warp = from.arrive_warp;
        input.arrive_partner = from.arrive_partner;
        input.arrive_pc = from.arrive_pc;
        input.excused.copy_from_slice(&from.excused);
        (input.show, input.read_warp) = (from.show, from.show_warp);
        input.issue_ready = from.take;
    }

    fn give_sync(&self, to: &mut SyncOut) {
        let output = &self.output;
        to.ignored = output.ignored;
        to.locked.copy_from_slice(&output.locked);
        to.combinable.copy_from_slice(&output.combinable);
        to.combined = output.issue;
        to.members = output.issue_members;
        to.size = output.issue_size;
        to.combined_pc = output.issue_pc;
        to.lanes = output.issue_lanes;
    }

    fn take_stack(&mut self, position: usize, from: &StackIn) {
        let input = &mut self.input;
        if from.start {
            input.start = true;
            (input.start_warp, input.start_pc) = (from.start_warp, from.start_pc);
            input.start_lanes[position] = from.start_lanes;
        }
        let set = |bits: &mut u64, is: bool| {
            *bits = *bits & !(1 << position) | u64::from(is) << position;
        };
        set(&mut input.update, from.update);
        set(&mut input.push, from.push);
        set(&mut input.compare, from.compare);
        input.update_warp[position] = from.update_warp;
        input.exit[position] = from.exit;
        input.leave[position] = from.leave;
        input.taken[position] = from.taken;
        input.target[position] = from.target;
        input.next[position] = from.next;
        input.reconverge[position] = from.reconverge;
    }
}

impl Parts for Whole<'_> {
    const EVERY_CYCLE: bool = true;
    const READ_SHOWN: bool = true;

    fn stacks(&mut self, position: usize) -> Shown<'_> {
        let params = self.unit.params;
        if self.followed.is_empty() {
            self.followed = vec![Followed::new(params.stack()); params.partners()];
        }
        let (mut input, mut output) = (self.input.clone(), self.output.clone());
        let followed = &mut self.followed[position];
        let [live, busy] =
            [&self.output.live, &self.output.busy].map(|all| WarpMask::new(all[position]));
        followed.read(live, busy, |warp| {
            (input.read, input.show) = (true, false);
            (input.read_warp, input.read_partner) = (warp as u64, position as u64);
            self.unit.eval(&input, &mut output);
            Top {
                pc: output.read_pc,
                lanes: output.read_lanes,
                rest: None,
            }
        });
        Shown::Followed(followed)
    }

    fn eval(&mut self, input: &SyncIn, output: &mut SyncOut) {
        self.take_sync(input);
        self.unit.eval(&self.input, &mut self.output);
        self.give_sync(output);
    }

    fn eval_state(&mut self, input: &SyncIn, output: &mut SyncOut) {
        self.eval(input, output);
    }

    fn tick(&mut self, input: &SyncIn) {
        self.take_sync(input);
    }

    fn stack_state(&mut self, position: usize, output: &mut StackOut) {
        output.live = self.output.live[position];
        output.busy = self.output.busy[position];
        output.popping = self.output.update_ready >> position & 1 == 0;
    }

    fn top(&mut self, position: usize, warp: usize) -> (u64, u64) {
        let input = &mut self.input;
        (input.read, input.show) = (true, false);
        (input.read_warp, input.read_partner) = (warp as u64, position as u64);
        self.unit.eval(&self.input, &mut self.output);
        self.input.read = false;
        (self.output.read_pc, self.output.read_lanes)
    }

    fn overflows(&mut self, position: usize, input: &StackIn) -> bool {
        self.take_stack(position, input);
        self.unit.eval(&self.input, &mut self.output);
        self.output.overflow >> position & 1 == 1
    }

    fn tick_stack(&mut self, position: usize, input: &StackIn) {
        if let Some(followed) = self.followed.get_mut(position) {
            followed.tick(input);
        }
        self.take_stack(position, input);
    }

    fn take_most(&mut self) -> Option<u64> {
        None
    }

    fn end(&mut self) {
        self.unit.tick(&self.input);
        let input = &mut self.input;
        (input.start, input.update) = (false, 0);
        input.start_lanes.fill(0);
        (input.arrive, input.show, input.issue_ready) = (false, false, false);
        self.unit.eval(&self.input, &mut self.output);
    }
}
