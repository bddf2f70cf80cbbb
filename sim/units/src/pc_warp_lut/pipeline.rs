//! Operations that pass through stages. Each takes effect as a whole in the last stage; retirements behind it close
//! their warps.

use super::{Closed, PcWarpLut, Request, Target};
use heddle_contract::units::pc_warp_lut::{In, Out};
use heddle_contract::{Values, Words};

/// An operation in the stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(super) enum Operation {
    /// Threads look for a warp.
    LookUp(Request),
    /// The warp with this PC leaves the pool.
    Retire { pc: u64, warp: u64 },
}

impl Operation {
    /// The operation at the input ports, if there is one.
    pub fn of(input: &In<Values>) -> Option<Self> {
        if input.retire {
            return Some(Operation::Retire {
                pc: input.retire_pc,
                warp: input.retire_warp,
            });
        }
        input.first.then_some(Operation::LookUp(Request {
            pc: input.first_pc,
            lanes: input.first_lanes,
        }))
    }
}

/// The stages, the first one first.
#[derive(Clone, Debug, Default, PartialEq, Words)]
pub(super) struct Pipeline {
    stages: [Option<Operation>; 3],
}

impl Pipeline {
    /// The operation in the last stage.
    pub fn last(&self) -> Option<Operation> {
        self.stages[2]
    }

    /// The warps of retirements in the first two stages.
    pub fn closed(&self) -> Closed {
        [self.stages[0], self.stages[1]].map(|operation| match operation? {
            Operation::Retire { warp, .. } => Some(warp),
            Operation::LookUp(_) => None,
        })
    }

    /// All operations advance by a stage and `operation` enters. Returns the one that leaves the last stage.
    pub fn enter(&mut self, operation: Option<Operation>) -> Option<Operation> {
        let last = self.last();
        self.stages.rotate_right(1);
        self.stages[0] = operation;
        last
    }
}

impl PcWarpLut {
    /// Shows the result of the operation in the last stage.
    pub(super) fn answer(&self, pipeline: &Pipeline, fresh: u64, output: &mut Out<Values>) {
        let target = match pipeline.last() {
            Some(Operation::LookUp(request)) => {
                self.look_up_open(request, fresh, pipeline.closed()).first
            }
            _ => Target::default(),
        };
        output.init_done = self.init_done();
        output.first_hit = target.hit;
        output.first_old = target.old;
        output.first_old_lanes = target.old_lanes;
        output.first_create = target.create;
        output.first_new = target.new;
        output.first_new_lanes = target.new_lanes;
        output.first_evict = target.evict;
        output.second_hit = false;
        output.second_create = false;
    }

    /// The clock edge at which an operation leaves the last stage.
    pub(super) fn take_effect(&mut self, last: Option<Operation>, closed: Closed, fresh: u64) {
        match last {
            Some(Operation::LookUp(request)) => {
                self.update(&self.look_up_open(request, fresh, closed));
            }
            Some(Operation::Retire { pc, warp }) => self.retire(pc, warp),
            None => {}
        }
    }
}
