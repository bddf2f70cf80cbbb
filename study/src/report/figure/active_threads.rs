//! The use of cycles: issued threads, and reasons for not issuing.

use super::{Chart, Rows};
use crate::plot::{Paint, Series, stacked};
use crate::report::data::Experiment;
use crate::report::lab::{Added, Lab};
use serde_json::Value;

/// Number of classes in which nothing is issued; they come first.
pub const NOTHING_ISSUED: usize = 3;

/// For each variant, shares of all cycles by workload.
pub fn active_threads(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let data = lab.data();
    let workloads = experiment.shown(&lab.machines);
    let mut charts = Vec::new();
    let mut table = Rows::default();
    for variant in &experiment.variants {
        let shares = workloads.iter().map(|name| shares(lab, variant, name));
        let series = by_class(&shares.collect::<Vec<_>>());
        let groups: Vec<String> = workloads.iter().map(|w| data.name_in_paper(w)).collect();
        let paint = Paint::Ramp(NOTHING_ISSUED);
        charts.push(Chart::of(experiment, data.label(variant), |title| {
            stacked(title, "% of cycles", &groups, &series, paint)
        }));
        let classes = series.iter().map(|series| series.label.clone());
        let names = ["variant", "workload"].map(String::from).into_iter();
        table.heading = names.chain(classes).collect();
        for (group, name) in groups.iter().enumerate() {
            let mut row = vec![data.label(variant), name.clone()];
            let percent = |series: &Series| format!("{:.1}", series.values[group].unwrap_or(0.0));
            row.extend(series.iter().map(percent));
            table.rows.push(row);
        }
    }
    (charts, table)
}

/// Classes of a run with their shares in percent; empty if the run failed.
fn shares(lab: &Lab<'_>, run: &str, workload: &str) -> Vec<(String, f64)> {
    let (_, result) = lab.run(run, Added::default(), workload);
    let shares = result.value("active_threads").and_then(Value::as_array);
    let share = |share: &Value| {
        let fraction = share["fraction"].as_f64()?;
        Some((share["class"].as_str()?.to_owned(), 100.0 * fraction))
    };
    shares.into_iter().flatten().filter_map(share).collect()
}

fn by_class(runs: &[Vec<(String, f64)>]) -> Vec<Series> {
    let classes = runs.iter().max_by_key(|run| run.len());
    let classes = classes.into_iter().flatten().map(|(class, _)| class);
    let value = |run: &Vec<(String, f64)>, class: &str| {
        let found = run.iter().find(|(name, _)| name == class);
        found.map(|(_, share)| *share)
    };
    let series = classes.map(|class| Series {
        label: class.clone(),
        values: runs.iter().map(|run| value(run, class)).collect(),
    });
    series.collect()
}
