//! Why a job cannot be studied.

use crate::error::Error;
use crate::fault::Outcome;

/// Why a job cannot be studied.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The golden GPU cannot start the job.
    #[error(transparent)]
    Start(#[from] Error),
    /// The job has no such launch.
    #[error("limit_study.launch = {launch}, but the job's last one is {}", launches - 1)]
    NoLaunch {
        /// The launch to study, from 0.
        launch: usize,
        /// How many launches the job has.
        launches: usize,
    },
    /// The launch follows a loop, so the number of launches before it is unknown.
    #[error("limit_study.launch = {launch}, and a loop of the host runs before it")]
    BehindLoop {
        /// The launch to study, from 0.
        launch: usize,
    },
    /// The run ended before the studied threads did.
    #[error("{0}")]
    Stopped(Box<Outcome>),
    /// Threads of a warp wait at a barrier for others of the same warp, which cannot get there under this scheme.
    #[error("under {scheme}, thread {thread} waits for ever: a barrier stands in divergent code")]
    Deadlock {
        /// The scheme.
        scheme: &'static str,
        /// The first thread that waits.
        thread: usize,
    },
}

impl StudyError {
    /// How to fix it.
    pub fn remedy(&self) -> String {
        match self {
            StudyError::Start(error) => error.remedy(),
            StudyError::NoLaunch { .. } => {
                "count launches from 0, with --set limit_study.launch=N".into()
            }
            StudyError::BehindLoop { .. } => {
                "study one of the launches before the loop, or of its first round".into()
            }
            StudyError::Stopped(outcome) => outcome.remedy().unwrap_or_default(),
            StudyError::Deadlock { .. } => {
                "move the barrier to where the threads of a warp are together again".into()
            }
        }
    }
}
