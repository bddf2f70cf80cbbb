//! Options of the commands that list units, mechanisms and workloads.

use clap::Args;
use clap::builder::PossibleValuesParser;
use heddle_hdl::units::NAMES;

/// Options of `heddle units`.
#[derive(Debug, Args)]
pub struct Units {
    /// Print the page of this unit, in Markdown.
    #[arg(value_name = "UNIT", conflicts_with = "markdown", value_parser = PossibleValuesParser::new(NAMES))]
    pub unit: Option<String>,
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
