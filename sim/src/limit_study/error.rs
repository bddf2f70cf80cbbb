//! Why a job cannot be studied.

use crate::error::Error;
use crate::fault::Outcome;

/// Why a job cannot be studied.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The golden GPU cannot start it.
    #[error(transparent)]
    Start(#[from] Error),
    /// The job has no such launch.
    #[error("limit_study.launch = {launch}, but the job's last one is {}", launches - 1)]
    NoLaunch {
        /// The launch that was to be studied, from 0.
        launch: usize,
        /// How many there are.
        launches: usize,
    },
    /// How many launches run before it is not known.
    #[error("limit_study.launch = {launch}, and a loop of the host runs before it")]
    BehindLoop {
        /// The launch that was to be studied, from 0.
        launch: usize,
    },
    /// The run ended before the threads that were to be studied did.
    #[error("{0}")]
    Stopped(Box<Outcome>),
    /// Threads of a warp wait at a barrier for others of the same warp, which a scheme does not let
    /// get there.
    #[error("under {scheme}, thread {thread} waits for ever: a barrier stands in divergent code")]
    Deadlock {
        /// The scheme.
        scheme: &'static str,
        /// The first thread that waits.
        thread: usize,
    },
}

impl StudyError {
    /// What to do about it.
    pub fn remedy(&self) -> String {
        match self {
            StudyError::Start(error) => error.remedy(),
            StudyError::NoLaunch { .. } => {
                "count launches from 0, with --set limit_study.launch=N".into()
            }
            StudyError::BehindLoop { .. } => {
                "study one of the launches before the loop, or of its first round".into()
            }
            StudyError::Stopped(outcome) => outcome.remedy().unwrap_or_default().into(),
            StudyError::Deadlock { .. } => {
                "move the barrier to where the threads of a warp are together again".into()
            }
        }
    }
}
