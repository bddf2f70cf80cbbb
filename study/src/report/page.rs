//! The page of the report.

use super::data::Head;
use super::figure::Figure;
use super::headline::Compared;
use minijinja::AutoEscape;
use minijinja::value::Serde;
use serde::Serialize;

/// Everything that the template shows.
#[derive(Debug, Serialize)]
pub struct Page {
    /// The paper's short name.
    pub paper: &'static str,
    /// Facts about the paper.
    pub head: Head,
    /// Size of the inputs.
    pub size: String,
    /// Seed of the inputs.
    pub seed: u64,
    /// Options that give the same machine.
    pub machine: String,
    /// Version of this program.
    pub version: &'static str,
    /// Digest of the simulator's sources.
    pub model: &'static str,
    /// Names of the user's kernels that are shown beside the paper's programs.
    pub own: Vec<String>,
    /// Number of runs behind the page.
    pub runs: usize,
    /// Failed runs, and kernels of the user that left other memory contents than in their first run.
    pub failures: Vec<String>,
    /// Comparisons that the paper prints.
    pub headlines: Vec<Compared>,
    /// Explanations of why some comparisons come out differently.
    pub ablations: Vec<Explained>,
    /// Figures and tables.
    pub figures: Vec<Figure>,
}

/// An ablation and its result.
#[derive(Debug, Serialize)]
pub struct Explained {
    /// What the change shows.
    pub cause: String,
    /// The change.
    pub change: String,
    /// Heddle's number without the change.
    pub before: String,
    /// The comparison with the change.
    pub after: Compared,
    /// Names of the runs that show the effect.
    pub runs: Vec<String>,
}

/// The page as one self-contained file.
pub fn render(page: &Page) -> String {
    let mut environment = heddle_template::environment();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let page = Serde(page);
    environment
        .render_str(include_str!("page.html.jinja"), page)
        .unwrap_or_else(|error| panic!("the template of the report: {error:#}"))
}
