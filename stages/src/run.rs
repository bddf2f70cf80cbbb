//! `stages run`: the chosen stages, in their order, and the verdict.

use crate::cli::Run;
use crate::console::Console;
use crate::execution::Execution;
use crate::folder;
use crate::repository::Repository;
use crate::signals::Signals;
use crate::{Failure, Plan};

/// Runs the stages of a plan.
pub fn run(options: &Run) -> Result<(), Failure> {
    let plan = Plan::load(&options.place.plan)?;
    let chosen = options.place.chosen(&plan)?;
    let limit = limit(&plan, options)?;
    if plan.keep && options.note.is_some() {
        return Err(Failure::input(
            "--note is of runs that keep nothing",
            "leave it out",
        ));
    }
    let repository = Repository::of(&options.place.plan)?;
    let results = options.place.folder(&repository);
    let _claim = folder::claim(&results)?;
    let signals = Signals::catch()?;
    let console = Console::new(options.json, !plan.keep);
    let mut execution = Execution::open(&plan, &repository, &results, console)?;
    if !options.again {
        execution.keep()?;
    }
    execution.announce(&chosen, limit);
    for stage in chosen {
        execution.run(stage, &signals)?;
    }
    let summary = execution.finish(options.note.clone(), limit)?;
    if options.json {
        summary.print_json()?;
    }
    summary.verdict()
}

/// Minutes that the run may take.
fn limit(plan: &Plan, options: &Run) -> Result<f64, Failure> {
    let limit = options.minutes.unwrap_or(plan.minutes);
    match limit > 0.0 && limit.is_finite() {
        true => Ok(limit),
        false => Err(Failure::input(
            format!("--minutes {limit}: no time"),
            "give positive minutes",
        )),
    }
}
