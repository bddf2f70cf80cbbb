//! `heddle compare`: every combination of mechanisms, programs and settings.

mod plan;
mod shown;
pub mod subjects;

use crate::cli::{Compare, Global};
use crate::failure::Failure;
use crate::output::{self, Planned};
use heddle_study::{Comparison, Store, WorkerPool};
use serde_json::json;

/// Simulates the missing runs, prints a table, writes charts.
pub fn execute(global: &Global, options: &Compare) -> Result<(), Failure> {
    let plan = plan::plan(global, options)?;
    Planned::new().folder("--out", Some(&options.out)).check()?;
    let worker_pool = WorkerPool::new(Store::new(&options.out, global)?, &plan.planned_runs);
    let results = worker_pool.work(options.effort.jobs(), global)?;
    let comparison = Comparison::new(&plan, &results);
    let charts = comparison.charts();
    let files = charts.iter();
    output::files(
        &options.out,
        files.map(|(name, svg)| (name.as_str(), svg.as_bytes())),
    )?;
    if global.json {
        let mut value = comparison.as_json();
        let charts = charts.iter().map(|(name, _)| options.out.join(name));
        value["charts"] = json!(charts.collect::<Vec<_>>());
        output::json(&value)?;
    } else {
        output::line(&shown::table(&comparison))?;
        for line in shown::disagreement(&comparison) {
            output::line(&line)?;
        }
        output::line(&shown::summary(&results, &options.out))?;
    }
    Ok(comparison.verdict()?)
}
