//! A comparison that the paper prints, and the same comparison of Heddle's runs.

mod asked;
mod change;
mod found;
mod of_reductions;
mod of_runs;
mod why;

pub use change::Change;
pub use found::Found;
pub use why::{Explained, Why, Without, explained, why, without};

use super::data::{Claim, Headline};
use super::lab::{Lab, Machines};
use crate::error::Error;
use crate::mean::{arithmetic, ends};
use crate::planned::PlannedRun;
use asked::Asked;
use serde::Serialize;

/// A claim of the paper, and the result of Heddle's runs.
#[derive(Debug, Serialize)]
pub struct Compared {
    /// Name of the headline.
    pub name: String,
    /// Description of the comparison.
    pub title: String,
    /// Location in the paper.
    pub place: String,
    /// What the claim leaves out.
    pub note: Option<String>,
    /// The paper's number or words.
    pub paper: String,
    /// Heddle's number; the least and the greatest over the inputs of a program that has several.
    pub ours: String,
    /// Whether the direction agrees with the paper's with every input, if the claim has one.
    pub sign_agrees: Option<bool>,
    /// Heddle's number divided by the paper's, if the paper prints one: the least and the greatest over the inputs.
    pub ratio: Option<[f64; 2]>,
    /// Whether the ratio is within a third of 1 with every input.
    pub ratio_is_close: bool,
    /// Whether the direction agrees and the size differs by no more than a third, with every input.
    pub agrees: bool,
    /// The results of the inputs, if a program has several.
    pub by_input: Vec<ByInput>,
    /// The mean of how far Heddle's numbers are from the paper's.
    #[serde(skip)]
    pub gap: Option<f64>,
    /// The mean of Heddle's numbers over the inputs.
    #[serde(skip)]
    pub mean: Option<f64>,
}

/// The result with one of several inputs of a program.
#[derive(Debug, Serialize)]
pub struct ByInput {
    /// Name of the workload.
    pub input: String,
    /// The result.
    #[serde(flatten)]
    pub found: Found,
}

/// The planned runs that a headline needs.
///
/// # Errors
/// The machine of the options is not compatible with the overrides of a run.
pub fn cells_of(
    machines: &Machines<'_>,
    headline: &Headline,
    change: &Change<'_>,
) -> Result<Vec<PlannedRun>, Error> {
    let mut planned_runs = Vec::new();
    for asked in Asked::for_inputs(machines.data, headline, change) {
        for (run, workloads) in asked.runs() {
            for workload in &workloads {
                planned_runs.push(machines.planned(&run, asked.added(), workload)?);
            }
        }
    }
    Ok(planned_runs)
}

/// Compares a headline with Heddle's runs.
pub fn compare(lab: &Lab<'_>, headline: &Headline, change: &Change<'_>) -> Compared {
    let asked = Asked::for_inputs(lab.data(), headline, change);
    let found = asked.iter().map(|asked| {
        let found = match headline.claim {
            Claim::Runs(claim) => claim.found(asked, lab),
            Claim::Reductions(claim) => claim.found(asked, lab),
        };
        found.unwrap_or_else(Found::failed)
    });
    let found: Vec<Found> = found.collect();
    let signs: Option<Vec<bool>> = found.iter().map(|found| found.sign_agrees).collect();
    let sign_agrees = signs.map(|signs| signs.iter().all(|agrees| *agrees));
    let ratios: Option<Vec<f64>> = found.iter().map(|found| found.ratio).collect();
    let mean = |of: fn(&Found) -> Option<f64>| {
        let numbers: Option<Vec<f64>> = found.iter().map(of).collect();
        arithmetic(&numbers?)
    };
    let ratio_is_close = found.iter().all(Found::is_close);
    let failed = found.contains(&Found::failed());
    Compared {
        name: headline.name.clone(),
        title: headline.title.clone(),
        place: headline.place.clone(),
        note: headline.note.clone(),
        paper: match headline.claim {
            Claim::Runs(claim) => claim.in_words(),
            Claim::Reductions(claim) => claim.in_words(),
        },
        ours: in_words(&found),
        agrees: !failed && sign_agrees != Some(false) && ratio_is_close,
        ratio_is_close,
        sign_agrees,
        ratio: ratios.and_then(|ratios| ends(&ratios)),
        gap: mean(Found::gap),
        mean: mean(|found| found.value),
        by_input: by_input(&asked, found),
    }
}

fn by_input(asked: &[Asked<'_>], found: Vec<Found>) -> Vec<ByInput> {
    let [first, .., _] = asked else {
        return Vec::new();
    };
    let programs = first.programs(first.headline.workloads.as_deref());
    let inputs = programs.into_iter().map(|p| first.data.inputs(p));
    let inputs = inputs.max_by_key(Vec::len).unwrap_or_default();
    let all = asked.iter().zip(found).map(|(asked, found)| ByInput {
        input: inputs[asked.input].into(),
        found,
    });
    all.collect()
}

/// The result with one input; else the least and the greatest, or every result if it is not a number.
fn in_words(found: &[Found]) -> String {
    let mut numbers: Vec<_> = found.iter().filter(|found| found.value.is_some()).collect();
    numbers.sort_by(|a, b| a.value.unwrap_or(0.0).total_cmp(&b.value.unwrap_or(0.0)));
    let all = match numbers.as_slice() {
        [least, .., greatest] if numbers.len() == found.len() => vec![*least, *greatest],
        _ => found.iter().collect(),
    };
    let mut words: Vec<&str> = all.iter().map(|found| found.ours.as_str()).collect();
    words.dedup();
    words.join(if words.len() == 2 { " to " } else { "; " })
}
