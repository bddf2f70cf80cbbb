//! Claims of a paper about reductions between its runs.

use super::asked::Asked;
use super::found::Found;
use crate::mean::arithmetic;
use crate::report::data::OfReductions;
use crate::report::lab::Lab;
use crate::report::reduction::greatest;

impl OfReductions {
    /// The result of Heddle's runs; `None` if a run failed.
    pub fn found(self, asked: &Asked<'_>, lab: &Lab<'_>) -> Option<Found> {
        let all = lab.reductions(&asked.of(), asked.added(), &asked.workloads())?;
        let over = || {
            let all = lab.reductions(&asked.over()?, asked.added(), &asked.workloads_over());
            arithmetic(&all?)
        };
        let ours = arithmetic(&all)?;
        Some(match self {
            OfReductions::Reduction(paper) => reduced(ours, paper),
            OfReductions::GreatestReduction(paper) => reduced(greatest(&all)?, paper),
            OfReductions::ReductionShare(paper) => Found::share(100.0 * ours / over()?, paper),
            OfReductions::Reduced(by) => Found::stated_of(ours, percent(ours), ours > by),
            OfReductions::Smaller => {
                let over = over()?;
                let both = format!("{} against {}", percent(ours), percent(over));
                Found::stated_of(ours, both, ours < over)
            }
            OfReductions::Unreduced(within) => each(&all, |ours| ours.abs() <= within),
            OfReductions::NoLoss(within) => each(&all, |ours| ours >= -within),
        })
    }
}

fn reduced(ours: f64, paper: f64) -> Found {
    Found::beside(ours, paper, percent(ours), Some(0.0))
}

fn each(all: &[f64], holds: impl Fn(f64) -> bool) -> Found {
    let shown: Vec<String> = all.iter().map(|ours| percent(*ours)).collect();
    let holds = all.iter().all(|ours| holds(*ours));
    Found::stated(shown.join(", "), holds)
}

fn percent(value: f64) -> String {
    format!("{value:.1} %")
}
