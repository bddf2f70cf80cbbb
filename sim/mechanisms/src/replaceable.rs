//! Units that every core has under some mechanism, and that any unit with the same behaviour can replace.

use crate::dwf::{Dwf, Scheduled};
use crate::dwr::Dwr;
use crate::factories::{
    FormationCores, ResizingCores, StackedCores, StacklessCores, sub_warp, with_warp_size,
};
use crate::kind::Mechanism;
use crate::pdom::{Compressed, Counted, Pdom, Points, Regions};
use crate::stack::PlacedRegions;
use crate::stackless::{InTable, InThreads, Stackless};
use crate::substitute::Substitute;
use heddle_contract::{Behaviour, Config, Golden, ParamError, Unit, require, units};
use heddle_core::{Scheduler, SchedulerFactory};
use heddle_units::{ReconvergenceStack, StacklessFrontEnd};

const ONE_PER_CORE: &str = "the caller makes a unit for each core";

/// External units, one for each core.
pub type Units<'a, U> = Vec<&'a mut dyn Behaviour<U>>;

/// Makes schedulers around external units, which stay on the host thread that made them.
type Made<'a> = Result<Box<dyn SchedulerFactory<dyn Scheduler + 'a> + 'a>, ParamError>;

/// A unit of the golden GPU's cores that can be replaced.
pub trait ReplaceableUnit: Unit {
    /// The mechanisms whose cores have the unit, the usual one first.
    const MECHANISMS: &'static [Mechanism];

    /// The scheduler factory of one of these mechanisms on a machine, around external units.
    ///
    /// # Errors
    /// [`ParamError`] for a machine on which the mechanism's units cannot be built.
    fn schedulers<'a>(config: &'a Config, mechanism: Mechanism, units: Units<'a, Self>)
    -> Made<'a>;
}

/// Number of lanes that run as one warp: under `dwr` those of a sub-warp.
fn width(config: &Config, mechanism: Mechanism) -> Result<usize, ParamError> {
    match mechanism {
        Mechanism::Dwr => sub_warp(config),
        _ => Ok(config.core.warp_size),
    }
}

macro_rules! replaceable {
    ($($unit:ident under $($mechanism:ident)or+: $make:ident;)*) => {$(
        impl ReplaceableUnit for units::$unit {
            const MECHANISMS: &'static [Mechanism] = &[$(Mechanism::$mechanism),+];

            fn schedulers<'a>(
                config: &'a Config,
                mechanism: Mechanism,
                units: Units<'a, Self>,
            ) -> Made<'a> {
                let size = width(config, mechanism)?;
                with_warp_size!(size, $make(config, mechanism, units))
            }
        }
    )*};
}

replaceable! {
    StacklessFrontEnd under Stackless: with_front_ends;
    ThreadPcTable under Stackless: with_tables;
    ReconvergenceStack under Pdom or Stack: with_stacks;
    DwrSynchronizer under Dwr: with_synchronizers;
    DwfScheduler under Dwf: with_schedulers;
    CycleCompressor under Pdom: with_compressors;
}

fn with_front_ends<'a, const W: usize>(
    config: &'a Config,
    _: Mechanism,
    units: Units<'a, units::StacklessFrontEnd>,
) -> Made<'a> {
    let mut units = units.into_iter();
    Ok(Box::new(StacklessCores::new(config, move |params| {
        let front_end = Substitute(units.next().expect(ONE_PER_CORE));
        Box::new(Stackless::<W, _, _>::new(
            config, params, front_end, InThreads,
        )) as _
    })?))
}

fn with_stacks<'a, const W: usize>(
    config: &'a Config,
    mechanism: Mechanism,
    units: Units<'a, units::ReconvergenceStack>,
) -> Made<'a> {
    match mechanism {
        Mechanism::Stack => with_stacks_of::<W, PlacedRegions>(config, units),
        _ => with_stacks_of::<W, Points>(config, units),
    }
}

fn with_stacks_of<'a, const W: usize, R: Regions<W> + 'static>(
    config: &'a Config,
    units: Units<'a, units::ReconvergenceStack>,
) -> Made<'a> {
    let mut units = units.into_iter();
    Ok(Box::new(StackedCores::<W, R, _>::new(
        config,
        move |params, regions| {
            let stacks = Substitute(units.next().expect(ONE_PER_CORE));
            Box::new(Pdom::<W, _, _, _>::new(
                config, params, regions, stacks, Counted,
            )) as _
        },
    )?))
}

fn with_synchronizers<'a, const S: usize>(
    config: &'a Config,
    _: Mechanism,
    units: Units<'a, units::DwrSynchronizer>,
) -> Made<'a> {
    let mut units = units.into_iter();
    Ok(Box::new(ResizingCores::<S, _>::new(
        config,
        move |resizing| {
            let unit = Substitute(units.next().expect(ONE_PER_CORE));
            Box::new(Dwr::<S, _>::new(config, resizing, unit)) as _
        },
    )?))
}

fn with_schedulers<'a, const W: usize>(
    config: &'a Config,
    _: Mechanism,
    units: Units<'a, units::DwfScheduler>,
) -> Made<'a> {
    let mut units = units.into_iter();
    Ok(Box::new(FormationCores::new(
        config,
        move |params, core| {
            let scheduler = Substitute(units.next().expect(ONE_PER_CORE));
            let scheduled = Scheduled::new(config, params, core, scheduler);
            Box::new(Dwf::<W, _>::new(config, scheduled)) as _
        },
    )?))
}

fn with_tables<'a, const W: usize>(
    config: &'a Config,
    _: Mechanism,
    units: Units<'a, units::ThreadPcTable>,
) -> Made<'a> {
    let table = units::ThreadPcTable::params(config)?;
    let mut units = units.into_iter();
    Ok(Box::new(StacklessCores::new(config, move |front_end| {
        let table = InTable::new(&table, units.next().expect(ONE_PER_CORE));
        let golden = StacklessFrontEnd::new(front_end);
        Box::new(Stackless::<W, _, _>::new(config, front_end, golden, table)) as _
    })?))
}

/// Compaction is the same under every mechanism with warps; here cores with stacks are used.
fn with_compressors<'a, const W: usize>(
    config: &'a Config,
    _: Mechanism,
    units: Units<'a, units::CycleCompressor>,
) -> Made<'a> {
    let compressor = units::CycleCompressor::params(config)?;
    require(
        units::CycleCompressor::NAME,
        "element_bits",
        compressor.element_bits(),
        32..=32,
    )?;
    let mut units = units.into_iter();
    Ok(Box::new(StackedCores::<W, Points, _>::new(
        config,
        move |params, points| {
            let unit = Substitute(units.next().expect(ONE_PER_CORE));
            Box::new(Pdom::<W, _, _, _>::new(
                config,
                params,
                points,
                ReconvergenceStack::new(params),
                Compressed::new::<W>(&compressor, unit),
            )) as _
        },
    )?))
}
