//! Bars by workload, means by point, gains by point.

use super::{Chart, MEAN, Rows, beside, shown};
use crate::plot::{Curve, Series, grouped, lines};
use crate::report::data::{Data, Experiment};
use crate::report::lab::Lab;
use crate::report::measure::Measure;

/// A group for each workload and for the mean, with a bar for each run.
pub fn by_workload(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let series = experiment.runs(lab.data()).into_iter().map(|(label, run)| {
        let values = with_mean(lab, experiment, experiment.measure, &run);
        Series { label, values }
    });
    chart(lab, experiment, series.collect())
}

/// As [`by_workload`], with a bar for each scheme of the limit study.
pub fn limit_study(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let schemes = [
        ("NREC", Measure::OracleNrec),
        ("PDOM", Measure::OraclePdom),
        ("ORACLE", Measure::Oracle),
    ];
    let run = &experiment.variants[0];
    let series = schemes.map(|(label, measure)| Series {
        label: label.into(),
        values: with_mean(lab, experiment, measure, run),
    });
    chart(lab, experiment, series.into())
}

/// The numbers of each workload, the mean, then the programs that are not averaged.
fn with_mean(
    lab: &Lab<'_>,
    experiment: &Experiment,
    measure: Measure,
    run: &str,
) -> Vec<Option<f64>> {
    let data = lab.data();
    let workloads = experiment.workloads(data);
    let number = |workload: &str| lab.number(measure, run, workload);
    let own = workloads.iter().map(|workload| number(workload));
    let beside = experiment.beside(&lab.machines);
    let beside = beside.into_iter().map(number);
    own.chain([lab.mean(measure, run, &workloads)])
        .chain(beside)
        .collect()
}

fn chart(lab: &Lab<'_>, experiment: &Experiment, series: Vec<Series>) -> (Vec<Chart>, Rows) {
    let groups = names(lab, experiment, experiment.measure.mean_name());
    let svg = grouped(experiment.measure.unit(), &groups, &series);
    (vec![Chart { caption: None, svg }], rows(groups, &series))
}

/// The paper's names of the workloads, the name of the mean, then the programs that are not averaged.
pub fn names(lab: &Lab<'_>, experiment: &Experiment, mean: &str) -> Vec<String> {
    let workloads = in_paper(lab, &experiment.workloads(lab.data())).into_iter();
    let beside = experiment.beside(&lab.machines).into_iter();
    let beside = beside.map(str::to_owned);
    workloads.chain([mean.into()]).chain(beside).collect()
}

/// The paper's names of workloads; other programs keep their names.
pub fn in_paper(lab: &Lab<'_>, workloads: &[&str]) -> Vec<String> {
    let workloads = workloads.iter();
    workloads.map(|w| lab.data().name_in_paper(w)).collect()
}

/// A table with a row for each series.
pub fn rows(groups: Vec<String>, series: &[Series]) -> Rows {
    let row = |series: &Series| {
        let values = series.values.iter().map(|value| shown(*value));
        [series.label.clone()].into_iter().chain(values).collect()
    };
    Rows {
        heading: [String::new()].into_iter().chain(groups).collect(),
        rows: series.iter().map(row).collect(),
    }
}

/// Means only: a group for each point, with a bar for each variant. Without points, a group for each
/// variant.
pub fn means(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let data = lab.data();
    let workloads = experiment.workloads(data);
    // The mean of shares of the peak is the share of the mean, because the peak is the same for all.
    let mean = |run: &str| lab.mean(experiment.measure, run, &workloads);
    let (groups, series) = match experiment.points.as_slice() {
        [] => {
            let groups = experiment
                .variants
                .iter()
                .map(|variant| data.label(variant));
            let values = experiment.variants.iter().map(|variant| mean(variant));
            let label = experiment.measure.mean_name().to_owned();
            let values = values.collect();
            (groups.collect(), vec![Series { label, values }])
        }
        points => {
            let series = experiment.variants.iter().map(|variant| Series {
                label: data.label(variant),
                values: points
                    .iter()
                    .map(|point| mean(&format!("{variant}@{point}")))
                    .collect(),
            });
            (point_labels(data, experiment), series.collect())
        }
    };
    let svg = grouped(experiment.measure.unit(), &groups, &series);
    let mut table = rows(groups, &series);
    for (variant, row) in experiment.variants.iter().zip(&mut table.rows) {
        let printed = data.printed(&experiment.name, variant);
        beside(&mut row[1..], printed.unwrap_or_default());
    }
    (vec![Chart { caption: None, svg }], table)
}

fn point_labels(data: &Data, experiment: &Experiment) -> Vec<String> {
    let points = experiment.points.iter();
    let label = |point: &String| {
        let (_, point) = data.parts(&format!("{}@{point}", experiment.variants[0]));
        point.expect("it was just named").label.clone()
    };
    points.map(label).collect()
}

/// Speed-up over the baseline at each point, in percent: a curve of means for each variant,
/// and a row for each variant and workload.
pub fn gains(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let data = lab.data();
    let workloads = experiment.workloads(data);
    let base = experiment
        .baseline
        .as_deref()
        .expect("gains have a baseline");
    let mut curves = Vec::new();
    let mut series = Vec::new();
    for variant in &experiment.variants {
        let gain = |workloads: &[&str], point: &str| {
            let mean = |run: &str| lab.mean(Measure::Ipc, &format!("{run}@{point}"), workloads);
            Some(100.0 * (mean(variant)? / mean(base)? - 1.0))
        };
        let points = experiment.points.iter();
        let place = |point: &String| {
            data.parts(&format!("{variant}@{point}"))
                .1
                .map(|point| point.x)
        };
        let curve = points.filter_map(|point| Some((place(point)?, gain(&workloads, point)?)));
        curves.push(Curve {
            label: data.label(variant),
            points: curve.collect(),
        });
        let values = |workloads: &[&str]| {
            let points = experiment.points.iter();
            points.map(|point| gain(workloads, point)).collect()
        };
        let name = |of: &str| format!("{}, {of}", data.label(variant));
        series.push(Series {
            label: name(MEAN),
            values: values(&workloads),
        });
        for workload in experiment.shown(&lab.machines) {
            series.push(Series {
                label: name(&data.name_in_paper(workload)),
                values: values(&[workload]),
            });
        }
    }
    let svg = lines(["threads of a core", "% over PDOM"], &curves);
    let chart = Chart { caption: None, svg };
    (vec![chart], rows(point_labels(data, experiment), &series))
}
