//! Launches on the golden GPU together with the RTL of a unit.

use super::ran::{Ran, explained};
use heddle_contract::Config;
use heddle_cosim::verilated::Cache;
use heddle_cosim::{Entry, Error, KernelCheck, KernelOutcome, Mode, by_name};
use heddle_sim::{Job, Limits, Mechanism, Report};
use serde_json::json;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// A unit whose RTL takes part in every launch.
pub struct Cosim {
    unit: &'static Entry,
    mode: Mode,
    /// How divergence is handled.
    pub mechanism: Mechanism,
    folder: PathBuf,
    cache: Cache,
}

impl fmt::Debug for Cosim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {:?} under {}",
            self.unit.name, self.mode, self.mechanism
        )
    }
}

impl Cosim {
    /// The unit of this name, under its usual mechanism if `mechanism` is `None`. The files that explain a mismatch go to the
    /// folder.
    ///
    /// # Errors
    /// What is wrong, and what to do about it.
    pub fn new(
        unit: &str,
        mode: Mode,
        mechanism: Option<Mechanism>,
        folder: PathBuf,
    ) -> Result<Cosim, String> {
        let unknown = || format!("no unit is called `{unit}`; see `heddle units`");
        let unit = by_name(unit).ok_or_else(unknown)?;
        let modes = unit.kernel_modes().map_err(|error| error.to_string())?;
        let mechanism = mechanism.unwrap_or(modes.mechanisms[0]);
        if !modes.mechanisms.contains(&mechanism) {
            let known = modes.mechanisms.iter().map(|known| known.name());
            let known = known.collect::<Vec<_>>().join(" or ");
            let name = unit.name;
            return Err(format!(
                "under {mechanism} cores have no {name}; take {known}"
            ));
        }
        Ok(Cosim {
            unit,
            mode,
            mechanism,
            folder,
            cache: Cache::user().map_err(|error| error.to_string())?,
        })
    }

    /// Runs a job on golden units only, and with the RTL: in parallel with the golden unit, or in its place.
    ///
    /// # Errors
    /// Why the job cannot run, and what to do about it.
    pub fn run(&self, config: &Config, job: &Job, limits: &Limits) -> Result<Ran<Report>, String> {
        let check = KernelCheck {
            config,
            job,
            mechanism: Some(self.mechanism),
            limits: *limits,
            verilog: None,
            assumptions: false,
            cache: self.cache.clone(),
            seed: 0,
            folder: self.folder.clone(),
            command: "heddle exec".into(),
            clock: Arc::default(),
        };
        let modes = self
            .unit
            .kernel_modes()
            .map_err(|error| error.to_string())?;
        let run = match self.mode {
            Mode::Shadow => modes.shadow,
            Mode::Unit | Mode::InLoop => modes.in_loop,
        };
        let result = run(&check).map_err(|error| match &error {
            Error::Job(error) => explained(error),
            other => format!("{other}; {}", other.remedy()),
        })?;
        Ok(self.told(result))
    }

    fn told(&self, result: KernelOutcome) -> Ran<Report> {
        let (passed, equal) = (result.passed(), result.report == result.golden);
        let mut value = serde_json::to_value(&result.outcome).expect("outcomes have string keys");
        value["equals_golden_run"] = json!(equal);
        value["passed"] = json!(passed);
        let difference = result.outcome.difference().unwrap_or_default();
        let warning = format!("{}: {difference}", self.unit.name);
        Ran {
            report: result.golden,
            beside: Some(("cosim", value)),
            warnings: if passed { Vec::new() } else { vec![warning] },
        }
    }
}
