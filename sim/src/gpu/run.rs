//! Chooses the machine to build: mechanism, warp size, control units, and who watches.

use super::Limits;
use super::error::Error;
use super::load::Loaded;
use super::machine::{Drive, Machine};
use super::observer::{Hook, Observer, Unwatched, Watched};
use crate::launch::Job;
use crate::mechanism::{
    Counted, Dwf, Dwr, Exact, InThreads, LatTable, Mechanism, Pdom, Placed, Points, PostDominators,
    Regions, Resizing, Scheduled, Scheduler, Stackless, anywhere, mimd, nrec,
};
use crate::memory::beyond::BusWatch;
use crate::report::Report;
use crate::units::{DwfScheduler, DwrSynchronizer, ReconvergenceStack, StacklessFrontEnd};
use heddle_contract::config::{Nesting, Policy};
use heddle_contract::units::{dwf_scheduler, reconvergence_stack, stackless_front_end};
use heddle_contract::{Config, Golden, ParamError, Unit, require, units};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

type Outcome = Result<Report, Error>;

/// What every run needs.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    pub(super) config: &'a Config,
    pub(super) job: &'a Job,
    pub(super) mechanism: Mechanism,
    pub(super) limits: &'a Limits,
    /// Where the cycle that is being simulated is shown.
    pub(super) clock: &'a AtomicU64,
    pub(super) check_races: bool,
    /// Whether somebody sees every instruction.
    pub(super) observed: bool,
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
            2 => $run::<2, _>($($arg),*),
            4 => $run::<4, _>($($arg),*),
            8 => $run::<8, _>($($arg),*),
            16 => $run::<16, _>($($arg),*),
            32 => $run::<32, _>($($arg),*),
            64 => $run::<64, _>($($arg),*),
            size => unreachable!("a validated machine has no warps of {size} threads"),
        }
    };
}
pub(super) use with_warp_size;

impl Task<'_> {
    /// Golden units, nobody watching.
    pub(super) fn golden(self) -> Outcome {
        self.hooked(Unwatched)
    }

    /// Golden units, watched.
    pub(super) fn observed(self, observer: &mut dyn Observer) -> Outcome {
        let observer = Mutex::new(observer);
        let task = Task {
            observed: true,
            ..self
        };
        task.hooked(Watched(&observer))
    }

    /// Lanes of a warp by itself: of a sub-warp under `dwr`, whose stack needs two.
    pub(super) fn lanes(self) -> Result<usize, ParamError> {
        let core = &self.config.core;
        match self.mechanism {
            Mechanism::Dwr => require("dwr", "sub_warp", self.config.dwr.sub_warp(core), 2..=32),
            _ => Ok(core.warp_size),
        }
    }

    fn hooked<H: Hook>(self, hook: H) -> Outcome {
        let size = self.lanes()?;
        match self.mechanism {
            Mechanism::Stackless => with_warp_size!(size, stackless(self, hook)),
            Mechanism::Pdom => with_warp_size!(size, pdom(self, hook)),
            Mechanism::Stack => with_warp_size!(size, stack(self, hook)),
            Mechanism::Dwr => with_warp_size!(size, dwr(self, hook)),
            Mechanism::Dwf => with_warp_size!(size, dwf(self, hook)),
            Mechanism::Nrec => with_warp_size!(size, run_nrec(self, hook)),
            Mechanism::Mimd => {
                let lanes = self.config.core.simd_width;
                let loaded = Loaded::new(self.config, self.job)?;
                Ok(self.run(loaded, lanes, u32::MAX, Machine::run, |_| {
                    anywhere(mimd(self.config, hook))
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
        Ok(self.run(loaded, lanes, self.depth_limit(), drive, |_| make(&params)))
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
        Ok(self.run(loaded, W, u32::MAX, drive, |_| {
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
        Ok(self.run(loaded, core.warp_size, u32::MAX, drive, |_| make(&resizing)))
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
        Ok(self.run(loaded, lanes, u32::MAX, drive, |core| make(&params, core)))
    }

    /// The deepest nesting of calls that a key can tell from deeper ones.
    fn depth_limit(self) -> u32 {
        match self.config.stackless.nesting {
            Nesting::CallDepth => u32::MAX >> (32 - self.config.stackless.key_bits),
            Nesting::None | Nesting::Sp => u32::MAX,
        }
    }
}

fn stackless<const W: usize, H: Hook>(task: Task, hook: H) -> Outcome {
    task.stackless(W, Machine::run, |params| {
        let front_end = StacklessFrontEnd::new(params);
        anywhere(Stackless::<W, _, _, _>::new(
            task.config,
            params,
            front_end,
            InThreads,
            hook,
        ))
    })
}

fn pdom<const W: usize, H: Hook>(task: Task, hook: H) -> Outcome {
    stacked::<W, Points, H>(task, hook)
}

fn stack<const W: usize, H: Hook>(task: Task, hook: H) -> Outcome {
    stacked::<W, Placed, H>(task, hook)
}

fn stacked<const W: usize, R: Regions<W>, H: Hook>(task: Task, hook: H) -> Outcome {
    task.stacked::<W, R, _>(Machine::run, |params, regions| {
        let stacks = ReconvergenceStack::new(params);
        anywhere(Pdom::<W, _, _, _, _>::new(
            task.config,
            params,
            regions,
            stacks,
            Counted,
            hook,
        ))
    })
}

fn dwr<const S: usize, H: Hook>(task: Task, hook: H) -> Outcome {
    task.dwr::<S, _>(Machine::run, |resizing| {
        let unit = DwrSynchronizer::new(&resizing.synchronizer);
        anywhere(Dwr::<S, _, _>::new(task.config, resizing, unit, hook))
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
fn dwf<const W: usize, H: Hook>(task: Task, hook: H) -> Outcome {
    let dwf = &task.config.dwf;
    if dwf.lane_aware && !dwf.ideal && dwf.policy != Policy::PdomPriority {
        return task.dwf(W, Machine::run, |params, core| {
            let unit = DwfScheduler::new(params);
            let scheduled = Scheduled::new(task.config, params, core, unit);
            anywhere(Dwf::<W, _, _>::new(task.config, scheduled, hook))
        });
    }
    let loaded = Loaded::new(task.config, task.job)?;
    let points = Arc::new(PostDominators::new(&task.job.program, &loaded.code));
    Ok(task.run(loaded, W, u32::MAX, Machine::run, |_| {
        let formation = Exact::new(task.config, points.clone());
        anywhere(Dwf::<W, _, _>::new(task.config, formation, hook))
    }))
}

fn run_nrec<const W: usize, H: Hook>(task: Task, hook: H) -> Outcome {
    let loaded = Loaded::new(task.config, task.job)?;
    Ok(task.run(loaded, W, u32::MAX, Machine::run, |_| {
        anywhere(nrec::<W, H>(task.config, hook))
    }))
}
