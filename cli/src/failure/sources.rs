//! Turns errors of the libraries into failures, with exit code and remedy.

use super::Failure;
use crate::cli::TwoTargets;
use crate::output::unwritable;
use heddle_contract::ParamError;
use heddle_contract::config::ConfigError;
use heddle_gen::Error as GenError;
use heddle_hdl::units::UnitError;
use heddle_sim::launch::LaunchError;
use heddle_study::{Error as StudyError, Foreign};
use heddle_traces::TraceError;

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        let failure = Failure::input_with(&error, error.reason.remedy()).code("heddle::config");
        match &error.excerpt {
            Some(excerpt) => failure.at(&error.place, excerpt),
            None => failure,
        }
    }
}

impl From<ParamError> for Failure {
    fn from(error: ParamError) -> Self {
        Failure::input_with(
            error,
            "change the machine with --config FILE or --set section.key=value",
        )
    }
}

impl From<heddle_area::Error> for Failure {
    fn from(error: heddle_area::Error) -> Self {
        match error {
            heddle_area::Error::Params(error) => error.into(),
            heddle_area::Error::Unit(error) => error.into(),
        }
    }
}

impl From<TwoTargets> for Failure {
    fn from(error: TwoTargets) -> Self {
        Failure::input_with(error, "name the target once")
    }
}

impl From<TraceError> for Failure {
    fn from(error: TraceError) -> Self {
        let remedy = error.remedy();
        Failure::input_with(error, remedy).code("heddle::trace")
    }
}

impl From<UnitError> for Failure {
    fn from(error: UnitError) -> Self {
        match error {
            UnitError::Description(_) => {
                Failure::ran(error).help("a bug in Heddle: please report it")
            }
            _ => Failure::input_with(error, "see `heddle units`"),
        }
    }
}

impl From<heddle_sim::Error> for Failure {
    fn from(error: heddle_sim::Error) -> Self {
        let remedy = error.remedy();
        Failure::input_with(error, remedy)
    }
}

impl From<LaunchError> for Failure {
    fn from(error: LaunchError) -> Self {
        let failure = Failure::input_with(&error, error.reason.remedy()).code("heddle::launch");
        match &error.excerpt {
            Some(excerpt) => failure.at(&error.place, excerpt),
            None => failure,
        }
    }
}

impl From<heddle_cosim::Error> for Failure {
    fn from(error: heddle_cosim::Error) -> Self {
        let failure = match error {
            heddle_cosim::Error::Description(_) | heddle_cosim::Error::Unmutated(_) => {
                Failure::ran(&error)
            }
            heddle_cosim::Error::Build(_) => Failure::input(&error).code("heddle::tools"),
            _ => Failure::input(&error),
        };
        failure.help(error.remedy())
    }
}

impl From<heddle_synth::Error> for Failure {
    fn from(error: heddle_synth::Error) -> Self {
        let failure = match error.is_input() {
            true => Failure::input(&error),
            false => Failure::ran(&error),
        };
        failure.help(error.remedy()).code("heddle::synthesis")
    }
}

impl From<StudyError> for Failure {
    fn from(error: StudyError) -> Self {
        let what = error.to_string();
        let remedy = error.remedy().unwrap_or_default();
        match error {
            StudyError::Machine { run, error } => {
                Failure::from(*error).also(&format!("(in {run})"))
            }
            StudyError::Kernel(error) => of_kernel(error),
            StudyError::KernelRefused { title, error } => {
                of_kernel(error).also(&format!("({title})"))
            }
            StudyError::Unwritable { path, error } => unwritable(&path, &error),
            StudyError::Refused { .. }
            | StudyError::NotStudied { .. }
            | StudyError::NoExperiment { .. } => Failure::input_with(what, remedy),
            StudyError::Failed { .. } => Failure::ran(what).help(remedy),
            StudyError::Differ { .. } => Failure::ran(what).code("heddle::differs").help(remedy),
        }
    }
}

impl From<GenError> for Failure {
    fn from(error: GenError) -> Self {
        let remedy = error.remedy();
        match error {
            GenError::Params(error) => error.into(),
            GenError::Unit(error) => error.into(),
            GenError::Recording(error) => error.into(),
            fault => Failure::input_with(fault, remedy),
        }
    }
}

/// The kernels of a study are those of the command, so their errors are failures already.
fn of_kernel(error: Foreign) -> Failure {
    match error.downcast::<Failure>() {
        Ok(failure) => *failure,
        Err(other) => Failure::input(other),
    }
}
