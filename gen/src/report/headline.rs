//! A comparison that the paper prints, and the same of our runs.

use super::data::{Ablation, Claim, Headline, workloads};
use super::lab::{Lab, Machines};
use super::measure::Measure;
use crate::cells::{Cell, harmonic};
use crate::failure::Failure;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Ours differs if it is not within this part of the paper's.
const A_THIRD: f64 = 1.0 / 3.0;

/// A claim of the paper and what our runs say of it.
#[derive(Debug, Serialize)]
pub struct Compared {
    /// Of the headline.
    pub name: String,
    /// What is compared.
    pub title: String,
    /// In the paper.
    pub place: String,
    /// What the claim leaves out.
    pub note: Option<String>,
    /// The paper's number, or its words.
    pub paper: String,
    /// Ours.
    pub ours: String,
    /// Whether the direction is the paper's, where the claim has one.
    pub sign_agrees: Option<bool>,
    /// Our number over the paper's, where it prints one.
    pub ratio: Option<f64>,
    /// The ratio is not more than a third away from 1.
    pub ratio_is_close: bool,
    /// Neither the direction nor more than a third of the size differs.
    pub agrees: bool,
}

/// What changes the runs of a headline: nothing, or an ablation.
#[derive(Default)]
pub struct Change<'a> {
    of: Option<&'a str>,
    over: Option<&'a str>,
    set: &'a [String],
    workloads: Option<&'a [String]>,
    replace: BTreeMap<&'a str, &'a str>,
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
        let all: Vec<String> = sides.chain(set).chain(only).chain(replaced).collect();
        f.write_str(&all.join(", "))
    }
}

/// A headline with what changes it.
struct Asked<'a> {
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

    fn workloads(&self) -> Vec<String> {
        let named = self.change.workloads.or(self.headline.workloads.as_deref());
        let names: Vec<&str> = match named {
            Some(names) => names.iter().map(String::as_str).collect(),
            None => workloads().iter().map(|w| w.name()).collect(),
        };
        let replaced = |name: &str| self.change.replace.get(name).map(|name| name.to_string());
        let names = names.into_iter();
        names
            .map(|name| replaced(name).unwrap_or(name.to_owned()))
            .collect()
    }

    /// The runs of both sides, at each point if there are several.
    fn runs(&self) -> Vec<String> {
        let sides = [Some(self.of()), self.over()].into_iter().flatten();
        match self.headline.points.as_slice() {
            [] => sides.map(str::to_owned).collect(),
            points => sides
                .flat_map(|side| points.iter().map(move |point| format!("{side}@{point}")))
                .collect(),
        }
    }

    fn mean(&self, lab: &Lab<'_>, measure: Measure, run: &str) -> Option<f64> {
        let workloads = self.workloads();
        let numbers = workloads
            .iter()
            .map(|workload| lab.number_with(measure, run, self.change.set, workload));
        harmonic(numbers.collect::<Option<Vec<_>>>()?)
    }

    /// How many times as fast `of` is as `over`, at a point if there is one.
    fn factor(&self, lab: &Lab<'_>, point: Option<&str>) -> Option<f64> {
        let at = |run: &str| match point {
            Some(point) => format!("{run}@{point}"),
            None => run.to_owned(),
        };
        let [of, over] = self.headline.measures;
        let of = self.mean(lab, of, &at(self.of()))?;
        Some(of / self.mean(lab, over, &at(self.over()?))?)
    }
}

/// The cells that a headline needs.
///
/// # Errors
/// The machine of the options does not go with the overrides of a run.
pub fn cells_of(
    machines: &Machines<'_>,
    headline: &Headline,
    change: &Change<'_>,
) -> Result<Vec<Cell>, Failure> {
    let asked = Asked { headline, change };
    let workloads = asked.workloads();
    let mut cells = Vec::new();
    for run in asked.runs() {
        for workload in &workloads {
            cells.push(machines.cell(&run, change.set, workload)?);
        }
    }
    Ok(cells)
}

/// Holds a headline against our runs.
pub fn compare(lab: &Lab<'_>, headline: &Headline, change: &Change<'_>) -> Compared {
    let asked = Asked { headline, change };
    let found = found(&asked, lab, headline.claim).unwrap_or_default();
    let ratio_is_close = found.ratio.is_none_or(|r| (r - 1.0).abs() <= A_THIRD);
    Compared {
        name: headline.name.clone(),
        title: headline.title.clone(),
        place: headline.place.clone(),
        note: headline.note.clone(),
        paper: in_words(headline.claim),
        agrees: found.ours.is_some() && found.sign_agrees != Some(false) && ratio_is_close,
        ratio_is_close,
        ours: found.ours.unwrap_or("a run failed".into()),
        sign_agrees: found.sign_agrees,
        ratio: found.ratio,
    }
}

#[derive(Default)]
struct Found {
    ours: Option<String>,
    sign_agrees: Option<bool>,
    ratio: Option<f64>,
}

/// Nothing if a run failed.
fn found(asked: &Asked<'_>, lab: &Lab<'_>, claim: Claim) -> Option<Found> {
    let factor = || asked.factor(lab, None);
    let gain = || Some(100.0 * (factor()? - 1.0));
    let value = |measure| asked.mean(lab, measure, asked.of());
    Some(match claim {
        Claim::Gain(paper) => {
            let ours = gain()?;
            Found::new(percent(ours), Some(ours * paper > 0.0), Some(ours / paper))
        }
        Claim::Factor(paper) => {
            let ours = factor()?;
            let sign = (ours > 1.0) == (paper > 1.0);
            Found::new(format!("{ours:.2}x"), Some(sign), Some(ours / paper))
        }
        Claim::Share(paper) => {
            let ours = 100.0 * factor()?;
            let sign = (ours > 100.0) == (paper > 100.0);
            Found::new(format!("{ours:.1} %"), Some(sign), Some(ours / paper))
        }
        Claim::Ipc(paper) => {
            let ours = value(Measure::Ipc)?;
            Found::new(format!("{ours:.1} IPC"), None, Some(ours / paper))
        }
        Claim::Utilisation(paper) => {
            let ours = value(Measure::Utilisation)?;
            Found::new(format!("{ours:.1} %"), None, Some(ours / paper))
        }
        Claim::More => Found::new(percent(gain()?), Some(gain()? > 0.0), None),
        Claim::Less => Found::new(percent(gain()?), Some(gain()? < 0.0), None),
        Claim::Level(within) => {
            let ours = gain()?;
            Found::new(percent(ours), Some(ours.abs() <= within), None)
        }
        Claim::Rising => rising(asked, lab)?,
    })
}

impl Found {
    fn new(ours: String, sign_agrees: Option<bool>, ratio: Option<f64>) -> Found {
        Found {
            ours: Some(ours),
            sign_agrees,
            ratio,
        }
    }
}

fn rising(asked: &Asked<'_>, lab: &Lab<'_>) -> Option<Found> {
    let points = asked.headline.points.iter();
    let factors = points.map(|point| asked.factor(lab, Some(point)));
    let factors = factors.collect::<Option<Vec<f64>>>()?;
    let gains: Vec<String> = factors.iter().map(|f| percent(100.0 * (f - 1.0))).collect();
    Some(Found::new(
        gains.join(", "),
        Some(factors.is_sorted_by(|a, b| a < b)),
        None,
    ))
}

fn percent(value: f64) -> String {
    format!("{value:+.1} %")
}

fn in_words(claim: Claim) -> String {
    match claim {
        Claim::Gain(paper) => format!("{paper:+} %"),
        Claim::Factor(paper) => format!("{paper:.2}x"),
        Claim::Share(paper) | Claim::Utilisation(paper) => format!("{paper} %"),
        Claim::Ipc(paper) => format!("{paper} IPC"),
        Claim::More => "faster".into(),
        Claim::Less => "slower".into(),
        Claim::Level(within) => format!("alike (here: within {within} %)"),
        Claim::Rising => "rises".into(),
    }
}
