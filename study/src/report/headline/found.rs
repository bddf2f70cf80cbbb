//! The result of Heddle's runs for a claim.

use serde::Serialize;

/// Heddle's number differs if it is not within this fraction of the paper's (REP-3).
const A_THIRD: f64 = 1.0 / 3.0;

/// The result of Heddle's runs for a claim, with one input of each program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Found {
    /// The result in words.
    pub ours: String,
    /// Whether the direction agrees with the paper's, if the claim has one.
    pub sign_agrees: Option<bool>,
    /// Heddle's number divided by the paper's, if the paper prints one.
    pub ratio: Option<f64>,
    /// Heddle's number, if the claim is about one.
    pub value: Option<f64>,
    /// The paper's number in the same unit, if it prints one.
    pub paper: Option<f64>,
}

impl Found {
    /// A statement, which holds or does not.
    pub fn stated(ours: String, holds: bool) -> Found {
        Found {
            ours,
            sign_agrees: Some(holds),
            ratio: None,
            value: None,
            paper: None,
        }
    }

    /// A statement about a number.
    pub fn stated_of(value: f64, ours: String, holds: bool) -> Found {
        Found {
            value: Some(value),
            ..Found::stated(ours, holds)
        }
    }

    /// A number beside the paper's; the direction agrees if both are on one side of a bound, if there is one.
    pub fn beside(value: f64, paper: f64, ours: String, beyond: Option<f64>) -> Found {
        Found {
            ours,
            sign_agrees: beyond.map(|bound| (value - bound) * (paper - bound) > 0.0),
            ratio: Some(value / paper),
            value: Some(value),
            paper: Some(paper),
        }
    }

    /// Numbers in percent of a whole.
    pub fn share(value: f64, paper: f64) -> Found {
        Found::beside(value, paper, format!("{value:.1} %"), Some(100.0))
    }

    /// A run that it needs failed.
    pub fn failed() -> Found {
        Found {
            ours: "a run failed".into(),
            sign_agrees: None,
            ratio: None,
            value: None,
            paper: None,
        }
    }

    /// Whether the ratio is within a third of 1.
    pub fn is_close(&self) -> bool {
        self.ratio.is_none_or(|r| (r - 1.0).abs() <= A_THIRD)
    }

    /// How far Heddle's number is from the paper's, if both are there.
    pub fn gap(&self) -> Option<f64> {
        Some((self.value? - self.paper?).abs())
    }
}

/// A number with its sign, in percent.
pub fn signed(value: f64) -> String {
    format!("{value:+.1} %")
}
