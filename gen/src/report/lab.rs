//! The runs behind the page.

use super::data::Data;
use super::measure::Measure;
use crate::cells::{Cell, CellResult, Results, Subject};
use crate::cli::Global;
use crate::command::job;
use crate::command::own_kernel::OwnKernel;
use crate::failure::Failure;
use crate::method::Method;
use heddle_kernels::{Size, Workload};
use heddle_sim::Mechanism;
use std::sync::Arc;

/// Makes cells of names in the data files.
pub struct Machines<'a> {
    /// The paper.
    pub data: &'static Data,
    /// The machine that everything starts from, and the seed.
    pub global: &'a Global,
    /// Kernels of the user's, which have names of their own.
    pub own: &'a [Arc<OwnKernel>],
    /// Size of the inputs of workloads.
    pub size: Size,
    /// Cycles of a launch after which it is given up.
    pub max_cycles: u64,
}

impl Machines<'_> {
    /// A workload, or a kernel of the user's, in a run (`VARIANT` or `VARIANT@POINT`) with more overrides.
    ///
    /// # Errors
    /// The machine of the options does not go with the overrides of the run.
    pub fn cell(&self, run: &str, set: &[String], workload: &str) -> Result<Cell, Failure> {
        let (variant, point) = self.data.parts(run);
        let mut all = variant.set.clone();
        all.extend(point.into_iter().flat_map(|point| point.set.clone()));
        all.extend_from_slice(self.data.set_of(workload));
        all.extend_from_slice(set);
        let config = self.global.machine_with(&all);
        Ok(Cell {
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

/// Runs that have been made.
pub struct Lab<'a> {
    /// How they are named.
    pub machines: Machines<'a>,
    /// What they came to.
    pub results: &'a Results,
}

impl Lab<'_> {
    /// The paper.
    pub fn data(&self) -> &'static Data {
        self.machines.data
    }

    /// A cell and what it came to.
    pub fn run(&self, run: &str, set: &[String], workload: &str) -> (Cell, &CellResult) {
        self.made(self.machines.cell(run, set, workload))
    }

    /// A cell that was made, and what it came to.
    pub fn made(&self, cell: Result<Cell, Failure>) -> (Cell, &CellResult) {
        let cell = cell.unwrap_or_else(|error| panic!("it was made before: {error}"));
        let result = self.results.of(&cell);
        (cell, result)
    }

    /// A number of a run; none of one that failed.
    pub fn number(&self, measure: Measure, run: &str, workload: &str) -> Option<f64> {
        self.number_with(measure, run, &[], workload)
    }

    /// The same with more overrides.
    pub fn number_with(
        &self,
        measure: Measure,
        run: &str,
        set: &[String],
        workload: &str,
    ) -> Option<f64> {
        let (cell, result) = self.run(run, set, workload);
        measure.of(&cell, result)
    }

    /// The mean over workloads; none if one of them failed.
    pub fn mean(&self, measure: Measure, run: &str, workloads: &[&str]) -> Option<f64> {
        let numbers = workloads
            .iter()
            .map(|workload| self.number(measure, run, workload));
        measure.mean(&numbers.collect::<Option<Vec<_>>>()?)
    }
}
