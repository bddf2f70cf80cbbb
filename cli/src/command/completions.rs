//! `heddle completions`: what a shell needs to complete Heddle's command line.

use super::Cli;
use crate::cli::{Completions, Global};
use crate::failure::Failure;
use crate::output;
use clap::CommandFactory;

/// Prints the shell's script.
pub fn execute(_: &Global, options: &Completions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Cli::command(), "heddle", &mut script);
    output::text(&String::from_utf8_lossy(&script))
}
