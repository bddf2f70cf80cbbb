//! Options of `heddle view`.

use clap::Args;
use std::path::PathBuf;

/// Options of `heddle view`.
#[derive(Debug, Args)]
pub struct View {
    /// Recordings that `--record` of `run`, `sim` or `compare` wrote; shown one below the other, in this order.
    #[arg(required = true, value_name = "RECORDING")]
    pub recordings: Vec<PathBuf>,
    /// The page.
    #[arg(long, value_name = "FILE.html")]
    pub out: PathBuf,
    /// Heading of the page; that of the first recording without it.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
}
