//! The gain of the mean over a baseline for each input of the program that has several.

use super::bars::point_labels;
use super::gains::gain;
use super::{Chart, MEAN, Rows, shown};
use crate::report::data::Experiment;
use crate::report::lab::{Added, Lab};

/// For each machine and each input, the gain of the mean over all programs at each point, and the paper's.
pub fn by_input(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let data = lab.data();
    let variant = &experiment.variants[0];
    let machines = [(String::new(), Added::default())].into_iter();
    let second = data.column.as_ref().map(|column| {
        let added = Added {
            column: Some(column),
            set: &[],
        };
        (format!(", {}", column.label), added)
    });
    let bands = experiment.bands(data);
    let printed = data.printed(&experiment.name, variant).unwrap_or_default();
    let mut rows = Vec::new();
    for (machine, added) in machines.chain(second) {
        for workloads in &bands {
            let label = format!("{}{machine}", name_of_input(lab, workloads, &bands));
            let cells = cells(lab, experiment, added, workloads, printed);
            rows.push([label].into_iter().chain(cells).collect());
        }
    }
    if !printed.is_empty() {
        let numbers = printed.iter().map(|&gain| shown(Some(gain)));
        let row = ["the paper".to_owned()].into_iter().chain(numbers);
        rows.push(row.collect());
    }
    let first = [String::new()].into_iter();
    let heading = first.chain(point_labels(data, experiment)).collect();
    (Vec::new(), Rows { heading, rows })
}

/// The gain of a mean at each point; where its direction is not the paper's, also the program without which it lies farthest on the
/// paper's side, and the gain without it (REP-15).
fn cells(
    lab: &Lab<'_>,
    experiment: &Experiment,
    added: Added<'_>,
    workloads: &[&str],
    printed: &[f64],
) -> Vec<String> {
    let of = |names: &[&str]| gain(lab, experiment, &experiment.variants[0], added, names);
    let left_out = workloads.iter().map(|program| {
        let others = workloads.iter().copied().filter(|name| name != program);
        let name = lab.data().name_of_program(program);
        (name, of(&others.collect::<Vec<_>>()))
    });
    let left_out: Vec<_> = left_out.collect();
    let cell = |(point, gain): (usize, Option<f64>)| {
        let differs = gain.zip(printed.get(point).copied());
        let Some((gain, paper)) = differs.filter(|(gain, paper)| gain * paper < 0.0) else {
            return shown(gain);
        };
        let without = left_out
            .iter()
            .filter_map(|(name, gains)| Some((name, gains[point]?)));
        let towards = |gain: f64| gain * paper.signum();
        match without.max_by(|(_, a), (_, b)| towards(*a).total_cmp(&towards(*b))) {
            Some((name, left)) => format!("{gain:.2} (without {name} {left:.2})"),
            None => shown(Some(gain)),
        }
    };
    of(workloads).into_iter().enumerate().map(cell).collect()
}

/// The workload that tells a band from the others.
fn name_of_input(lab: &Lab<'_>, workloads: &[&str], bands: &[Vec<&str>]) -> String {
    let common = |name: &str| bands.iter().all(|band| band.contains(&name));
    let own = workloads.iter().find(|name| !common(name));
    own.map_or(MEAN.into(), |name| lab.data().name_in_paper(name))
}
