//! The reconvergence stacks of sub-warps: one bank for each position in a large warp.

use crate::pdom::Answers;
use heddle_contract::Golden;
use heddle_contract::units::reconvergence_stack::{In, Out, Params};
use heddle_contract::{Behaviour, Border, Values};
use heddle_types::{LaneMask, WarpId, WarpMask};
use heddle_units::ReconvergenceStack;
use std::collections::VecDeque;

/// The top of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Top {
    /// A PC as the stack stores it.
    pub place: u64,
    pub lanes: LaneMask,
}

/// The stacks of the sub-warps at one position, and their inputs in a cycle.
#[derive(Debug)]
pub(super) struct Bank {
    stacks: ReconvergenceStack,
    pub input: In<Values>,
    /// Outputs for the state at the start of the next cycle, until `eval` computes those for the inputs of a cycle.
    pub output: Out<Values>,
    /// Large warps whose instruction is done but not yet reported to the stacks, in order.
    done: VecDeque<WarpId>,
    /// The large warp whose update is presented in this cycle.
    notified: Option<WarpId>,
    answers: Answers,
}

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Banks {
    banks: Vec<Bank>,
    depth: usize,
}

impl Bank {
    fn new(params: &Params) -> Self {
        let mut stacks = ReconvergenceStack::new(params);
        let input = In::zero(params);
        let mut output = Out::zero(params);
        stacks.eval(&input, &mut output);
        Bank {
            stacks,
            input,
            output,
            done: VecDeque::with_capacity(params.warps()),
            notified: None,
            answers: Answers::new(params),
        }
    }

    fn is_busy(&self) -> bool {
        self.input.update || !self.done.is_empty() || self.output.busy != 0
    }

    /// Warps whose stack is still changing.
    fn busy(&self) -> WarpMask {
        WarpMask::new(self.output.busy)
    }

    /// Chooses the large warp whose update is presented in this cycle, if the stacks can take one.
    pub fn tell(&mut self) -> Option<WarpId> {
        let (popping, busy) = (self.output.popping, self.busy());
        self.notified = self
            .done
            .pop_front_if(|warp| !popping && !busy.contains(*warp));
        self.notified
    }

    /// The large warp whose update is answered in this cycle.
    pub fn answered(&mut self) -> Option<WarpId> {
        self.answers.next(self.notified.take())
    }

    /// The stacks have to be updated once more for this large warp.
    pub fn again(&mut self, warp: WarpId) {
        self.done.push_front(warp);
    }

    /// Computes the outputs for this cycle's inputs.
    pub fn eval(&mut self) {
        self.stacks.eval(&self.input, &mut self.output);
    }

    fn tick(&mut self) {
        let Bank { input, output, .. } = self;
        if input.start || input.update || output.busy != 0 {
            self.stacks.tick(input);
            (input.start, input.update, input.read) = (false, false, false);
            self.stacks.eval(input, output);
        }
    }
}

impl Banks {
    /// Banks for `positions` positions, in their reset state.
    pub fn new(params: &Params, positions: usize) -> Self {
        let bank = |_| Bank::new(params);
        Banks {
            banks: (0..positions).map(bank).collect(),
            depth: params.depth(),
        }
    }

    /// The bank of a position.
    pub fn bank(&mut self, position: usize) -> &mut Bank {
        &mut self.banks[position]
    }

    /// Cycles from an update to its answer.
    pub fn cycles(&self) -> u64 {
        self.banks[0].answers.cycles()
    }

    /// Number of entries of a stack.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// An instruction of a sub-warp is done.
    pub fn done(&mut self, sub: usize) {
        let positions = self.banks.len();
        self.banks[sub % positions]
            .done
            .push_back(WarpId::new(sub / positions));
    }

    /// A sub-warp starts.
    pub fn start(&mut self, warp: WarpId, position: usize, place: u64, lanes: LaneMask) {
        let input = &mut self.banks[position].input;
        input.start = true;
        input.start_warp = warp.into();
        input.start_pc = place;
        input.start_lanes = lanes.bits();
    }

    /// The top of a sub-warp's stack; `None` if the sub-warp has no stack, or the stack is still changing.
    pub fn top(&mut self, sub: usize) -> Option<Top> {
        let positions = self.banks.len();
        let (bank, warp) = (
            &mut self.banks[sub % positions],
            WarpId::new(sub / positions),
        );
        let live = WarpMask::new(bank.output.live);
        if !live.without(bank.busy()).contains(warp) {
            return None;
        }
        bank.input.read = true;
        bank.input.read_warp = warp.into();
        bank.eval();
        Some(Top {
            place: bank.output.read_pc,
            lanes: LaneMask::new(bank.output.read_lanes),
        })
    }

    /// Whether a bank changes in this cycle or a later one without further input.
    pub fn are_busy(&self) -> bool {
        self.banks.iter().any(Bank::is_busy)
    }

    /// Simulates the clock edge, and computes the outputs of the state after it.
    pub fn tick(&mut self) {
        self.banks.iter_mut().for_each(Bank::tick);
    }
}
