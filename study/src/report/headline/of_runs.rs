//! Claims of a paper about the speed of its runs.

use super::{Asked, Found, at, signed};
use crate::report::data::OfRuns;
use crate::report::lab::Lab;
use crate::report::measure::Measure;

impl OfRuns {
    /// The result of Heddle's runs; `None` if a run failed.
    pub fn found(self, asked: &Asked<'_>, lab: &Lab<'_>) -> Option<Found> {
        let factor = || asked.factor(lab, None);
        let gain = || Some(100.0 * (factor()? - 1.0));
        let value = |measure| asked.mean(lab, measure, asked.of());
        Some(match self {
            OfRuns::Gain(paper) => {
                let ours = gain()?;
                Found::new(signed(ours), Some(ours * paper > 0.0), Some(ours / paper))
            }
            OfRuns::Factor(paper) => {
                let ours = factor()?;
                let sign = (ours > 1.0) == (paper > 1.0);
                Found::new(format!("{ours:.2}x"), Some(sign), Some(ours / paper))
            }
            OfRuns::Share(paper) => Found::share(100.0 * factor()?, paper),
            OfRuns::Ipc(paper) => {
                let ours = value(Measure::Ipc)?;
                Found::new(format!("{ours:.1} IPC"), None, Some(ours / paper))
            }
            OfRuns::Utilisation(paper) => {
                let ours = value(Measure::Utilisation)?;
                Found::new(format!("{ours:.1} %"), None, Some(ours / paper))
            }
            OfRuns::More => Found::new(signed(gain()?), Some(gain()? > 0.0), None),
            OfRuns::Less => Found::new(signed(gain()?), Some(gain()? < 0.0), None),
            OfRuns::Level(within) => {
                let ours = gain()?;
                Found::new(signed(ours), Some(ours.abs() <= within), None)
            }
            OfRuns::Rising => rising(asked, lab)?,
            OfRuns::Between([low, high]) => {
                let [measure, _] = asked.measures();
                let ours = asked.numbers(lab, measure, asked.of())?;
                let between = ours.iter().all(|ours| (low..=high).contains(ours));
                let ours: Vec<String> = ours.iter().map(|ours| format!("{ours:.2}")).collect();
                Found::new(ours.join(", "), Some(between), None)
            }
        })
    }
}

fn rising(asked: &Asked<'_>, lab: &Lab<'_>) -> Option<Found> {
    let points = asked.headline.points.iter();
    let factors = points.map(|point| asked.factor(lab, Some(point)));
    let factors = factors.collect::<Option<Vec<f64>>>()?;
    let gains: Vec<String> = factors.iter().map(|f| signed(100.0 * (f - 1.0))).collect();
    Some(Found::new(
        gains.join(", "),
        Some(factors.is_sorted_by(|a, b| a < b)),
        None,
    ))
}

impl Asked<'_> {
    /// The measure for each workload in a run; `None` if a run failed.
    fn numbers(&self, lab: &Lab<'_>, measure: Measure, run: &str) -> Option<Vec<f64>> {
        let workloads = self.workloads();
        let numbers = workloads
            .iter()
            .map(|workload| lab.number_with(measure, run, self.change.set, workload));
        numbers.collect()
    }

    fn mean(&self, lab: &Lab<'_>, measure: Measure, run: &str) -> Option<f64> {
        measure.mean(&self.numbers(lab, measure, run)?)
    }

    /// Speed of `of` relative to `over`, at a point if one is given.
    fn factor(&self, lab: &Lab<'_>, point: Option<&str>) -> Option<f64> {
        let [of, over] = self.measures();
        let of = self.mean(lab, of, &at(self.of(), point))?;
        Some(of / self.mean(lab, over, &at(self.over()?, point))?)
    }
}
