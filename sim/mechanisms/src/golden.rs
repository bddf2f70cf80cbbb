//! Every mechanism with golden units.

use crate::dwf::{Dwf, Exact, PostDominators, Scheduled};
use crate::dwr::Dwr;
use crate::factories::{
    FormationCores, IdealCores, ResizingCores, StackedCores, StacklessCores, sub_warp,
    with_warp_size,
};
use crate::kind::Mechanism;
use crate::mimd::mimd;
use crate::nrec::nrec;
use crate::pdom::{Counted, Pdom, Points, Regions};
use crate::stack::PlacedRegions;
use crate::stackless::{InThreads, Stackless};
use heddle_contract::config::Policy;
use heddle_contract::{Config, Golden, ParamError};
use heddle_core::SchedulerFactory;
use heddle_units::{DwfScheduler, DwrSynchronizer, ReconvergenceStack, StacklessFrontEnd};

/// Makes the schedulers of a mechanism.
pub type Factory<'a> = Box<dyn SchedulerFactory + 'a>;
type Made<'a> = Result<Factory<'a>, ParamError>;

/// The scheduler factory of a mechanism on a machine, with golden units.
///
/// # Errors
/// [`ParamError`] for a machine on which the mechanism's units cannot be built.
pub fn golden(mechanism: Mechanism, config: &Config) -> Made<'_> {
    let size = config.core.warp_size;
    match mechanism {
        Mechanism::Stackless => with_warp_size!(size, stackless(config)),
        Mechanism::Pdom => with_warp_size!(size, pdom(config)),
        Mechanism::Stack => with_warp_size!(size, stack(config)),
        Mechanism::Dwr => with_warp_size!(sub_warp(config)?, dwr(config)),
        Mechanism::Dwf => with_warp_size!(size, dwf(config)),
        Mechanism::Nrec => with_warp_size!(size, of_nrec(config)),
        Mechanism::Mimd => {
            let width = config.core.simd_width;
            let make = |_| Box::new(mimd(config)) as _;
            Ok(Box::new(IdealCores::new(width, |_, _| (), make)))
        }
    }
}

fn stackless<const W: usize>(config: &Config) -> Made<'_> {
    Ok(Box::new(StacklessCores::new(config, |params| {
        let front_end = StacklessFrontEnd::new(params);
        Box::new(Stackless::<W, _, _>::new(
            config, params, front_end, InThreads,
        )) as _
    })?))
}

fn pdom<const W: usize>(config: &Config) -> Made<'_> {
    stacked::<W, Points>(config)
}

fn stack<const W: usize>(config: &Config) -> Made<'_> {
    stacked::<W, PlacedRegions>(config)
}

fn stacked<const W: usize, R: Regions<W> + 'static>(config: &Config) -> Made<'_> {
    Ok(Box::new(StackedCores::<W, R, _>::new(
        config,
        |params, regions| {
            let stacks = ReconvergenceStack::new(params);
            Box::new(Pdom::<W, _, _, _>::new(
                config, params, regions, stacks, Counted,
            )) as _
        },
    )?))
}

fn dwr<const S: usize>(config: &Config) -> Made<'_> {
    Ok(Box::new(ResizingCores::<S, _>::new(config, |resizing| {
        let unit = DwrSynchronizer::new(&resizing.synchronizer);
        Box::new(Dwr::<S, _>::new(config, resizing, unit)) as _
    })?))
}

/// The golden unit, or the scheduler for variants without hardware.
fn dwf<const W: usize>(config: &Config) -> Made<'_> {
    let dwf = &config.dwf;
    if dwf.lane_aware && !dwf.ideal && dwf.policy != Policy::PdomPriority {
        return Ok(Box::new(FormationCores::new(config, |params, core| {
            let unit = DwfScheduler::new(params);
            let scheduled = Scheduled::new(config, params, core, unit);
            Box::new(Dwf::<W, _>::new(config, scheduled)) as _
        })?));
    }
    let make = |points| {
        let formation = Exact::new(config, points);
        Box::new(Dwf::<W, _>::new(config, formation)) as _
    };
    Ok(Box::new(IdealCores::new(W, PostDominators::new, make)))
}

fn of_nrec<const W: usize>(config: &Config) -> Made<'_> {
    let make = |_| Box::new(nrec::<W>(config)) as _;
    Ok(Box::new(IdealCores::new(W, |_, _| (), make)))
}
