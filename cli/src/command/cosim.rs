//! `heddle cosim`: RTL against the golden model, in one of three modes.

use super::job::{Asked, FromFiles};
use super::{barriers_at_risk, job, outcome, own_verilog, statistics, unknown_jumps};
use crate::cli::{Cosim, Global, Mode};
use crate::failure::Failure;
use crate::output::{self, Planned};
use crate::progress::Progress;
use heddle_contract::Config;
use heddle_cosim::unit_mode::Check;
use heddle_cosim::verilated::{BuildError, Cache, Verilog};
use heddle_cosim::{Entry, Error, KernelCheck, KernelOutcome, NAMES, Outcome, by_name};
use heddle_sim::Limits;
use heddle_sim::fault::BarrierAtRisk;
use serde_json::{Value, json};
use std::sync::Arc;

/// Number of cycles of random stimuli if no option gives one.
const CYCLES: u64 = 300_000;

/// Compares, prints the result, fails on a mismatch.
pub fn execute(global: &Global, options: &Cosim) -> Result<(), Failure> {
    let config = global.machine()?;
    let unknown = || {
        let what = format!(
            "no unit is called `{}`; there are: {}",
            options.unit,
            NAMES.join(", ")
        );
        Failure::input_with(what, "see `heddle units`")
    };
    let mode = mode(options)?;
    Planned::new().folder("--out", Some(&options.out)).check()?;
    let request = Request {
        global,
        options,
        config: &config,
        mode,
        unit: by_name(&options.unit).ok_or_else(unknown)?,
    };
    match mode {
        Mode::Unit => request.unit(),
        Mode::Shadow | Mode::InLoop => request.kernel(),
    }
}

/// The mode that the options select; unit mode by default.
///
/// # Errors
/// Options of other modes.
fn mode(options: &Cosim) -> Result<Mode, Failure> {
    let of_kernels = [
        ("--workload", options.workload.is_some()),
        ("--kernel", options.kernel.is_some()),
        ("--mechanism", options.mechanism.is_some()),
    ];
    let of_stimuli = [("--cycles", options.cycles.is_some())];
    let given = |of_mode: &[(&'static str, bool)]| {
        let found = of_mode.iter().find(|(_, given)| *given);
        found.map(|(option, _)| *option)
    };
    let (option, mode, remedy) = match options.mode {
        Some(Mode::Shadow | Mode::InLoop) => (
            given(&of_stimuli),
            "a mode that runs a kernel",
            "leave it out, or add --mode unit; --max-cycles limits a launch",
        ),
        Some(Mode::Unit) => (
            given(&of_kernels),
            "--mode unit, which runs no kernel",
            "add --mode shadow or --mode in-loop in its place",
        ),
        // USR-9: shadow and in-loop answer different questions, and neither is the usual one.
        None => (
            given(&of_kernels),
            "no --mode that runs a kernel",
            "add --mode shadow or --mode in-loop",
        ),
    };
    match option {
        Some(option) => Err(Failure::input_with(format!("{option} with {mode}"), remedy)),
        None => Ok(options.mode.unwrap_or(Mode::Unit)),
    }
}

/// A command line and its unit.
struct Request<'a> {
    global: &'a Global,
    options: &'a Cosim,
    config: &'a Config,
    mode: Mode,
    unit: &'static Entry,
}

impl Request<'_> {
    fn unit(&self) -> Result<(), Failure> {
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
        let outcome = progress.watch(&check.clock, || self.unit.check(&check, self.config))?;
        if self.global.json {
            output::json(&outcome)?;
        } else {
            output::line(&summary(&outcome))?;
            output::line(&corners(&outcome))?;
        }
        agreed(&outcome)
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

    fn kernel(&self) -> Result<(), Failure> {
        let modes = self.unit.kernel_modes()?;
        let asked = self.asked()?;
        unknown_jumps::warn(&unknown_jumps::of(&asked.job().program));
        barriers_at_risk::warn(&BarrierAtRisk::of(&asked.job().program));
        let check = KernelCheck {
            config: self.config,
            job: asked.job(),
            mechanism: self.options.mechanism,
            limits: Limits {
                max_cycles: self.options.max_cycles,
            },
            verilog: self.own_verilog()?,
            cache: cache()?,
            seed: self.global.seed,
            folder: self.options.out.clone(),
            command: self.command(),
            clock: Arc::default(),
        };
        let progress = Progress::new(self.global, "cycles", None);
        let result = progress.watch(&check.clock, || match self.mode {
            Mode::Shadow => (modes.shadow)(&check),
            _ => (modes.in_loop)(&check),
        });
        let result = result.map_err(|error| match &error {
            Error::Job(error) => asked.failure(error),
            _ => error.into(),
        })?;
        if self.global.json {
            output::json(&as_json(&result))?;
        } else {
            output::line(&summary(&result.outcome))?;
            output::line(&statistics::line("golden run", &result.golden))?;
            output::line(&statistics::line("with RTL  ", &result.report))?;
        }
        agreed(&result.outcome)?;
        match asked.workload() {
            Some(workload) => outcome::verdict(
                workload,
                self.options.size,
                self.global.seed,
                &result.report.outcome,
                &result.report.buffers,
            ),
            None => outcome::completed(&result.report.outcome),
        }
    }

    fn asked(&self) -> Result<Asked, Failure> {
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

    /// The command line that repeats this check.
    fn command(&self) -> String {
        let Cosim {
            unit,
            workload,
            size,
            kernel,
            launch,
            mechanism,
            ..
        } = self.options;
        let what = match (self.mode, workload, kernel, launch) {
            (Mode::Unit, ..) => format!("--cycles {}", self.cycles()),
            (_, Some(workload), ..) => format!("--workload {workload} --size {size}"),
            (_, None, Some(kernel), Some(launch)) => {
                format!(
                    "--kernel {} --launch {}",
                    kernel.display(),
                    launch.display()
                )
            }
            _ => String::new(),
        };
        let mechanism = mechanism.map(|mechanism| format!(" --mechanism {mechanism}"));
        let verilog = self.options.verilog.iter();
        let verilog: String = verilog
            .map(|file| format!(" --verilog {}", file.display()))
            .collect();
        let what = what + &mechanism.unwrap_or_default() + &verilog;
        let mode = self.mode.name();
        format!(
            "heddle cosim --unit {unit} --mode {mode} {what} {}",
            self.global.arguments()
        )
    }
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
            Some(files) => failure.help(format!(
                "see {} and {}",
                files.report.display(),
                files.waveform.display()
            )),
            None => failure,
        });
    }
    Ok(())
}

fn as_json(result: &KernelOutcome) -> Value {
    let mut value = serde_json::to_value(&result.outcome).expect("outcomes have string keys");
    value["run"] = serde_json::to_value(&result.report).expect("reports have string keys");
    value["equals_golden_run"] = json!(result.report == result.golden);
    value
}

fn summary(outcome: &Outcome) -> String {
    format!(
        "{}: {} cycles, {} mismatches, {:.0} cycles/s, seed {}",
        outcome.unit,
        outcome.cycles,
        outcome.mismatches,
        outcome.rtl_cycles_per_second,
        outcome.seed
    )
}

fn corners(outcome: &Outcome) -> String {
    let mut table = output::table(&["corner", "hits, up to 100"], &[1]);
    for corner in &outcome.corners {
        table.add_row([corner.corner, &corner.hits.to_string()]);
    }
    table.to_string()
}
