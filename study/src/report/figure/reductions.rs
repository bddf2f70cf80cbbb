//! How much less is measured in some runs than in others (vaidya2013, figures 10 to 12, table 4).

use super::bars::{in_paper, names, rows};
use super::{Chart, Rows, beside, shown};
use crate::mean::arithmetic;
use crate::plot::{Series, clustered, grouped};
use crate::report::data::OfReductions;
use crate::report::data::{Claim, Data, Experiment, Headline};
use crate::report::lab::{Added, Lab};
use crate::report::reduction::greatest;

/// Name of the mean over workloads.
const MEAN: &str = "mean";

/// Bars for each workload and for the mean: in each bar a reduction, and how much further the next ones go.
/// Then bars of the measure for the variants, if the experiment has any.
pub fn reductions(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let groups = names(lab, experiment, vec![MEAN.into()]);
    let bar = |bar: &Vec<String>| -> Vec<Series> {
        let reductions = bar.iter();
        reductions
            .map(|name| with_mean(lab, experiment, name))
            .collect()
    };
    let bars: Vec<Vec<Series>> = experiment.bars.iter().map(bar).collect();
    let segments: Vec<Vec<Series>> = bars.iter().map(|bar| on_top(bar)).collect();
    let chart = clustered(&experiment.title, "% less", &groups, &segments);
    let mut charts = vec![Chart::only(&chart)];
    let mut series = bars.concat();
    if !experiment.variants.is_empty() {
        let measured = measured(lab, experiment);
        let unit = experiment.measure.unit();
        let programs = in_paper(lab, &experiment.shown(&lab.machines));
        charts.push(Chart::of(experiment, unit.into(), |title| {
            grouped(title, unit, &programs, &measured)
        }));
        let mean = experiment.workloads(lab.data()).len();
        series.extend(measured.into_iter().map(|mut one| {
            one.label = format!("{unit}, {}", one.label);
            one.values.insert(mean, None);
            one
        }));
    }
    (charts, rows(groups, &series))
}

/// The reductions of each workload, the mean, then those of programs that are not averaged.
fn with_mean(lab: &Lab<'_>, experiment: &Experiment, name: &str) -> Series {
    let workloads = experiment.workloads(lab.data());
    let one = |workload: &str| lab.reduction(name, Added::default(), workload);
    let own = workloads.iter().map(|workload| one(workload));
    let mean = lab.reductions(name, Added::default(), &workloads);
    let mean = mean.and_then(|all| arithmetic(&all));
    let beside = experiment.beside(&lab.machines).into_iter().map(one);
    Series {
        label: lab.data().reduction(name).label.clone(),
        values: own.chain([mean]).chain(beside).collect(),
    }
}

/// The segments of a bar: how far each reduction goes beyond the one before it.
fn on_top(bar: &[Series]) -> Vec<Series> {
    let Some(first) = bar.first() else {
        return Vec::new();
    };
    let beyond = bar.windows(2).map(|pair| Series {
        label: format!("{} beyond it", pair[1].label),
        values: (pair[0].values.iter().zip(&pair[1].values))
            .map(|(before, value)| Some((*value)? - (*before)?))
            .collect(),
    });
    [first.clone()].into_iter().chain(beyond).collect()
}

fn measured(lab: &Lab<'_>, experiment: &Experiment) -> Vec<Series> {
    let workloads = experiment.shown(&lab.machines);
    let series = experiment.runs(lab.data()).into_iter().map(|(label, run)| {
        let numbers = workloads.iter();
        let numbers = numbers.map(|workload| lab.number(experiment.measure, &run, workload));
        Series {
            label,
            values: numbers.collect(),
        }
    });
    series.collect()
}

/// A row for each reduction: the greatest and the mean over the workloads, with the paper's numbers in parentheses.
pub fn summary(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let workloads = experiment.workloads(lab.data());
    let row = |name: &String| {
        let all = lab.reductions(name, Added::default(), &workloads);
        let of_all = |summary: fn(&[f64]) -> Option<f64>| all.as_deref().and_then(summary);
        let mut ours = [of_all(greatest), of_all(arithmetic)].map(shown);
        beside(&mut ours, &printed(lab.data(), name));
        let label = lab.data().reduction(name).label.clone();
        [label].into_iter().chain(ours).collect()
    };
    let table = Rows {
        heading: ["", "max", "avg"].map(String::from).into(),
        rows: experiment.bars.iter().flatten().map(row).collect(),
    };
    (Vec::new(), table)
}

/// The greatest and the mean of a reduction over all workloads that the paper prints in its comparisons; empty if
/// one of the two is not printed.
fn printed(data: &Data, name: &str) -> Vec<f64> {
    let claims = || {
        let of_it = |headline: &&Headline| headline.of == name && headline.workloads.is_none();
        data.headlines.iter().filter(of_it).map(|h| h.claim)
    };
    let greatest = claims().find_map(|claim| match claim {
        Claim::Reductions(OfReductions::GreatestReduction(paper)) => Some(paper),
        _ => None,
    });
    let mean = claims().find_map(|claim| match claim {
        Claim::Reductions(OfReductions::Reduction(paper)) => Some(paper),
        _ => None,
    });
    greatest
        .zip(mean)
        .map_or(vec![], |(greatest, mean)| vec![greatest, mean])
}
