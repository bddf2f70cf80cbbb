//! The `heddle` command: thin commands on top of the libraries, with reports and errors for people.
//!
//! Exit codes: 0 success, 1 the command ran and failed, 2 something the user supplied was wrong (arguments, files,
//! environment). `heddle exec` ends with the exit code of its program if that is not 0 (USR-12).
#![forbid(unsafe_code)]

mod cli;
mod command;
mod console;
mod failure;
mod help;
mod language;
mod output;
mod processor;
mod progress;
mod style;

use clap::Parser;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    processor::hand_over();
    failure::install_reporter();
    // Without handlers a signal ends the process all the same, and the next run removes what this one left.
    let _ = heddle_system::end_in_order();
    let cli = match command::Cli::try_parse() {
        Ok(cli) => cli,
        Err(said) => return answer(&said),
    };
    match command::execute(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Prints help, the version, or what is wrong with the arguments.
fn answer(said: &clap::Error) -> ExitCode {
    let printed = said.print().and_then(|()| io::stdout().flush());
    match printed {
        Err(error) if !said.use_stderr() && error.kind() != io::ErrorKind::BrokenPipe => {
            output::unprintable(&error).report()
        }
        _ => ExitCode::from(said.exit_code() as u8),
    }
}
