//! The command line as clap sees it.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Runs tests in stages with budgets in minutes. Long plans may be interrupted and continued.
#[derive(Debug, Parser)]
#[command(name = "stages", version, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 all passed within the limit; 1 a stage failed, ran nothing or \
was stopped, or the run took longer than its limit; 2 the plan or the environment is wrong; 130 \
interrupted (128 and the signal's number).";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the stages of a plan, one after the other.
    Run(Run),
    /// Write the results of a plan, or of chosen stages, into a file that `scripts/pages` shows.
    Table(Table),
}

#[derive(Debug, Args)]
pub(crate) struct Run {
    #[command(flatten)]
    pub place: PlanArgs,
    /// Run all stages, even those whose results are kept.
    #[arg(long)]
    pub again: bool,
    /// Limit of the run, in place of the plan's.
    #[arg(long, value_name = "N")]
    pub minutes: Option<f64>,
    /// A note to store with this run, such as "cold" or "warm" (plans that keep nothing).
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Print the results as JSON; everything else goes to standard error.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Table {
    #[command(flatten)]
    pub place: PlanArgs,
    /// The file, such as `results/nightly.json`.
    #[arg(long, value_name = "FILE.json")]
    pub into: PathBuf,
}

/// A plan and its results.
#[derive(Debug, Args)]
pub(crate) struct PlanArgs {
    /// The TOML file that lists the stages.
    pub plan: PathBuf,
    /// Where results lie [default: out/PLAN'S NAME in the repository].
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
    /// Only these stages.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub only: Vec<String>,
}
