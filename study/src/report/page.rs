//! The page of the report.

use super::data::{Data, Head};
use super::figure::Figure;
use super::headline::{Compared, Explained, Why, Without};
use super::printed::PrintedRow;
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
    /// The machine of the second column, if there is one.
    pub second: Option<Second>,
    /// How many comparisons agree.
    pub counts: Counts,
    /// As `counts`, on the machine of the second column.
    pub second_counts: Option<Counts>,
    /// Comparisons that the paper prints.
    pub headlines: Vec<Row>,
    /// Explanations of why some comparisons come out differently.
    pub ablations: Vec<Explained>,
    /// Everything that the paper prints, if there is a list of it.
    pub printed: Vec<PrintedRow>,
    /// Figures and tables.
    pub figures: Vec<Figure>,
}

/// The machine of a second column.
#[derive(Debug, Serialize)]
pub struct Second {
    /// Heading.
    pub label: &'static str,
    /// Explanation for the reader.
    pub about: &'static str,
}

impl Second {
    /// The second column of a paper.
    pub fn of(data: &'static Data) -> Option<Second> {
        let column = data.column.as_ref()?;
        Some(Second {
            label: &column.label,
            about: &column.about,
        })
    }
}

/// A comparison, and why it comes out differently if it does.
#[derive(Debug, Serialize)]
pub struct Row {
    /// The comparison.
    #[serde(flatten)]
    pub compared: Compared,
    /// The same on the machine of the second column.
    pub second: Option<Compared>,
    /// Why it differs.
    pub why: Option<Why>,
    /// The program that decides a mean whose direction differs.
    pub without: Option<Without>,
}

/// How many comparisons agree, each with every input of its programs (REP-12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Comparisons with a direction.
    pub signs: usize,
    /// Those whose direction is the paper's.
    pub signs_agree: usize,
    /// Comparisons with a number.
    pub numbers: usize,
    /// Those within a third of it.
    pub within_a_third: usize,
}

impl Counts {
    /// Counts comparisons.
    pub fn of<'a>(all: impl Iterator<Item = &'a Compared>) -> Counts {
        let mut counts = Counts::default();
        for compared in all {
            counts.signs += usize::from(compared.sign_agrees.is_some());
            counts.signs_agree += usize::from(compared.sign_agrees == Some(true));
            counts.numbers += usize::from(compared.ratio.is_some());
            let close = compared.ratio.is_some() && compared.ratio_is_close;
            counts.within_a_third += usize::from(close);
        }
        counts
    }
}
