//! The program of a run.

use crate::command::job::{Asked, of_workload};
use crate::command::outcome;
use crate::command::own_kernel::OwnKernel;
use crate::failure::Failure;
use heddle_contract::Config;
use heddle_kernels::{Size, Workload};
use heddle_sim::Report;
use heddle_system::kept::digest;
use serde_json::{Value, json};
use std::sync::Arc;

/// The program of a run.
#[derive(Clone)]
pub enum Subject {
    /// A built-in workload, whose result is compared with its reference.
    Workload {
        /// The workload.
        workload: &'static dyn Workload,
        /// Size of its input.
        size: Size,
        /// Seed of its input.
        seed: u64,
    },
    /// A kernel of the user, whose result is compared with those of other runs.
    Own(Arc<OwnKernel>),
}

impl Subject {
    /// Name for people.
    pub fn name(&self) -> &str {
        match self {
            Subject::Workload { workload, .. } => workload.name(),
            Subject::Own(kernel) => &kernel.name,
        }
    }

    /// Everything about the program that determines a result.
    pub fn identity(&self) -> Value {
        match self {
            Subject::Workload {
                workload,
                size,
                seed,
            } => json!({
                "workload": workload.name(),
                "elf": digest(workload.elf()),
                "size": size.to_string(),
                "seed": seed,
            }),
            Subject::Own(kernel) => kernel.contents().clone(),
        }
    }

    /// Loads the program for a machine.
    pub fn load(&self, config: &Config) -> Result<Asked, Failure> {
        match self {
            Subject::Workload {
                workload,
                size,
                seed,
            } => {
                let job = of_workload(*workload, *size, *seed, config);
                Ok(Asked::Workload(job, *workload))
            }
            Subject::Own(kernel) => kernel.load(),
        }
    }

    /// Whether a run completed, with the right result if that is known.
    pub fn verdict(&self, report: &Report) -> Result<(), Failure> {
        match self {
            Subject::Workload {
                workload,
                size,
                seed,
            } => outcome::verdict(*workload, *size, *seed, report),
            Subject::Own(_) => outcome::completed(report),
        }
    }
}
