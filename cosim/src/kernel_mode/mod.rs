//! Shadow and in-loop: the golden GPU runs a kernel with the RTL beside it, or inside it.
//!
//! *Shadow*: in each cycle the golden unit's real inputs drive the RTL too, and the outputs are compared. *In-loop*:
//! the RTL replaces the golden unit; memory, cycles and statistics must equal those of the golden run (COS-4).
//! Both runs are identical up to their first difference. So when an in-loop run differs, a shadow
//! run locates the difference at the ports, and [`Parting`] the first instruction that the runs do not issue alike. Ports may
//! agree although the runs differ: a unit that works while the golden unit drives it may fail where it drives itself.

mod explain;
mod in_gpu;
mod modes;
mod moment;
mod parting;
mod step;

pub use in_gpu::InGpu;
pub use modes::{KernelModes, KernelUnit};
pub use parting::Parting;
pub use step::{Line, Step};

use crate::error::Error;
use crate::verilated::{Cache, Library, Verilog};
use crate::watched::{Assumption, Watched};
use crate::{Lockstep, Mismatch, Mode, Outcome, Rtl, emit, rtl};
use heddle_contract::{Config, Unit};
use heddle_sim::{Gpu, Job, Limits, Mechanism, Observer, Report};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

/// A check in shadow or in-loop mode: what to run, and where to explain a mismatch.
#[derive(Clone, Debug)]
pub struct KernelCheck<'a> {
    /// The machine.
    pub config: &'a Config,
    /// The kernel and its launches.
    pub job: &'a Job,
    /// The divergence mechanism; `None` for the unit's usual mechanism.
    pub mechanism: Option<Mechanism>,
    /// How long a run may take.
    pub limits: Limits,
    /// RTL to use instead of the unit's own.
    pub verilog: Option<Verilog>,
    /// Whether in-loop runs watch what the contracts of all modules of our RTL assume; RTL of others is not watched.
    pub assumptions: bool,
    /// Where compiled models are kept.
    pub cache: Cache,
    /// Seed of the job's inputs, for the report.
    pub seed: u64,
    /// The folder for the files that explain a mismatch.
    pub folder: PathBuf,
    /// The command line that repeats this check, for the report.
    pub command: String,
    /// The current cycle of the run, for progress displays.
    pub clock: Arc<AtomicU64>,
}

/// A co-simulation that ran a kernel.
#[derive(Clone, Debug)]
pub struct KernelOutcome {
    /// The result of the comparison.
    pub outcome: Outcome,
    /// The run with the RTL beside or inside the golden GPU.
    pub report: Report,
    /// The run with golden units only.
    pub golden: Report,
}

impl KernelOutcome {
    /// Whether both sides agreed in every cycle, and both runs agreed in memory, cycles and statistics.
    pub fn passed(&self) -> bool {
        self.outcome.passed() && self.report == self.golden
    }
}

/// The RTL of a unit, ready to run in a machine.
struct Compiled<U: Unit> {
    params: U::Params,
    verilog: Verilog,
    library: Arc<Library>,
    /// The RTL with its checkers, if assumptions are watched.
    watched: Option<Watched>,
}

/// The result of a shadow run.
struct Shadow {
    report: Report,
    cycles: u64,
    mismatches: u64,
    /// The core with the first mismatch, and the mismatch.
    first: Option<(usize, Mismatch)>,
}

impl KernelCheck<'_> {
    /// Runs in shadow mode: the golden GPU drives both sides.
    ///
    /// # Errors
    /// [`Error`] when the RTL cannot be compiled, the job cannot be started, or the artefacts
    /// cannot be written.
    pub fn shadow<U: InGpu>(&self) -> Result<KernelOutcome, Error> {
        let compiled = self.compile::<U>()?;
        self.shadow_beside(&compiled, self.golden::<U>()?)
    }

    /// Runs in in-loop mode: the RTL drives the GPU.
    ///
    /// # Errors
    /// As [`KernelCheck::shadow`].
    pub fn in_loop<U: InGpu>(&self) -> Result<KernelOutcome, Error> {
        let compiled = self.compile::<U>()?;
        self.in_loop_beside(&compiled, self.golden::<U>()?, None)
    }

    /// [`KernelCheck::in_loop`], with an observer of the run with the RTL.
    ///
    /// # Errors
    /// As [`KernelCheck::shadow`].
    pub fn in_loop_observed<U: InGpu>(
        &self,
        observer: &mut dyn Observer,
    ) -> Result<KernelOutcome, Error> {
        let compiled = self.compile::<U>()?;
        self.in_loop_beside(&compiled, self.golden::<U>()?, Some(observer))
    }

    /// Runs both modes with one golden run: shadow, then in-loop.
    ///
    /// # Errors
    /// As [`KernelCheck::shadow`].
    pub fn both<U: InGpu>(&self) -> Result<[KernelOutcome; 2], Error> {
        let compiled = self.compile::<U>()?;
        let golden = self.golden::<U>()?;
        Ok([
            self.shadow_beside(&compiled, golden.clone())?,
            self.in_loop_beside(&compiled, golden, None)?,
        ])
    }

    fn shadow_beside<U: InGpu>(
        &self,
        compiled: &Compiled<U>,
        golden: Report,
    ) -> Result<KernelOutcome, Error> {
        let start = Instant::now();
        let shadow = self.run_shadow(compiled)?;
        let seconds = start.elapsed().as_secs_f64();
        let beside = || Lockstep::<U, U::Golden>::new(&compiled.params, &compiled.library);
        let mut outcome = self.outcome::<U>(Mode::Shadow, seconds, &shadow);
        outcome.parting = self.parting(&golden, &shadow.report, beside)?;
        outcome.artefacts = self.explain(compiled, &outcome, &shadow, &golden)?;
        Ok(KernelOutcome {
            outcome,
            report: shadow.report,
            golden,
        })
    }

    fn in_loop_beside<U: InGpu>(
        &self,
        compiled: &Compiled<U>,
        golden: Report,
        observer: Option<&mut dyn Observer>,
    ) -> Result<KernelOutcome, Error> {
        let start = Instant::now();
        let (report, assumptions) = self.run_in_loop(compiled, observer)?;
        let seconds = start.elapsed().as_secs_f64();
        let mut found = Shadow {
            cycles: report.statistics.cycles,
            report,
            mismatches: 0,
            first: None,
        };
        if found.report != golden {
            let shadow = self.run_shadow(compiled)?;
            found.mismatches = shadow.mismatches;
            found.first = shadow.first;
        }
        let inside = || Rtl::<U>::new(&compiled.library);
        let mut outcome = self.outcome::<U>(Mode::InLoop, seconds, &found);
        outcome.assumptions = assumptions;
        outcome.parting = self.parting(&golden, &found.report, inside)?;
        outcome.artefacts = self.explain(compiled, &outcome, &found, &golden)?;
        Ok(KernelOutcome {
            outcome,
            report: found.report,
            golden,
        })
    }

    /// The report, and the assumptions if they are watched.
    fn run_in_loop<U: InGpu>(
        &self,
        compiled: &Compiled<U>,
        observer: Option<&mut dyn Observer>,
    ) -> Result<(Report, Vec<Assumption>), Error> {
        let (gpu, mechanism) = (self.gpu()?, self.under::<U>()?);
        let watched = compiled.watched.as_ref();
        let library = watched.map_or(&compiled.library, |watched| &watched.library);
        let unit = |_: usize, params: &_| U::install(params, Rtl::<U>::new(library));
        let (job, limits) = (self.job, &self.limits);
        let run = match observer {
            None => gpu.run_under::<U::Replaceable, _>(job, mechanism, limits, unit),
            Some(observer) => {
                gpu.run_under_observed::<U::Replaceable, _>(job, mechanism, limits, unit, observer)
            }
        };
        let (report, cores) = run?;
        let rtl = cores.into_iter().map(U::uninstall);
        let assumptions = watched.map(|watched| watched.after(rtl));
        Ok((report, assumptions.unwrap_or_default()))
    }

    fn gpu(&self) -> Result<Gpu, Error> {
        Ok(Gpu::new(self.config)?.with_clock(&self.clock))
    }

    fn golden<U: InGpu>(&self) -> Result<Report, Error> {
        let mechanism = self.under::<U>()?;
        Ok(self.gpu()?.run(self.job, mechanism, &self.limits)?)
    }

    fn under<U: InGpu>(&self) -> Result<Mechanism, Error> {
        match self.mechanism {
            Some(mechanism) => Ok(mechanism),
            None => Ok(Gpu::usual::<U::Replaceable>()?),
        }
    }

    fn compile<U: InGpu>(&self) -> Result<Compiled<U>, Error> {
        Gpu::check_under::<U::Replaceable>(self.under::<U>()?)?;
        let params = U::params(self.config)?;
        let verilog = match &self.verilog {
            Some(verilog) => verilog.clone(),
            None => emit::<U>(&params)?,
        };
        let library = rtl::library::<U>(&params, verilog.clone(), &self.cache)?;
        let watched = match self.assumptions && self.verilog.is_none() {
            true => Some(Watched::new::<U>(&params, &self.cache)?),
            false => None,
        };
        Ok(Compiled {
            params,
            verilog,
            library,
            watched,
        })
    }

    /// Golden units drive and the RTL follows.
    fn run_shadow<U: InGpu>(&self, compiled: &Compiled<U>) -> Result<Shadow, Error> {
        let Compiled {
            params, library, ..
        } = compiled;
        let (report, cores) = self.gpu()?.run_under::<U::Replaceable, _>(
            self.job,
            self.under::<U>()?,
            &self.limits,
            |_, around| {
                let lockstep = Lockstep::<U, U::Golden>::new(params, library);
                U::install(around, lockstep)
            },
        )?;
        let mut shadow = Shadow {
            report,
            cycles: 0,
            mismatches: 0,
            first: None,
        };
        for (core, around) in cores.into_iter().enumerate() {
            let mut lockstep = U::uninstall(around);
            let first = lockstep.finish().cloned();
            shadow.cycles += lockstep.cycles();
            shadow.mismatches += lockstep.mismatches();
            let earlier = |(_, known): &(usize, Mismatch)| {
                first.as_ref().is_none_or(|f| known.cycle <= f.cycle)
            };
            if !shadow.first.as_ref().is_some_and(earlier) {
                shadow.first = first.map(|mismatch| (core, mismatch));
            }
        }
        Ok(shadow)
    }

    fn outcome<U: InGpu>(&self, mode: Mode, wall_seconds: f64, found: &Shadow) -> Outcome {
        Outcome {
            unit: U::NAME,
            mode,
            cycles: found.cycles,
            mismatches: found.mismatches,
            first_mismatch: found.first.as_ref().map(|(_, mismatch)| mismatch.clone()),
            rtl_cycles_per_second: found.cycles as f64 / wall_seconds,
            wall_seconds,
            seed: self.seed,
            corners: Vec::new(),
            assumptions: Vec::new(),
            parting: None,
            artefacts: None,
        }
    }
}
