//! Tables II to IV, and the occupancy of figure 21.

use super::{Chart, Rows, shown};
use crate::plot::{Curve, lines};
use crate::report::data::{Data, Experiment};
use crate::report::lab::{Added, Lab};
use serde_json::Value;

/// A row for each variant: Heddle's numbers by workload, the paper's in parentheses.
pub fn rates(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let data = lab.data();
    let workloads = experiment.shown(&lab.machines);
    let row = |variant: &String| {
        let rates = workloads.iter();
        let rates = rates.map(|workload| lab.number(experiment.measure, variant, workload));
        let cells = workloads.iter().zip(rates.map(shown));
        let cells = cells.map(|(workload, ours)| {
            let printed = data.printed_of(&experiment.name, variant, workload);
            printed.map_or(ours.clone(), |paper| format!("{ours} ({paper})"))
        });
        [data.label(variant)].into_iter().chain(cells).collect()
    };
    let rows = experiment.variants.iter().map(row);
    let table = Rows {
        heading: heading(data, &workloads),
        rows: rows.collect(),
    };
    (Vec::new(), table)
}

/// The largest number of entries of any core; and a curve for each workload: for which fraction of the time a number of
/// entries of the pool and of the heap suffices.
pub fn occupancy(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let data = lab.data();
    let workloads = experiment.shown(&lab.machines);
    let counts = [
        ("most warps in the pool", "dwf.peak_warps"),
        ("most groups in the heap", "dwf.peak_groups"),
        ("most warps spilled", "dwf.peak_spilled"),
    ];
    let mut rows = Vec::new();
    for variant in &experiment.variants {
        for (name, key) in counts {
            let numbers = workloads.iter().map(|workload| {
                let (_, result) = lab.run(variant, Added::default(), workload);
                result.number(key).map_or("–".into(), |n| n.to_string())
            });
            rows.push([name.to_owned()].into_iter().chain(numbers).collect());
        }
    }
    let run = &experiment.variants[0];
    let structures = [
        ("warps in the pool", "dwf.pool.cumulative"),
        ("groups in the heap", "dwf.groups.cumulative"),
    ];
    let charts = structures.map(|(entries, key)| {
        let curves = workloads.iter();
        let curves = curves.map(|workload| cumulative(lab, run, workload, key));
        let curves: Vec<Curve> = curves.collect();
        let axes = [entries, "% of cycles with at most as many"];
        Chart::of(experiment, entries.into(), |title| {
            lines(title, axes, &curves)
        })
    });
    let heading = heading(data, &workloads);
    (charts.into(), Rows { heading, rows })
}

fn cumulative(lab: &Lab<'_>, run: &str, workload: &str, key: &str) -> Curve {
    let (_, result) = lab.run(run, Added::default(), workload);
    let parts = result.value(key).and_then(Value::as_array);
    let parts = parts.into_iter().flatten().enumerate();
    let points = parts.filter_map(|(entries, part)| Some((entries as f64, 100.0 * part.as_f64()?)));
    Curve {
        label: lab.data().name_in_paper(workload),
        points: points.collect(),
    }
}

fn heading(data: &Data, workloads: &[&str]) -> Vec<String> {
    let names = workloads.iter().map(|name| data.name_in_paper(name));
    [String::new()].into_iter().chain(names).collect()
}
