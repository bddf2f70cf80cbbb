//! `heddle compare`: every combination of mechanisms, programs and settings.

mod plan;
mod shown;
pub mod subjects;
mod view;

use crate::cli::{Compare, Csv, Global};
use crate::command::csv;
use crate::failure::Failure;
use crate::output::{self, Planned};
use heddle_study::{Comparison, Store, WorkerPool, started};
use serde_json::json;
use std::path::PathBuf;

/// File name of the page.
const PAGE: &str = "compare.html";

/// Simulates the missing runs, prints a table, writes charts, a page and CSV.
pub fn execute(global: &Global, options: &Compare) -> Result<(), Failure> {
    let to = Csv::of(options.csv.as_deref());
    let csv = csv::file(global, to)?;
    let plan = plan::plan(global, options)?;
    Planned::new()
        .folder("--out", Some(&options.out))
        .file("--csv", csv)
        .file("--view", options.view.as_ref())
        .check()?;
    view::check(options, &plan)?;
    let worker_pool = WorkerPool::new(Store::new(&options.out, global)?, &plan.planned_runs);
    let worker_pool = worker_pool.keeping_refusals();
    let results = worker_pool.work(options.effort.jobs(), global)?;
    started(&plan.planned_runs, &results)?;
    let comparison = Comparison::new(&plan, &results);
    let charts = write(options, &comparison)?;
    if let Some(path) = &options.view {
        view::write(global, options, &plan, path)?;
    }
    if to == Csv::Stdout {
        output::bytes(comparison.as_csv().as_bytes())?;
    } else if global.json {
        let mut value = comparison.as_json();
        value["charts"] = json!(charts);
        value["page"] = json!(options.out.join(PAGE));
        output::json(&value)?;
    } else {
        output::line(&shown::table(&comparison))?;
        for line in shown::below(&comparison) {
            output::line(&line)?;
        }
        output::line(&shown::summary(&comparison, &results, &options.out))?;
    }
    Ok(comparison.verdict()?)
}

/// Writes charts, page and CSV; returns where the charts are.
fn write(options: &Compare, comparison: &Comparison<'_>) -> Result<Vec<PathBuf>, Failure> {
    let charts = comparison.charts();
    let page = comparison.page();
    let files = charts.iter().map(|(name, svg)| (name.as_str(), svg));
    let files = files.chain([(PAGE, &page)]);
    let files = files.map(|(name, text)| (name, text.as_bytes()));
    output::files(&options.out, files)?;
    if let Csv::File(path) = Csv::of(options.csv.as_deref()) {
        output::stream(path, |out| out.write_all(comparison.as_csv().as_bytes()))?;
    }
    let places = charts.iter().map(|(name, _)| options.out.join(name));
    Ok(places.collect())
}
