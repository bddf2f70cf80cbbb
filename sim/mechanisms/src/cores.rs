//! The scheduler factory of any mechanism: with golden units, or around external ones.

use crate::Mechanism;
use crate::alu;
use crate::definition::{Cores, Plan, Prepared};
use crate::external::External;
use heddle_contract::{Config, ParamError};
use heddle_gpu_core::{Code, Needs, Scheduler, SchedulerFactory};
use heddle_isa::Program;

/// Makes the schedulers of a mechanism, with golden units.
pub type GoldenFactory<'a> = Box<dyn SchedulerFactory + 'a>;

/// Makes schedulers around external units, which stay on the host thread that made them.
pub type ExternalFactory<'a> = Box<dyn SchedulerFactory<dyn Scheduler + 'a> + 'a>;

/// The scheduler factory of a mechanism on a machine, with golden units.
///
/// # Errors
/// [`ParamError`] for a machine on which the mechanism's units cannot be built.
pub fn golden(mechanism: Mechanism, config: &Config) -> Result<GoldenFactory<'_>, ParamError> {
    let plan = mechanism.definition().plan(config)?;
    Ok(Box::new(Factory::new(plan, |cores, core| {
        cores.golden(core)
    })))
}

/// The scheduler factory of a mechanism on a machine, around external units of this name, one for each core.
pub(crate) fn external<'a>(
    config: &'a Config,
    mechanism: Mechanism,
    name: &'static str,
    units: impl Iterator<Item = External<'a>>,
) -> Result<ExternalFactory<'a>, ParamError> {
    alu::accepts(name, config)?;
    let definition = mechanism.definition();
    let mut units: Vec<_> = units.map(Some).collect();
    let around = move |cores: &dyn Cores, core: usize| {
        let unit = units.get_mut(core).and_then(Option::take);
        let unit = unit.unwrap_or_else(|| panic!("no {name} is left for core {core}"));
        let scheduler = cores.around(core, unit);
        scheduler.unwrap_or_else(|| panic!("under {mechanism} cores have no {name}"))
    };
    Ok(Box::new(Factory::new(definition.plan(config)?, around)))
}

/// Makes cores by a plan, and the scheduler of each with `make`.
struct Factory<'a, M> {
    plan: Plan<'a>,
    cores: Option<Box<dyn Cores + 'a>>,
    make: M,
}

impl<'a, M> Factory<'a, M> {
    fn new<S: ?Sized>(plan: Plan<'a>, make: M) -> Self
    where
        M: FnMut(&dyn Cores, usize) -> Box<S>,
    {
        let cores = None;
        Factory { plan, cores, make }
    }
}

impl<S: ?Sized, M> SchedulerFactory<S> for Factory<'_, M>
where
    M: FnMut(&dyn Cores, usize) -> Box<S>,
{
    fn prepare(&mut self, program: &Program, code: &Code) -> Needs {
        let Prepared { needs, cores } = (self.plan)(program, code);
        self.cores = Some(cores);
        needs
    }

    fn scheduler(&mut self, core: usize) -> Box<S> {
        let cores = self.cores.as_deref();
        (self.make)(
            cores.expect("a factory is prepared before it is asked for a scheduler"),
            core,
        )
    }
}
