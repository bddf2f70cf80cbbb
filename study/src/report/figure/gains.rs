//! Speed over a baseline by point, for the means and for every program.

use super::bars::{at_points, mean_names, one_or_ends, point_labels, rows};
use super::{Chart, MEAN, Rows};
use crate::plot::{Curve, Series, lines};
use crate::report::data::Experiment;
use crate::report::lab::{Added, Lab};
use crate::report::measure::Measure;

/// Speed-up over the baseline at each point, in percent: curves of the means for each variant, and a row for each variant and
/// workload.
pub fn gains(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let data = lab.data();
    let names = mean_names(lab, experiment, MEAN);
    let (mut curves, mut series) = (Vec::new(), Vec::new());
    for variant in &experiment.variants {
        let label = |of: &str| format!("{}, {of}", data.label(variant));
        let bands = bands(lab, experiment, variant, Added::default());
        for (end, name) in names.iter().enumerate() {
            let values: Vec<_> = bands.iter().map(|band| band[end]).collect();
            curves.push(curve(lab, experiment, label(name), &values));
            series.push(Series {
                label: label(name),
                values,
            });
        }
        for workload in experiment.shown(&lab.machines) {
            series.push(Series {
                label: label(&data.name_in_paper(workload)),
                values: gain(lab, experiment, variant, Added::default(), &[workload]),
            });
        }
    }
    let axes = ["threads of a core", "% over PDOM"];
    let chart = Chart::only(&lines(&experiment.title, axes, &curves));
    (vec![chart], rows(point_labels(data, experiment), &series))
}

fn curve(lab: &Lab<'_>, experiment: &Experiment, label: String, values: &[Option<f64>]) -> Curve {
    let places = at_points(&experiment.variants[0], &experiment.points);
    let places = places.iter().map(|run| lab.data().parts(run).1);
    let points = places.zip(values);
    let points = points.filter_map(|(point, gain)| Some((point?.x, (*gain)?)));
    Curve {
        label,
        points: points.collect(),
    }
}

/// The gain of the mean at each point; with a program of several inputs, the least and the greatest.
fn bands(
    lab: &Lab<'_>,
    experiment: &Experiment,
    variant: &str,
    added: Added<'_>,
) -> Vec<Vec<Option<f64>>> {
    let bands = experiment.bands(lab.data());
    let by_band: Vec<_> = bands
        .iter()
        .map(|workloads| gain(lab, experiment, variant, added, workloads))
        .collect();
    let points = 0..experiment.points.len();
    points
        .map(|point| one_or_ends(by_band.iter().map(|band| band[point]).collect()))
        .collect()
}

/// The gain of a variant over the baseline at each point, in percent.
pub fn gain(
    lab: &Lab<'_>,
    experiment: &Experiment,
    variant: &str,
    added: Added<'_>,
    workloads: &[&str],
) -> Vec<Option<f64>> {
    let base = experiment.baseline.as_deref();
    let base = base.expect("gains have a baseline");
    let mean = |run: &str| lab.mean_with(Measure::Ipc, run, added, workloads);
    let of = at_points(variant, &experiment.points);
    let over = at_points(base, &experiment.points);
    let both = of.iter().zip(&over);
    both.map(|(of, over)| Some(100.0 * (mean(of)? / mean(over)? - 1.0)))
        .collect()
}
