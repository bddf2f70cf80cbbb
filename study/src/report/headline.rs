//! A comparison that the paper prints, and the same comparison of Heddle's runs.

mod of_reductions;
mod of_runs;

use super::data::{Ablation, Claim, Data, Headline};
use super::lab::{Lab, Machines};
use super::measure::Measure;
use crate::error::Error;
use crate::planned::PlannedRun;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Heddle's number differs if it is not within this fraction of the paper's (REP-3).
const A_THIRD: f64 = 1.0 / 3.0;

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
    /// Heddle's number.
    pub ours: String,
    /// Whether the direction agrees with the paper's, if the claim has one.
    pub sign_agrees: Option<bool>,
    /// Heddle's number divided by the paper's, if the paper prints one.
    pub ratio: Option<f64>,
    /// Whether the ratio is within a third of 1.
    pub ratio_is_close: bool,
    /// Whether the direction agrees and the size differs by no more than a third.
    pub agrees: bool,
}

/// The change of a headline's runs: nothing, or an ablation.
#[derive(Default)]
pub struct Change<'a> {
    of: Option<&'a str>,
    over: Option<&'a str>,
    set: &'a [String],
    workloads: Option<&'a [String]>,
    replace: BTreeMap<&'a str, &'a str>,
    measure: Option<Measure>,
}

impl<'a> From<&'a Ablation> for Change<'a> {
    fn from(ablation: &'a Ablation) -> Self {
        let replace = ablation.replace.iter();
        Change {
            of: ablation.of.as_deref(),
            over: ablation.over.as_deref(),
            set: &ablation.set,
            workloads: ablation.workloads.as_deref(),
            replace: replace.map(|(a, b)| (a.as_str(), b.as_str())).collect(),
            measure: ablation.measure,
        }
    }
}

impl fmt::Display for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = [("of", self.of), ("over", self.over)];
        let sides = sides
            .into_iter()
            .filter_map(|(side, run)| Some(format!("{side}: {}", run?)));
        let set = self.set.iter().cloned();
        let only = self
            .workloads
            .map(|names| format!("only {}", names.join(" ")));
        let replaced = self.replace.iter();
        let replaced = replaced.map(|(workload, other)| format!("{other} for {workload}"));
        let measured = self
            .measure
            .map(|measure| format!("measured: {}", measure.in_words()));
        let all = sides.chain(set).chain(only).chain(replaced).chain(measured);
        let all: Vec<String> = all.collect();
        f.write_str(&all.join(", "))
    }
}

/// A headline with its change.
pub struct Asked<'a> {
    data: &'static Data,
    headline: &'a Headline,
    change: &'a Change<'a>,
}

impl Asked<'_> {
    fn of(&self) -> &str {
        self.change.of.unwrap_or(&self.headline.of)
    }

    fn over(&self) -> Option<&str> {
        self.change.over.or(self.headline.over.as_deref())
    }

    fn measures(&self) -> [Measure; 2] {
        let measure = self.change.measure;
        measure.map_or(self.headline.measures, |measure| [measure; 2])
    }

    fn workloads(&self) -> Vec<String> {
        self.changed(self.headline.workloads.as_deref())
    }

    fn workloads_over(&self) -> Vec<String> {
        let own = self.headline.over_workloads.as_deref();
        own.map_or_else(|| self.workloads(), |own| self.changed(Some(own)))
    }

    fn changed(&self, named: Option<&[String]>) -> Vec<String> {
        let names = self.data.workloads(self.change.workloads.or(named));
        let replaced = |name| *self.change.replace.get(name).unwrap_or(&name);
        names.into_iter().map(|n| replaced(n).to_owned()).collect()
    }

    /// The runs of both sides, at each point if the headline has points, with their workloads.
    fn runs(&self) -> Vec<(String, Vec<String>)> {
        let over = self.over().map(|over| (over, self.workloads_over()));
        let sides = [(self.of(), self.workloads())].into_iter().chain(over);
        let runs = sides.flat_map(|(side, workloads)| {
            let runs = self.runs_of(side).into_iter();
            runs.map(move |run| (run, workloads.clone()))
        });
        runs.collect()
    }

    fn runs_of(&self, side: &str) -> Vec<String> {
        match (self.headline.claim, self.headline.points.as_slice()) {
            (Claim::Reductions(_), _) => self.data.reduction(side).runs().map(Into::into).into(),
            (Claim::Runs(_), []) => vec![side.into()],
            (Claim::Runs(_), points) => points.iter().map(|p| at(side, Some(p))).collect(),
        }
    }
}

/// The name of a run, at a point if one is given.
fn at(run: &str, point: Option<&str>) -> String {
    match point {
        Some(point) => format!("{run}@{point}"),
        None => run.to_owned(),
    }
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
    let asked = Asked {
        data: machines.data,
        headline,
        change,
    };
    let mut planned_runs = Vec::new();
    for (run, workloads) in asked.runs() {
        for workload in &workloads {
            planned_runs.push(machines.planned(&run, change.set, workload)?);
        }
    }
    Ok(planned_runs)
}

/// Compares a headline with Heddle's runs.
pub fn compare(lab: &Lab<'_>, headline: &Headline, change: &Change<'_>) -> Compared {
    let asked = Asked {
        data: lab.data(),
        headline,
        change,
    };
    let (found, paper) = match headline.claim {
        Claim::Runs(claim) => (claim.found(&asked, lab), claim.in_words()),
        Claim::Reductions(claim) => (claim.found(&asked, lab), claim.in_words()),
    };
    let found = found.unwrap_or_default();
    let ratio_is_close = found.ratio.is_none_or(|r| (r - 1.0).abs() <= A_THIRD);
    Compared {
        name: headline.name.clone(),
        title: headline.title.clone(),
        place: headline.place.clone(),
        note: headline.note.clone(),
        paper,
        agrees: found.ours.is_some() && found.sign_agrees != Some(false) && ratio_is_close,
        ratio_is_close,
        ours: found.ours.unwrap_or("a run failed".into()),
        sign_agrees: found.sign_agrees,
        ratio: found.ratio,
    }
}

/// The result of Heddle's runs for a claim.
#[derive(Default)]
pub struct Found {
    ours: Option<String>,
    sign_agrees: Option<bool>,
    ratio: Option<f64>,
}

impl Found {
    fn new(ours: String, sign_agrees: Option<bool>, ratio: Option<f64>) -> Found {
        Found {
            ours: Some(ours),
            sign_agrees,
            ratio,
        }
    }

    /// The result for numbers in percent of a whole.
    fn share(ours: f64, paper: f64) -> Found {
        let sign = (ours > 100.0) == (paper > 100.0);
        Found::new(format!("{ours:.1} %"), Some(sign), Some(ours / paper))
    }
}

fn signed(value: f64) -> String {
    format!("{value:+.1} %")
}
