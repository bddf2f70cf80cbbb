//! Golden `dwf_subsystem`: fung2009, section 4: the scheduler, and registers between it and the memory of its spill queue.

use super::spill_slices::MemoryTurn;
use super::{DwfScheduler, SpillSlices};
use heddle_contract::units::dwf_subsystem::{In, Out, Params};
use heddle_contract::units::{self, dwf_scheduler};
use heddle_contract::words::{Put, Take, field, put_zero};
use heddle_contract::{Border, Golden, PortCopier, Values, Words};
use std::cell::RefCell;

/// The ports of the scheduler inside during a cycle. They are kept so that no cycle allocates them.
#[derive(Clone, Debug)]
struct Ports {
    input: dwf_scheduler::In<Values>,
    output: dwf_scheduler::Out<Values>,
    copier: PortCopier,
}

impl Ports {
    fn new(params: &Params) -> Self {
        Ports {
            input: Border::zero(params.scheduler()),
            output: Border::zero(params.scheduler()),
            copier: PortCopier::of::<units::DwfSubsystem>(params),
        }
    }

    /// The scheduler has the ports of the subsystem.
    fn take(&mut self, input: &In<Values>) {
        self.copier.copy(input, &mut self.input);
    }

    fn give(&mut self, output: &mut Out<Values>) {
        self.copier.copy(&self.output, output);
    }
}

/// Ports are no state.
impl Words for Ports {
    const COUNT: Option<usize> = None;

    fn count(&self) -> usize {
        self.input.count() + self.output.count() + self.copier.count()
    }

    fn put(&self, to: &mut Put<'_>) {
        put_zero(&self.input, to);
        put_zero(&self.output, to);
        self.copier.put(to);
    }

    fn take(from: &mut Take<'_>) -> Self {
        let input = Words::take(from);
        let output = Words::take(from);
        let copier = Words::take(from);
        Ports {
            input,
            output,
            copier,
        }
    }

    fn names(&self, path: &str, to: &mut Vec<String>) {
        self.input.names(&field(path, "input"), to);
        self.output.names(&field(path, "output"), to);
        self.copier.names(&field(path, "copier"), to);
    }
}

/// The subsystem.
#[derive(Clone, Debug, Words)]
pub struct DwfSubsystem {
    scheduler: DwfScheduler,
    /// The registers, if there are any.
    slices: Option<SpillSlices>,
    ports: RefCell<Ports>,
}

impl PartialEq for DwfSubsystem {
    /// Ports are no state.
    fn eq(&self, other: &Self) -> bool {
        self.scheduler == other.scheduler && self.slices == other.slices
    }
}

impl Golden<units::DwfSubsystem> for DwfSubsystem {
    fn new(params: &Params) -> Self {
        let scheduler = params.scheduler();
        Self {
            scheduler: DwfScheduler::new(scheduler),
            slices: params
                .registered()
                .then(|| SpillSlices::new(scheduler.spill())),
            ports: RefCell::new(Ports::new(params)),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        let mut ports = self.ports.borrow_mut();
        let ports = &mut *ports;
        ports.take(input);
        if let Some(slices) = &self.slices {
            slices.present(&mut ports.input);
        }
        self.scheduler.out(&ports.input, &mut ports.output);
        if let Some(slices) = &self.slices {
            slices.show(&mut ports.output);
        }
        ports.give(output);
    }

    fn clock(&mut self, input: &In<Values>) {
        let ports = self.ports.get_mut();
        ports.take(input);
        let Some(slices) = &mut self.slices else {
            return self.scheduler.clock(&ports.input);
        };
        slices.present(&mut ports.input);
        self.scheduler.out(&ports.input, &mut ports.output);
        self.scheduler.clock(&ports.input);
        let memory = MemoryTurn {
            write_ready: input.write_ready,
            fetch_ready: input.fetch_ready,
            back: input.back.then_some((input.back_pc, &input.back_tid[..])),
        };
        slices.cycle(memory, &mut ports.output);
    }
}
