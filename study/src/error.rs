//! Why a study ends without a result.

use heddle_contract::config::ConfigError;
use heddle_sim::limit_study::StudyError;
use std::io;
use std::path::PathBuf;

/// What a [`Kernel`](crate::Kernel) of the caller says is wrong with it.
pub type Foreign = Box<dyn std::error::Error + Send + Sync>;

/// Why a study ends without a result, or why its result cannot be trusted.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The overrides of a run do not fit the machine.
    #[error("{error} (in {run})")]
    Machine {
        /// Name of the run.
        run: String,
        /// The key, and its fault.
        error: Box<ConfigError>,
    },
    /// A machine cannot start a workload.
    #[error("{title}: {error}")]
    Refused {
        /// The run.
        title: String,
        /// The fault.
        error: Box<heddle_sim::Error>,
    },
    /// The limit study cannot study a program.
    #[error("{title}: {error}")]
    NotStudied {
        /// The run.
        title: String,
        /// The fault.
        error: Box<StudyError>,
    },
    /// A kernel of the caller cannot be loaded.
    #[error(transparent)]
    Kernel(Foreign),
    /// A machine cannot start a kernel of the caller.
    #[error("{error} ({title})")]
    KernelRefused {
        /// The run.
        title: String,
        /// The fault, in the words of the kernel.
        error: Foreign,
    },
    /// A place for results cannot be written.
    #[error("{}: cannot be written: {error}", path.display())]
    Unwritable {
        /// The place.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A paper has no such experiment.
    #[error("no experiment of {paper} is called `{name}`")]
    NoExperiment {
        /// The paper.
        paper: &'static str,
        /// The requested name.
        name: String,
        /// Names of the experiments.
        names: Vec<&'static str>,
    },
    /// Runs did not complete, or not with the right result.
    #[error("{failed} of {runs} runs failed; one of them is {first}")]
    Failed {
        /// How many runs failed.
        failed: usize,
        /// The number of runs.
        runs: usize,
        /// A failed run, and its failure.
        first: String,
    },
    /// Runs of one kernel left different memory contents.
    #[error("{}", differences(*count, first))]
    Differ {
        /// How many runs differ from the first run of their kernel.
        count: usize,
        /// One of the runs, and its buffers that differ.
        first: String,
    },
}

fn differences(count: usize, first: &str) -> String {
    match count {
        1 => first.into(),
        all => format!(
            "{all} runs leave other memory than the first of their kernel; one of them: {first}"
        ),
    }
}

impl Error {
    /// Why a machine cannot run a program at all; `None` of any other error.
    pub(crate) fn refusal(&self) -> Option<String> {
        match self {
            Error::Refused { error, .. } => Some(error.to_string()),
            Error::NotStudied { error, .. } => Some(error.to_string()),
            Error::KernelRefused { error, .. } => Some(error.to_string()),
            _ => None,
        }
    }

    /// What to do; `None` if only the caller's kernel knows.
    pub fn remedy(&self) -> Option<String> {
        Some(match self {
            Error::Machine { error, .. } => error.reason.remedy().into(),
            Error::Refused { error, .. } => error.remedy(),
            Error::NotStudied { error, .. } => error.remedy(),
            Error::Kernel(_) | Error::KernelRefused { .. } => return None,
            Error::Unwritable { .. } => "choose a folder that you can write to, with space left".into(),
            Error::NoExperiment { names, .. } => format!("there are: {}", names.join(", ")),
            Error::Failed { .. } => {
                "`heddle run` or `heddle sim` with the same options says more about one run".into()
            }
            Error::Differ { .. } => "look for races: heddle sim --check-races; memory of a program without any is the same in all runs".into(),
        })
    }
}
