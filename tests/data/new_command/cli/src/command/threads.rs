//! `heddle threads`: how many threads the machine holds at once.

use crate::cli::Global;
use crate::failure::Failure;
use crate::output;
use clap::Args;
use serde_json::json;

/// The text below the help.
pub const HELP: &str = "Example: heddle threads --preset tiny";

/// Options of `heddle threads`.
#[derive(Debug, Args)]
pub struct Threads {
    /// Count the threads of one core.
    #[arg(long)]
    pub core: bool,
}

/// Prints the number of threads.
pub fn execute(global: &Global, options: &Threads) -> Result<(), Failure> {
    let threads = count(global, options)?;
    match global.json {
        true => output::json(&json!({ "threads": threads })),
        false => output::line(&threads.to_string()),
    }
}

fn count(global: &Global, options: &Threads) -> Result<usize, Failure> {
    let machine = global.machine()?;
    let cores = if options.core { 1 } else { machine.cores };
    Ok(cores * machine.core.threads())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Cli, Command, execute};
    use clap::Parser;

    #[test]
    fn the_command_line_leads_here() {
        let cli = Cli::parse_from(["heddle", "threads", "--core", "--preset", "tiny"]);
        let Command::Threads(options) = &cli.command else {
            panic!("another command");
        };
        assert!(count(&cli.global, options).is_ok_and(|threads| threads == 16));
        assert!(execute(&cli).is_ok());
    }
}
