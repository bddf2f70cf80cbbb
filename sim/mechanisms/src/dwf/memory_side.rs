//! Schedulers with registers between them and the memory of the spill queue: a scheduler with golden registers, or all in one
//! external unit. To the core either is a scheduler.

use super::room::Inside;
use super::unit::Unit;
use crate::external::Substitute;
use heddle_contract::units::dwf_scheduler::{In, Out, Params};
use heddle_contract::units::{DwfSubsystem, dwf_subsystem};
use heddle_contract::{Behaviour, Border, PortCopier, Values};
use heddle_types::ThreadId;
use heddle_units::{DwfScheduler, MemoryTurn, SpillSlices};

/// A scheduler and golden registers.
pub(super) struct Sliced<U> {
    scheduler: U,
    slices: SpillSlices,
    /// The inputs of the scheduler.
    input: In<Values>,
    no_thread: u64,
}

impl<U> Sliced<U> {
    /// A scheduler in its reset state behind empty registers.
    pub fn new(params: &Params, scheduler: U) -> Self {
        Sliced {
            scheduler,
            slices: SpillSlices::new(params.spill()),
            input: In::zero(params),
            no_thread: params.spill().no_thread(),
        }
    }

    /// Sets the inputs of the scheduler from those of the core and from the registers.
    fn present(&mut self, from: &In<Values>) {
        let input = &mut self.input;
        input.configure = from.configure;
        input.spill_offset = from.spill_offset;
        input.issue_ready = from.issue_ready;
        input.commit = from.commit;
        if from.commit {
            input.commit_lanes = from.commit_lanes;
            input.commit_tid.copy_from_slice(&from.commit_tid);
            input.commit_pc.copy_from_slice(&from.commit_pc);
        }
        self.slices.present(input);
    }
}

impl<U: Unit> Unit for Sliced<U> {
    const EVERY_CYCLE: bool = U::EVERY_CYCLE;

    fn eval(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        self.present(input);
        self.scheduler.eval(&self.input, output);
        self.slices.show(output);
    }

    fn eval_and_tick(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        self.present(input);
        self.scheduler.eval_and_tick(&self.input, output);
        let memory = MemoryTurn {
            write_ready: input.write_ready,
            fetch_ready: input.fetch_ready,
            back: input.back.then_some((input.back_pc, &input.back_tid[..])),
        };
        self.slices.cycle(memory, output);
    }

    fn is_still(&self) -> bool {
        self.slices.is_empty() && self.scheduler.is_still()
    }

    fn inside(&self) -> Option<Inside> {
        self.scheduler.inside()
    }

    fn golden(&self) -> Option<&DwfScheduler> {
        self.scheduler.golden()
    }

    fn show(&self, mut see: impl FnMut(ThreadId)) -> bool {
        let tids = self.slices.tids().filter(|tid| *tid != self.no_thread);
        tids.map(ThreadId::of_port).for_each(&mut see);
        self.scheduler.show(see)
    }
}

/// All in one external unit, which has the ports of the scheduler.
pub(super) struct Whole<'a> {
    unit: Substitute<'a, DwfSubsystem>,
    input: dwf_subsystem::In<Values>,
    output: dwf_subsystem::Out<Values>,
    copier: PortCopier,
}

impl<'a> Whole<'a> {
    pub fn new(unit: Substitute<'a, DwfSubsystem>) -> Self {
        Whole {
            input: Border::zero(&unit.params),
            output: Border::zero(&unit.params),
            copier: PortCopier::of::<DwfSubsystem>(&unit.params),
            unit,
        }
    }
}

impl Unit for Whole<'_> {
    const EVERY_CYCLE: bool = true;

    fn eval(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        self.copier.copy(input, &mut self.input);
        self.unit.eval(&self.input, &mut self.output);
        self.copier.copy(&self.output, output);
    }

    fn eval_and_tick(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        self.copier.copy(input, &mut self.input);
        self.unit.eval_and_tick(&self.input, &mut self.output);
        self.copier.copy(&self.output, output);
    }
}
