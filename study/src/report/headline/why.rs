//! Why a comparison comes out differently: the experiments that were made, and the program that decides a mean.

use super::{Asked, Change, Compared, cells_of, compare};
use crate::error::Error;
use crate::planned::PlannedRun;
use crate::report::data::{Ablation, Claim, Headline, OfRuns};
use crate::report::lab::Lab;
use serde::Serialize;

/// An ablation and its result.
#[derive(Debug, Serialize)]
pub struct Explained {
    /// What the change shows.
    pub cause: String,
    /// The change.
    pub change: String,
    /// Heddle's number without the change, with the same inputs.
    pub before: String,
    /// Whether it agrees without the change, with the same inputs.
    pub agreed: bool,
    /// As [`Compared::gap`], without the change.
    #[serde(skip)]
    pub gap: Option<f64>,
    /// The comparison with the change.
    pub after: Compared,
    /// Names of the runs that show the effect.
    pub runs: Vec<String>,
}

/// The answer to why a number differs (REP-14).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "found", content = "because", rename_all = "kebab-case")]
pub enum Why {
    /// After this change it agrees.
    Cause(String),
    /// On the machine of the second column it agrees.
    Column(String),
    /// This change closes a third of the gap or more.
    InPart(String),
    /// It agrees with the inputs of the experiments (REP-17): other inputs of the program differ.
    Inputs,
    /// No experiment says so.
    NotExplained,
}

/// The mean of all programs but the one that turns its direction (REP-15).
#[derive(Debug, Serialize)]
pub struct Without {
    /// Name of the program in the paper.
    pub program: String,
    /// The mean without it.
    pub ours: String,
    /// Whether its direction is then the paper's, with every input.
    pub sign_agrees: bool,
}

/// The part of a gap that a change has to close to count as a cause in part (REP-14).
const IN_PART: f64 = 1.0 / 3.0;

/// Makes the comparison of an ablation.
///
/// # Errors
/// A machine that does not fit the overrides of a run.
pub fn explained(
    lab: &Lab<'_>,
    headline: &Headline,
    ablation: &Ablation,
) -> Result<Explained, Error> {
    let change = Change::from(ablation);
    let planned_runs = cells_of(&lab.machines, headline, &change)?;
    let before = compare(lab, headline, &Change::inputs(&ablation.inputs));
    Ok(Explained {
        cause: ablation.cause.clone(),
        change: change.to_string(),
        before: before.ours,
        agreed: before.agrees,
        gap: before.gap,
        after: compare(lab, headline, &change),
        runs: planned_runs.iter().map(PlannedRun::name).collect(),
    })
}

/// Why a comparison differs; `None` if it agrees. The second column has its heading.
pub fn why(
    compared: &Compared,
    explained: &[Explained],
    second: Option<(&str, &Compared)>,
) -> Option<Why> {
    if compared.agrees {
        return None;
    }
    if explained.iter().any(|explained| explained.agreed) {
        return Some(Why::Inputs);
    }
    let agreeing = explained.iter().find(|explained| explained.after.agrees);
    if let Some(agreeing) = agreeing {
        return Some(Why::Cause(agreeing.cause.clone()));
    }
    if let Some((label, _)) = second.filter(|(_, second)| second.agrees) {
        return Some(Why::Column(label.into()));
    }
    let left = |after: &Compared, before: Option<f64>| Some(after.gap? / before?);
    let experiments = explained.iter();
    let experiments = experiments.filter_map(|e| Some((left(&e.after, e.gap)?, e.cause.as_str())));
    let column = second.and_then(|(label, second)| Some((left(second, compared.gap)?, label)));
    let best = experiments
        .chain(column)
        .min_by(|(a, _), (b, _)| a.total_cmp(b));
    Some(match best {
        Some((left, cause)) if left <= 1.0 - IN_PART => Why::InPart(cause.into()),
        _ => Why::NotExplained,
    })
}

/// The program without which a mean comes nearest to the paper's direction; `None` if the direction agrees, or if there is no mean.
pub fn without(lab: &Lab<'_>, headline: &Headline, compared: &Compared) -> Option<Without> {
    let nothing = Change::default();
    let asked = Asked::for_inputs(lab.data(), headline, &nothing);
    let first = asked.first()?;
    let programs = first.programs(headline.workloads.as_deref());
    let upwards = upwards(headline.claim)?;
    if compared.sign_agrees != Some(false) || programs.len() < 2 {
        return None;
    }
    let left_out = programs.into_iter().map(|program| {
        let after = compare(lab, headline, &Change::without(program));
        (program, after)
    });
    let towards = |after: &Compared| {
        let mean = after.mean.unwrap_or(f64::NAN);
        if upwards { mean } else { -mean }
    };
    let known = left_out.filter(|(_, after)| after.mean.is_some());
    let (program, after) = known.max_by(|(_, a), (_, b)| towards(a).total_cmp(&towards(b)))?;
    Some(Without {
        program: first.data.name_of_program(program),
        ours: after.ours,
        sign_agrees: after.sign_agrees == Some(true),
    })
}

/// Whether the paper's side is the upper one; `None` for claims without a direction.
fn upwards(claim: Claim) -> Option<bool> {
    match claim {
        Claim::Runs(OfRuns::Gain(paper)) => Some(paper > 0.0),
        Claim::Runs(OfRuns::Factor(paper)) => Some(paper > 1.0),
        Claim::Runs(OfRuns::Share(paper)) => Some(paper > 100.0),
        Claim::Runs(OfRuns::More) => Some(true),
        Claim::Runs(OfRuns::Less) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(gap: f64, agrees: bool) -> Compared {
        Compared {
            name: "a".into(),
            title: String::new(),
            place: String::new(),
            note: None,
            paper: String::new(),
            ours: String::new(),
            sign_agrees: None,
            ratio: None,
            ratio_is_close: agrees,
            agrees,
            by_input: Vec::new(),
            gap: Some(gap),
            mean: None,
        }
    }

    fn experiment(cause: &str, gap: f64, agrees: bool) -> Explained {
        Explained {
            cause: cause.into(),
            change: String::new(),
            before: String::new(),
            agreed: false,
            gap: Some(9.0),
            after: compared(gap, agrees),
            runs: Vec::new(),
        }
    }

    fn found(experiments: &[Explained], second: Option<&Compared>) -> Option<Why> {
        why(
            &compared(9.0, false),
            experiments,
            second.map(|second| ("other", second)),
        )
    }

    #[test]
    fn what_makes_it_agree_comes_first() {
        let tried = [
            experiment("nearer", 5.0, false),
            experiment("there", 1.0, true),
        ];
        let second = compared(0.5, true);
        assert_eq!(
            found(&tried, Some(&second)),
            Some(Why::Cause("there".into()))
        );
        assert_eq!(
            found(&tried[..1], Some(&second)),
            Some(Why::Column("other".into()))
        );
        assert_eq!(why(&compared(0.0, true), &[], None), None);
    }

    #[test]
    fn no_change_explains_what_agreed_before() {
        let mut tried = experiment("there", 1.0, true);
        tried.agreed = true;
        assert_eq!(found(&[tried], None), Some(Why::Inputs));
    }

    #[test]
    fn a_third_of_the_gap_is_a_part() {
        let a_third = [
            experiment("less", 8.0, false),
            experiment("a third", 6.0, false),
        ];
        assert_eq!(found(&a_third, None), Some(Why::InPart("a third".into())));
        assert_eq!(found(&a_third[..1], None), Some(Why::NotExplained));
        assert_eq!(
            found(&a_third, Some(&compared(2.0, false))),
            Some(Why::InPart("other".into()))
        );
        assert_eq!(
            found(&[experiment("worse", 12.0, false)], None),
            Some(Why::NotExplained)
        );
    }
}
