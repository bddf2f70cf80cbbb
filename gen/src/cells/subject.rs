//! What a cell runs.

use crate::command::job::{Asked, of_workload};
use crate::command::outcome;
use crate::command::own_kernel::OwnKernel;
use crate::digest;
use crate::failure::Failure;
use heddle_contract::Config;
use heddle_kernels::{Size, Workload};
use heddle_sim::Report;
use serde_json::{Value, json};
use std::sync::Arc;

/// What a cell runs.
#[derive(Clone)]
pub enum Subject {
    /// A built-in workload, whose result is compared with its reference.
    Workload {
        /// Which.
        workload: &'static dyn Workload,
        /// Size of its input.
        size: Size,
        /// Seed of its input.
        seed: u64,
    },
    /// A kernel of the user's, whose result is compared with those of other runs.
    Own(Arc<OwnKernel>),
}

impl Subject {
    /// For people.
    pub fn name(&self) -> &str {
        match self {
            Subject::Workload { workload, .. } => workload.name(),
            Subject::Own(kernel) => &kernel.name,
        }
    }

    /// All of it that decides a result.
    pub fn identity(&self) -> Value {
        match self {
            Subject::Workload {
                workload,
                size,
                seed,
            } => json!({
                "workload": workload.name(),
                "elf": digest::of_bytes(workload.elf()),
                "size": size.to_string(),
                "seed": seed,
            }),
            Subject::Own(kernel) => kernel.contents().clone(),
        }
    }

    /// What runs on a machine.
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

    /// Whether a run completed, and with the right result as far as that is known.
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
