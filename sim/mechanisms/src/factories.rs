//! Factories of the schedulers of a machine's cores, for each kind of core: with golden units, or with others.

use crate::dwr::{LatTable, Resizing};
use crate::pdom::{Points, Regions};
use heddle_contract::config::Nesting;
use heddle_contract::units::{dwf_scheduler, reconvergence_stack, stackless_front_end};
use heddle_contract::{Config, ParamError, Unit, require, units};
use heddle_core::{Code, Needs, PcUse, SchedulerFactory};
use heddle_isa::Program;
use std::sync::Arc;

/// Panic message: a factory has its parameters because it was prepared.
const PREPARED: &str = "a factory is prepared before it is asked for a scheduler";

/// Calls a function with the warp size as a constant.
macro_rules! with_warp_size {
    ($size:expr, $run:ident($($arg:expr),*)) => {
        match $size {
            2 => $run::<2>($($arg),*),
            4 => $run::<4>($($arg),*),
            8 => $run::<8>($($arg),*),
            16 => $run::<16>($($arg),*),
            32 => $run::<32>($($arg),*),
            64 => $run::<64>($($arg),*),
            size => unreachable!("a validated machine has no warps of {size} threads"),
        }
    };
}
pub(crate) use with_warp_size;

/// Stack-less cores; `make` makes their control unit.
pub(crate) struct StacklessCores<'a, M> {
    config: &'a Config,
    params: stackless_front_end::Params,
    make: M,
}

impl<'a, M> StacklessCores<'a, M> {
    pub fn new<D: ?Sized>(config: &'a Config, make: M) -> Result<Self, ParamError>
    where
        M: FnMut(&stackless_front_end::Params) -> Box<D>,
    {
        Ok(StacklessCores {
            config,
            params: units::StacklessFrontEnd::params(config)?,
            make,
        })
    }
}

impl<S: ?Sized, M> SchedulerFactory<S> for StacklessCores<'_, M>
where
    M: FnMut(&stackless_front_end::Params) -> Box<S>,
{
    fn prepare(&mut self, _: &Program, _: &Code) -> Needs {
        Needs {
            width: self.config.core.warp_size,
            depth_limit: match self.config.stackless.nesting {
                Nesting::CallDepth => u32::MAX >> (32 - self.config.stackless.key_bits),
                Nesting::None | Nesting::Sp => u32::MAX,
            },
            pc: Some(PcUse::default()),
        }
    }

    fn scheduler(&mut self, _core: usize) -> Box<S> {
        (self.make)(&self.params)
    }
}

/// Cores with reconvergence stacks and regions of kind `R`, with warps of `W` lanes; `make` makes their stacks.
pub(crate) struct StackedCores<'a, const W: usize, R, M> {
    config: &'a Config,
    params: reconvergence_stack::Params,
    regions: Option<Arc<R>>,
    make: M,
}

impl<'a, const W: usize, R, M> StackedCores<'a, W, R, M> {
    pub fn new<D: ?Sized>(config: &'a Config, make: M) -> Result<Self, ParamError>
    where
        M: FnMut(&reconvergence_stack::Params, Arc<R>) -> Box<D>,
    {
        Ok(StackedCores {
            config,
            params: units::ReconvergenceStack::params(config)?,
            regions: None,
            make,
        })
    }
}

impl<const W: usize, R: Regions<W>, S: ?Sized, M> SchedulerFactory<S> for StackedCores<'_, W, R, M>
where
    M: FnMut(&reconvergence_stack::Params, Arc<R>) -> Box<S>,
{
    fn prepare(&mut self, program: &Program, code: &Code) -> Needs {
        let regions = Arc::new(R::new(self.config, &self.params, program, code));
        let pc = PcUse {
            own_bits: R::OWN_BITS,
            own_words: regions.own_words(),
        };
        self.regions = Some(regions);
        Needs {
            pc: Some(pc),
            ..Needs::of_width(W)
        }
    }

    fn scheduler(&mut self, _core: usize) -> Box<S> {
        let regions = self.regions.clone().expect(PREPARED);
        (self.make)(&self.params, regions)
    }
}

/// Cores with sub-warps of `S` lanes; `make` makes their synchroniser.
pub(crate) struct ResizingCores<'a, const S: usize, M> {
    config: &'a Config,
    synchronizer: units::dwr_synchronizer::Params,
    stack: reconvergence_stack::Params,
    resizing: Option<Resizing>,
    make: M,
}

impl<'a, const S: usize, M> ResizingCores<'a, S, M> {
    pub fn new<D: ?Sized>(config: &'a Config, make: M) -> Result<Self, ParamError>
    where
        M: FnMut(&Resizing) -> Box<D>,
    {
        Ok(ResizingCores {
            config,
            synchronizer: units::DwrSynchronizer::params(config)?,
            stack: reconvergence_stack::Params::new(
                config.core.warps,
                S,
                config.core.pc_bits,
                config.stack.depth,
                config.stack.pops,
                config.stack.first,
                config.stack.latency,
            )?,
            resizing: None,
            make,
        })
    }
}

/// Number of lanes of a sub-warp; its stack needs at least two.
pub(crate) fn sub_warp(config: &Config) -> Result<usize, ParamError> {
    require("dwr", "sub_warp", config.dwr.sub_warp(&config.core), 2..=32)
}

impl<const S: usize, D: ?Sized, M> SchedulerFactory<D> for ResizingCores<'_, S, M>
where
    M: FnMut(&Resizing) -> Box<D>,
{
    fn prepare(&mut self, program: &Program, code: &Code) -> Needs {
        let points = <Points as Regions<S>>::new(self.config, &self.stack, program, code);
        self.resizing = Some(Resizing {
            synchronizer: self.synchronizer,
            stack: self.stack,
            points: Arc::new(points),
            lats: Arc::new(LatTable::new(program, code)),
        });
        let pc = PcUse {
            own_bits: <Points as Regions<S>>::OWN_BITS,
            own_words: 0,
        };
        Needs {
            pc: Some(pc),
            ..Needs::of_width(self.config.core.warp_size)
        }
    }

    fn scheduler(&mut self, _core: usize) -> Box<D> {
        (self.make)(self.resizing.as_ref().expect(PREPARED))
    }
}

/// Cores that form their warps as the unit `dwf_scheduler` does; `make` makes their scheduler.
pub(crate) struct FormationCores<'a, M> {
    config: &'a Config,
    params: dwf_scheduler::Params,
    make: M,
}

impl<'a, M> FormationCores<'a, M> {
    pub fn new<D: ?Sized>(config: &'a Config, make: M) -> Result<Self, ParamError>
    where
        M: FnMut(&dwf_scheduler::Params, usize) -> Box<D>,
    {
        let params = units::DwfScheduler::params(config)?;
        check_threads(config)?;
        Ok(FormationCores {
            config,
            params,
            make,
        })
    }
}

/// Every thread needs a TID different from the one that means none, and room in the spill queue.
fn check_threads(config: &Config) -> Result<(), ParamError> {
    const UNIT: &str = "dwf";
    let threads = config.core.threads();
    let least = (threads + 1).next_power_of_two();
    let (bits, entries) = (
        config.dwf.tid_bits(&config.core),
        config.dwf.spill_entries(&config.core),
    );
    require(UNIT, "tid_bits", bits, least.ilog2()..=16)?;
    require(UNIT, "spill_entries", entries, least..=65536)?;
    Ok(())
}

impl<S: ?Sized, M> SchedulerFactory<S> for FormationCores<'_, M>
where
    M: FnMut(&dwf_scheduler::Params, usize) -> Box<S>,
{
    fn prepare(&mut self, _: &Program, _: &Code) -> Needs {
        Needs {
            pc: Some(PcUse::default()),
            ..Needs::of_width(self.config.core.warp_size)
        }
    }

    fn scheduler(&mut self, core: usize) -> Box<S> {
        (self.make)(&self.params, core)
    }
}

/// Cores whose mechanism has no hardware. What the mechanism has to know about the program is computed once, and
/// `make` makes the schedulers from it.
pub(crate) struct IdealCores<T, L, M> {
    /// The largest number of lanes of an instruction.
    pub width: usize,
    /// What the mechanism knows about the program.
    pub known: Option<Arc<T>>,
    pub look: L,
    pub make: M,
}

impl<T, L, M> IdealCores<T, L, M> {
    pub fn new<D: ?Sized>(width: usize, look: L, make: M) -> Self
    where
        L: FnMut(&Program, &Code) -> T,
        M: FnMut(Arc<T>) -> Box<D>,
    {
        let known = None;
        IdealCores {
            width,
            known,
            look,
            make,
        }
    }
}

impl<T, S: ?Sized, L, M> SchedulerFactory<S> for IdealCores<T, L, M>
where
    L: FnMut(&Program, &Code) -> T,
    M: FnMut(Arc<T>) -> Box<S>,
{
    fn prepare(&mut self, program: &Program, code: &Code) -> Needs {
        self.known = Some(Arc::new((self.look)(program, code)));
        Needs::of_width(self.width)
    }

    fn scheduler(&mut self, _core: usize) -> Box<S> {
        (self.make)(self.known.clone().expect(PREPARED))
    }
}
