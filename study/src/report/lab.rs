//! The runs behind the page.

use super::data::{Column, Data};
use super::measure::Measure;
use crate::error::Error;
use crate::kernel::Kernel;
use crate::machine::Machine;
use crate::method::{Method, section};
use crate::planned::PlannedRun;
use crate::result::RunResult;
use crate::subject::Subject;
use crate::worker_pool::Results;
use heddle_kernels::{Size, Workload};
use heddle_sim::Mechanism;
use std::sync::Arc;

/// What is added to the machine of a run.
#[derive(Clone, Copy, Default)]
pub struct Added<'a> {
    /// The machine of a second column, in place of the paper's.
    pub column: Option<&'a Column>,
    /// Overrides, on top of all others.
    pub set: &'a [String],
}

/// Turns names in the data files into planned runs.
pub struct Machines<'a> {
    /// The paper.
    pub data: &'static Data,
    /// The machine to which overrides are added.
    pub machine: &'a Machine,
    /// Seed of the inputs of workloads.
    pub seed: u64,
    /// The caller's kernels, which have their own names.
    pub own: &'a [Arc<dyn Kernel>],
    /// Size of the inputs of workloads.
    pub size: Size,
    /// Number of cycles after which a launch is given up.
    pub max_cycles: u64,
}

impl Machines<'_> {
    /// A workload, or a kernel of the user, in a run (`VARIANT` or `VARIANT@POINT`) with what is added to its machine.
    ///
    /// # Errors
    /// The machine of the options is not compatible with the overrides of the run.
    pub fn planned(
        &self,
        run: &str,
        added: Added<'_>,
        workload: &str,
    ) -> Result<PlannedRun, Error> {
        let (variant, point) = self.data.parts(run);
        let column = added.column.into_iter();
        let mut all: Vec<String> = column
            .flat_map(|column| column.overrides(&variant.mechanism).cloned())
            .collect();
        // What tells variants from each other is not the column's.
        all.extend_from_slice(&variant.set);
        all.extend(point.into_iter().flat_map(|point| point.set.clone()));
        all.extend_from_slice(self.data.set_of(workload));
        all.extend_from_slice(added.set);
        let method = method(&variant.mechanism);
        // An experiment changes the machine of both runs of a comparison; one that does not read the key is the run there was.
        all.retain(|set| method.reads(section(set)));
        let config = self.machine.with(&all);
        Ok(PlannedRun {
            subject: self.subject(workload),
            method,
            config: config.map_err(|error| Error::Machine {
                run: run.into(),
                error: Box::new(error),
            })?,
            max_cycles: self.max_cycles,
            window: None,
            timeline_of: None,
        })
    }

    fn subject(&self, name: &str) -> Subject {
        let own = self.own.iter().find(|kernel| kernel.name() == name);
        match own {
            Some(kernel) => Subject::Own(kernel.clone()),
            None => Subject::Workload {
                workload: by_name(name),
                size: self.size,
                seed: self.seed,
            },
        }
    }
}

fn method(name: &str) -> Method {
    let gpu = Mechanism::ALL.into_iter().find(|m| m.name() == name);
    gpu.map_or(Method::Oracle, Method::Gpu)
}

fn by_name(name: &str) -> &'static dyn Workload {
    heddle_kernels::by_name(name)
        .unwrap_or_else(|error| panic!("a data file of the report: {error}"))
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
    pub fn run(&self, run: &str, added: Added<'_>, workload: &str) -> (PlannedRun, &RunResult) {
        self.made(self.machines.planned(run, added, workload))
    }

    /// A completed run and its result.
    pub fn made(&self, planned: Result<PlannedRun, Error>) -> (PlannedRun, &RunResult) {
        let planned = planned.unwrap_or_else(|error| panic!("it was made before: {error}"));
        let result = self.results.of(&planned);
        (planned, result)
    }

    /// A measure of a run; `None` if it failed.
    pub fn number(&self, measure: Measure, run: &str, workload: &str) -> Option<f64> {
        self.number_with(measure, run, Added::default(), workload)
    }

    /// As [`Lab::number`], with what is added to the machine.
    pub fn number_with(
        &self,
        measure: Measure,
        run: &str,
        added: Added<'_>,
        workload: &str,
    ) -> Option<f64> {
        let (planned, result) = self.run(run, added, workload);
        measure.of(&planned, result)
    }

    /// The mean over workloads; `None` if a run failed.
    pub fn mean(&self, measure: Measure, run: &str, workloads: &[&str]) -> Option<f64> {
        self.mean_with(measure, run, Added::default(), workloads)
    }

    /// As [`Lab::mean`], with what is added to the machine.
    pub fn mean_with(
        &self,
        measure: Measure,
        run: &str,
        added: Added<'_>,
        workloads: &[&str],
    ) -> Option<f64> {
        let numbers = workloads
            .iter()
            .map(|workload| self.number_with(measure, run, added, workload));
        measure.mean(&numbers.collect::<Option<Vec<_>>>()?)
    }
}
