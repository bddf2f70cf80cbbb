//! Everything that a paper prints, and where Heddle has it.

use super::data::{Data, Headline, Printed};
use serde::Serialize;

/// Something that a paper prints, and what compares it.
#[derive(Debug, Serialize)]
pub struct PrintedRow {
    /// What is printed.
    #[serde(flatten)]
    pub printed: &'static Printed,
    /// Whether a comparison of the page has its name.
    pub compared: bool,
    /// Where else Heddle has it, or why it has not.
    pub why: Option<&'static str>,
}

/// All rows of a paper's list; `headlines` are those of the page.
pub fn rows(data: &'static Data, headlines: &[&Headline]) -> Vec<PrintedRow> {
    let row = |printed: &'static Printed| PrintedRow {
        compared: headlines.iter().any(|h| h.name == printed.name),
        why: data.uncompared(&printed.name),
        printed,
    };
    data.printed.iter().map(row).collect()
}
