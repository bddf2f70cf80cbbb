//! Cells of the paper's tables of rates: each number is a comparison of its own.

use super::claim::{Claim, OfRuns};
use super::experiments::{Experiments, Kind};
use super::paper::{Headline, Program, Table};

/// A headline for each number of a table of rates, named `TABLE-VARIANT-PROGRAM`; none for other tables, whose numbers are headlines
/// in the data files.
pub fn headlines(table: &Table, experiments: &Experiments, programs: &[Program]) -> Vec<Headline> {
    let all = experiments.experiment.iter();
    let rates = all.filter(|e| e.kind == Kind::Rates && e.name == table.experiment);
    let of_experiment = rates.flat_map(|experiment| {
        let rows = table.rows.iter();
        rows.flat_map(move |(variant, numbers)| {
            let cells = numbers.iter().zip(programs);
            cells.map(move |(number, program)| Headline {
                name: format!("{}-{variant}-{}", table.experiment, in_name(&program.label)),
                title: format!(
                    "{}: {}, {}",
                    experiment.title, program.label, experiments.variants[variant].label
                ),
                place: experiment.number().into(),
                note: None,
                claim: Claim::Runs(OfRuns::Percent(*number)),
                of: variant.clone(),
                over: None,
                workloads: Some(vec![program.name.clone()]),
                over_workloads: None,
                points: Vec::new(),
                measures: [experiment.measure; 2],
            })
        })
    });
    of_experiment.collect()
}

/// A label as a part of names.
fn in_name(label: &str) -> String {
    label.to_lowercase().replace(' ', "-")
}
