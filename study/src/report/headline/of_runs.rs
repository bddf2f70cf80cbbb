//! Claims of a paper about the speed of its runs.

use super::asked::{Asked, at};
use super::found::{Found, signed};
use crate::report::data::OfRuns;
use crate::report::lab::Lab;
use crate::report::measure::Measure;

impl OfRuns {
    /// The result of Heddle's runs; `None` if a run failed.
    pub fn found(self, asked: &Asked<'_>, lab: &Lab<'_>) -> Option<Found> {
        let factor = || asked.factor(lab, None);
        let gain = || Some(100.0 * (factor()? - 1.0));
        let value = |measure| asked.mean(lab, measure, &asked.of());
        Some(match self {
            OfRuns::Gain(paper) => {
                let ours = gain()?;
                Found::beside(ours, paper, signed(ours), Some(0.0))
            }
            OfRuns::Factor(paper) => {
                let ours = factor()?;
                Found::beside(ours, paper, format!("{ours:.2}x"), Some(1.0))
            }
            OfRuns::Share(paper) => Found::share(100.0 * factor()?, paper),
            OfRuns::Ipc(paper) => {
                let ours = value(Measure::Ipc)?;
                Found::beside(ours, paper, format!("{ours:.1} IPC"), None)
            }
            OfRuns::Utilisation(paper) => {
                let ours = value(Measure::Utilisation)?;
                Found::beside(ours, paper, format!("{ours:.1} %"), None)
            }
            OfRuns::Percent(paper) => {
                let [measure, _] = asked.measures();
                let ours = value(measure)?;
                Found::beside(ours, paper, format!("{ours:.2} %"), None)
            }
            OfRuns::More => Found::stated_of(gain()?, signed(gain()?), gain()? > 0.0),
            OfRuns::Less => Found::stated_of(gain()?, signed(gain()?), gain()? < 0.0),
            OfRuns::Level(within) => {
                let ours = gain()?;
                Found::stated_of(ours, signed(ours), ours.abs() <= within)
            }
            OfRuns::UpTo(paper) => {
                let (program, gain) = asked.of_each(lab)?.pop()?;
                let ours = format!("up to {} ({program})", signed(gain));
                Found::beside(gain, paper, ours, Some(0.0))
            }
            OfRuns::AtLeast => at_least(&asked.of_each(lab)?)?,
            OfRuns::Rising => rising(asked, lab)?,
            OfRuns::Between([low, high]) => {
                let [measure, _] = asked.measures();
                let ours = asked.numbers(lab, measure, &asked.of())?;
                let between = ours.iter().all(|ours| (low..=high).contains(ours));
                let ours: Vec<String> = ours.iter().map(|ours| format!("{ours:.2}")).collect();
                Found::stated(ours.join(", "), between)
            }
        })
    }
}

/// How many programs gain or lose nothing, and which loses most; the gains are in rising order.
fn at_least(gains: &[(String, f64)]) -> Option<Found> {
    let (worst, least) = gains.first()?;
    let hold = gains.iter().filter(|(_, gain)| *gain >= 0.0).count();
    let all = gains.len();
    let ours = match hold == all {
        true => format!("{all} of {all}"),
        false => format!("{hold} of {all}, worst {} ({worst})", signed(*least)),
    };
    Some(Found {
        // The gap is what the worst program lacks.
        paper: Some(0.0),
        ..Found::stated_of(*least, ours, hold == all)
    })
}

fn rising(asked: &Asked<'_>, lab: &Lab<'_>) -> Option<Found> {
    let points = asked.headline.points.iter();
    let factors = points.map(|point| asked.factor(lab, Some(point)));
    let factors = factors.collect::<Option<Vec<f64>>>()?;
    let gains: Vec<String> = factors.iter().map(|f| signed(100.0 * (f - 1.0))).collect();
    Some(Found::stated(
        gains.join(", "),
        factors.is_sorted_by(|a, b| a < b),
    ))
}

impl Asked<'_> {
    /// The measure for each workload in a run; `None` if a run failed.
    fn numbers(&self, lab: &Lab<'_>, measure: Measure, run: &str) -> Option<Vec<f64>> {
        let workloads = self.workloads();
        let numbers = workloads
            .iter()
            .map(|workload| lab.number_with(measure, run, self.added(), workload));
        numbers.collect()
    }

    fn mean(&self, lab: &Lab<'_>, measure: Measure, run: &str) -> Option<f64> {
        measure.mean(&self.numbers(lab, measure, run)?)
    }

    /// Speed of `of` relative to `over`, at a point if one is given.
    fn factor(&self, lab: &Lab<'_>, point: Option<&str>) -> Option<f64> {
        let [of, over] = self.measures();
        let of = self.mean(lab, of, &at(&self.of(), point))?;
        Some(of / self.mean(lab, over, &at(&self.over()?, point))?)
    }

    /// The gain of each workload in percent, the least first.
    fn of_each(&self, lab: &Lab<'_>) -> Option<Vec<(String, f64)>> {
        let [of, over] = self.measures();
        let of = self.numbers(lab, of, &self.of())?;
        let over = self.numbers(lab, over, &self.over()?)?;
        let gains = of
            .iter()
            .zip(over)
            .map(|(of, over)| 100.0 * (of / over - 1.0));
        let mut all: Vec<_> = self.workloads().into_iter().zip(gains).collect();
        all.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        Some(all)
    }
}
