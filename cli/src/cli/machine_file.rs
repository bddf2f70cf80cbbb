//! Options of `heddle config`.

use clap::Args;

/// Options of `heddle config`.
#[derive(Debug, Args)]
pub struct MachineFile {
    /// Explain a key, a section, or without a name every key: meaning, unit, limits, values of the presets, and which
    /// mechanisms read it.
    #[arg(long, num_args = 0..=1, value_name = "KEY")]
    pub explain: Option<Option<String>>,
    /// Print a JSON schema of machine files, for editors.
    #[arg(long, conflicts_with = "explain")]
    pub schema: bool,
    /// Print the page of the book.
    #[arg(long, conflicts_with_all = ["explain", "schema", "json"])]
    pub markdown: bool,
}
