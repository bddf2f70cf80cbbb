//! Units that every core has under some mechanism: whatever behaves alike can take their place.

use super::error::Error;
use super::machine::Machine;
use super::observer::{Hook, Unwatched};
use super::run::{Task, with_warp_size};
use crate::mechanism::{
    Compressed, Counted, Dwf, Dwr, InTable, InThreads, Mechanism, Pdom, Placed, Plugged, Points,
    Regions, Scheduled, Stackless, here,
};
use crate::report::Report;
use crate::units::{ReconvergenceStack, StacklessFrontEnd};
use heddle_contract::{Behaviour, Golden, Unit, require, units};

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
                with_warp_size!(size, $run(task, units, Unwatched))
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

fn with_front_ends<const W: usize, H: Hook>(
    task: Task,
    units: Units<units::StacklessFrontEnd>,
    hook: H,
) -> Result<Report, Error> {
    let mut units = units.into_iter();
    task.stackless(W, Machine::run_alone, |params| {
        let front_end = Plugged(units.next().expect(ONE_PER_CORE));
        here(Stackless::<W, _, _, _>::new(
            task.config,
            params,
            front_end,
            InThreads,
            hook,
        ))
    })
}

fn with_stacks<const W: usize, H: Hook>(
    task: Task,
    units: Units<units::ReconvergenceStack>,
    hook: H,
) -> Result<Report, Error> {
    match task.mechanism {
        Mechanism::Stack => with_stacks_of::<W, Placed, H>(task, units, hook),
        _ => with_stacks_of::<W, Points, H>(task, units, hook),
    }
}

fn with_stacks_of<const W: usize, R: Regions<W>, H: Hook>(
    task: Task,
    units: Units<units::ReconvergenceStack>,
    hook: H,
) -> Result<Report, Error> {
    let mut units = units.into_iter();
    task.stacked::<W, R, _>(Machine::run_alone, |params, regions| {
        let stacks = Plugged(units.next().expect(ONE_PER_CORE));
        here(Pdom::<W, _, _, _, _>::new(
            task.config,
            params,
            regions,
            stacks,
            Counted,
            hook,
        ))
    })
}

fn with_synchronizers<const S: usize, H: Hook>(
    task: Task,
    units: Units<units::DwrSynchronizer>,
    hook: H,
) -> Result<Report, Error> {
    let mut units = units.into_iter();
    task.dwr::<S, _>(Machine::run_alone, |resizing| {
        let unit = Plugged(units.next().expect(ONE_PER_CORE));
        here(Dwr::<S, _, _>::new(task.config, resizing, unit, hook))
    })
}

fn with_schedulers<const W: usize, H: Hook>(
    task: Task,
    units: Units<units::DwfScheduler>,
    hook: H,
) -> Result<Report, Error> {
    let mut units = units.into_iter();
    task.dwf(W, Machine::run_alone, |params, core| {
        let scheduler = Plugged(units.next().expect(ONE_PER_CORE));
        let scheduled = Scheduled::new(task.config, params, core, scheduler);
        here(Dwf::<W, _, _>::new(task.config, scheduled, hook))
    })
}

fn with_tables<const W: usize, H: Hook>(
    task: Task,
    units: Units<units::ThreadPcTable>,
    hook: H,
) -> Result<Report, Error> {
    let params = units::ThreadPcTable::params(task.config)?;
    let mut units = units.into_iter();
    task.stackless(W, Machine::run_alone, |front_end| {
        let table = InTable::new(&params, units.next().expect(ONE_PER_CORE));
        let golden = StacklessFrontEnd::new(front_end);
        here(Stackless::<W, _, _, _>::new(
            task.config,
            front_end,
            golden,
            table,
            hook,
        ))
    })
}

/// Compaction is the same under every mechanism with warps; this one has stacks.
fn with_compressors<const W: usize, H: Hook>(
    task: Task,
    units: Units<units::CycleCompressor>,
    hook: H,
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
        here(Pdom::<W, _, _, _, _>::new(
            task.config,
            params,
            points,
            ReconvergenceStack::new(params),
            Compressed::new::<W>(&compressor, unit),
            hook,
        ))
    })
}
