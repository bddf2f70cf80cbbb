//! Units that every core has under some mechanism: whatever behaves alike can take their place.

use super::error::Error;
use super::machine::Machine;
use super::run::{Task, with_warp_size};
use crate::mechanism::{
    Compressed, Counted, Dwf, Dwr, InTable, InThreads, Mechanism, Pdom, Placed, Plugged, Points,
    Regions, Scheduled, Stackless, here,
};
use crate::report::Report;
use heddle_contract::{Behaviour, Golden, Unit, require, units};
use heddle_units::{ReconvergenceStack, StacklessFrontEnd};

/// A unit that the cores of the golden GPU have.
pub trait Socket: Unit + Plug {
    /// The mechanisms under which they have it, the usual one first.
    const MECHANISMS: &'static [Mechanism];

    /// Refuses a mechanism under which cores do not have it.
    ///
    /// # Errors
    /// [`Error::NotUnder`].
    fn check_under(mechanism: Mechanism) -> Result<(), Error> {
        if Self::MECHANISMS.contains(&mechanism) {
            return Ok(());
        }
        Err(Error::NotUnder {
            unit: Self::NAME,
            mechanism,
            known: Self::MECHANISMS,
        })
    }
}

const ONE_PER_CORE: &str = "the caller makes a unit for each core";

/// Units from outside, one per core.
pub type Units<'a, U> = Vec<&'a mut dyn Behaviour<U>>;

/// How a [`Socket`] is filled.
pub trait Plug: Unit {
    /// Runs a task with units from outside.
    fn run(task: Task, units: Units<Self>) -> Result<Report, Error>;
}

macro_rules! sockets {
    ($($unit:ident under $($mechanism:ident)or+: $run:ident;)*) => {$(
        impl Socket for units::$unit {
            const MECHANISMS: &'static [Mechanism] = &[$(Mechanism::$mechanism),+];
        }

        impl Plug for units::$unit {
            fn run(task: Task, units: Units<Self>) -> Result<Report, Error> {
                let size = task.lanes()?;
                with_warp_size!(size, $run(task, units))
            }
        }
    )*};
}

sockets! {
    StacklessFrontEnd under Stackless: with_front_ends;
    ThreadPcTable under Stackless: with_tables;
    ReconvergenceStack under Pdom or Stack: with_stacks;
    DwrSynchronizer under Dwr: with_synchronizers;
    DwfScheduler under Dwf: with_schedulers;
    CycleCompressor under Pdom: with_compressors;
}

fn with_front_ends<const W: usize>(
    task: Task,
    units: Units<units::StacklessFrontEnd>,
) -> Result<Report, Error> {
    let mut units = units.into_iter();
    task.stackless(W, Machine::run_alone, |params| {
        let front_end = Plugged(units.next().expect(ONE_PER_CORE));
        here(Stackless::<W, _, _>::new(
            task.config,
            params,
            front_end,
            InThreads,
        ))
    })
}

fn with_stacks<const W: usize>(
    task: Task,
    units: Units<units::ReconvergenceStack>,
) -> Result<Report, Error> {
    match task.mechanism {
        Mechanism::Stack => with_stacks_of::<W, Placed>(task, units),
        _ => with_stacks_of::<W, Points>(task, units),
    }
}

fn with_stacks_of<const W: usize, R: Regions<W>>(
    task: Task,
    units: Units<units::ReconvergenceStack>,
) -> Result<Report, Error> {
    let mut units = units.into_iter();
    task.stacked::<W, R, _>(Machine::run_alone, |params, regions| {
        let stacks = Plugged(units.next().expect(ONE_PER_CORE));
        here(Pdom::<W, _, _, _>::new(
            task.config,
            params,
            regions,
            stacks,
            Counted,
        ))
    })
}

fn with_synchronizers<const S: usize>(
    task: Task,
    units: Units<units::DwrSynchronizer>,
) -> Result<Report, Error> {
    let mut units = units.into_iter();
    task.dwr::<S, _>(Machine::run_alone, |resizing| {
        let unit = Plugged(units.next().expect(ONE_PER_CORE));
        here(Dwr::<S, _>::new(task.config, resizing, unit))
    })
}

fn with_schedulers<const W: usize>(
    task: Task,
    units: Units<units::DwfScheduler>,
) -> Result<Report, Error> {
    let mut units = units.into_iter();
    task.dwf(W, Machine::run_alone, |params, core| {
        let scheduler = Plugged(units.next().expect(ONE_PER_CORE));
        let scheduled = Scheduled::new(task.config, params, core, scheduler);
        here(Dwf::<W, _>::new(task.config, scheduled))
    })
}

fn with_tables<const W: usize>(
    task: Task,
    units: Units<units::ThreadPcTable>,
) -> Result<Report, Error> {
    let params = units::ThreadPcTable::params(task.config)?;
    let mut units = units.into_iter();
    task.stackless(W, Machine::run_alone, |front_end| {
        let table = InTable::new(&params, units.next().expect(ONE_PER_CORE));
        let golden = StacklessFrontEnd::new(front_end);
        here(Stackless::<W, _, _>::new(
            task.config,
            front_end,
            golden,
            table,
        ))
    })
}

/// Compaction is the same under every mechanism with warps; this one has stacks.
fn with_compressors<const W: usize>(
    task: Task,
    units: Units<units::CycleCompressor>,
) -> Result<Report, Error> {
    let compressor = units::CycleCompressor::params(task.config)?;
    require(
        units::CycleCompressor::NAME,
        "element_bits",
        compressor.element_bits(),
        32..=32,
    )?;
    let mut units = units.into_iter();
    task.stacked::<W, Points, _>(Machine::run_alone, |params, points| {
        let unit = Plugged(units.next().expect(ONE_PER_CORE));
        here(Pdom::<W, _, _, _>::new(
            task.config,
            params,
            points,
            ReconvergenceStack::new(params),
            Compressed::new::<W>(&compressor, unit),
        ))
    })
}
