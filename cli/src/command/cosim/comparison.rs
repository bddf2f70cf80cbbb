//! A comparison of RTL with the golden model, which the options of `heddle cosim` describe.

use crate::cli::{Cosim, Global, Mode};
use crate::command::job::{Asked, FromFiles};
use crate::command::{job, outcome, own_verilog};
use crate::failure::Failure;
use crate::progress::Progress;
use heddle_contract::Config;
use heddle_cosim::report::Artefacts;
use heddle_cosim::unit_mode::Check;
use heddle_cosim::verilated::{BuildError, Cache, Verilog};
use heddle_cosim::{
    Entry, Error, KernelCheck, KernelModes, KernelOutcome, NAMES, Outcome, by_name,
};
use heddle_sim::{Limits, Mechanism};
use heddle_study::quoted;
use std::path::Path;
use std::sync::Arc;

/// Number of cycles of random stimuli if no option gives one.
const CYCLES: u64 = 300_000;

/// A command line, its machine and its unit.
pub struct Comparison<'a> {
    global: &'a Global,
    options: &'a Cosim,
    config: &'a Config,
    unit: &'static Entry,
}

impl<'a> Comparison<'a> {
    /// A comparison on a machine.
    ///
    /// # Errors
    /// A unit that does not exist.
    pub fn new(
        global: &'a Global,
        options: &'a Cosim,
        config: &'a Config,
    ) -> Result<Self, Failure> {
        let unknown = || {
            let what = format!(
                "no unit is called `{}`; there are: {}",
                options.unit,
                NAMES.join(", ")
            );
            Failure::input_with(what, "see `heddle units`")
        };
        let unit = by_name(&options.unit).ok_or_else(unknown)?;
        Ok(Self {
            global,
            options,
            config,
            unit,
        })
    }

    /// Compares the unit alone, under random stimuli.
    ///
    /// # Errors
    /// RTL that cannot be compiled; files about a mismatch that cannot be written.
    pub fn alone(&self) -> Result<Outcome, Failure> {
        let check = Check {
            verilog: match self.own_verilog()? {
                Some(own) => own,
                None => self.unit.verilog(self.config)?,
            },
            cache: cache()?,
            seed: self.global.seed,
            cycles: self.cycles(),
            folder: self.options.out.clone(),
            command: self.command(),
            clock: Arc::default(),
        };
        let progress = Progress::new(self.global, "cycles", Some(check.cycles));
        Ok(progress.watch(&check.clock, || self.unit.check(&check, self.config))?)
    }

    /// Compares the unit while the golden GPU runs a kernel, in the modes that `run` selects.
    ///
    /// # Errors
    /// As [`Comparison::alone`]; a unit that runs no kernels; a kernel that the machine refuses.
    pub fn in_kernel<T>(
        &self,
        asked: &Asked,
        run: impl FnOnce(&KernelModes, &KernelCheck) -> Result<T, Error>,
    ) -> Result<T, Failure> {
        let modes = self.unit.kernel_modes()?;
        let check = KernelCheck {
            config: self.config,
            job: asked.job(),
            mechanism: self.options.mechanism,
            limits: Limits {
                max_cycles: self.options.max_cycles,
            },
            verilog: self.own_verilog()?,
            assumptions: self.options.assumptions,
            cache: cache()?,
            seed: self.global.seed,
            folder: self.options.out.clone(),
            command: self.command(),
            clock: Arc::default(),
        };
        let progress = Progress::new(self.global, "cycles", None);
        let result = progress.watch(&check.clock, || run(&modes, &check));
        result.map_err(|error| match &error {
            Error::Job(error) => asked.failure(error),
            _ => error.into(),
        })
    }

    /// The mechanism that the options name, or the usual one of the unit.
    ///
    /// # Errors
    /// A unit that runs no kernels.
    pub fn mechanism(&self) -> Result<Mechanism, Failure> {
        let usual = self.unit.kernel_modes()?.mechanisms[0];
        Ok(self.options.mechanism.unwrap_or(usual))
    }

    /// The kernel that the options name.
    ///
    /// # Errors
    /// A unit that runs no kernels; options that name none; files that cannot be read.
    pub fn asked(&self) -> Result<Asked, Failure> {
        self.unit.kernel_modes()?;
        let options = self.options;
        if let (Some(kernel), Some(launch)) = (&options.kernel, &options.launch) {
            return FromFiles::read(kernel, launch).map(Asked::Files);
        }
        let Some(name) = &options.workload else {
            let remedy = "add --workload NAME, or --kernel FILE.elf --launch FILE.toml";
            return Err(Failure::input_with(
                "this mode runs a kernel, and none is named",
                remedy,
            ));
        };
        let workload = job::workload(name)?;
        let job = job::of_workload(workload, options.size, self.global.seed, self.config);
        Ok(Asked::Workload(job, workload))
    }

    /// A failure unless both sides agreed, and the kernel completed with the right result, if that is known.
    ///
    /// # Errors
    /// What differs.
    pub fn verdict(&self, asked: &Asked, result: &KernelOutcome) -> Result<(), Failure> {
        agreed(&result.outcome)?;
        let report = &result.report;
        match asked.workload() {
            Some(workload) => outcome::verdict(
                workload,
                self.options.size,
                self.global.seed,
                &report.outcome,
                &report.buffers,
            ),
            None => outcome::completed(&report.outcome),
        }
    }

    /// The user's design, if the options name one.
    fn own_verilog(&self) -> Result<Option<Verilog>, Failure> {
        match self.options.verilog.as_slice() {
            [] => Ok(None),
            files => own_verilog::read(&self.options.unit, files).map(Some),
        }
    }

    fn cycles(&self) -> u64 {
        self.options.cycles.unwrap_or(CYCLES)
    }

    /// The command line that repeats this comparison.
    fn command(&self) -> String {
        let Cosim {
            unit,
            mode,
            workload,
            size,
            kernel,
            launch,
            mechanism,
            ..
        } = self.options;
        let mode = mode.unwrap_or(Mode::Unit);
        let what = match (mode, workload, kernel, launch) {
            (Mode::Unit, ..) => format!("--cycles {}", self.cycles()),
            (_, Some(workload), ..) => format!("--workload {workload} --size {size}"),
            (_, None, Some(kernel), Some(launch)) => {
                let [kernel, launch] = [Path::new(kernel), launch].map(shell_word);
                format!("--kernel {kernel} --launch {launch}")
            }
            _ => String::new(),
        };
        let mechanism = mechanism.map(|mechanism| format!(" --mechanism {mechanism}"));
        let verilog = self.options.verilog.iter();
        let verilog: String = verilog
            .map(|file| format!(" --verilog {}", shell_word(file)))
            .collect();
        let watch = self.options.assumptions.then_some(" --assumptions");
        let what = what + &mechanism.unwrap_or_default() + &verilog + watch.unwrap_or_default();
        let mode = mode.name();
        format!(
            "heddle cosim --unit {unit} --mode {mode} {what} {}",
            self.global.arguments()
        )
    }
}

/// A path as a shell reads it.
fn shell_word(path: &Path) -> String {
    quoted(&path.to_string_lossy()).into_owned()
}

/// The user's cache of compiled models.
pub fn cache() -> Result<Cache, Failure> {
    Cache::user().map_err(|error| Error::from(BuildError::from(error)).into())
}

/// A failure if the sides differ. A missed corner is no failure, because short runs miss some.
pub fn agreed(outcome: &Outcome) -> Result<(), Failure> {
    if let Some(what) = outcome.difference() {
        let failure = Failure::ran(what).code("heddle::mismatch");
        return Err(match &outcome.artefacts {
            Some(files) => failure.help(remedy(files)),
            None => failure,
        });
    }
    Ok(())
}

/// Where a difference is explained.
fn remedy(files: &Artefacts) -> String {
    let (page, report) = (files.page.display(), files.report.display());
    let waveform = files.waveform.as_ref();
    let waveform = waveform.map(|waveform| format!(" and {}", waveform.display()));
    let waveform = waveform.unwrap_or_default();
    format!("open {page} with a browser, or see {report}{waveform}")
}
