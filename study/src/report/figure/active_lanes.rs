//! Instructions by their number of active lanes (vaidya2013, figure 9).

use super::bars::{in_paper, rows};
use super::{Chart, Rows};
use crate::planned::PlannedRun;
use crate::plot::{Paint, Series, stacked};
use crate::report::data::Experiment;
use crate::report::lab::{Added, Lab};
use crate::result::RunResult;
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// For each variant, shares of issued instructions in percent, by workload. A class contains the numbers of active
/// lanes that take the same number of ALU cycles, for instructions of the same width.
pub fn active_lanes(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let groups = in_paper(lab, &experiment.shown(&lab.machines));
    let mut charts = Vec::new();
    let mut table = Rows::default();
    for variant in &experiment.variants {
        let label = lab.data().label(variant);
        let series = by_class(lab, experiment, variant);
        charts.push(Chart::of(experiment, label.clone(), |title| {
            stacked(
                title,
                "% of instructions",
                &groups,
                &series,
                Paint::Distinct,
            )
        }));
        let shares = rows(groups.clone(), &series);
        table.heading = shares.heading;
        table.rows.extend(shares.rows.into_iter().map(|mut row| {
            row[0] = format!("{label}, {}", row[0]);
            row
        }));
    }
    (charts, table)
}

fn by_class(lab: &Lab<'_>, experiment: &Experiment, variant: &str) -> Vec<Series> {
    let workloads = experiment.shown(&lab.machines);
    let runs: Vec<_> = workloads
        .iter()
        .map(|w| lab.run(variant, Added::default(), w))
        .collect();
    let classes: BTreeSet<Class> = runs
        .iter()
        .flat_map(|(planned, _)| Class::all(planned))
        .collect();
    let series = classes.into_iter().map(|class| Series {
        label: class.to_string(),
        values: runs
            .iter()
            .map(|(planned, run)| class.share(planned, run))
            .collect(),
    });
    series.collect()
}

/// A class of instructions: their width, and a range of active lanes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Class {
    /// Lanes of an instruction; the widest instructions come first.
    lanes: Reverse<usize>,
    least: usize,
    most: usize,
}

impl Class {
    /// The classes of a run's machine.
    fn all(planned: &PlannedRun) -> impl Iterator<Item = Class> {
        let core = &planned.config.core;
        let (lanes, width) = (core.warp_size, core.simd_width);
        (0..lanes).step_by(width).map(move |below| Class {
            lanes: Reverse(lanes),
            least: below + 1,
            most: (below + width).min(lanes),
        })
    }

    /// Share of the class in percent of a run's instructions; `None` if the run failed, or has no such instructions.
    fn share(self, planned: &PlannedRun, run: &RunResult) -> Option<f64> {
        let of_this_width = self.lanes.0 == planned.config.core.warp_size;
        let counts = run.value("active_lane_histogram").and_then(Value::as_array);
        let counts = counts.filter(|_| of_this_width && run.failure.is_none())?;
        let sum = |counts: &[Value]| counts.iter().filter_map(Value::as_f64).sum::<f64>();
        let share = sum(counts.get(self.least..=self.most)?) / sum(counts).max(1.0);
        Some(100.0 * share)
    }
}

impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "SIMD{}, {}–{} active",
            self.lanes.0, self.least, self.most
        )
    }
}
