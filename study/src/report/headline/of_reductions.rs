//! Claims of a paper about reductions between its runs.

use super::{Asked, Found};
use crate::mean::arithmetic;
use crate::report::data::OfReductions;
use crate::report::lab::Lab;
use crate::report::reduction::greatest;

impl OfReductions {
    /// The result of Heddle's runs; `None` if a run failed.
    pub fn found(self, asked: &Asked<'_>, lab: &Lab<'_>) -> Option<Found> {
        let all = lab.reductions(asked.of(), asked.change.set, &asked.workloads())?;
        let over = || {
            let all = lab.reductions(asked.over()?, asked.change.set, &asked.workloads_over());
            arithmetic(&all?)
        };
        let ours = arithmetic(&all)?;
        Some(match self {
            OfReductions::Reduction(paper) => Found::reduced(ours, paper),
            OfReductions::GreatestReduction(paper) => Found::reduced(greatest(&all)?, paper),
            OfReductions::ReductionShare(paper) => Found::share(100.0 * ours / over()?, paper),
            OfReductions::Reduced(by) => Found::new(percent(ours), Some(ours > by), None),
            OfReductions::Smaller => {
                let over = over()?;
                let both = format!("{} against {}", percent(ours), percent(over));
                Found::new(both, Some(ours < over), None)
            }
            OfReductions::Unreduced(within) => each(&all, |ours| ours.abs() <= within),
            OfReductions::NoLoss(within) => each(&all, |ours| ours >= -within),
        })
    }
}

impl Found {
    fn reduced(ours: f64, paper: f64) -> Found {
        let sign = (ours > 0.0) == (paper > 0.0);
        Found::new(percent(ours), Some(sign), Some(ours / paper))
    }
}

fn each(all: &[f64], holds: impl Fn(f64) -> bool) -> Found {
    let shown: Vec<String> = all.iter().map(|ours| percent(*ours)).collect();
    let holds = all.iter().all(|ours| holds(*ours));
    Found::new(shown.join(", "), Some(holds), None)
}

fn percent(value: f64) -> String {
    format!("{value:.1} %")
}
