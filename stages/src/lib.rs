//! Runs the stages that a plan lists. Each stage has a budget in minutes and has to say how much it did.
//!
//! A [`Plan`] is a TOML file. Plans of tests run every stage every time, into a numbered folder per
//! run. Plans that *keep* results (`keep = true`) are for nights: a stage that has passed is not run
//! again until its definition, one of its input files or the night's seed changes. So an
//! interrupted night continues where it stopped, and an unrelated commit costs nothing.
//!
//! Exit codes: 0 all stages passed within the limit; 1 a stage failed, ran nothing or was stopped, or
//! the run took longer than its limit; 2 the plan or the environment is wrong; 128 and the signal's
//! number (130 for SIGINT) after an interruption.
#![forbid(unsafe_code)]

mod budget;
mod chosen;
mod cli;
mod clock;
mod console;
mod count;
mod execution;
mod failure;
mod files;
mod folder;
mod host;
mod key;
mod night;
mod numbered;
mod plan;
mod record;
mod repository;
mod run;
mod signals;
mod stage;
mod summary;
mod table;

pub use cli::Cli;
pub use failure::Failure;
pub use plan::{LeftOut, Plan, Stage};
pub use record::{Outcome, Record};

use std::process::ExitCode;

/// Executes the command line; errors go to standard error.
pub fn execute(cli: &Cli) -> ExitCode {
    let result = match &cli.command {
        cli::Command::Run(options) => run::run(options),
        cli::Command::Table(options) => table::write(options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
