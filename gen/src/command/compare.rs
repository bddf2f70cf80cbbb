//! `heddle compare`: mechanisms, programs and settings, every combination.

mod plan;
mod shown;

use crate::cells::{Crew, Store};
use crate::cli::{Compare, Global};
use crate::failure::Failure;
use crate::output::{self, Planned};
use plan::Plan;
use shown::Comparison;

/// Makes the runs that are not there yet, prints a table, writes charts.
pub fn execute(global: &Global, options: &Compare) -> Result<(), Failure> {
    let plan = Plan::new(global, options)?;
    Planned::new().folder("--out", Some(&options.out)).check()?;
    let crew = Crew::new(Store::new(&options.out)?, &plan.cells);
    let results = crew.work(global, options.effort.jobs())?;
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
