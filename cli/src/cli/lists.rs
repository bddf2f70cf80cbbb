//! Options of the commands that list units, mechanisms and workloads.

use clap::Args;

/// Options of `heddle units`.
#[derive(Debug, Args)]
pub struct Units {
    /// Print the table of the book.
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
}

/// Options of `heddle mechanisms`.
#[derive(Debug, Args)]
pub struct Mechanisms {
    /// Print the table of the README.
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
}

/// Options of `heddle workloads`.
#[derive(Debug, Args)]
pub struct Workloads {
    /// Print the table of the book.
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
}
