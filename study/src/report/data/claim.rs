//! A paper's claims about comparisons.

use serde::Deserialize;

/// A paper's claim about a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Claim {
    /// A claim about the speed of runs.
    Runs(OfRuns),
    /// A claim about reductions between runs.
    Reductions(OfReductions),
}

/// A claim about runs; the comments in the data files explain the variants.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OfRuns {
    Gain(f64),
    Factor(f64),
    Share(f64),
    Ipc(f64),
    Utilisation(f64),
    Percent(f64),
    UpTo(f64),
    AtLeast,
    More,
    Less,
    Level(f64),
    Rising,
    Between([f64; 2]),
}

impl OfRuns {
    /// The claim in words, as the paper states it.
    pub fn in_words(self) -> String {
        match self {
            OfRuns::Gain(paper) => format!("{paper:+} %"),
            OfRuns::Factor(paper) => format!("{paper:.2}x"),
            OfRuns::Share(paper) | OfRuns::Utilisation(paper) | OfRuns::Percent(paper) => {
                format!("{paper} %")
            }
            OfRuns::UpTo(paper) => format!("up to {paper:+} %"),
            OfRuns::AtLeast => "at least as much for each".into(),
            OfRuns::Ipc(paper) => format!("{paper} IPC"),
            OfRuns::More => "faster".into(),
            OfRuns::Less => "slower".into(),
            OfRuns::Level(within) => format!("alike (here: within {within} %)"),
            OfRuns::Rising => "rises".into(),
            OfRuns::Between([low, high]) => format!("{low} to {high}"),
        }
    }
}

/// A claim about reductions; the comments in the data files explain the variants.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OfReductions {
    Reduction(f64),
    GreatestReduction(f64),
    ReductionShare(f64),
    Smaller,
    Reduced(f64),
    Unreduced(f64),
    NoLoss(f64),
}

impl OfReductions {
    /// The claim in words, as the paper states it.
    pub fn in_words(self) -> String {
        match self {
            OfReductions::Reduction(paper)
            | OfReductions::GreatestReduction(paper)
            | OfReductions::ReductionShare(paper) => format!("{paper} %"),
            OfReductions::Smaller => "smaller".into(),
            OfReductions::Reduced(by) => format!("some (here: more than {by} %)"),
            OfReductions::Unreduced(within) => format!("none (here: within {within} %)"),
            OfReductions::NoLoss(within) => format!("no loss (here: within {within} %)"),
        }
    }
}
