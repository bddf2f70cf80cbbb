//! The runs behind the page.

use super::data::Data;
use super::measure::Measure;
use crate::cli::Global;
use crate::command::job;
use crate::command::own_kernel::OwnKernel;
use crate::failure::Failure;
use crate::method::Method;
use crate::runs::{PlannedRun, Results, RunResult, Subject};
use heddle_kernels::{Size, Workload};
use heddle_sim::Mechanism;
use std::sync::Arc;

/// Turns names in the data files into planned runs.
pub struct Machines<'a> {
    /// The paper.
    pub data: &'static Data,
    /// The machine to which overrides are added, and the seed.
    pub global: &'a Global,
    /// The user's kernels, which have their own names.
    pub own: &'a [Arc<OwnKernel>],
    /// Size of the inputs of workloads.
    pub size: Size,
    /// Number of cycles after which a launch is given up.
    pub max_cycles: u64,
}

impl Machines<'_> {
    /// A workload, or a kernel of the user, in a run (`VARIANT` or `VARIANT@POINT`) with additional overrides.
    ///
    /// # Errors
    /// The machine of the options is not compatible with the overrides of the run.
    pub fn planned(
        &self,
        run: &str,
        set: &[String],
        workload: &str,
    ) -> Result<PlannedRun, Failure> {
        let (variant, point) = self.data.parts(run);
        let mut all = variant.set.clone();
        all.extend(point.into_iter().flat_map(|point| point.set.clone()));
        all.extend_from_slice(self.data.set_of(workload));
        all.extend_from_slice(set);
        let config = self.global.machine_with(&all);
        Ok(PlannedRun {
            subject: self.subject(workload),
            method: method(&variant.mechanism),
            config: config.map_err(|error| Failure::from(error).also(&format!("(in {run})")))?,
            max_cycles: self.max_cycles,
            timeline_of: None,
        })
    }

    fn subject(&self, name: &str) -> Subject {
        let own = self.own.iter().find(|kernel| kernel.name == name);
        match own {
            Some(kernel) => Subject::Own(kernel.clone()),
            None => Subject::Workload {
                workload: by_name(name),
                size: self.size,
                seed: self.global.seed,
            },
        }
    }
}

fn method(name: &str) -> Method {
    let gpu = Mechanism::ALL.into_iter().find(|m| m.name() == name);
    gpu.map_or(Method::Oracle, Method::Gpu)
}

fn by_name(name: &str) -> &'static dyn Workload {
    job::workload(name).unwrap_or_else(|error| panic!("a data file of the report: {error}"))
}

/// Runs that are complete.
pub struct Lab<'a> {
    /// The names of the runs.
    pub machines: Machines<'a>,
    /// The results of the runs.
    pub results: &'a Results,
}

impl Lab<'_> {
    /// The paper.
    pub fn data(&self) -> &'static Data {
        self.machines.data
    }

    /// A run and its result.
    pub fn run(&self, run: &str, set: &[String], workload: &str) -> (PlannedRun, &RunResult) {
        self.made(self.machines.planned(run, set, workload))
    }

    /// A completed run and its result.
    pub fn made(&self, planned: Result<PlannedRun, Failure>) -> (PlannedRun, &RunResult) {
        let planned = planned.unwrap_or_else(|error| panic!("it was made before: {error}"));
        let result = self.results.of(&planned);
        (planned, result)
    }

    /// A measure of a run; `None` if it failed.
    pub fn number(&self, measure: Measure, run: &str, workload: &str) -> Option<f64> {
        self.number_with(measure, run, &[], workload)
    }

    /// As [`Lab::number`], with additional overrides.
    pub fn number_with(
        &self,
        measure: Measure,
        run: &str,
        set: &[String],
        workload: &str,
    ) -> Option<f64> {
        let (planned, result) = self.run(run, set, workload);
        measure.of(&planned, result)
    }

    /// The mean over workloads; `None` if a run failed.
    pub fn mean(&self, measure: Measure, run: &str, workloads: &[&str]) -> Option<f64> {
        let numbers = workloads
            .iter()
            .map(|workload| self.number(measure, run, workload));
        measure.mean(&numbers.collect::<Option<Vec<_>>>()?)
    }
}
