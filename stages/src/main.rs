//! The `stages` command; see [`heddle_stages`].
#![forbid(unsafe_code)]

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    heddle_stages::execute(&heddle_stages::Cli::parse())
}
