//! Chooses the machine to build: mechanism, warp size, control units, and who watches.

use super::Limits;
use super::error::Error;
use super::load::Loaded;
use super::machine::{Drive, Machine};
use super::observer::Watch;
use crate::launch::Job;
use crate::mechanism::{
    Counted, Dwf, Dwr, Exact, InThreads, LatTable, Mechanism, Pdom, Placed, Points, PostDominators,
    Regions, Resizing, Scheduled, Scheduler, Stackless, anywhere, mimd, nrec,
};
use crate::report::Report;
use heddle_contract::config::{Nesting, Policy};
use heddle_contract::units::{dwf_scheduler, reconvergence_stack, stackless_front_end};
use heddle_contract::{Config, Golden, ParamError, Unit, require, units};
use heddle_memory::BusWatch;
use heddle_units::{DwfScheduler, DwrSynchronizer, ReconvergenceStack, StacklessFrontEnd};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

type Outcome = Result<Report, Error>;

/// What every run needs.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    pub(super) config: &'a Config,
    pub(super) job: &'a Job,
    pub(super) mechanism: Mechanism,
    pub(super) limits: &'a Limits,
    /// Where the cycle that is being simulated is shown.
    pub(super) clock: &'a AtomicU64,
    pub(super) check_races: bool,
    /// Who sees every instruction, if somebody does.
    pub(super) observer: Option<&'a dyn Watch>,
    /// Whether cores are simulated in every cycle, also in those in which nothing can happen.
    pub(super) every_cycle: bool,
    /// Host threads that may simulate.
    pub(super) threads: usize,
    /// The core whose timeline is reported; all of them if there is none.
    pub(super) timeline_of: Option<usize>,
    /// Whether PCs are counted.
    pub(super) profile: bool,
    /// When the buses of the memory modules are watched, if they are.
    pub(super) bus_watch: Option<BusWatch>,
}

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
pub(super) use with_warp_size;

impl Task<'_> {
    /// Lanes of a warp by itself: of a sub-warp under `dwr`, whose stack needs two.
    pub(super) fn lanes(self) -> Result<usize, ParamError> {
        let core = &self.config.core;
        match self.mechanism {
            Mechanism::Dwr => require("dwr", "sub_warp", self.config.dwr.sub_warp(core), 2..=32),
            _ => Ok(core.warp_size),
        }
    }

    /// Golden units.
    pub(super) fn golden(self) -> Outcome {
        let size = self.lanes()?;
        match self.mechanism {
            Mechanism::Stackless => with_warp_size!(size, stackless(self)),
            Mechanism::Pdom => with_warp_size!(size, pdom(self)),
            Mechanism::Stack => with_warp_size!(size, stack(self)),
            Mechanism::Dwr => with_warp_size!(size, dwr(self)),
            Mechanism::Dwf => with_warp_size!(size, dwf(self)),
            Mechanism::Nrec => with_warp_size!(size, run_nrec(self)),
            Mechanism::Mimd => {
                let lanes = self.config.core.simd_width;
                let loaded = Loaded::new(self.config, self.job)?;
                Ok(self.run(loaded, lanes, u32::MAX, Machine::run, &mut |_| {
                    anywhere(mimd(self.config))
                }))
            }
        }
    }

    /// Stack-less cores of warps of `lanes` threads; `make` makes their control.
    pub(super) fn stackless<S: Scheduler + ?Sized>(
        self,
        lanes: usize,
        drive: Drive<S>,
        mut make: impl FnMut(&stackless_front_end::Params) -> Box<S>,
    ) -> Outcome {
        let params = units::StacklessFrontEnd::params(self.config)?;
        let loaded = Loaded::new(self.config, self.job)?;
        loaded.check_pc_width(self.config.core.pc_bits, 0, 0)?;
        Ok(
            self.run(loaded, lanes, self.depth_limit(), drive, &mut |_| {
                make(&params)
            }),
        )
    }

    /// Cores with reconvergence stacks and regions of a kind; `make` makes their control.
    pub(super) fn stacked<const W: usize, R: Regions<W>, S: Scheduler + ?Sized>(
        self,
        drive: Drive<S>,
        mut make: impl FnMut(&reconvergence_stack::Params, Arc<R>) -> Box<S>,
    ) -> Outcome {
        let params = units::ReconvergenceStack::params(self.config)?;
        let loaded = Loaded::new(self.config, self.job)?;
        let regions = R::new(self.config, &params, &self.job.program, &loaded.code);
        loaded.check_pc_width(self.config.core.pc_bits, R::OWN_BITS, regions.own_words())?;
        let regions = Arc::new(regions);
        Ok(self.run(loaded, W, u32::MAX, drive, &mut |_| {
            make(&params, regions.clone())
        }))
    }

    /// Cores of sub-warps of `S` lanes; `make` makes their control.
    pub(super) fn dwr<const S: usize, D: Scheduler + ?Sized>(
        self,
        drive: Drive<D>,
        mut make: impl FnMut(&Resizing) -> Box<D>,
    ) -> Outcome {
        let (config, program) = (self.config, &self.job.program);
        let synchronizer = units::DwrSynchronizer::params(config)?;
        let core = &config.core;
        let stack = reconvergence_stack::Params::new(
            core.warps,
            S,
            core.pc_bits,
            config.stack.depth,
            config.stack.pops,
            config.stack.first,
        )?;
        let loaded = Loaded::new(config, self.job)?;
        let points = <Points as Regions<S>>::new(config, &stack, program, &loaded.code);
        loaded.check_pc_width(core.pc_bits, <Points as Regions<S>>::OWN_BITS, 0)?;
        let resizing = Resizing {
            synchronizer,
            stack,
            points: Arc::new(points),
            lats: Arc::new(LatTable::new(program, &loaded.code)),
        };
        Ok(self.run(loaded, core.warp_size, u32::MAX, drive, &mut |_| {
            make(&resizing)
        }))
    }

    /// Cores that form their warps as the unit `dwf_scheduler` does; `make` makes their control.
    pub(super) fn dwf<S: Scheduler + ?Sized>(
        self,
        lanes: usize,
        drive: Drive<S>,
        mut make: impl FnMut(&dwf_scheduler::Params, usize) -> Box<S>,
    ) -> Outcome {
        let params = units::DwfScheduler::params(self.config)?;
        check_threads(self.config)?;
        let loaded = Loaded::new(self.config, self.job)?;
        loaded.check_pc_width(self.config.core.pc_bits, 0, 0)?;
        Ok(self.run(loaded, lanes, u32::MAX, drive, &mut |core| {
            make(&params, core)
        }))
    }

    /// The deepest nesting of calls that a key can tell from deeper ones.
    fn depth_limit(self) -> u32 {
        match self.config.stackless.nesting {
            Nesting::CallDepth => u32::MAX >> (32 - self.config.stackless.key_bits),
            Nesting::None | Nesting::Sp => u32::MAX,
        }
    }
}

fn stackless<const W: usize>(task: Task) -> Outcome {
    task.stackless(W, Machine::run, |params| {
        let front_end = StacklessFrontEnd::new(params);
        anywhere(Stackless::<W, _, _>::new(
            task.config,
            params,
            front_end,
            InThreads,
        ))
    })
}

fn pdom<const W: usize>(task: Task) -> Outcome {
    stacked::<W, Points>(task)
}

fn stack<const W: usize>(task: Task) -> Outcome {
    stacked::<W, Placed>(task)
}

fn stacked<const W: usize, R: Regions<W>>(task: Task) -> Outcome {
    task.stacked::<W, R, _>(Machine::run, |params, regions| {
        let stacks = ReconvergenceStack::new(params);
        anywhere(Pdom::<W, _, _, _>::new(
            task.config,
            params,
            regions,
            stacks,
            Counted,
        ))
    })
}

fn dwr<const S: usize>(task: Task) -> Outcome {
    task.dwr::<S, _>(Machine::run, |resizing| {
        let unit = DwrSynchronizer::new(&resizing.synchronizer);
        anywhere(Dwr::<S, _>::new(task.config, resizing, unit))
    })
}

/// Every thread needs a number, besides the one that means none, and room in the spill queue.
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

/// The unit, or what is in no hardware.
fn dwf<const W: usize>(task: Task) -> Outcome {
    let dwf = &task.config.dwf;
    if dwf.lane_aware && !dwf.ideal && dwf.policy != Policy::PdomPriority {
        return task.dwf(W, Machine::run, |params, core| {
            let unit = DwfScheduler::new(params);
            let scheduled = Scheduled::new(task.config, params, core, unit);
            anywhere(Dwf::<W, _>::new(task.config, scheduled))
        });
    }
    let loaded = Loaded::new(task.config, task.job)?;
    let points = Arc::new(PostDominators::new(&task.job.program, &loaded.code));
    Ok(task.run(loaded, W, u32::MAX, Machine::run, &mut |_| {
        let formation = Exact::new(task.config, points.clone());
        anywhere(Dwf::<W, _>::new(task.config, formation))
    }))
}

fn run_nrec<const W: usize>(task: Task) -> Outcome {
    let loaded = Loaded::new(task.config, task.job)?;
    Ok(task.run(loaded, W, u32::MAX, Machine::run, &mut |_| {
        anywhere(nrec::<W>(task.config))
    }))
}
