//! Golden `unified_arbiter`: collange2011, section 4.3, figure 4b.

use heddle_contract::bits;
use heddle_contract::units::unified_arbiter::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};

/// The longest latency that the contract allows.
pub(super) const MAX_LATENCY: usize = 8;

/// The operands of the lanes, as the tree receives them in one cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operands<'a> {
    pub memory: bool,
    /// The lanes that take part.
    pub lanes: u64,
    pub address: &'a [u64],
    pub key: &'a [u64],
}

/// The result of one request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub(super) struct Choice {
    /// Whether any lane takes part.
    pub any: bool,
    pub target: u64,
    pub match_lanes: u64,
}

/// The arbiter, with the results in flight through the tree.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct UnifiedArbiter {
    params: Params,
    /// Results that have not been output, the next one first; `tree_latency` entries are in use.
    in_flight: [Choice; MAX_LATENCY],
}

impl UnifiedArbiter {
    /// The answer of this cycle.
    pub(super) fn answer(&self, operands: &Operands) -> Choice {
        // SLR-12: with latency 0 the tree is combinational.
        match self.params.tree_latency() {
            0 => choose(&self.params, operands),
            _ => self.in_flight[0],
        }
    }

    /// The clock edge: all results advance by one stage.
    pub(super) fn step(&mut self, operands: &Operands) {
        let latency = self.params.tree_latency() as usize;
        if latency > 0 {
            let choice = choose(&self.params, operands);
            shift(&mut self.in_flight[..latency], choice);
        }
    }
}

impl Golden<units::UnifiedArbiter> for UnifiedArbiter {
    fn new(params: &Params) -> Self {
        Self {
            params: *params,
            in_flight: [Choice::default(); MAX_LATENCY],
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        let choice = self.answer(&operands(input));
        output.any = choice.any;
        output.target = choice.target;
        output.match_lanes = choice.match_lanes;
    }

    fn clock(&mut self, input: &In<Values>) {
        self.step(&operands(input));
    }
}

fn operands(input: &In<Values>) -> Operands<'_> {
    Operands {
        memory: input.memory,
        lanes: input.lanes,
        address: &input.address,
        key: &input.key,
    }
}

/// Of the lanes that take part, the one with the smallest key:PC (or line) decides. Each lane with this PC (or line)
/// matches.
fn choose(p: &Params, operands: &Operands) -> Choice {
    // SLR-5: one operand is a PC or an address; the line number is cut out here.
    let (width, offset) = match operands.memory {
        true => (p.address_bits(), p.offset_bits()),
        false => (p.pc_bits(), 0),
    };
    let ones = (1 << width) - 1;
    let target = |lane: usize| (operands.address[lane] & ones) >> offset;
    // The key is above the PC, so that one comparison covers both; lines have no key.
    // SLR-4: of lines the smallest, which the same tree finds.
    let rank = |lane: usize| match operands.memory {
        true => target(lane),
        false => operands.key[lane] << width | target(lane),
    };
    let Some(smallest) = bits(operands.lanes).map(rank).min() else {
        return Choice::default();
    };
    let chosen = smallest & ones;
    // SLR-2: a lane matches by its PC alone; the key only chooses.
    let holds = |lane: &usize| target(*lane) == chosen;
    let holders = bits(operands.lanes).filter(holds);
    Choice {
        any: true,
        target: chosen,
        match_lanes: holders.fold(0, |mask, lane| mask | 1 << lane),
    }
}

/// Moves all entries of a pipeline forward by one; `last` enters.
pub(super) fn shift<T: Copy>(stages: &mut [T], last: T) {
    let count = stages.len();
    for at in 1..count {
        stages[at - 1] = stages[at];
    }
    stages[count - 1] = last;
}
