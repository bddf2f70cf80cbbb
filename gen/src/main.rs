//! The `heddle` command: thin commands over the libraries, reports and errors for people.
//!
//! Exit codes: 0 done, 1 it ran and failed, 2 what the user supplied was wrong (arguments, files,
//! environment).
#![forbid(unsafe_code)]

mod area;
mod cells;
mod cli;
mod command;
mod console;
mod digest;
mod failure;
mod help;
mod method;
mod output;
mod plot;
mod processor;
mod progress;
mod report;
mod style;
mod template;

use clap::Parser;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    processor::hand_over();
    failure::install_reporter();
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(said) => return answer(&said),
    };
    match command::execute(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Help, the version, or what is wrong with the arguments.
fn answer(said: &clap::Error) -> ExitCode {
    let printed = said.print().and_then(|()| io::stdout().flush());
    match printed {
        Err(error) if !said.use_stderr() && error.kind() != io::ErrorKind::BrokenPipe => {
            output::unprintable(&error).report()
        }
        _ => ExitCode::from(said.exit_code() as u8),
    }
}
