//! Bars by workload, means by point.

use super::{Chart, Rows, beside, shown};
use crate::mean::ends;
use crate::plot::{Series, grouped};
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

/// The numbers of each workload, the means, then the programs that are not averaged.
fn with_mean(
    lab: &Lab<'_>,
    experiment: &Experiment,
    measure: Measure,
    run: &str,
) -> Vec<Option<f64>> {
    let workloads = experiment.workloads(lab.data());
    let number = |workload: &str| lab.number(measure, run, workload);
    let own = workloads.iter().map(|workload| number(workload));
    let beside = experiment.beside(&lab.machines);
    let beside = beside.into_iter().map(number);
    own.chain(band(lab, experiment, measure, run))
        .chain(beside)
        .collect()
}

/// The mean; with a program of several inputs, the least and the greatest mean (REP-11).
fn band(lab: &Lab<'_>, experiment: &Experiment, measure: Measure, run: &str) -> Vec<Option<f64>> {
    let bands = experiment.bands(lab.data());
    let means = bands.iter().map(|names| lab.mean(measure, run, names));
    one_or_ends(means.collect())
}

/// The only number, or the least and the greatest; nothing in their place if one is missing.
pub fn one_or_ends(numbers: Vec<Option<f64>>) -> Vec<Option<f64>> {
    let all: Option<Vec<f64>> = numbers.iter().copied().collect();
    match all.as_deref() {
        None => vec![None; numbers.len().min(2)],
        Some([] | [_]) => numbers,
        Some(all) => match ends(all) {
            Some(both) => both.map(Some).into(),
            None => Vec::new(),
        },
    }
}

fn chart(lab: &Lab<'_>, experiment: &Experiment, series: Vec<Series>) -> (Vec<Chart>, Rows) {
    let means = mean_names(lab, experiment, experiment.measure.mean_name());
    let groups = names(lab, experiment, means);
    let chart = grouped(
        &experiment.title,
        experiment.measure.unit(),
        &groups,
        &series,
    );
    (vec![Chart::only(&chart)], rows(groups, &series))
}

/// The name of the mean, or of the least and the greatest.
pub fn mean_names(lab: &Lab<'_>, experiment: &Experiment, mean: &str) -> Vec<String> {
    match experiment.bands(lab.data()).len() {
        1 => vec![mean.into()],
        _ => ["least", "greatest"]
            .map(|end| format!("{mean}, {end}"))
            .into(),
    }
}

/// The paper's names of the workloads, those of the means, then the programs that are not averaged.
pub fn names(lab: &Lab<'_>, experiment: &Experiment, means: Vec<String>) -> Vec<String> {
    let workloads = in_paper(lab, &experiment.workloads(lab.data())).into_iter();
    let beside = experiment.beside(&lab.machines).into_iter();
    let beside = beside.map(str::to_owned);
    workloads.chain(means).chain(beside).collect()
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

/// Means only: a group for each point, with a bar for each variant. Without points, a group for each variant.
pub fn means(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let data = lab.data();
    // The mean of shares of the peak is the share of the mean, because the peak is the same for all.
    let ends = mean_names(lab, experiment, experiment.measure.mean_name());
    let at_end = |runs: Vec<String>, end: usize| -> Vec<Option<f64>> {
        let bands = runs
            .iter()
            .map(|run| band(lab, experiment, experiment.measure, run));
        bands.map(|band| band[end]).collect()
    };
    let mut series = Vec::new();
    for (end, name) in ends.iter().enumerate() {
        match experiment.points.as_slice() {
            [] => series.push(Series {
                label: name.clone(),
                values: at_end(experiment.variants.clone(), end),
            }),
            points => series.extend(experiment.variants.iter().map(|variant| Series {
                label: of_end(&data.label(variant), &ends, name),
                values: at_end(at_points(variant, points), end),
            })),
        }
    }
    let groups = match experiment.points.as_slice() {
        [] => experiment.variants.iter().map(|v| data.label(v)).collect(),
        _ => point_labels(data, experiment),
    };
    let chart = grouped(
        &experiment.title,
        experiment.measure.unit(),
        &groups,
        &series,
    );
    let mut table = rows(groups, &series);
    for (variant, row) in experiment.variants.iter().cycle().zip(&mut table.rows) {
        let printed = data.printed(&experiment.name, variant);
        beside(&mut row[1..], printed.unwrap_or_default());
    }
    (vec![Chart::only(&chart)], table)
}

/// The label of a variant, with the end of the band if there are two.
fn of_end(label: &str, ends: &[String], end: &str) -> String {
    match ends.len() {
        1 => label.into(),
        _ => format!("{label}, {end}"),
    }
}

/// A variant at each of these points.
pub fn at_points(variant: &str, points: &[String]) -> Vec<String> {
    let points = points.iter();
    points.map(|point| format!("{variant}@{point}")).collect()
}

/// The labels of an experiment's points.
pub fn point_labels(data: &Data, experiment: &Experiment) -> Vec<String> {
    let points = experiment.points.iter();
    let label = |point: &String| {
        let (_, point) = data.parts(&format!("{}@{point}", experiment.variants[0]));
        point.expect("it was just named").label.clone()
    };
    points.map(label).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_bands() {
        assert_eq!(one_or_ends(vec![Some(2.0)]), [Some(2.0)]);
        assert_eq!(
            one_or_ends(vec![Some(2.0), Some(5.0), Some(1.0)]),
            [Some(1.0), Some(5.0)]
        );
        assert_eq!(one_or_ends(vec![Some(2.0), None, Some(1.0)]), [None, None]);
        assert_eq!(one_or_ends(vec![None]), [None]);
    }
}
