//! Tables II to IV, and the occupancy of figure 21.

use super::{Chart, Rows, label, shown};
use crate::report::data::{Data, Experiment};
use crate::report::lab::Lab;

/// A row for each variant: ours by workload, the paper's in parentheses.
pub fn rates(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let workloads = experiment.workloads();
    let row = |variant: &String| {
        let printed = Data::get().printed(&experiment.name, variant);
        let rates = workloads.iter().enumerate().map(|(index, workload)| {
            let ours = shown(lab.number(experiment.measure, variant, workload));
            match printed.and_then(|row| row.get(index)) {
                Some(paper) => format!("{ours} ({paper:.2})"),
                None => ours,
            }
        });
        [label(variant)].into_iter().chain(rates).collect()
    };
    let rows = experiment.variants.iter().map(row);
    let table = Rows {
        heading: heading(&workloads),
        rows: rows.collect(),
    };
    (Vec::new(), table)
}

/// Most entries of any core.
pub fn occupancy(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let workloads = experiment.workloads();
    let counts = [
        ("most warps in the pool", "dwf.peak_warps"),
        ("most groups in the heap", "dwf.peak_groups"),
        ("most warps spilled", "dwf.peak_spilled"),
    ];
    let mut rows = Vec::new();
    for variant in &experiment.variants {
        for (name, key) in counts {
            let numbers = workloads.iter().map(|workload| {
                let (_, result) = lab.run(variant, &[], workload);
                result.number(key).map_or("–".into(), |n| n.to_string())
            });
            rows.push([name.to_owned()].into_iter().chain(numbers).collect());
        }
    }
    let heading = heading(&workloads);
    (Vec::new(), Rows { heading, rows })
}

fn heading(workloads: &[&str]) -> Vec<String> {
    let names = workloads.iter().map(|name| name.to_string());
    [String::new()].into_iter().chain(names).collect()
}
