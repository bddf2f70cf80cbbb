//! The page.

use super::data::Head;
use super::figure::Figure;
use super::headline::Compared;
use crate::template;
use minijinja::AutoEscape;
use minijinja::value::Serde;
use serde::Serialize;

/// All that the template shows.
#[derive(Debug, Serialize)]
pub struct Page {
    /// The paper's short name.
    pub paper: &'static str,
    /// What is said of the paper.
    pub head: Head,
    /// Size of the inputs.
    pub size: String,
    /// Seed of the inputs.
    pub seed: u64,
    /// Options that lead to the same machine.
    pub machine: String,
    /// Version of this program.
    pub version: &'static str,
    /// Digest of the simulator's sources.
    pub model: &'static str,
    /// Names of kernels of the user's that are shown beside the paper's programs.
    pub own: Vec<String>,
    /// Runs behind the page.
    pub runs: usize,
    /// What failed, and kernels of the user's that left other memory than in their first run.
    pub failures: Vec<String>,
    /// Comparisons that the paper prints.
    pub headlines: Vec<Compared>,
    /// Why some of them come out differently.
    pub ablations: Vec<Explained>,
    /// Figures and tables.
    pub figures: Vec<Figure>,
}

/// An ablation and what comes of it.
#[derive(Debug, Serialize)]
pub struct Explained {
    /// What the change shows.
    pub cause: String,
    /// What is changed.
    pub change: String,
    /// Ours without the change.
    pub before: String,
    /// The comparison with the change.
    pub after: Compared,
    /// Names of the cells that show it.
    pub cells: Vec<String>,
}

/// The page as one file that needs no other.
pub fn render(page: &Page) -> String {
    let mut environment = template::environment();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let page = Serde(page);
    environment
        .render_str(include_str!("page.html.jinja"), page)
        .unwrap_or_else(|error| panic!("the template of the report: {error:#}"))
}
