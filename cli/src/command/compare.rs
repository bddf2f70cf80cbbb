//! `heddle compare`: every combination of mechanisms, programs and settings.

mod plan;
mod shown;

use crate::cli::{Compare, Global};
use crate::failure::Failure;
use crate::output::{self, Planned};
use crate::runs::{Store, WorkerPool};
use plan::Plan;
use shown::Comparison;

/// Simulates the missing runs, prints a table, writes charts.
pub fn execute(global: &Global, options: &Compare) -> Result<(), Failure> {
    let plan = Plan::new(global, options)?;
    Planned::new().folder("--out", Some(&options.out)).check()?;
    let worker_pool = WorkerPool::new(Store::new(&options.out)?, &plan.planned_runs);
    let results = worker_pool.work(global, options.effort.jobs())?;
    let comparison = Comparison::new(&plan, &results);
    let charts = comparison.charts();
    let files = charts.iter();
    output::files(
        &options.out,
        files.map(|(name, svg)| (name.as_str(), svg.as_bytes())),
    )?;
    if global.json {
        output::json(&comparison.as_json(&options.out, &charts))?;
    } else {
        output::line(&comparison.table())?;
        for line in comparison.disagreement() {
            output::line(&line)?;
        }
        output::line(&comparison.summary(&options.out))?;
    }
    comparison.verdict()
}
