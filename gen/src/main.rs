//! The `heddle` command: thin commands over the libraries, reports and errors for people.
//!
//! Exit codes: 0 done, 1 it ran and failed, 2 what the user supplied was wrong (arguments, files,
//! environment).
#![forbid(unsafe_code)]

mod area;
mod cells;
mod cli;
mod command;
mod failure;
mod help;
mod output;
mod plot;
mod progress;
mod report;
mod style;
mod template;
mod trace;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    failure::install_reporter();
    let cli = cli::Cli::parse();
    match command::execute(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
