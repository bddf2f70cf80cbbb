//! Stimuli of `dwf_subsystem`: those of its scheduler, which has the same ports. A memory that keeps to the rules of the scheduler
//! keeps to those of the subsystem too.

use super::{DwfScheduler, Stimuli};
use heddle_contract::units::dwf_subsystem::{In, Out, Params};
use heddle_contract::units::{self, dwf_scheduler};
use heddle_contract::{Border, PortCopier, Values};

/// A pipeline and a memory around the subsystem.
#[derive(Clone, Debug)]
pub struct DwfSubsystem {
    stimuli: DwfScheduler,
    input: dwf_scheduler::In<Values>,
    output: dwf_scheduler::Out<Values>,
    copier: PortCopier,
}

impl Stimuli<units::DwfSubsystem> for DwfSubsystem {
    const REACTIVE: bool = <DwfScheduler as Stimuli<units::DwfScheduler>>::REACTIVE;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            stimuli: DwfScheduler::new(params.scheduler(), seed),
            input: Border::zero(params.scheduler()),
            output: Border::zero(params.scheduler()),
            copier: PortCopier::of::<units::DwfSubsystem>(params),
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        self.copier.copy(output, &mut self.output);
        self.stimuli.next(&self.output, &mut self.input);
        self.copier.copy(&self.input, input);
    }

    fn seen(&mut self, input: &In<Values>, output: &Out<Values>) {
        self.copier.copy(input, &mut self.input);
        self.copier.copy(output, &mut self.output);
        self.stimuli.seen(&self.input, &self.output);
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        input.commit &= output.init_done && input.commit_lanes != 0;
        // Nothing is committed before that.
        input.configure &= !output.init_done;
        input.back &= output.fetching != 0;
    }
}
