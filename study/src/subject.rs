//! The program of a run.

use crate::check::{Shortfall, check, completed};
use crate::error::Error;
use crate::kernel::{Kernel, Loaded};
use heddle_contract::Config;
use heddle_kernels::{Room, Size, Workload};
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
    /// A kernel of the caller, whose result is compared with those of other runs.
    Own(Arc<dyn Kernel>),
}

impl Subject {
    /// Name for people.
    pub fn name(&self) -> &str {
        match self {
            Subject::Workload { workload, .. } => workload.name(),
            Subject::Own(kernel) => kernel.name(),
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

    /// A command line that runs the program, to which options of machine and mechanism are added; `None` if there is none.
    pub fn command(&self) -> Option<String> {
        match self {
            Subject::Workload {
                workload,
                size,
                seed,
            } => {
                let name = workload.name();
                Some(format!("heddle run {name} --size {size} --seed {seed}"))
            }
            Subject::Own(kernel) => kernel.command(),
        }
    }

    /// Loads the program for a machine; a workload in blocks that fit on a core.
    ///
    /// # Errors
    /// [`Error::Kernel`].
    pub fn load(&self, config: &Config) -> Result<Box<dyn Loaded>, Error> {
        match self {
            Subject::Workload {
                workload,
                size,
                seed,
            } => {
                let room = Room::new(config.core.warps, config.core.warp_size);
                Ok(Box::new(workload.job(*size, *seed, room)))
            }
            Subject::Own(kernel) => kernel.load().map_err(Error::Kernel),
        }
    }

    /// Whether a run completed, with the right result if that is known.
    ///
    /// # Errors
    /// [`Shortfall`].
    pub fn check<'a>(&self, report: &'a Report) -> Result<(), Shortfall<'a>> {
        match self {
            Subject::Workload {
                workload,
                size,
                seed,
            } => check(*workload, *size, *seed, report),
            Subject::Own(_) => completed(report),
        }
    }
}
